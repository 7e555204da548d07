/**
 * What a file brings to the question which functions tests reach, kept in `scan_shares`: who calls whom, and what may
 * be called without a call that is seen. Lines are not among it: where only those change, what is reached stays.
 */
import type { Unit } from "#contract/unit";
import { columnsAt, rawRows, rowsOf, tuplesOf } from "#engine/scan/derive/unit-rows";
import { mentionedIn } from "./mentions.ts";
import { Ids, lastName, pathOf } from "./symbols.ts";
import { implicitMethods } from "./test-rules.ts";
import type { Origin, TestPart } from "./test-share.ts";

/** What tests call; `name` is what the call names. */
export type TestCall = readonly [callee: string, origin: Origin, name: string];

export interface FunctionShare {
  readonly id: string;
  readonly name: string;
  readonly isMethod: boolean;
  /** Of a method: whose is run is not known. */
  readonly hasNoBody: boolean;
  readonly isDecorated: boolean;
  readonly parent: string | null;
}

/** An exported function with branches, of which it would be told that no test reaches it. */
export interface Exported {
  readonly id: string;
  readonly name: string;
  readonly complexity: number;
  readonly parent: string | null;
  /** What it stands in is a type or a namespace; undefined where that is declared in another file. */
  readonly isContained: boolean | undefined;
}

export interface ReachShare {
  readonly language: string;
  readonly isWhole: boolean;
  readonly isGenerated: boolean;
  readonly hasTests: boolean;
  readonly between: readonly string[];
  readonly functions: readonly FunctionShare[];
  /** Of each caller that is not for tests: whom it calls for sure. */
  readonly calls: readonly (readonly [caller: string, callees: readonly string[]])[];
  /** Of each caller that is not for tests: names of calls that lead nowhere for sure. */
  readonly open: readonly (readonly [caller: string, names: readonly string[]])[];
  /** Names that are called of what stands outside of the repository. */
  readonly outside: readonly string[];
  /** Those of them that are called by nothing but their name. */
  readonly outsideBare: readonly string[];
  /** Names that stand beside calls and are not called: whoever is given them may. */
  readonly mentioned: readonly string[];
  /** What is passed on by name. */
  readonly referenced: readonly string[];
  /** Files that are passed on as a whole. */
  readonly held: readonly string[];
  /** Names that stand in for parameters. */
  readonly defaults: readonly string[];
  readonly interfaces: readonly string[];
  /** What functions of other files may stand in. */
  readonly containers: readonly string[];
  /** Methods of types, which interfaces promise. */
  readonly promised: readonly (readonly [type: string, method: string])[];
  /** Types with a base that is not in the repository. */
  readonly foreign: readonly string[];
  readonly exported: readonly Exported[];
  readonly testCalls: readonly TestCall[];
  /** Names of calls in tests that lead nowhere for sure. */
  readonly testOpen: readonly string[];
  /** Files in which what types for tests extend is declared. */
  readonly testBases: readonly string[];
}

const scripts: ReadonlySet<string> = new Set(["typescript", "tsx", "javascript", "vue", "svelte", "astro"]);
const containers: ReadonlySet<string> = new Set(["class", "struct", "interface", "enum", "extension", "namespace"]);

/** Resolutions of calls that lead nowhere for sure. */
const isOpen: ReadonlySet<string> = new Set(["dynamic", "unresolved"]);

/** Operators are used where no call stands, and what a component holds by its template. */
const isCalledUnseen = (name: string, path: string): boolean =>
  /^operator\b|^[^\w$]+$/.test(name) || /\.(?:vue|svelte|astro)$/.test(path);

export const isImplicit = (name: string): boolean => name.startsWith("__") || implicitMethods.has(name);

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
  const ids = new Ids(unit.path);
  const symbols = rowsOf<Declared>(unit, "symbols", declaredColumns);
  const isWhole = tests?.isWhole ?? false;
  const share = [
    file.language,
    (isWhole ? 1 : 0) | (file.is_generated ? 2 : 0) | (tests && tests.tests.length > 0 ? 4 : 0),
    [...(tests?.between ?? [])].map((id) => ids.short(id)),
    symbols.filter(isFunction).map((one) => keptFunction(one, ids)),
    ...callsOf(unit, tests, ids),
    distinct(tuplesOf<readonly [string | null]>(unit, "references", ["symbol"]).map(([one]) => one && ids.short(one))),
    scripts.has(file.language) ? heldBy(unit) : [],
    distinct(symbols.flatMap(({ params }) => defaultsIn(params))),
    symbols
      .filter(({ kind }) => containers.has(kind))
      .map(({ id, kind }) => [ids.short(id), kind === "interface" ? 1 : 0]),
    ...typesOf(unit, symbols, ids),
    isWhole || file.is_generated ? [] : exportedOf(unit.path, symbols, ids),
    testCallsOf(tests, ids),
    [...(tests?.open ?? [])],
    tests ? basesOf(unit) : [],
  ];
  return JSON.stringify(share);
}

const isFunction = ({ kind }: Declared): boolean => kind === "function" || kind === "method";

/** A name that is the end of its id is not told again. Marks: of a method, without a body, abstract, decorated. */
type KeptFunction = readonly [id: string, name: string | 0, marks: number, parent: string | null];

const keptFunction = (one: Declared, ids: Ids): KeptFunction => [
  ids.short(one.id),
  one.name === lastName(one.id) ? 0 : one.name,
  (one.kind === "method" ? 1 : 0) |
    (one.complexity === 0 ? 2 : 0) |
    (one.is_abstract ? 4 : 0) |
    (one.decorators === null ? 0 : 8),
  one.parent && ids.short(one.parent),
];

