/** Exported functions that no test is known to reach. */
import { pathOf } from "#engine/scan/derive/symbols";
import type { Reach, ReachFile } from "./reach.ts";
import { contained, functionMarks } from "./reach-share.ts";
import { implicitMethods } from "./test-rules.ts";

export interface Untested {
  readonly id: string;
  readonly name: string;
  readonly complexity: number;
  readonly callers: number;
}

/**
 * What nothing that tests call leads to, by any number of calls, by file. Where it is not known who calls a function, it
 * is not told: what a framework or the language calls, what is passed on by name, what overrides or implements something,
 * and what has the name of a call that leads nowhere for sure. Functions without a branch are not told.
 *
 * @param entered what frameworks call: handlers and guards
 */
export function findUntested(reach: Reach, entered: Iterable<string>): Map<string, Untested[]> {
  const graph = new Graph(reach);
  const reached = graph.reachedFrom([...entered].flatMap((symbol) => reach.words.find(symbol) ?? []));
  const open = [...reach.files.values()].map((file) => [file.path, candidates(file, reach, graph, reached)] as const);
  const siblings = new Set<string>();
  if (open.some(([, found]) => found.length > 0))
    for (let id = 0; id < reached.length; id++) if (reached[id]) siblings.add(siblingOf(reach.words.at(id)));
  // What is built in the place of another, for other systems, is reached with it.
  const told = open.map(([path, found]) => [path, found.filter(({ id }) => !siblings.has(siblingOf(id)))] as const);
  return new Map(told.filter(([, found]) => found.length > 0));
}

/** The exported functions of a file that are not reached, of which it would be known. */
function candidates(file: ReachFile, reach: Reach, graph: Graph, reached: Uint8Array): Untested[] {
  const found: Untested[] = [];
  const { exported } = file.share.lists;
  for (let at = 0; at < exported.length; at += 5) {
    const id = file.number(exported[at]);
    if (reached[id] || reach.isTestNumber(id)) continue;
    const callers = graph.callers[id] ?? 0;
    if (graph.methods[id] && callers === 0) continue;
    const parent = file.number(exported[at + 3]);
    const isContained =
      exported[at + 4] === contained.elsewhere ? graph.containers[parent] === 1 : exported[at + 4] === contained.yes;
    if (!isContained) continue;
    const name = reach.words.at(file.number(exported[at + 1]));
    found.push({ id: reach.words.at(id), name, complexity: exported[at + 2] ?? 0, callers });
  }
  return found;
}

/** What stands for functions of one name in one folder. */
const siblingOf = (symbol: string): string => {
  const path = pathOf(symbol);
  return `${path.slice(0, path.lastIndexOf("/") + 1)}#${symbol.slice(path.length + 1)}`;
};

/** What languages and their libraries call without being told to. */
const isImplicit = (name: string): boolean => name.startsWith("__") || implicitMethods.has(name);

/** Languages in which no framework calls methods by what it finds in classes. */
const plain: ReadonlySet<string> = new Set(["go", "javascript"]);

type Lists = Map<number, number[]>;

/** Who calls whom, by the numbers of words. */
class Graph {
  readonly #reach: Reach;
  readonly #calls: Lists = new Map();
  /** Names that are called and lead nowhere for sure, by caller. */
  readonly #open: Lists = new Map();
  /** What runs when files are read, and what is called by whom is not known. */
  readonly #starts: number[] = [];
  /** Functions by name. */
  readonly #byName: Lists = new Map();
  /** Of methods and what has no body, the name and one more; else 0. */
  readonly methods: Int32Array;
  /** Of each function, how many call it that are not for tests. */
  readonly callers: Int32Array;
  /** Marks types in which functions of other files may stand. */
  readonly containers: Uint8Array;

  constructor(reach: Reach) {
    this.#reach = reach;
    this.methods = new Int32Array(reach.words.size);
    this.callers = new Int32Array(reach.words.size);
    this.containers = reach.marks();
    this.#readCalls();
    this.#readFunctions();
  }

