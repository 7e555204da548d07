/**
 * Routes of files that others take in: PHP's `require __DIR__.'/auth.php'` has what the file registers stand where it is,
 * and what it registers on a variable, `$app->get(…)`, on what holds that where it is taken in.
 */
import type { DatabaseSync } from "node:sqlite";
import { globbed, type Taken } from "./php/globbed-files.ts";
import { SharedVariables } from "./php/shared-variables.ts";
import type { Registration } from "./registration.ts";

/** What is registered at the top of a file. */
const topOf = (path: unknown): string => `${path}#<module>`;

/** Registrations with a mount for each file that is taken in, on the group in which that is done, else on the file. */
export function withIncluded(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const files = Map.groupBy(
    registrations.filter(({ path }) => path.endsWith(".php")),
    ({ path }) => path,
  );
  if (files.size === 0) return registrations;
  const required: readonly Taken[] = db
    .prepare(
      "select path, line, resolved from imports where kind = 'effect' and resolved is not null and path glob '*.php'",
    )
    .all()
    .map(({ path, line, resolved }) => ({ path: String(path), line: Number(line), resolved: String(resolved) }))
    .filter(({ path, resolved }) => path !== resolved);
  const isRequired = new Set(required.map(({ resolved }) => resolved));
  const taken = [...required, ...globbed(db, files.keys()).filter(({ resolved }) => !isRequired.has(resolved))];
  const variables = new SharedVariables(files, taken);
  const mounts = taken.flatMap((one): Registration[] => {
    const within = files.get(one.resolved) ?? [];
    const inner = within.find(({ kind, owner }) => kind !== "guard" && owner === topOf(one.resolved));
    const hung = variables.hungBy(one).map((it) => ({ ...plain, ...it, path: one.path, line: one.line }));
    if (!inner) return hung;
    const around = files.get(one.path) ?? [];
    const group =
      one.given === undefined
        ? innermost(around, one.line, inner.framework)
        : rowAt(around, one.given, inner.framework);
    if (one.given !== undefined && group === undefined) return hung;
    const [framework, owner] = [inner.framework, group ?? topOf(one.path)];
    return [...hung, { ...plain, framework, owner, mounted: topOf(one.resolved), path: one.path, line: one.line }];
  });
  return [...registrations, ...mounts];
}

const plain: Registration = {
  kind: "mount",
  framework: null,
  owner: null,
  method: null,
  route: "",
  name: null,
  handler: null,
  handler_name: null,
  guards: null,
  mounted: null,
  symbol: "",
  path: "",
  line: 0,
};

/** The thing that a row of calls on a line begins with. */
const rowAt = (all: readonly Registration[], at: number, framework: string | null): string | null | undefined =>
  all.find(
    ({ kind, framework: of, mounted, line }) => kind === "mount" && of === framework && mounted !== null && line === at,
  )?.mounted;

/** The thing whose call stands around a line, the innermost of several. */
function innermost(all: readonly Registration[], at: number, framework: string | null): string | null | undefined {
  const lines = ({ line, end_line = line }: Registration) => end_line - line;
  const around = all.filter(
    ({ kind, framework: of, mounted, line, end_line = line }) =>
      kind === "mount" && of === framework && mounted !== null && line <= at && at <= end_line,
  );
  return around.toSorted((one, other) => lines(one) - lines(other))[0]?.mounted;
}
