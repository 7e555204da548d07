/** What a file brings to what tests cover: its tests, and what their code calls; kept as a share. */
import type { Unit } from "#contract/unit";
import { Ids } from "#engine/scan/derive/symbols";
import { columnsAt, rawRows, rowsOf, tuplesOf } from "#engine/scan/derive/unit-rows";
import { failuresIn, saysThatItAsserts } from "./asserting.ts";
import { Mocked } from "./mocked.ts";
import { hooksIn, isSupport, supportIn } from "./support-code.ts";
import { type Meaning, TestRules } from "./test-rules.ts";

export interface TestRow {
  readonly kind: "suite" | "case" | "fixture" | "hook";
  readonly name: string;
  readonly framework: string;
  readonly symbol: string | null;
  readonly line: number;
  readonly end_line: number;
}

/** What calls a callee: a call, or a function that is passed on, or a component. */
export type Origin = "call" | "reference";

/** A call in the code of tests that leads to a declaration for sure, or that rules know. */
export interface SharedSite {
  readonly line: number;
  readonly caller: string;
  /** The last name of what is called. */
  readonly name: string;
  readonly callee: string | null;
  /** Of the callee, 0 to 100. */
  readonly confidence: number;
  readonly meaning: Exclude<Meaning["kind"], "verification"> | null;
  readonly origin: Origin;
  /** What is called there is told how to answer, or asked whether it was called, and does nothing. */
  readonly isStub: boolean;
}

export interface TestShare {
  readonly tests: readonly TestRow[];
  readonly sites: readonly SharedSite[];
  /** Of tests in Python: what they ask for. */
  readonly asked: readonly (readonly [symbol: string, params: readonly string[], decorators: readonly string[]])[];
  readonly bases: readonly (readonly [type: string, base: string])[];
  readonly imports: readonly (readonly [symbol: string | null, resolved: string])[];
  /** Of tests in Python: files of which they import all names, fixtures too. */
  readonly stars: readonly string[];
}

/** The code of a unit that is there for tests. */
export interface TestPart {
  readonly isWhole: boolean;
  /** Symbols for tests in a file that is for other things. */
  readonly between: ReadonlySet<string>;
  readonly tests: readonly TestRow[];
  readonly sites: readonly SharedSite[];
  /** Names of calls that lead nowhere for sure. */
  readonly open: ReadonlySet<string>;
}

/** How far a resolution is to be trusted; others lead nowhere for sure. */
const trust: Readonly<Record<string, number>> = { exact: 95, typed: 95, unique: 80 };

const call = columnsAt(
  "calls",
  "site",
  "line",
  "start_line",
  "caller",
  "callee",
  "callee_name",
  "callee_text",
  "target",
  "resolution",
);
type Reference = readonly [
  line: number,
  caller: string,
  symbol: string | null,
  name: string,
  resolution: string,
  kind: string,
];

/** What of the frameworks of JavaScript is given a function and does not run it: it tells how it answers, or asks of its calls. */
const looksAt =
  /(?:^|\.)(?:(?:vi|vitest|jest)\.mocked|expect(?:\.\w+)*\.(?:toHaveBeen(?:\w*Called\w*)|toBeCalled\w*|lastCalledWith|nthCalledWith|toHave\w*Returned\w*|toHaveReturned\w*))$/;

