/** Exported functions that no test is known to reach. */
import { pathOf } from "#engine/scan/derive/symbols";
import type { Entered } from "./entered.ts";
import type { Reach } from "./reach.ts";
import type { ReachFile } from "./reach-file.ts";
import { contained, functionMarks, scripts } from "./reach-share.ts";
import { implicitMethods } from "./test-rules.ts";

export interface Untested {
  readonly id: string;
  readonly name: string;
  readonly complexity: number;
  readonly callers: number;
  /** 0 to 100: `sure` or `likely`. */
  readonly confidence: number;
}

/** Nothing at all may lead to it from a test. */
const sure = 90;
/** No way is seen; somebody who is not seen may call what leads to it. */
const likely = 60;

/** Settings of tools, which those call, and notebooks, which people run. */
const ofTools =
  /\.ipynb$|(?:^|\/)(?:[\w.-]+[.-](?:config|conf)|\.[\w-]+rc|webpack[\w.-]*|[gG]ulpfile|[gG]runtfile|noxfile|conf|setup)\.(?:[cm]?[jt]s|py)$/;

/**
 * What nothing that tests call leads to, by any number of calls, by file. Where it is not known who calls a function, it
 * is not told: what a framework or the language calls, what is passed on by name, what overrides or implements something,
 * and what has the name of a call that leads nowhere for sure. Functions without a branch are not told.
 *
 * Less sure is what only others lead to of whom no test is seen to call them: endpoints that no test asks, where it is
 * known which are asked, and methods that nobody calls.
 *
 * @param rendering a component there that nobody calls may stand in a document
 */
export function findUntested(
  reach: Reach,
  { entered, rendering }: { readonly entered: Entered; readonly rendering: readonly string[] },
): Map<string, Untested[]> {
  const take = (symbol: string): number => reach.words.take(symbol);
  const asked = entered.isAskedKnown && !(entered.isSilent && mayAsk(reach)) ? entered.asked : entered.unasked;
  const certain = [...entered.otherwise, ...entered.asked, ...asked].map(take);
  const graph = new Graph(reach, new Set([...entered.unasked].map(take)));
  const seen = graph.reachedFrom(certain);
  const reached = graph.reachedFrom([...certain, ...graph.unseen, ...[...entered.unasked].map(take)]);
  const isInDocument = ({ id, name, callers }: Untested): boolean =>
    callers === 0 && /^[A-Z]/.test(name) && /\.[jt]sx?#/.test(id) && rendering.some((folder) => id.startsWith(folder));
  const open = [...reach.files.values()]
    .filter(({ path }) => !ofTools.test(path))
    .map(
      (file) =>
        [file.path, candidates(file, reach, graph, { seen, reached }).filter((one) => !isInDocument(one))] as const,
    );
  // What is built in the place of another, for other systems, is reached with it.
  const siblings = siblingsIn(new Set(open.flatMap(([, found]) => found.map(({ id }) => folderOf(id)))), reach, seen);
  const told = open.map(([path, found]) => [path, found.filter(({ id }) => !siblings.has(siblingOf(id)))] as const);
  return new Map(told.filter(([, found]) => found.length > 0));
}

/** What stands for all that is reached in some folders. */
function siblingsIn(folders: ReadonlySet<string>, reach: Reach, reached: Uint8Array): ReadonlySet<string> {
  const { words } = reach;
  const siblings = new Set<string>();
  if (folders.size === 0) return siblings;
  /** By the numbers of paths. */
  const isThere = new Uint8Array(words.size + 1);
  const [no, yes] = [1, 2];
  for (let id = 0; id < reached.length; id++) {
    if (!reached[id]) continue;
    const path = words.pathOf(id);
    if (path >= 0) isThere[path] ||= folders.has(folderOf(`${words.at(path)}#`)) ? yes : no;
    if (path < 0 || isThere[path] === yes) siblings.add(siblingOf(words.at(id)));
  }
  return siblings;
}

/**
 * The exported functions of a file that are not reached, of which it would be known.
 *
 * @param ways marks of what tests are seen to lead to, and of all that may be reached
 */
function candidates(
  file: ReachFile,
  reach: Reach,
  graph: Graph,
  { seen, reached }: { readonly seen: Uint8Array; readonly reached: Uint8Array },
): Untested[] {
  const found: Untested[] = [];
  file.eachExported((id, name, complexity, parent, container) => {
    if (seen[id] || reach.isTestNumber(id)) return;
    const callers = graph.callers[id] ?? 0;
    const isKnown = graph.endpoints.has(id) || checked.has(file.language);
    if (graph.methods[id] && callers === 0 && !isKnown) return;
    const isContained =
      container === contained.elsewhere ? graph.containers[parent] === 1 : container === contained.yes;
    if (isContained)
      found.push({
        id: reach.words.at(id),
        name: reach.words.at(name),
        complexity,
        callers,
        confidence: reached[id] ? likely : sure,
      });
  });
  return found;
}

