/** Routes of files that others take in: PHP's `require __DIR__.'/auth.php'` has what the file registers stand where it is. */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "./registration.ts";

/** What is registered at the top of a file. */
const topOf = (path: unknown): string => `${path}#<module>`;

/** Registrations with a mount for each file that is taken in, on the group in which that is done, else on the file. */
export function withIncluded(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const files = Map.groupBy(
    registrations.filter(({ path, kind }) => path.endsWith(".php") && kind !== "guard"),
    ({ path }) => path,
  );
  if (files.size === 0) return registrations;
  const taken = db
    .prepare(
      "select path, line, resolved from imports where kind = 'effect' and resolved is not null and path glob '*.php'",
    )
    .all();
  const mounts = taken.flatMap(({ path, line, resolved }): Registration[] => {
    const [around, within] = [files.get(String(path)) ?? [], files.get(String(resolved)) ?? []];
    const inner = within.find(({ owner }) => owner === topOf(resolved));
    if (!inner || path === resolved) return [];
    const { framework } = inner;
    const group = innermost(around, Number(line), framework);
    return [
      {
        ...plain,
        framework,
        owner: group ?? topOf(path),
        mounted: topOf(resolved),
        path: String(path),
        line: Number(line),
      },
    ];
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

/** The thing whose call stands around a line, the innermost of several. */
function innermost(all: readonly Registration[], at: number, framework: string | null): string | null | undefined {
  const lines = ({ line, end_line = line }: Registration) => end_line - line;
  const around = all.filter(
    ({ kind, framework: of, mounted, line, end_line = line }) =>
      kind === "mount" && of === framework && mounted !== null && line <= at && at <= end_line,
  );
  return around.toSorted((one, other) => lines(one) - lines(other))[0]?.mounted;
}