/** Types outside of the repository whose methods are whatever another program has, this one as well. */
const forwarding = /^(?:SoapClient|xmlrpc\.client\.ServerProxy|DRb\.DRbObject|DRbObject)(?=[.:(]|$)/;

const rules = new TestRules();

/** What of a unit is for tests; undefined where nothing is. */
export function testPart(unit: Unit): TestPart | undefined {
  const [file] = rowsOf<{ language: string; is_test: number }>(unit, "files", ["language", "is_test"]);
  if (!file) return undefined;
  const told = rowsOf<TestRow>(unit, "tests", ["kind", "name", "framework", "symbol", "line", "end_line"]);
  const isNamed = file.is_test === 1 || isSupport(unit.path);
  const support = isNamed ? "all" : supportIn(unit, file.language);
  const isWhole = support === "all";
  if (!isWhole && told.length === 0 && support.size === 0) return undefined;
  const rows = isWhole || told.length > 0 ? told : hooksIn(unit, file.language, support);
  const tests = rows.sort((a, b) => a.line - b.line || b.end_line - a.end_line);
  const between = new Set<string>(isWhole ? [] : support);
  const apart = tests.filter(({ kind }) => kind === "suite" || kind === "case");
  const isApart = (line: number): boolean => apart.some((one) => one.line <= line && line <= one.end_line);
  if (!isWhole)
    for (const [id, line] of tuplesOf<readonly [string, number]>(unit, "symbols", ["id", "line"]))
      if (isApart(line)) between.add(id);
  const open = new Set<string>();
  const isTest = (caller: string, line: number): boolean => isWhole || between.has(caller) || isApart(line);
  const isDeclaration = (one: SharedSite): boolean => file.language === "ruby" && isShould(one, tests);
  const sites = sitesOf(unit, file.language, open, isTest).filter((one) => !isDeclaration(one));
  return { isWhole, between, tests, sites, open };
}

/** A matcher of shoulda's, which asserts by itself: `validate_presence_of(:name)`, `respond_with :success`. */
const isMatcher = (name: string): boolean => /^\w+[?!]?(?:\(| :|\.\w)|^[a-z]+_\w+$/.test(name);

/** Whether a call begins one of shoulda's tests, `should "be empty" do`, and asserts nothing by that. */
const isShould = ({ name, line }: SharedSite, tests: readonly TestRow[]): boolean =>
  name === "should" && tests.some((one) => one.kind === "case" && one.line === line && !isMatcher(one.name));

/** Whether what stands in a function on a line is there for tests. */
type IsTest = (caller: string, line: number) => boolean;

function sitesOf(unit: Unit, language: string, open: Set<string>, isTest: IsTest): SharedSite[] {
  const sites: SharedSite[] = [];
  const silent = new Set<number>();
  const looked = new Set<number>();
  const asserted = new Set<number>();
  /** Where the rows of calls begin that go on further down. */
  const begins = new Map<SharedSite, number>();
  const mocked = new Mocked(unit);
  for (const row of rawRows(unit, "calls")) {
    const line = Number(row[call.line]);
    const caller = row[call.caller] as string;
    if (!isTest(caller, line)) continue;
    const found = row[call.callee] as string | null;
    const name = row[call.callee_name] as string;
    const target = row[call.target] as string | null;
    const resolution = row[call.resolution] as string;
    const confidence = found === null ? 0 : (trust[resolution] ?? 0);
    const outside = found === null ? (target ?? (resolution === "unresolved" ? name : null)) : null;
    const told = outside === null ? null : (rules.meaningOf(language, outside)?.kind ?? null);
    // What is called on what `verify(mailer)` gives is not run either.
    if (told === "verification") silent.add(line);
    if (outside !== null && looksAt.test(outside))
      for (let at = Number(row[call.start_line]); at <= line; at++) looked.add(at);
    const meaning = told === "verification" ? "assertion" : told;
    const callee = confidence > 0 ? found : null;
    const isForwarded = target !== null && forwarding.test(target);
    if (callee === null && meaning === null && (resolution !== "external" || isForwarded)) open.add(name);
    if (callee === null && meaning === null && saysThatItAsserts(name) && !name.endsWith("That")) {
      // Whichever of several it is: it asserts once.
      const site = Number(row[call.site]);
      if (!asserted.has(site)) sites.push({ ...statement, line, caller });
      asserted.add(site);
    }
    // RSpec's fixtures are called by their names.
    if (callee !== null || meaning !== null || language === "ruby") {
      const site: { -readonly [Key in keyof SharedSite]: SharedSite[Key] } = {
        line,
        caller,
        name,
        callee,
        confidence,
        meaning,
        origin: "call",
        isStub: false,
      };
      if (callee !== null && mocked.isCalledOnDouble(callee, row[call.callee_text] as string)) site.isStub = true;
      sites.push(site);
      const begin = Number(row[call.start_line]);
      if (begin !== line) begins.set(site, begin);
    }
  }
  const referred = ["line", "caller", "symbol", "name", "resolution", "kind"];
  for (const [line, caller, callee, name, resolution, kind] of tuplesOf<Reference>(unit, "references", referred)) {
    if (callee === null || (kind !== "jsx" && kind !== "callback") || !isTest(caller, line)) continue;
    // What is named in Python is as often an attribute that is read: by its name alone it leads to no function.
    const isAttribute = kind === "callback" && resolution === "unique" && unit.path.endsWith(".py");
    const confidence = isAttribute ? 0 : (trust[resolution] ?? 0);
    const isStub = kind === "callback" && looked.has(line);
    if (confidence === 0) open.add(name);
    else sites.push({ line, caller, name, callee, confidence, meaning: null, origin: "reference", isStub });
  }
  for (const [line, caller] of tuplesOf<readonly [number, string]>(unit, "assertions", ["line", "symbol"]))
    if (isTest(caller, line)) sites.push({ ...statement, line, caller });
  for (const [line, caller] of failuresIn(unit)) if (isTest(caller, line)) sites.push({ ...statement, line, caller });
  for (const { meaning, line } of sites) if (meaning === "stub") silent.add(line);
  const isSilent = (one: SharedSite) => silent.has(one.line) || silent.has(begins.get(one) ?? one.line);
  const told = silent.size === 0 ? sites : sites.map((one) => (isSilent(one) ? { ...one, isStub: true } : one));
  return told.sort((a, b) => a.line - b.line);
}

/** A statement that asserts. */
const statement = {
  name: "assert",
  callee: null,
  confidence: 0,
  meaning: "assertion",
  origin: "call",
  isStub: false,
} as const;

type KeptSite = readonly [
  line: number,
  caller: string,
  name: string,
  callee: string | 0,
  confidence: number,
  meaning: NonNullable<SharedSite["meaning"]> | 0,
  marks: number,
];

const isReference = 1;
const isStubbed = 2;

/** Of a file, to be kept. */
export function encodeTestShare(unit: Unit, { tests, sites, isWhole, between }: TestPart): string {
  const ids = new Ids(unit.path);
  const isOwn = (symbol: string): boolean => isWhole || between.has(symbol);
  const kept = sites.map(
    ({ line, caller, name, callee, confidence, meaning, origin, isStub }): KeptSite => [
      line,
      ids.short(caller),
      name,
      callee === null ? 0 : ids.short(callee),
      confidence,
      meaning ?? 0,
      (origin === "reference" ? isReference : 0) | (isStub ? isStubbed : 0),
    ],
  );
  const rows = tests.map(({ kind, name, framework, symbol, line, end_line }) => [
    kind,
    name,
    framework,
    symbol && ids.short(symbol),
    line,
    end_line,
  ]);
  const extended = tuplesOf<readonly [string, string, string | null]>(unit, "type_relations", [
    "type",
    "relation",
    "target",
  ]).flatMap(([type, relation, base]) =>
    relation === "extends" && base !== null && isOwn(type) ? [[ids.short(type), ids.short(base)]] : [],
  );
  return JSON.stringify([
    rows,
    kept,
    askedOf(unit, tests, ids),
    extended,
    isWhole ? importsOf(unit) : [],
    starsOf(unit),
  ]);
}

/** Files of which Python's imports bring all names. */
export function starsOf(unit: Unit): string[] {
  if (!isPython(unit)) return [];
  const imports = tuplesOf<readonly [string, string | null]>(unit, "imports", ["kind", "resolved"]);
  return [...new Set(imports.flatMap(([kind, resolved]) => (kind === "all" && resolved !== null ? [resolved] : [])))];
}

function isPython(unit: Unit): boolean {
  const [file] = rowsOf<{ language: string }>(unit, "files", ["language"]);
  return file?.language === "python" || file?.language === "jupyter";
}

function askedOf(unit: Unit, tests: readonly TestRow[], ids: Ids): TestShare["asked"] {
  if (!isPython(unit)) return [];
  const symbols = new Set(tests.map(({ symbol }) => symbol));
  type Declared = readonly [id: string, params: string | null, decorators: string | null];
  return tuplesOf<Declared>(unit, "symbols", ["id", "params", "decorators"])
    .filter(([id]) => symbols.has(id))
    .map(([id, params, decorators]) => [
      ids.short(id),
      ((params === null ? [] : JSON.parse(params)) as { name: string }[]).map(({ name }) => name),
      (decorators === null ? [] : JSON.parse(decorators)) as string[],
    ]);
}

/** What a file imports of others when it runs, each once, in the order of lines. */
function importsOf(unit: Unit): TestShare["imports"] {
  type Import = readonly [
    line: number,
    symbol: string | null,
    resolved: string | null,
    typeOnly: number,
    specifier: string,
  ];
  const mocked = new Mocked(unit);
  const found = new Map<string, TestShare["imports"][number]>();
  const rows = tuplesOf<Import>(unit, "imports", ["line", "symbol", "resolved", "type_only", "specifier"]);
  for (const [, symbol, resolved, typeOnly, specifier] of rows.sort(
    (a, b) => a[0] - b[0] || compare(a[1] ?? "", b[1] ?? ""),
  ))
    if (resolved !== null && !typeOnly && !mocked.hasImport(specifier, symbol) && !found.has(`${symbol}\n${resolved}`))
      found.set(`${symbol}\n${resolved}`, [symbol, resolved]);
  return [...found.values()];
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** What was kept of a file. */
export function decodeTestShare(path: string, share: string): TestShare {
  type Row = [TestRow["kind"], string, string, string | null, number, number];
  const [rows, kept, asked, bases, imports, stars] = JSON.parse(share) as [
    Row[],
    KeptSite[],
    TestShare["asked"],
    TestShare["bases"],
    TestShare["imports"],
    TestShare["stars"],
  ];
  const ids = new Ids(path);
  return {
    tests: rows.map(([kind, name, framework, symbol, line, end_line]) => ({
      kind,
      name,
      framework,
      symbol: symbol && ids.long(symbol),
      line,
      end_line,
    })),
    sites: kept.map(([line, caller, name, callee, confidence, meaning, marks]) => ({
      line,
      caller: ids.long(caller),
      name,
      callee: callee === 0 ? null : ids.long(callee),
      confidence,
      meaning: meaning === 0 ? null : meaning,
      origin: (marks & isReference) > 0 ? "reference" : "call",
      isStub: (marks & isStubbed) > 0,
    })),
    asked: asked.map(([symbol, params, decorators]) => [ids.long(symbol), params, decorators]),
    bases: bases.map(([type, base]) => [ids.long(type), ids.long(base)]),
    imports,
    stars,
  };
}
