/**
 * What a file brings to the question which functions tests reach, kept as a share: who calls whom, and what may
 * be called without a call that is seen. Lines are not among it: where only those change, what is reached stays.
 */
import type { Unit } from "#contract/unit";
import { Ids, pathOf } from "#engine/scan/derive/symbols";
import { columnsAt, rawRows, rowsOf, tuplesOf } from "#engine/scan/derive/unit-rows";
import { mentionedIn, namedByTexts } from "./mentions.ts";
import { starsOf, type TestPart } from "./test-share.ts";

/**
 * What a file brings, as lists of numbers: where a word stands among its `words`, which are ids of symbols, names and
 * paths. In a list of lists each is behind its length.
 */
export interface ReachShare {
  readonly language: string;
  readonly isWhole: boolean;
  readonly isGenerated: boolean;
  readonly hasTests: boolean;
  /** It loads files by names that are put together. */
  readonly isLoading: boolean;
  readonly words: readonly string[];
  readonly lists: Readonly<Record<ListName, readonly number[]>>;
}

export const listNames = [
  /** Symbols for tests in a file that is for other things. */
  "between",
  /** Of each function: id, name, marks of `FunctionMark`, and where it stands in something, that; else -1. */
  "functions",
  /** Of each caller that is not for tests, with its length: the caller, and whom it calls for sure. */
  "calls",
  /** Of each caller that is not for tests, with its length: the caller, and names of calls that lead nowhere for sure. */
  "open",
  /** Names that are called of what stands outside of the repository. */
  "outside",
  /** Those of them that are called by nothing but their name. */
  "outsideBare",
  /** Names that stand beside calls and are not called, or in texts: whoever is given them may. */
  "mentioned",
  /** What is passed on by name. */
  "referenced",
  /** Files that are passed on as a whole. */
  "held",
  /** Names that stand in for parameters. */
  "defaults",
  "interfaces",
  /** What runs where something is made of a type. */
  "constructors",
  /** What functions of other files may stand in. */
  "containers",
  /** Methods of types, which interfaces promise: type and name. */
  "promised",
  /** Types with a base that is not in the repository. */
  "foreign",
  /**
   * Exported functions with branches, of which it would be told that no test reaches them: id, name, complexity, what
   * it stands in or -1, and a mark of `ContainedMark`.
   */
  "exported",
  /** What tests call: the callee, whether it is passed on by name, and what the call names. */
  "testCalls",
  /** Names of calls in tests that lead nowhere for sure. */
  "testOpen",
  /** Files in which what types for tests extend is declared, and those that tests in Python bring in whole. */
  "testBases",
  /** Files that it imports or gives on. */
  "imported",
] as const;
export type ListName = (typeof listNames)[number];

/** Marks of functions. Of a method without a body it is not known whose is run; what takes whatever it is given by name is a hook. */
export const functionMarks = { isMethod: 1, hasNoBody: 2, isDecorated: 4, takesAny: 8 } as const;

/** Whether what an exported function stands in is a type or a namespace; that may be declared in another file. */
export const contained = { no: 0, yes: 1, elsewhere: 2 } as const;

/** Numbers of words, in the order in which they are first asked for. */
class Words {
  readonly #ids: Ids;
  readonly #at = new Map<string, number>();

  constructor(path: string) {
    this.#ids = new Ids(path);
  }

  /** Of a name or a path. */
  word(text: string): number {
    const known = this.#at.get(text);
    if (known !== undefined) return known;
    this.#at.set(text, this.#at.size);
    return this.#at.size - 1;
  }