/** The folder that a symbol is declared in, with its slash. */
const folderOf = (symbol: string): string => {
  const path = pathOf(symbol);
  return path.slice(0, path.lastIndexOf("/") + 1);
};

/** What a member is declared in. */
const ownerOf = (symbol: string): string => symbol.slice(0, Math.max(symbol.lastIndexOf("."), 0));

/** What stands for functions of one name in one folder. */
const siblingOf = (symbol: string): string => `${folderOf(symbol)}#${symbol.slice(pathOf(symbol).length + 1)}`;

/** Languages in which no framework calls methods by what it finds in classes. */
const plain: ReadonlySet<string> = new Set(["go", "javascript"]);
/**
 * Languages in which who calls a method mostly shows: one that nobody is seen to call is no start of what tests do. In
 * others frameworks call methods of plain classes by their names, of observers and listeners.
 */
const checked: ReadonlySet<string> = new Set(["java", "kotlin", "csharp"]);

/** Names of calls by which tests ask for an address, however they write it. */
const asking =
  /^(?:(?:get|post|put|patch|delete)(?:_?json|_?auth\w*|_?async|asjsonasync|form(?:object|entity))?|getfromjsonasync|visit|request|goto|call|json|perform|exchange|sendasync)$/i;
/** Of these what is in a map is asked for as well, where it is known what is called: `headers.get`. */
const ofMaps = /^(?:get|put|delete|post|patch|call|request|json)$/i;

/** Whether tests call something of such a name, so that it may be any endpoint that they ask. */
function mayAsk(reach: Reach): boolean {
  let isAsking = false;
  for (const file of reach.files.values()) {
    if (!file.isWhole) continue;
    const look = (isKnown: boolean) => (name: number) => {
      const text = reach.words.at(name);
      isAsking ||= asking.test(text) && !(isKnown && checked.has(file.language) && ofMaps.test(text));
    };
    file.each("testOpen", look(false));
    file.each("outside", look(true));
    file.each("outsideBare", look(true));
  }
  return isAsking;
}

/** What hangs on words, by their numbers. */
class Links {
  /** The first link of each word, and behind each link the next; 0: none. */
  readonly #first: Int32Array;
  readonly #next: number[] = [0];
  readonly #to: number[] = [0];

  constructor(words: number) {
    this.#first = new Int32Array(words);
  }

  add(from: number, to: number): void {
    this.#next.push(this.#first[from] ?? 0);
    this.#first[from] = this.#to.push(to) - 1;
  }

  each(from: number, visit: (to: number) => void): void {
    for (let at = this.#first[from] ?? 0; at > 0; at = this.#next[at] ?? 0) visit(this.#to[at] ?? -1);
  }
}

/** Who calls whom, by the numbers of words. */
class Graph {
  readonly #reach: Reach;
  readonly #calls: Links;
  /** Names that are called and lead nowhere for sure, by caller. */
  readonly #open: Links;
  /** What runs when files are read, and what is called by whom is not known. */
  readonly #starts: number[] = [];
  /** Functions by name. */
  readonly #byName: Links;
  /** Of methods and what has no body, the name and one more; else 0. */
  readonly methods: Int32Array;
  /** Of each function, how many call it that are not for tests. */
  readonly callers: Int32Array;
  /** Marks types in which functions of other files may stand. */
  readonly containers: Uint8Array;
  /** What may be called by somebody who is not seen. */
  readonly unseen: number[] = [];
  /** Handlers of endpoints, and who is asked before them, that no test asks. */
  readonly endpoints: ReadonlySet<number>;

  constructor(reach: Reach, endpoints: ReadonlySet<number>) {
    this.#reach = reach;
    this.endpoints = endpoints;
    const { size } = reach.words;
    this.#calls = new Links(size);
    this.#open = new Links(size);
    this.#byName = new Links(size);
    this.methods = new Int32Array(size);
    this.callers = new Int32Array(size);
    this.containers = reach.marked("containers");
    this.#readCalls();
    this.#readFunctions();
  }

  /** Marks of all that tests and what is called by the unknown lead to. */
  reachedFrom(entered: readonly number[]): Uint8Array {
    const reach = this.#reach;
    const reached = reach.marks();
    const names = reach.marks();
    const open = [...this.#starts, ...entered];
    const push = (one: number): void => {
      if (!reached[one]) open.push(one);
    };
    // Whatever has the name may be what is called.
    const openName = (name: number): void => {
      if (names[name]) return;
      names[name] = 1;
      this.#byName.each(name, push);
    };
    for (const file of reach.files.values()) {
      file.eachTestCall((callee, isPassedOn, name) => {
        if (!reach.isRunNumber(callee, isPassedOn)) openName(name);
        else if (!reach.isTestNumber(callee)) push(callee);
      });
      file.each("testOpen", openName);
    }
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (reached[at]) continue;
      reached[at] = 1;
      this.#calls.each(at, push);
      // It may be that of a base or an interface, and whatever overrides it is called.
      const method = this.methods[at] ?? 0;
      if (method > 0) openName(method - 1);
      this.#open.each(at, openName);
    }
    return reached;
  }

