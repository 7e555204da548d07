/** Who calls whom in the whole repository, and what of it is there for tests: made of what every file brings. */
import type { DatabaseSync } from "node:sqlite";
import { decodeReachShare, isImplicit, type ReachShare } from "./reach-share.ts";
import { pathOf } from "./symbols.ts";

export class Reach {
  /** What each file brings, in the order of paths. */
  readonly files: ReadonlyMap<string, ReachShare>;
  readonly #between = new Set<string>();
  /** Functions, and components, which are what runs where they are passed on. */
  readonly #functions = new Set<string>();
  /** Methods that have no body: whose is run is not known. */
  readonly #promised = new Set<string>();

  constructor(db: DatabaseSync) {
    const rows = db.prepare("select path, reach from scan_shares where reach is not null order by path");
    rows.setReturnArrays(true);
    const shares = rows.all() as unknown as [string, string][];
    this.files = new Map(shares.map(([path, reach]) => [path, decodeReachShare(path, reach)]));
    for (const { between, functions } of this.files.values()) {
      for (const symbol of between) this.#between.add(symbol);
      for (const { id, isMethod, hasNoBody } of functions) {
        this.#functions.add(id);
        if (isMethod && hasNoBody) this.#promised.add(id);
      }
    }
  }

  /** Whether a symbol is there for tests. */
  isTest(symbol: string): boolean {
    return this.isTestFile(pathOf(symbol)) || this.#between.has(symbol);
  }

  isTestFile(path: string): boolean {
    return this.files.get(path)?.isWhole === true;
  }

  /** Whether code for other things than tests lies in a file of the repository. */
  isOtherFile(path: string): boolean {
    return this.files.get(path)?.isWhole === false;
  }

  /** Whether a call or a reference runs what it leads to. */
  isRun(callee: string, origin: "call" | "reference"): boolean {
    return origin === "call" ? !this.#promised.has(callee) : this.#functions.has(callee);
  }
}

/** Exported functions that no test is known to reach, by file. */
export interface Untested {
  readonly id: string;
  readonly name: string;
  readonly complexity: number;
  readonly callers: number;
}

/**
 * What nothing that tests call leads to, by any number of calls. Where it is not known who calls a function, it is not
 * told: what a framework or the language calls, what is passed on by name, what overrides or implements something, and
 * what has the name of a call that leads nowhere for sure. Functions without a branch are not told.
 *
 * @param entered what frameworks call: handlers and guards
 */
export function findUntested(reach: Reach, entered: Iterable<string>): Map<string, Untested[]> {
  const graph = readGraph(reach);
  const names = new Set<string>();
  const open = [...graph.starts, ...entered];
  // Whatever has the name may be what is called.
  const openName = (name: string): void => {
    if (names.has(name)) return;
    names.add(name);
    for (const one of graph.byName.get(name) ?? []) open.push(one);
  };
  for (const { testCalls, testOpen } of reach.files.values()) {
    for (const [callee, origin, name] of testCalls)
      if (!reach.isRun(callee, origin)) openName(name);
      else if (!reach.isTest(callee)) open.push(callee);
    testOpen.forEach(openName);
  }
  const reached = new Set<string>();
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    for (const next of graph.calls.get(at) ?? []) if (!reached.has(next)) open.push(next);
    // It may be that of a base or an interface, and whatever overrides it is called.
    const method = graph.methods.get(at);
    if (method !== undefined) openName(method);
    graph.open.get(at)?.forEach(openName);
  }
  const siblings = new Set([...reached].map(siblingOf));
  const found = new Map<string, Untested[]>();
  for (const [path, { exported }] of reach.files) {
    const untested = exported.filter(({ id, parent, isContained }) => {
      // What is built in the place of another, for other systems, is reached with it.
      if (reach.isTest(id) || reached.has(id) || siblings.has(siblingOf(id))) return false;
      if (graph.methods.has(id) && !graph.callers.has(id)) return false;
      return isContained ?? (parent !== null && graph.containers.has(parent));
    });
    if (untested.length > 0)
      found.set(
        path,
        untested.map(({ id, name, complexity }) => ({ id, name, complexity, callers: graph.callers.get(id) ?? 0 })),
      );
  }
  return found;
}