  /** Marks of all that tests and what is called by the unknown lead to. */
  reachedFrom(entered: readonly number[]): Uint8Array {
    const reach = this.#reach;
    const reached = reach.marks();
    const names = reach.marks();
    const open = [...this.#starts, ...entered];
    // Whatever has the name may be what is called.
    const openName = (name: number): void => {
      if (names[name]) return;
      names[name] = 1;
      const all = this.#byName.get(name);
      if (all) for (const one of all) open.push(one);
    };
    for (const file of reach.files.values()) {
      const { testCalls } = file.share.lists;
      for (let at = 0; at < testCalls.length; at += 3) {
        const callee = file.number(testCalls[at]);
        if (!reach.isRunNumber(callee, testCalls[at + 1] === 1)) openName(file.number(testCalls[at + 2]));
        else if (!reach.isTestNumber(callee)) open.push(callee);
      }
      for (const name of file.listed("testOpen")) openName(name);
    }
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (reached[at]) continue;
      reached[at] = 1;
      const calls = this.#calls.get(at);
      if (calls) for (const next of calls) if (!reached[next]) open.push(next);
      // It may be that of a base or an interface, and whatever overrides it is called.
      const method = this.methods[at] ?? 0;
      if (method > 0) openName(method - 1);
      const called = this.#open.get(at);
      if (called) for (const name of called) openName(name);
    }
    return reached;
  }

  #readCalls(): void {
    const isFunction = this.#reach.marks();
    for (const file of this.#reach.files.values())
      file.eachFunction((id) => {
        isFunction[id] = 1;
      });
    for (const file of this.#reach.files.values()) {
      for (const id of file.listed("containers")) this.containers[id] = 1;
      file.eachCaller("calls", (caller, callees) => {
        // The bodies of files and classes run when they are read.
        if (!isFunction[caller]) this.#starts.push(caller);
        put(this.#calls, caller, callees);
        for (const callee of callees) this.callers[callee] = (this.callers[callee] ?? 0) + 1;
      });
      file.eachCaller("open", (caller, names) => {
        if (!isFunction[caller]) this.#starts.push(caller);
        this.#open.set(caller, [...names]);
      });
      for (const id of file.listed("referenced")) if (!this.#reach.isTestNumber(id)) this.#starts.push(id);
      // What is declared in a function is given away by it.
      file.eachFunction((id, _name, _marks, parent) => {
        if (parent >= 0 && isFunction[parent]) put(this.#calls, parent, [id]);
      });
    }
  }

  #readFunctions(): void {
    const reach = this.#reach;
    const marked = (...lists: Parameters<ReachFile["listed"]>[0][]): Uint8Array => {
      const marks = reach.marks();
      for (const file of reach.files.values())
        for (const list of lists) for (const one of file.listed(list)) marks[one] = 1;
      return marks;
    };
    const outsideBare = marked("outsideBare");
    const outside = marked("outside", "outsideBare");
    const held = marked("held");
    const foreign = marked("foreign");
    const promised = this.#promisedNames(marked("interfaces"));
    /** Names that are called by who is given them, or by the language. */
    const given = marked("mentioned", "defaults");
    const isAsked = reach.marks();
    const isGiven = (name: number): boolean => {
      if (!isAsked[name]) {
        isAsked[name] = 1;
        if (isImplicit(reach.words.at(name))) given[name] = 1;
      }
      return given[name] === 1;
    };
    for (const file of reach.files.values()) {
      const isHeld = held[reach.words.find(file.path) ?? -1] === 1;
      const isPlain = plain.has(file.share.language);
      file.eachFunction((id, name, marks, parent) => {
        const isMethod = (marks & functionMarks.isMethod) > 0;
        const isUnknown =
          isHeld ||
          isGiven(name) ||
          (marks & functionMarks.isDecorated) > 0 ||
          (parent < 0 ? outsideBare : outside)[name] === 1;
        // What others' code is extended with is called by it, and of a method that nobody calls by its class it is not
        // known who does: a route, a template, a trait's user.
        const isForeign = parent >= 0 && foreign[parent] === 1;
        const isUnseen = this.callers[id] === 0 && !isPlain;
        if (isUnknown || (isMethod && (isForeign || promised[name] === 1 || isUnseen))) this.#starts.push(id);
        // Methods are called by their names, and what has no body here has one elsewhere.
        if (isMethod || (marks & functionMarks.hasNoBody) > 0) this.methods[id] = name + 1;
        put(this.#byName, name, [id]);
      });
    }
  }

  /** Marks the names of methods that interfaces promise. */
  #promisedNames(interfaces: Uint8Array): Uint8Array {
    const names = this.#reach.marks();
    for (const file of this.#reach.files.values()) {
      const listed = file.listed("promised");
      for (let at = 0; at < listed.length; at += 2) if (interfaces[listed[at] ?? -1]) names[listed[at + 1] ?? -1] = 1;
    }
    return names;
  }
}

function put(lists: Lists, key: number, values: readonly number[]): void {
  const list = lists.get(key);
  if (list) for (const one of values) list.push(one);
  else lists.set(key, [...values]);
}
