/** Exported functions that no test is known to reach; those without a branch are not told. */
import type { DatabaseSync } from "node:sqlite";
import type { UnitKind } from "#contract/fact-words";
import { encodeUnit, type FactRow } from "#contract/unit";
import { firstFact } from "#engine/scan/schema";
import { pathOf, type TestCode } from "./test-code.ts";
import { implicitMethods } from "./test-rules.ts";

interface Made {
  readonly path: string;
  readonly line: string;
}

interface Declared {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly parent: string | null;
  readonly complexity: number;
  readonly decorators: string | null;
}

/**
 * What nothing that tests call leads to, by any number of calls. Where it is not known who calls a function, it is not
 * told: what a framework or the language calls, what is passed on by name, what overrides or implements something, and
 * what has the name of a call that leads nowhere for sure.
 *
 * @returns rows by file
 */
export function findUntested(db: DatabaseSync, code: TestCode): Map<string, FactRow[]> {
  const graph = readGraph(db, code);
  const reached = new Set<string>();
  const called = code.files.flatMap(({ sites }) => sites.flatMap(({ callee }) => callee ?? []));
  const open = [...called.filter((callee) => !code.isTest(callee)), ...graph.starts];
  const names = new Set(code.openNames);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    for (const next of graph.calls.get(at) ?? []) if (!reached.has(next)) open.push(next);
    // It may be that of a base or an interface, and whatever overrides it is called.
    const method = graph.methods.get(at);
    for (const next of (method && graph.byName.get(method)) ?? []) if (!reached.has(next)) open.push(next);
    for (const name of graph.open.get(at) ?? []) names.add(name);
  }
  const siblings = new Set([...reached].map(siblingOf));
  const rows = new Map<string, FactRow[]>();
  for (const one of readExported(db)) {
    const { id, name, path, line, complexity, parent } = one;
    if (code.isTest(id) || reached.has(id) || names.has(name) || one.decorators !== null) continue;
    if (isCalledUnseen(name, path)) continue;
    // What is built in the place of another, for other systems.
    if (siblings.has(siblingOf(id))) continue;
    if (parent !== null && (graph.promised.has(name) || graph.outside.has(name))) continue;
    const row: FactRow = [id, name, path, line, complexity, graph.callers.get(id)?.size ?? 0];
    const listed = rows.get(path);
    if (listed) listed.push(row);
    else rows.set(path, [row]);
  }
  return rows;
}

/** What stands for functions of one name in one folder. */
const siblingOf = (symbol: string): string => {
  const path = pathOf(symbol);
  return `${path.slice(0, path.lastIndexOf("/") + 1)}#${symbol.slice(path.length + 1)}`;
};

/** Operators are used where no call stands, and what a component holds by its template. */
const isCalledUnseen = (name: string, path: string): boolean =>
  /^operator\b|^[^\w$]+$/.test(name) || /\.(?:vue|svelte|astro)$/.test(path);

const isImplicit = (name: string): boolean => name.startsWith("__") || implicitMethods.has(name);

interface Graph {
  readonly calls: ReadonlyMap<string, ReadonlySet<string>>;
  readonly callers: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names that are called and lead nowhere for sure, by caller. */
  readonly open: ReadonlyMap<string, ReadonlySet<string>>;
  /** What runs when files are read, and what is called by whom is not known. */
  readonly starts: readonly string[];
  /** Names of methods that interfaces promise. */
  readonly promised: ReadonlySet<string>;
  /** Names that are called of what is not in the repository, or is not known to be. */
  readonly outside: ReadonlySet<string>;
  /** Methods and what has no body, with their names; and all functions by name. */
  readonly methods: ReadonlyMap<string, string>;
  readonly byName: ReadonlyMap<string, ReadonlySet<string>>;
}

function readGraph(db: DatabaseSync, code: TestCode): Graph {
  const calls = new Map<string, Set<string>>();
  const callers = new Map<string, Set<string>>();
  const open = new Map<string, Set<string>>();
  const starts = new Set<string>();
  const put = (map: Map<string, Set<string>>, key: string, value: string): void => {
    const listed = map.get(key);
    if (listed) listed.add(value);
    else map.set(key, new Set([value]));
  };
  const outside = new Set(code.outsideNames);
  for (const [caller, callee, name, resolution] of readCalls(db, code)) {
    if (resolution === "external") outside.add(name);
    if ((callee === null && !isOpen.has(resolution)) || code.isTest(caller)) continue;
    if (caller.endsWith("#<module>")) starts.add(caller);
    if (callee === null) put(open, caller, name);
    else {
      put(calls, caller, callee);
      put(callers, callee, caller);
    }
  }
  const references = db.prepare('select distinct symbol from "references" where symbol is not null');
  for (const { symbol } of references.iterate() as Iterable<Record<string, string>>)
    if (symbol !== undefined && !code.isTest(symbol)) starts.add(symbol);
  const entered = db.prepare("select handler, guards from entry_points");
  for (const { handler, guards } of entered.all() as { handler: string | null; guards: string | null }[]) {
    if (handler !== null) starts.add(handler);
    for (const { symbol } of guards === null ? [] : (JSON.parse(guards) as { symbol: string | null }[]))
      if (symbol !== null) starts.add(symbol);
  }
  const held = readHeld(db);
  const methods = new Map<string, string>();
  const byName = new Map<string, Set<string>>();
  const functions = readFunctions(db);
  const isFunction = new Set(functions.map(([id]) => id));
  const foreign = db
    .prepare("select distinct type from type_relations where relation in ('extends', 'implements') and target is null")
    .all();
  const hasForeignBase = new Set(foreign.map(({ type }) => type));
  for (const [id, name, kind, path, complexity, parent] of functions) {
    if (isImplicit(name) || held.names.has(name) || held.files.has(path)) starts.add(id);
    // What others' code is extended with is called by it.
    if (kind === "method" && hasForeignBase.has(parent)) starts.add(id);
    // Methods are called by their names, and what has no body here has one elsewhere.
    if (kind === "method" || complexity === 0) methods.set(id, name);
    put(byName, name, id);
    // What is declared in a function is given away by it.
    if (parent !== null && isFunction.has(parent)) put(calls, parent, id);
  }
  return { calls, callers, open, starts: [...starts], promised: held.promised, outside, methods, byName };
}