/** What stands for functions of one name in one folder. */
const siblingOf = (symbol: string): string => {
  const path = pathOf(symbol);
  return `${path.slice(0, path.lastIndexOf("/") + 1)}#${symbol.slice(path.length + 1)}`;
};

/** Languages in which no framework calls methods by what it finds in classes. */
const plain: ReadonlySet<string> = new Set(["go", "javascript"]);

interface Graph {
  readonly calls: ReadonlyMap<string, ReadonlySet<string>>;
  /** Callers that are not for tests. */
  readonly callers: ReadonlyMap<string, number>;
  /** Names that are called and lead nowhere for sure, by caller. */
  readonly open: ReadonlyMap<string, readonly string[]>;
  /** What runs when files are read, and what is called by whom is not known. */
  readonly starts: readonly string[];
  /** Methods and what has no body, with their names; and all functions by name. */
  readonly methods: ReadonlyMap<string, string>;
  readonly byName: ReadonlyMap<string, readonly string[]>;
  /** Types in which functions of other files stand. */
  readonly containers: ReadonlySet<string>;
}

function readGraph(reach: Reach): Graph {
  const calls = new Map<string, Set<string>>();
  const callers = new Map<string, number>();
  const open = new Map<string, readonly string[]>();
  const starts: string[] = [];
  const methods = new Map<string, string>();
  const byName = new Map<string, string[]>();
  const all = [...reach.files.values()];
  const outsideBare = new Set(all.flatMap((one) => one.outsideBare));
  const outside = new Set([...all.flatMap((one) => one.outside), ...outsideBare]);
  const mentioned = new Set(all.flatMap((one) => one.mentioned));
  const held = new Set(all.flatMap((one) => one.held));
  const defaults = new Set(all.flatMap((one) => one.defaults));
  const foreign = new Set(all.flatMap((one) => one.foreign));
  const interfaces = new Set(all.flatMap((one) => one.interfaces));
  const promised = new Set(
    all.flatMap((one) => one.promised.flatMap(([type, name]) => (interfaces.has(type) ? [name] : []))),
  );
  const isFunction = new Set(all.flatMap(({ functions }) => functions.map(({ id }) => id)));
  for (const file of all) {
    // The bodies of files and classes run when they are read.
    for (const [caller] of [...file.calls, ...file.open]) if (!isFunction.has(caller)) starts.push(caller);
    for (const [caller, callees] of file.calls) {
      const known = calls.get(caller);
      if (known) for (const one of callees) known.add(one);
      else calls.set(caller, new Set(callees));
      for (const callee of callees) callers.set(callee, (callers.get(callee) ?? 0) + 1);
    }
    for (const [caller, names] of file.open) open.set(caller, names);
    for (const symbol of file.referenced) if (!reach.isTest(symbol)) starts.push(symbol);
  }
  for (const [path, { functions, language }] of reach.files)
    for (const { id, name, isMethod, hasNoBody, isDecorated, parent } of functions) {
      if (isImplicit(name) || defaults.has(name) || held.has(path) || mentioned.has(name)) starts.push(id);
      if (isDecorated || (parent === null ? outsideBare : outside).has(name)) starts.push(id);
      // What others' code is extended with is called by it, and of a method that nobody calls by its class it is not
      // known who does: a route, a template, a trait's user.
      const isForeign = parent !== null && foreign.has(parent);
      const isUnseen = !callers.has(id) && !plain.has(language);
      if (isMethod && (isForeign || promised.has(name) || isUnseen)) starts.push(id);
      // Methods are called by their names, and what has no body here has one elsewhere.
      if (isMethod || hasNoBody) methods.set(id, name);
      const namesakes = byName.get(name);
      if (namesakes) namesakes.push(id);
      else byName.set(name, [id]);
      if (parent === null || !isFunction.has(parent)) continue;
      // What is declared in a function is given away by it.
      const given = calls.get(parent);
      if (given) given.add(id);
      else calls.set(parent, new Set([id]));
    }
  const containers = new Set(all.flatMap((one) => one.containers));
  return { calls, callers, open, starts, methods, byName, containers };
}
