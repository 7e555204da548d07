/**
 * Servlets that a container's descriptor names by their classes, `<servlet-class>shop.web.Items</servlet-class>`, and what
 * servlets answer by methods that they inherit.
 */
import type { DatabaseSync } from "node:sqlite";
import { Declarations } from "#engine/scan/derive/declarations";
import { lastName } from "#engine/scan/derive/symbols";
import { listed } from "./guards.ts";
import type { Registration } from "./registration.ts";

const framework = "Servlets";
const named = /^servlet class ([\w.$]+)$/;

/** All registrations, those of a descriptor as mounts of the classes that they name. */
export function withDeployedServlets(
  registrations: readonly Registration[],
  db: DatabaseSync,
): readonly Registration[] {
  const own = registrations.filter((one) => one.framework === framework);
  if (own.length === 0) return registrations;
  const find = db.prepare("select id, path from symbols where name = ? and kind = 'class' order by id");
  const led = registrations.flatMap((one) => {
    const type = one.kind === "mount" && one.framework === framework ? named.exec(one.name ?? "")?.[1] : undefined;
    if (type === undefined) return [one];
    const found = find.all(type.replace(/^.*[.$]/, "")).map(({ id, path }) => ({ id: String(id), path: String(path) }));
    const mounted = nearest(one.path, type, found);
    return mounted === undefined ? [] : [{ ...one, name: null, owner: `${one.path}#@${one.line}`, mounted }];
  });
  return withInherited(led, db);
}

/** The class of a package, in the module of the descriptor where several have one; none where that does not tell. */
function nearest(from: string, type: string, all: readonly { id: string; path: string }[]): string | undefined {
  const folder = type.includes(".") ? `${type.replace(/\.[^.]*$/, "").replaceAll(".", "/")}/` : "";
  const fitting = all.filter(({ path }) => `/${path.replace(/[^/]*$/, "")}`.endsWith(`/${folder}`));
  const module = from.replace(/(?:src\/main\/)?[^/]*\/WEB-INF\/web\.xml$/, "");
  const near = fitting.filter(({ path }) => path.startsWith(module));
  const [only, second] = near.length > 0 ? near : fitting;
  return second === undefined ? only?.id : undefined;
}

/** What a servlet's classes answer that it does not answer itself is its own. */
function withInherited(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const own = registrations.filter((one) => one.framework === framework);
  const answers = Map.groupBy(
    own.filter(({ kind, owner }) => kind === "endpoint" && owner !== null),
    ({ owner }) => owner ?? "",
  );
  const held = (one: Registration) =>
    one.kind === "guard" && one.name === "servlet" ? listed(one).flatMap(({ symbol }) => symbol ?? []) : [];
  const served = new Set(
    own.flatMap((one) =>
      one.kind === "mount" ? (one.mounted ?? []) : one.kind === "prefix" ? (one.owner ?? []) : held(one),
    ),
  );
  const declarations = new Declarations(db);
  const inherited = [...served].flatMap((type) => {
    const known = new Set((answers.get(type) ?? []).map(({ handler }) => lastName(handler ?? "")));
    return declarations.basesOf(type).flatMap((base) =>
      (answers.get(base) ?? []).flatMap((one) => {
        const method = lastName(one.handler ?? "");
        if (known.has(method)) return [];
        known.add(method);
        return [{ ...one, owner: type, name: null }];
      }),
    );
  });
  return inherited.length === 0 ? registrations : [...registrations, ...inherited];
}