type FunctionRow = [
  id: string,
  name: string,
  kind: string,
  path: string,
  complexity: number | null,
  parent: string | null,
];

function readFunctions(db: DatabaseSync): FunctionRow[] {
  const sql = "select id, name, kind, path, complexity, parent from symbols where kind in ('function', 'method')";
  const rows = db.prepare(sql);
  rows.setReturnArrays(true);
  return rows.all() as unknown as FunctionRow[];
}

type CallRow = [caller: string, callee: string | null, name: string, resolution: string];

/** Resolutions of calls that lead nowhere for sure. */
const isOpen: ReadonlySet<string> = new Set(["dynamic", "unresolved"]);

/** The calls of all files but those of tests, which are read already. */
function* readCalls(db: DatabaseSync, code: TestCode): Generator<CallRow> {
  const calls = db.prepare("select caller, callee, callee_name, resolution from calls where fact >= ? and fact < ?");
  calls.setReturnArrays(true);
  for (const { id, path } of db.prepare("select id, path from units where kind = 'file'").all()) {
    if (code.isTestFile(String(path))) continue;
    yield* calls.all(firstFact(Number(id)), firstFact(Number(id) + 1)) as unknown as CallRow[];
  }
}

interface Held {
  /** Files that are passed on as a whole. */
  readonly files: ReadonlySet<string>;
  /** Names that stand in for parameters. */
  readonly names: ReadonlySet<string>;
  /** Names of methods that interfaces promise. */
  readonly promised: ReadonlySet<string>;
}

function readHeld(db: DatabaseSync): Held {
  const texts = (sql: string): string[] =>
    db
      .prepare(sql)
      .all()
      .map(({ text }) => String(text));
  const wholes = texts(`
    select distinct resolved as text from imports where kind in ('all', 'module') and resolved is not null
      and path in (select path from files where language in ('typescript', 'tsx', 'javascript', 'vue', 'svelte', 'astro'))`);
  const defaults = texts("select params as text from symbols where params like '%\"default\":%'").flatMap((params) =>
    (JSON.parse(params) as { default?: string }[]).flatMap((one) => one.default?.match(/^[\w$.]+$/)?.[0] ?? []),
  );
  const promised = texts(`
    select distinct type_members.name as text from type_members join symbols on symbols.id = type_members.type
    where type_members.kind = 'method' and symbols.kind = 'interface'`);
  return {
    files: new Set(wholes),
    names: new Set(defaults.map((one) => one.slice(one.lastIndexOf(".") + 1))),
    promised: new Set(promised),
  };
}

const readExported = (db: DatabaseSync): Declared[] =>
  db
    .prepare(
      `select id, name, path, line, parent, complexity, decorators from symbols
       where exported and kind in ('function', 'method') and visibility = 'public' and complexity > 1 and not is_abstract
         and path in (select path from files where not is_test and not is_generated)
         and (parent is null or parent in (select id from symbols
           where kind in ('class', 'struct', 'interface', 'enum', 'extension', 'namespace')))
       order by path, fact`,
    )
    .all() as unknown as Declared[];

/**
 * The units of tests of files in which at most lines changed, as they are now; undefined where that cannot be told from
 * what they were.
 */
export function moveUntested(db: DatabaseSync, moved: ReadonlySet<string>): Made[] | undefined {
  const known = db.prepare("select symbol, callers from untested_functions where fact >= ? and fact < ?");
  const unit = db.prepare("select id from units where kind = ? and path = ?");
  const symbols = db.prepare(
    `select id, name, line, complexity from symbols where fact >= ? and fact < ? and exported
     and kind in ('function', 'method') and visibility = 'public' and complexity > 1 and not is_abstract order by fact`,
  );
  const rangeOf = (kind: UnitKind, path: string): [number, number] => {
    const id = Number(unit.get(kind, path)?.id ?? 0);
    return [firstFact(id), firstFact(id + 1)];
  };
  const made: Made[] = [];
  for (const path of moved) {
    const rows = known.all(...rangeOf("test", path));
    if (rows.length === 0) continue;
    const callers = new Map(rows.map(({ symbol, callers }) => [symbol, callers as number]));
    const declared = symbols.all(...rangeOf("file", path)) as unknown as Declared[];
    const now = declared.flatMap(({ id, name, line, complexity }): FactRow[] => {
      const count = callers.get(id);
      return count === undefined ? [] : [[id, name, path, line, complexity, count]];
    });
    if (now.length !== rows.length) return undefined;
    made.push({ path, line: encodeUnit("test", path, { untested_functions: now }) });
  }
  return made;
}
