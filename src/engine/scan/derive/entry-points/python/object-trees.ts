/**
 * Applications whose paths are the names of objects and of their methods, as CherryPy's: what a class's attributes are made
 * of hangs on the class, and what is made where an application is mounted is its root.
 */
import type { DatabaseSync } from "node:sqlite";
import { byDecorator } from "#engine/scan/derive/entry-points/guards/guards";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName } from "#engine/scan/derive/symbols";

const framework = "CherryPy";

/** What the repository's own decorators are called that expose what they decorate. */
const exposing = /(?:^|_)exposed?(?:_|$)|(?<=[a-z])Exposed?(?![a-z])/;
/** Methods that stand for what their object is called, and for whatever else is asked of it. */
const paths: Record<string, string> = { index: "", default: "*" };

/** `users = Users()`, `self.users = Users()` */
const held = /^\s*(?:self\.)?(\w+)\s*(?::[^=]+)?=\s*[\w.]+\(/;
/** What is mounted, and where. */
const mounting =
  /\b(?:tree\.mount|quickstart|tree\.graft)\(\s*([\w.]+)(?:\([^()]*\))?\s*(?:,\s*(?:script_name\s*=\s*)?([^,()]+(?:\([^()]*\))?))?/;
const text = /^(["'])(.*)\1$/;

/** On what applications are mounted. */
const tree = "cherrypy.tree";

interface Made {
  readonly caller: string;
  readonly callee: string;
  readonly path: string;
  readonly line: number;
  readonly quote: string;
}

/** The class of a method, or of one that makes an instance. */
const classOf = (symbol: string): string => symbol.slice(0, symbol.lastIndexOf("."));

/** Registrations with the trees of classes that expose methods. */
export function withObjectTrees(db: DatabaseSync, registrations: readonly Registration[]): readonly Registration[] {
  const exposed = exposedBy(db, registrations);
  const all = [...registrations, ...exposed];
  const classes = new Set(
    all.flatMap((one) => (one.framework === framework && one.kind === "endpoint" ? [one.owner] : [])),
  );
  if (classes.size === 0) return registrations;
  const members = db.prepare(
    "select id from symbols where fact >= ? and fact < ? and line = ? and kind = 'property' and parent is not null",
  );
  const ranges = new FactRanges(db);
  const made = db
    .prepare(
      `select caller, callee, path, line, quote from calls
       where callee is not null and quote is not null and path not in (select path from files where is_test)`,
    )
    .all() as unknown as Made[];
  const holding = new Map<string, Registration[]>();
  // What variables of a file hold that are mounted later on.
  const variables = new Map<string, string>();
  for (const { caller, callee, path, line, quote } of made) {
    const type = callee.replace(/\.__init__$/, "");
    const name = held.exec(quote)?.[1];
    if (name === undefined) continue;
    variables.set(`${path} ${name}`, type);
    const owner = lastName(caller) === "__init__" ? classOf(caller) : parentOf(members.all(...ranges.of(path), line));
    if (owner === undefined) continue;
    const mount = { ...plain, kind: "mount", owner, mounted: type, route: name, symbol: caller, path, line } as const;
    holding.set(type, [...(holding.get(type) ?? []), mount]);
  }
  const types = new Map(
    made.map(({ callee, path }) => {
      const type = callee.replace(/\.__init__$/, "");
      return [`${path} ${lastName(type)}`, type];
    }),
  );
  const roots = mountedBy(db).flatMap(({ quote, ...at }) => {
    const [, what = "", where] = mounting.exec(quote) ?? [];
    const key = `${at.path} ${what.replace(/^.*\./, "")}`;
    const type = variables.get(key) ?? types.get(key);
    return type === undefined
      ? []
      : [{ ...plain, ...at, kind: "mount", owner: tree, mounted: type, route: routeOf(where) } as const];
  });
  // What is added on the way is visited as well.
  const reached = new Set(classes);
  const mounts: Registration[] = [];
  for (const type of reached)
    for (const mount of holding.get(type ?? "") ?? []) {
      mounts.push(mount);
      reached.add(mount.owner);
    }
  return [...all, ...roots.filter(({ mounted }) => reached.has(mounted)), ...mounts];
}

/** The calls by which applications are mounted. */
const mountedBy = (db: DatabaseSync) =>
  db
    .prepare(
      `select caller as symbol, path, line, quote from calls
       where target in ('cherrypy.tree.mount', 'cherrypy.tree.graft', 'cherrypy.quickstart') and quote is not null`,
    )
    .all() as unknown as { symbol: string; path: string; line: number; quote: string }[];

/** The class of the only member that stands on a line. */
function parentOf(rows: readonly Record<string, unknown>[]): string | undefined {
  const [row] = rows;
  return row && rows.length === 1 ? classOf(String(row.id)) : undefined;
}

/** A path as it is written; one that is no text is not known. */
function routeOf(written: string | undefined): string {
  const where = written?.trim();
  if (where === undefined || /^(?:config\s*=|None$)/.test(where)) return "";
  return text.exec(where)?.[2] ?? `\${${where}}`;
}

/** What decorators of the repository expose, where these lie in files that import the framework. */
function exposedBy(db: DatabaseSync, registrations: readonly Registration[]): Registration[] {
  const decorated = registrations.flatMap((one) =>
    one.kind === "guard" && one.name === byDecorator && one.owner !== null
      ? (JSON.parse(one.guards ?? "[]") as Guard[]).map((guard) => [one, guard] as const)
      : [],
  );
  const exposes = decorated.filter(([, { name }]) => exposing.test(name.replace(/\(.*$/s, "")));
  if (exposes.length === 0) return [];
  const imports = db.prepare("select 1 from imports where fact >= ? and fact < ? and specifier = 'cherrypy' limit 1");
  const ranges = new FactRanges(db);
  return exposes.flatMap(([one, { symbol }]) => {
    const isOf = symbol !== null && imports.get(...ranges.of(symbol)) !== undefined;
    if (!isOf || one.owner === null || !one.owner.slice(one.owner.indexOf("#")).includes(".")) return [];
    const [owner, name] = [classOf(one.owner), lastName(one.owner)];
    const handler_name = one.owner.slice(one.owner.indexOf("#") + 1);
    const route = paths[name] ?? name;
    const { symbol: around, path, line } = one;
    return [
      {
        ...plain,
        kind: "endpoint",
        owner,
        route,
        handler: one.owner,
        handler_name,
        symbol: around,
        path,
        line,
      } as const,
    ];
  });
}

const plain = {
  framework,
  method: null,
  route: null,
  name: null,
  handler: null,
  handler_name: null,
  guards: null,
  mounted: null,
};