function callsOf(unit: Unit, tests: TestPart | undefined, ids: Ids) {
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
  for (const quote of quotes) mentionedIn(quote, mentioned);
  return [
    [...calls].map(([caller, callees]) => [ids.short(caller), [...callees].map((one) => ids.short(one))]),
    [...open].map(([caller, names]) => [ids.short(caller), [...names]]),
    [...outside],
    [...bare],
    [...mentioned],
  ];
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

function typesOf(unit: Unit, symbols: readonly Declared[], ids: Ids) {
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
  return [
    promised.map(([type, , name]) => [ids.short(type), name]),
    distinct(foreign.map(([type]) => ids.short(type))),
  ];
}

type KeptExported = readonly [
  id: string,
  name: string | 0,
  complexity: number,
  parent: string | null,
  contained: 0 | 1 | 2,
];

function exportedOf(path: string, symbols: readonly Declared[], ids: Ids): KeptExported[] {
  const kinds = new Map(symbols.map(({ id, kind }) => [id, kind]));
  return symbols
    .filter(
      (one) =>
        isFunction(one) &&
        one.exported &&
        one.visibility === "public" &&
        (one.complexity ?? 0) > 1 &&
        !one.is_abstract &&
        one.decorators === null &&
        !isCalledUnseen(one.name, path),
    )
    .map(({ id, name, complexity, parent }) => {
      const around = parent === null ? undefined : kinds.get(parent);
      const isContained = parent === null || (around !== undefined && containers.has(around));
      return [
        ids.short(id),
        name === lastName(id) ? 0 : name,
        complexity ?? 0,
        parent && ids.short(parent),
        isContained ? 1 : around === undefined ? 2 : 0,
      ];
    });
}

type KeptTestCall = readonly [callee: string, marks: 0 | 1, name: string | 0];

function testCallsOf(tests: TestPart | undefined, ids: Ids): KeptTestCall[] {
  const found = new Map<string, KeptTestCall>();
  for (const { callee, origin, name, isStub } of tests?.sites ?? []) {
    // What is stubbed is not run.
    if (callee === null || isStub) continue;
    found.set(`${callee} ${origin} ${name}`, [
      ids.short(callee),
      origin === "reference" ? 1 : 0,
      name === lastName(callee) ? 0 : name,
    ]);
  }
  return [...found.values()];
}

type Kept = [
  language: string,
  marks: number,
  between: string[],
  functions: KeptFunction[],
  calls: [string, string[]][],
  open: [string, string[]][],
  outside: string[],
  outsideBare: string[],
  mentioned: string[],
  referenced: string[],
  held: string[],
  defaults: string[],
  types: [id: string, isInterface: 0 | 1][],
  promised: [string, string][],
  foreign: string[],
  exported: KeptExported[],
  testCalls: KeptTestCall[],
  testOpen: string[],
  testBases: string[],
];

/** What was kept of a file. */
export function decodeReachShare(path: string, share: string): ReachShare {
  const [language, marks, between, functions, calls, open, outside, outsideBare, mentioned, ...others] = JSON.parse(
    share,
  ) as Kept;
  const [referenced, held, defaults, ...rest] = others;
  const [types, promised, foreign, exported, testCalls, testOpen, testBases] = rest;
  const ids = new Ids(path);
  const long = (id: string): string => ids.long(id);
  return {
    language,
    isWhole: (marks & 1) > 0,
    isGenerated: (marks & 2) > 0,
    hasTests: (marks & 4) > 0,
    between: between.map(long),
    functions: functions.map(([id, name, marks, parent]) => ({
      id: long(id),
      name: name === 0 ? lastName(long(id)) : name,
      isMethod: (marks & 1) > 0,
      hasNoBody: (marks & 2) > 0,
      isDecorated: (marks & 8) > 0,
      parent: parent && long(parent),
    })),
    calls: calls.map(([caller, callees]) => [long(caller), callees.map(long)]),
    open: open.map(([caller, names]) => [long(caller), names]),
    outside,
    outsideBare,
    mentioned,
    referenced: referenced.map(long),
    held,
    defaults,
    interfaces: types.flatMap(([id, isInterface]) => (isInterface ? [long(id)] : [])),
    containers: types.map(([id]) => long(id)),
    promised: promised.map(([type, name]) => [long(type), name]),
    foreign: foreign.map(long),
    exported: exported.map(([id, name, complexity, parent, contained]) => ({
      id: long(id),
      name: name === 0 ? lastName(long(id)) : name,
      complexity,
      parent: parent && long(parent),
      isContained: contained === 2 ? undefined : contained === 1,
    })),
    testCalls: testCalls.map(([callee, marks, name]) => [
      long(callee),
      marks === 1 ? "reference" : "call",
      name === 0 ? lastName(long(callee)) : name,
    ]),
    testOpen,
    testBases,
  };
}

/**
 * Whether what the tests of other files cover may be another: by what a file is, by which of its symbols are for tests,
 * and by whether what they call has a body. A function that comes or goes changes the calls themselves.
 */
export function isOtherFace(before: string | null, after: string | null): boolean {
  if (before === null || after === null) return before !== after;
  const [one, other] = [decodeReachShare("", before), decodeReachShare("", after)];
  const what = ({ language, isWhole, isGenerated, between }: ReachShare) =>
    JSON.stringify([language, isWhole, isGenerated, between]);
  if (what(one) !== what(other)) return true;
  const bodiless = new Map(one.functions.map(({ id, hasNoBody }) => [id, hasNoBody]));
  return other.functions.some(({ id, hasNoBody }) => (bodiless.get(id) ?? hasNoBody) !== hasNoBody);
}

/** The files that what tests call and extend is declared in. */
export const leadsOf = ({ testCalls, testBases }: ReachShare): string[] =>
  distinct([...testCalls.map(([callee]) => pathOf(callee)), ...testBases]);
