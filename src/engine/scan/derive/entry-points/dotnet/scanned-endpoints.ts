/**
 * Endpoints of C# that types map whom only running code finds, by an interface that all of them implement: what they map hangs
 * on what the interface's method is given, `foreach (var one in found) one.Map(group)`, by reflection too,
 * `type.GetMethod(nameof(IEndpoint.Map))!.Invoke(null, [group])`.
 */
import type { DatabaseSync } from "node:sqlite";
import { literally } from "#engine/literally";
import { Heirs } from "#engine/scan/derive/entry-points/heirs";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { TypeNames } from "./type-names.ts";

/** What a method is given, by its type, name and place. */
const parameter = /^(.*\.cs#[\w.]+)\.(\w+)\((\d+)\)$/;
/** A method that a type is asked for by its name, and what that is then called with. */
const byReflection = /\bGetMethod\(\s*(?:nameof\(\s*(?:\w+\.)*(\w+)\.(\w+)\s*\)|"(\w+)").*?\bInvoke\(\s*\w+\s*,\s*(.*)/;
const named = /\btypeof\(\s*(?:\w+\.)*(\w+)\s*\)/g;
/** The only thing of a list: `[group]`, `new object[] { group }`. */
const only = /^(?:new\s*(?:object\??)?\s*\[\s*\]\s*\{|\[)\s*(\w+)\s*[\]}]/;

interface Given {
  readonly type: string;
  readonly method: string;
  readonly place: string;
}

/** All registrations, and the mounts that follow. */
export function withScannedEndpoints(
  registrations: readonly Registration[],
  db: DatabaseSync,
): readonly Registration[] {
  const owners = new Set(registrations.map(({ owner }) => owner));
  const isOwner = (one: string) => owners.has(one);
  const open = [...owners].filter((one) => parameter.test(one ?? ""));
  if (open.length === 0) return registrations;
  const mounts = registrations.filter(({ kind, mounted }) => kind === "mount" && mounted !== null);
  const taken = new Set(mounts.map(({ mounted }) => mounted));
  const heirs = new Heirs(db);
  const isOpen = db.prepare("select 1 from symbols where id = ? and (kind = 'interface' or is_abstract = 1)");
  const implementing = ({ type, method, place }: Given): readonly string[] =>
    isOpen.get(type) !== undefined
      ? heirs
          .of(type)
          .map((heir) => `${heir}.${method}(${place})`)
          .filter((one) => isOwner(one) && !taken.has(one))
      : [];
  // What may be given or not stands for what comes before it where nobody gives it.
  const known = (owner: string | null): string | null => {
    const first = owner?.replace(/\([1-9]\d*\)$/, "(0)") ?? null;
    return owner === first || taken.has(owner) || !taken.has(first) ? owner : first;
  };
  const called = mounts.flatMap((one) => {
    const [, type, method = "", place = ""] = parameter.exec(one.mounted ?? "") ?? [];
    if (one.framework !== null || type === undefined || isOwner(one.mounted ?? "")) return [];
    return implementing({ type, method, place }).map((mounted) => ({ ...one, owner: known(one.owner), mounted }));
  });
  const naming = new TypeNames(db);
  const reflected = byNames(registrations, db).flatMap((one) =>
    implementing(one.given).flatMap((mounted) =>
      ofEachTurn({ ...one.mount, mounted }, registrations, mounted.replace(/\.\w+\(\d+\)$/, ""), naming),
    ),
  );
  const modules = ofCarter(open, taken, registrations, db);
  return called.length + reflected.length + modules.length === 0
    ? registrations
    : [...registrations, ...called, ...reflected, ...modules];
}

/** Which of a group's names is one that a turn of a loop makes: a variable's. */
const variable = /^.*\.cs#@\d+:\w+$/;

/**
 * A mount on a group that a function makes for each type in turn: the type's own, whose path goes by its name, and before
 * which those are asked that are asked before all of them.
 */
function ofEachTurn(
  mount: Registration,
  registrations: readonly Registration[],
  type: string,
  naming: TypeNames,
): readonly Registration[] {
  const group = mount.owner;
  const made = registrations.filter(
    ({ kind, framework, mounted }) => kind === "mount" && framework !== null && mounted === group,
  );
  const [first] = made;
  if (
    group === null ||
    !variable.test(group) ||
    first === undefined ||
    made.some(({ symbol }) => symbol !== first.symbol)
  )
    return [mount];
  const own = `${group}~${type}`;
  const asked = registrations.filter(({ kind, owner }) => kind === "guard" && owner === group);
  return [
    ...made.map((one) => ({ ...one, mounted: own, route: naming.put(one.route, type, one.symbol) })),
    ...asked.map((one) => ({ ...one, owner: own })),
    { ...mount, owner: own },
  ];
}

/**
 * Modules of Carter hang on what is called `MapCarter`, and what they map on themselves, who may say a path and who is asked.
 * https://github.com/CarterCommunity/Carter
 */
function ofCarter(
  open: readonly (string | null)[],
  taken: ReadonlySet<string | null>,
  registrations: readonly Registration[],
  db: DatabaseSync,
): readonly Registration[] {
  const mapping = db.prepare("select path, line from calls where callee_text glob '*.MapCarter'").all() as unknown as {
    path: string;
    line: number;
  }[];
  if (mapping.length === 0) return [];
  const mounts = mapping.flatMap(({ path, line }) => {
    const here = registrations.filter((one) => one.kind === "mount" && one.path === path && one.line === line);
    // Of a row the last call is on what those before it give.
    const given = new Set(here.map(({ owner }) => owner));
    return here.filter(({ owner, mounted }) => owner !== null && !given.has(mounted));
  });
  const rows = db
    .prepare("select type from type_relations where name in ('CarterModule', 'ICarterModule') and target is null")
    .all();
  const modules = new Set(rows.map(({ type }) => String(type)));
  return open.flatMap((id) => {
    const [, type = "", method] = parameter.exec(id ?? "") ?? [];
    const [mount] = mounts;
    if (method !== "AddRoutes" || !modules.has(type) || taken.has(id) || mount === undefined) return [];
    const link = { ...mount, route: null, name: null, guards: null };
    return [...new Set(mounts.map(({ owner }) => owner))]
      .map((owner): Registration => ({ ...link, owner, mounted: type }))
      .concat({ ...link, framework: null, owner: type, mounted: id });
  });
}

/** What methods are given that are called by reflection, and the mounts of that. */
function byNames(
  registrations: readonly Registration[],
  db: DatabaseSync,
): readonly { readonly given: Given; readonly mount: Registration }[] {
  const rows = db
    .prepare(
      "select distinct path, line, caller, quote from calls where callee_text glob '*.Invoke' and quote glob '*GetMethod(*'",
    )
    .all() as unknown as { path: string; line: number; caller: string; quote: string | null }[];
  if (rows.length === 0) return [];
  const types = db.prepare("select id from symbols where name = ? and kind in ('interface', 'class')");
  const quotes = db.prepare("select distinct quote from calls where caller = ? and quote is not null");
  return rows.flatMap(({ path, line, caller, quote }) => {
    const [, type, name, text, list = ""] = byReflection.exec(quote ?? "") ?? [];
    const given = only.exec(list)?.[1];
    const method = name ?? text;
    if (given === undefined || method === undefined) return [];
    const said = quotes.all(caller).flatMap((one) => [...String(one.quote).matchAll(named)].map(([, it = ""]) => it));
    const declared = (type === undefined ? [...new Set(said)] : [type]).flatMap((it) => types.all(it));
    const found = ownerNamed(registrations, { path, line, caller, name: given });
    if (found === undefined) return [];
    const [beside, owner] = found;
    return declared.map(({ id }) => ({
      given: { type: String(id), method, place: "0" },
      mount: { ...beside, kind: "mount", framework: null, owner, route: null, name: null, guards: null, line },
    }));
  });
}

/** What goes by a name where something is called, a variable of the file or a parameter, and something said of it. */
function ownerNamed(
  registrations: readonly Registration[],
  { path, line, caller, name }: { path: string; line: number; caller: string; name: string },
): readonly [Registration, string] | undefined {
  const variable = new RegExp(`#@(\\d+):${literally(name)}$`);
  const named = registrations.flatMap((one) =>
    [one.owner, one.mounted].flatMap((it) => {
      const place = Number(variable.exec(it ?? "")?.[1] ?? Number.NaN);
      return it?.startsWith(`${path}#`) && one.path === path && place <= line ? [{ one, it, place }] : [];
    }),
  );
  const [nearest] = named.sort((a, b) => b.place - a.place);
  if (nearest) return [nearest.one, nearest.it];
  const parameter = `${caller}(0)`;
  const given = registrations.find(
    ({ kind, framework, mounted }) => kind === "mount" && framework === null && mounted === parameter,
  );
  return given && [{ ...given, path, symbol: caller }, parameter];
}
