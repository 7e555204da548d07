/**
 * Servlets that a container's descriptor names by their classes, `<servlet-class>shop.web.Items</servlet-class>`, and what
 * servlets answer by methods that they inherit.
 */
import type { DatabaseSync } from "node:sqlite";
import { Declarations } from "#engine/scan/derive/declarations";
import { listed } from "#engine/scan/derive/entry-points/guards/guards";
import { openPattern } from "#engine/scan/derive/entry-points/guards/request-patterns";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";
import { lastName } from "#engine/scan/derive/symbols";

const framework = "Servlets";
/** The name of guards that ask before all paths that fit. */
const ofApplication = "application";
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
    if (mounted === undefined) return [];
    // Filters ask in the module of their descriptor: before what it takes from another it says so here.
    const asked = mounted.startsWith(moduleOf(one.path)) ? [] : askedBefore(one, own);
    const guards = asked.length > 0 ? JSON.stringify(asked) : null;
    return [{ ...one, name: null, owner: `${one.path}#@${one.line}`, mounted, guards }];
  });
  return withInherited(led, db);
}

/** The folder of the module that a descriptor is of. */
const moduleOf = (path: string): string => path.replace(/(?:src\/main\/)?[^/]*\/WEB-INF\/web\.xml$/, "");

/** The filters that a descriptor puts before a path of its own. */
function askedBefore({ path, route }: Registration, own: readonly Registration[]): readonly Guard[] {
  const filters = own.filter((one) => one.kind === "guard" && one.name === ofApplication && one.path === path);
  return filters.flatMap((one) => {
    const fits = openPattern(one.route ?? "")(route ?? "");
    return fits === false ? [] : listed(one).map((guard) => (fits === true ? guard : { ...guard, maybe: true }));
  });
}

/** The class of a package, in the module of the descriptor where several have one; none where that does not tell. */
function nearest(from: string, type: string, all: readonly { id: string; path: string }[]): string | undefined {
  const folder = type.includes(".") ? `${type.replace(/\.[^.]*$/, "").replaceAll(".", "/")}/` : "";
  const fitting = all.filter(({ path }) => `/${path.replace(/[^/]*$/, "")}`.endsWith(`/${folder}`));
  const module = moduleOf(from);
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