  #readCalls(): void {
    const reach = this.#reach;
    const constructors = reach.marked("constructors");
    for (const file of reach.files.values()) {
      // The bodies of files and classes run when they are read; where classes are checked, when something is made of one.
      const start = (caller: number): void => {
        const isMade = checked.has(file.language) && (constructors[caller] === 1 || this.containers[caller] === 1);
        (isMade ? this.unseen : this.#starts).push(caller);
      };
      file.eachCall("calls", (caller, callee, isFirst) => {
        if (isFirst && !reach.isFunction(caller)) start(caller);
        this.#calls.add(caller, callee);
        this.callers[callee] = (this.callers[callee] ?? 0) + 1;
      });
      file.eachCall("open", (caller, name, isFirst) => {
        if (isFirst && !reach.isFunction(caller)) start(caller);
        this.#open.add(caller, name);
      });
      file.each("referenced", (id) => {
        // A router is given its handlers.
        if (!reach.isTestNumber(id) && !this.endpoints.has(id)) this.#starts.push(id);
      });
      file.each("constructors", (id) => {
        const made = reach.words.find(ownerOf(reach.words.at(id)));
        if (made !== undefined) this.#calls.add(id, made);
      });
      // What is declared in a function is given away by it, and what a class holds runs before its methods do.
      file.eachFunction((id, _name, _marks, parent) => {
        if (parent >= 0)
          this.#calls.add(...(reach.isFunction(parent) ? ([parent, id] as const) : ([id, parent] as const)));
      });
    }
  }

  #readFunctions(): void {
    const reach = this.#reach;
    const outsideBare = reach.marked("outsideBare");
    const outside = reach.marked("outside", "outsideBare");
    const held = reach.marked("held");
    const foreign = reach.marked("foreign");
    const promised = this.#promisedNames(reach.marked("interfaces"));
    /** Names that are called by who is given them, or by the language. */
    const given = reach.marked("mentioned", "defaults");
    for (const name of implicitMethods) {
      const number = reach.words.find(name);
      if (number !== undefined) given[number] = 1;
    }
    const isGiven = (name: number): boolean => given[name] === 1 || reach.words.isDunder(name);
    // Where scripts load others by names that are put together, they may load any that nothing imports.
    const imported = [...reach.files.values()].some(({ isLoading }) => isLoading)
      ? reach.marked("imported")
      : undefined;
    /** Functions of C that those who load a library look up: Python, and Java's machine. */
    const isLookedUp = ({ language }: ReachFile, name: number): boolean =>
      (language === "c" || language === "cpp") && /^(?:PyInit_|JNI_On|Java_)\w/.test(reach.words.at(name));
    for (const file of reach.files.values()) {
      const isHeld = held[file.number] === 1;
      const isPlain = plain.has(file.language);
      const isLoaded = imported?.[file.number] === 0 && scripts.has(file.language);
      file.eachFunction((id, name, marks, parent) => {
        const isMethod = (marks & functionMarks.isMethod) > 0;
        const isHook = (marks & functionMarks.takesAny) > 0 && this.callers[id] === 0;
        const isUnknown =
          isHeld ||
          isHook ||
          isLoaded ||
          isGiven(name) ||
          isLookedUp(file, name) ||
          (marks & functionMarks.isDecorated) > 0 ||
          (parent < 0 ? outsideBare : outside)[name] === 1;
        // What others' code is extended with is called by it, and of a method that nobody calls by its class it is not
        // known who does: a route, a template, a trait's user.
        const isForeign = parent >= 0 && foreign[parent] === 1;
        const isUncalled = this.callers[id] === 0 && !isPlain;
        if (this.endpoints.has(id)) this.unseen.push(id);
        else if (isUnknown) this.#starts.push(id);
        else if (isMethod && (isForeign || promised[name] === 1 || isUncalled)) {
          const isStart = isUncalled && (isForeign || !checked.has(file.language));
          (isStart || isPlain ? this.#starts : this.unseen).push(id);
        }
        // Methods are called by their names, and what has no body here has one elsewhere.
        if (isMethod || (marks & functionMarks.hasNoBody) > 0) this.methods[id] = name + 1;
        this.#byName.add(name, id);
      });
    }
  }

  /** Marks the names of methods that interfaces promise. */
  #promisedNames(interfaces: Uint8Array): Uint8Array {
    const names = this.#reach.marks();
    for (const file of this.#reach.files.values())
      file.eachPromised((type, name) => {
        if (interfaces[type]) names[name] = 1;
      });
    return names;
  }
}