  symbol(id: string): number {
    return this.word(this.#ids.short(id));
  }

  get all(): string[] {
    return [...this.#at.keys()];
  }
}

export const scripts: ReadonlySet<string> = new Set(["typescript", "tsx", "javascript", "vue", "svelte", "astro"]);
const containers: ReadonlySet<string> = new Set(["class", "struct", "interface", "enum", "extension", "namespace"]);

/** Resolutions of calls that lead nowhere for sure. */
const isOpen: ReadonlySet<string> = new Set(["dynamic", "unresolved"]);

/** What frameworks call of a module by its name: Next's and Remix' of a page. */
const ofFrameworks =
  /^(?:get(?:ServerSide|Static|Initial)Props|getStaticPaths|generate(?:Metadata|StaticParams|Viewport|Sitemaps)|(?:client)?[lL]oader|(?:client)?[aA]ction)$/;
/** Files of Next that are a page's frame by their names. */
const frames =
  /(?:^|\/)(?:pages\/_(?:app|document|error)|app\/(?:.+\/)?(?:layout|template|default|error|global-error|loading|not-found))\.[jt]sx?$/;

/** Operators are used where no call stands, what a component holds by its template, and stories by Storybook. */
const isCalledUnseen = (name: string, path: string): boolean =>
  /^operator\b|^[^\w$]+$/.test(name) ||
  /\.(?:vue|svelte|astro)$|\.stories\.[cm]?[jt]sx?$/.test(path) ||
  (/\.[cm]?[jt]sx?$/.test(path) && (ofFrameworks.test(name) || frames.test(path)));

/**
 * Files of which a framework calls what it finds: by lists in Django's settings, by its number a migration, by its hooks'
 * names a server's configuration, and in views the helpers of Rails.
 */
const isFoundByName = (path: string): boolean =>
  /(?:^|\/)(?:context_processors(?:\.py$|\/)|migrations?\/|gunicorn[\w.-]*\.py$|app\/helpers\/.*\.rb$)/.test(path);

interface Declared {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly parent: string | null;
  readonly exported: number;
  readonly visibility: string;
  readonly complexity: number | null;
  readonly is_abstract: number;
  readonly decorators: string | null;
  readonly params: string | null;
}

const declaredColumns = [
  ...(["id", "name", "kind", "parent", "exported", "visibility", "complexity", "is_abstract"] as const),
  ...(["decorators", "params"] as const),
];

const call = columnsAt("calls", "caller", "callee", "callee_name", "resolution", "callee_text", "quote");

/** Of a unit, to be kept; null where it is of no source file. */
export function encodeReachShare(unit: Unit, tests: TestPart | undefined): string | null {
  const [file] = rowsOf<{ language: string; is_generated: number }>(unit, "files", ["language", "is_generated"]);
  if (!file) return null;
  const words = new Words(unit.path);
  const symbols = rowsOf<Declared>(unit, "symbols", declaredColumns);
  const isWhole = tests?.isWhole ?? false;
  const marks =
    (isWhole ? 1 : 0) |
    (file.is_generated ? 2 : 0) |
    (tests?.tests.some(({ kind }) => kind !== "hook") ? 4 : 0) |
    (scripts.has(file.language) && !isWhole && isLoading(unit) ? 8 : 0);
  const types = symbols.filter(({ kind }) => containers.has(kind));
  const referenced = tuplesOf<readonly [string | null]>(unit, "references", ["symbol"]);
  const lists: Record<ListName, number[]> = {
    between: [...(tests?.between ?? [])].map((id) => words.symbol(id)),
    functions: symbols.filter(isFunction).flatMap((one) => keptFunction(one, words)),
    ...callsOf(unit, tests, distinct(symbols.map(({ decorators }) => decorators)), words),
    referenced: distinct(referenced.map(([one]) => one)).map((one) => words.symbol(one)),
    held: (scripts.has(file.language) ? heldBy(unit) : []).map((path) => words.word(path)),
    defaults: distinct(symbols.flatMap(({ params }) => defaultsIn(params))).map((name) => words.word(name)),
    interfaces: types.filter(({ kind }) => kind === "interface").map(({ id }) => words.symbol(id)),
    constructors: symbols.filter(({ kind }) => kind === "constructor").map(({ id }) => words.symbol(id)),
    containers: types.map(({ id }) => words.symbol(id)),
    ...typesOf(unit, symbols, words),
    exported: isWhole || file.is_generated ? [] : exportedOf(unit.path, symbols, words),
    testCalls: testCallsOf(tests, words),
    testOpen: [...(tests?.open ?? [])].map((name) => words.word(name)),
    imported: (scripts.has(file.language) ? importedBy(unit) : []).map((path) => words.word(path)),
    testBases: (tests ? [...basesOf(unit), ...starsOf(unit)] : []).map((path) => words.word(path)),
  };
  return JSON.stringify([file.language, marks, words.all, ...listNames.map((name) => lists[name])]);
}

const isFunction = ({ kind }: Declared): boolean => kind === "function" || kind === "method";

/** Annotations and attributes that say how something runs or is checked, and have nobody call it. */
const passive =
  /^(?:[\w.\\]+[.\\])?(?:Override|Transactional|Deprecated|SuppressWarnings|SafeVarargs|Nullable|NonNull|NotNull|Nonnull|CheckForNull|SneakyThrows|VisibleForTesting|CanIgnoreReturnValue|Cacheable|CacheEvict|CachePut|Async|Retryable|Timed|Synchronized|JvmStatic|JvmOverloads|JvmName|Throws|Suppress|ReturnTypeWillChange|Pure|Obsolete|DebuggerStepThrough|MethodImpl|SuppressMessage|EditorBrowsable|MustUseReturnValue|NotNullWhen|MemberNotNull)\b/;

const isPassive = (decorators: string | null): boolean =>
  decorators === null || (JSON.parse(decorators) as string[]).every((one) => passive.test(one));

const keptFunction = (one: Declared, words: Words): number[] => [
  words.symbol(one.id),
  words.word(one.name),
  (one.kind === "method" ? functionMarks.isMethod : 0) |
    (one.complexity === 0 ? functionMarks.hasNoBody : 0) |
    (isPassive(one.decorators) && !isFoundByName(pathOf(one.id)) ? 0 : functionMarks.isDecorated) |
    (takesAny(one) ? functionMarks.takesAny : 0),
  one.parent === null ? -1 : words.symbol(one.parent),
];

/** `def on_save(sender, **kwargs)`: whoever calls it may give more than it knows. */
const takesAny = ({ id, params }: Declared): boolean =>
  pathOf(id).endsWith(".py") && params !== null && /"name":"_*kwargs","required":false,"rest":true/.test(params);

/** `require(path)`, `require(`./migrations/${name}`)`: which file is loaded is not known here. */
const isLoading = (unit: Unit): boolean =>
  rawRows(unit, "calls").some((row) => {
    const quote = row[call.quote] as string | null;
    const given = row[call.callee_text] === "require" ? quote?.split("require(")[1] : undefined;
    return given !== undefined && !/^\s*(?:\/\*.*?\*\/\s*)?(?:(["'])(?:(?!\1).)*\1|`[^`$]*`)(?!\s*\+)/.test(given);
  });

/** The files that one imports, or gives on what they export. */
const importedBy = (unit: Unit): string[] =>
  distinct(
    ["imports", "exports"].flatMap((table) =>
      tuplesOf<readonly [string | null]>(unit, table as "imports", ["resolved"]).map(([path]) => path),
    ),
  );

function callsOf(unit: Unit, tests: TestPart | undefined, decorated: Iterable<string>, words: Words) {
  const calls = new Map<string, Set<string>>();
  const open = new Map<string, Set<string>>();
  const outside = new Set<string>();
  const bare = new Set<string>();
  const mentioned = new Set<string>();
  const quotes = new Set<string>();
  for (const row of rawRows(unit, "calls")) {
    const name = row[call.callee_name] as string;
    const resolution = row[call.resolution] as string;
    const quote = row[call.quote] as string | null;
    if (resolution === "external") (row[call.callee_text] === name ? bare : outside).add(name);
    if (quote !== null) quotes.add(quote);
    if (tests?.isWhole) continue;
    const caller = row[call.caller] as string;
    if (tests?.between.has(caller)) continue;
    const callee = row[call.callee] as string | null;
    if (callee !== null) put(calls, caller, callee);
    else if (isOpen.has(resolution)) put(open, caller, name);
  }
  for (const quote of quotes) {
    mentionedIn(quote, mentioned);
    namedByTexts(quote, mentioned);
  }
  for (const decorators of decorated) namedByTexts(decorators.replaceAll('\\"', "'"), mentioned);
  for (const [value] of tuplesOf<readonly [string | null]>(unit, "constants", ["value"]))
    if (value !== null) namedByTexts(`"${value}"`, mentioned);
  const names = (all: Iterable<string>): number[] => [...all].map((name) => words.word(name));
  const symbols = (all: Iterable<string>): number[] => [...all].map((id) => words.symbol(id));
  const behindLength = (list: number[]): number[] => [list.length, ...list];
  return {
    calls: [...calls].flatMap(([caller, callees]) => behindLength([words.symbol(caller), ...symbols(callees)])),
    open: [...open].flatMap(([caller, called]) => behindLength([words.symbol(caller), ...names(called)])),
    outside: names(outside),
    outsideBare: names(bare),
    mentioned: names(mentioned),
  };
}

function put(map: Map<string, Set<string>>, key: string, value: string): void {
  const listed = map.get(key);
  if (listed) listed.add(value);
  else map.set(key, new Set([value]));
}

const distinct = (list: readonly (string | null)[]): string[] => [...new Set(list.filter((one) => one !== null))];

function heldBy(unit: Unit): string[] {
  const imports = tuplesOf<readonly [string, string | null]>(unit, "imports", ["kind", "resolved"]);
  return distinct(imports.map(([kind, resolved]) => (kind === "all" || kind === "module" ? resolved : null)));
}

function defaultsIn(params: string | null): string[] {
  if (!params?.includes('"default":')) return [];
  return (JSON.parse(params) as { default?: string }[]).flatMap(({ default: given }) => {
    const name = given?.match(/^[\w$.]+$/)?.[0];
    return name === undefined ? [] : [name.slice(name.lastIndexOf(".") + 1)];
  });
}

const basesOf = (unit: Unit): string[] =>
  distinct(
    tuplesOf<readonly [string, string | null]>(unit, "type_relations", ["relation", "target"]).map(
      ([relation, target]) => (relation === "extends" && target !== null ? pathOf(target) : null),
    ),
  );

function typesOf(unit: Unit, symbols: readonly Declared[], words: Words) {
  const own = new Map(symbols.map(({ id, kind }) => [id, kind]));
  const members = tuplesOf<readonly [string, string, string]>(unit, "type_members", ["type", "kind", "name"]);
  const promised = members.filter(
    ([type, kind]) => kind === "method" && (own.get(type) ?? "interface") === "interface",
  );
  const relations = tuplesOf<readonly [string, string, string | null]>(unit, "type_relations", [
    "type",
    "relation",
    "target",
  ]);
  const foreign = relations.filter(
    ([, relation, target]) => target === null && (relation === "extends" || relation === "implements"),
  );
  return {
    promised: promised.flatMap(([type, , name]) => [words.symbol(type), words.word(name)]),
    foreign: distinct(foreign.map(([type]) => type)).map((type) => words.symbol(type)),
  };
}

function exportedOf(path: string, symbols: readonly Declared[], words: Words): number[] {
  const kinds = new Map(symbols.map(({ id, kind }) => [id, kind]));
  return symbols
    .filter(
      (one) =>
        isFunction(one) &&
        one.exported &&
        one.visibility === "public" &&
        (one.complexity ?? 0) > 1 &&
        !one.is_abstract &&
        !isCalledUnseen(one.name, path),
    )
    .flatMap(({ id, name, complexity, parent }) => {
      const around = parent === null ? undefined : kinds.get(parent);
      const isContained = parent === null || (around !== undefined && containers.has(around));
      return [
        words.symbol(id),
        words.word(name),
        complexity ?? 0,
        parent === null ? -1 : words.symbol(parent),
        isContained ? contained.yes : around === undefined ? contained.elsewhere : contained.no,
      ];
    });
}

function testCallsOf(tests: TestPart | undefined, words: Words): number[] {
  const found = new Map<string, number[]>();
  for (const { callee, origin, name, isStub } of tests?.sites ?? []) {
    // What is stubbed is not run.
    if (callee === null || isStub) continue;
    const isPassedOn = origin === "reference" ? 1 : 0;
    const kept = [words.symbol(callee), isPassedOn, words.word(name)];
    found.set(kept.join(), kept);
  }
  return [...found.values()].flat();
}

type Kept = readonly [language: string, marks: number, words: string[], ...lists: number[][]];

/** What was kept of a file. */
export function decodeReachShare(path: string, share: string): ReachShare {
  const [language, marks, words, ...lists] = JSON.parse(share) as Kept;
  const ids = new Ids(path);
  return {
    language,
    isWhole: (marks & 1) > 0,
    isGenerated: (marks & 2) > 0,
    hasTests: (marks & 4) > 0,
    isLoading: (marks & 8) > 0,
    words: words.map((word) => ids.long(word)),
    lists: Object.fromEntries(listNames.map((name, at) => [name, lists[at] ?? []])) as unknown as ReachShare["lists"],
  };
}

/** How a file differs for the tests of others. */
export interface FaceChange {
  /** What it is to them: whether it is for tests, and which of its functions have a body. */
  readonly isOther: boolean;
  /** Functions that it has in one of two versions alone; what else bears such an id may be no function. */
  readonly functions: readonly string[];
}

/**
 * Compares two versions of what a file brings; none: it was not there. Of a file that came or went the calls of others
 * tell, which lead to its functions or no longer, and their names.
 */
export function compareFaces(path: string, before: string | null, after: string | null): FaceChange {
  if (before === null || after === null) {
    const only = before ?? after;
    return { isOther: false, functions: only === null ? [] : [...bodilessOf(decodeReachShare(path, only)).keys()] };
  }
  const [one, other] = [decodeReachShare(path, before), decodeReachShare(path, after)];
  const what = ({ language, isWhole, isGenerated, words, lists }: ReachShare) =>
    JSON.stringify([language, isWhole, isGenerated, lists.between.map((at) => words[at])]);
  const [had, has] = [bodilessOf(one), bodilessOf(other)];
  const isBodyOther = [...has].some(([id, hasNoBody]) => (had.get(id) ?? hasNoBody) !== hasNoBody);
  const functions = [...had.keys(), ...has.keys()].filter((id) => had.has(id) !== has.has(id));
  return { isOther: what(one) !== what(other) || isBodyOther, functions };
}

/** Of each function, whether it has no body. */
function bodilessOf({ words, lists: { functions } }: ReachShare): Map<string, boolean> {
  const found = new Map<string, boolean>();
  for (let at = 0; at < functions.length; at += 4)
    found.set(words[functions[at] as number] as string, ((functions[at + 2] as number) & functionMarks.hasNoBody) > 0);
  return found;
}
