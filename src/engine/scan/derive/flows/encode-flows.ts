/**
 * Flows: from where the code is entered to where data is read and written, and to what does harm where others decide on it.
 *
 * A flow says that control reaches its target; `tainted`, that a value of the request is handed on to it, argument by
 * argument. Places are told by lines below a declaration's first, so that an edit above moves no flow.
 */
import type { DatabaseSync } from "node:sqlite";
import { encodeUnit, type FactRow } from "#contract/unit";
import { flowKeys } from "#engine/scan/consulted";
import { guardsOf } from "#engine/scan/derive/entry-points/guards/guards";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { pathOf } from "#engine/scan/derive/symbols";
import { columnsAt } from "#engine/scan/derive/unit-rows";
import { digest } from "#engine/scan/digest";
import { Code, type Step } from "./code.ts";
import type { KeptFlows } from "./kept-flows.ts";
import { asked, globals, inline, methods, scriptGlobals, segmentOf, segmentsOf, withoutParent } from "./requests.ts";
import { isCertain, Search, type Start } from "./search.ts";
import { maxSensitive, readTargets, sinkKey, type Target, type Targets } from "./targets.ts";

/** Of an entry point so many flows are told. */
const maxFlows = 60;
/** A flow that is less sure than this is not told. */
const leastConfidence = 50;
/**
 * These do harm only where a request decides on them: most files that are read and pages that are shown next are the
 * code's own choice, and that control reaches them says nothing.
 */
const ofRequests = new Set([22, 79, 601]);
const ofPaths = 22;
/** Who enters a command names files of his own: that these are opened is what he asked for. */
const ofOthers = new Set([ofPaths]);
/** The name of a handler that is written where it is registered. */
const inPlace = "(inline)";

const flow = columnsAt("flows", "target", "offset", "operation");

interface Entry {
  readonly kind: string;
  readonly method: string | null;
  readonly route: string | null;
  readonly name: string | null;
  readonly handler: string;
  readonly handler_name: string | null;
  readonly guards: string | null;
  readonly path: string;
  readonly line: number;
  readonly end_line: number | null;
  /** Of a handler that is written in place, the first line of the declaration around it. */
  readonly from: number | null;
}

/** The units of flows, one a file that has entry points with any, or code that is one by itself. */
export interface FlowUnits {
  /** With their canonical lines. */
  readonly made: readonly { readonly path: string; readonly line: string }[];
  /** Paths of those that are what they were. */
  readonly same: ReadonlySet<string>;
}

export function encodeFlows(db: DatabaseSync, kept: KeptFlows): FlowUnits {
  const targets = readTargets(db);
  const entries = targets.size === 0 ? new Map<string, Entry[]>() : readEntries(db);
  kept.retain(entries);
  const finder = new Finder(db, targets);
  const rows = new Map<string, readonly FactRow[]>();
  const same = new Set<string>();
  for (const [path, list] of entries) {
    const name = digest(list);
    if (kept.isSame(path, name)) {
      same.add(path);
      continue;
    }
    const found = finder.rowsOf(list);
    kept.keep(path, name, found.rows.length, found.rests);
    rows.set(path, found.rows);
  }
  const byThemselves = scripts(targets, finder.reached, () => [...same].flatMap((path) => kept.rowsOf(path)));
  for (const path of same) {
    if (!byThemselves.has(path) && kept.isWhole(path)) continue;
    same.delete(path);
    rows.set(path, kept.rowsOf(path));
  }
  for (const [path, list] of byThemselves) rows.set(path, [...(rows.get(path) ?? []), ...list]);
  const told = [...rows].filter(([, flows]) => flows.length > 0);
  return { made: told.map(([path, flows]) => ({ path, line: encodeUnit("flow", path, { flows: [...flows] }) })), same };
}

/** Finds what entry points reach; those that begin alike find the same. */
class Finder {
  readonly #code: Code;
  readonly #targets: Targets;
  readonly #stored: ReadonlySet<string>;
  readonly #ways = new Map<string, Ways>();
  /** Keys of the targets that were found. */
  readonly reached = new Set<string>();

  constructor(db: DatabaseSync, targets: Targets) {
    this.#code = new Code(db);
    this.#targets = targets;
    this.#stored = storedTypes(db);
  }

  /** The rows of a file's entry points, and the keys of all that they rest on. */
  rowsOf(entries: readonly Entry[]): { readonly rows: readonly FactRow[]; readonly rests: ReadonlySet<number> } {
    const rests = new Set<number>();
    const rows = entries.flatMap((entry) => {
      const { found, rests: own } = this.#waysOf(entry);
      for (const key of own) rests.add(key);
      for (const { target } of found) this.reached.add(target.key);
      return found.map((one) => rowOf(entry, one));
    });
    return { rows, rests };
  }

  #waysOf(entry: Entry): Ways {
    const { starts, rests } = startsOf(entry, this.#code);
    if (starts.length === 0) return { found: [], rests };
    const key = JSON.stringify([starts, entry.kind, hasPlace(entry.route), [...segmentsOf(entry.route)]]);
    const known = this.#ways.get(key);
    if (known) return { found: known.found, rests: [...known.rests, ...rests] };
    const ways = find(this.#code, this.#targets, starts, entry, this.#stored);
    this.#ways.set(key, ways);
    return { found: ways.found, rests: [...ways.rests, ...rests] };
  }
}

/** Whether a route takes values out of the path, but those that a framework keeps (`{_locale}`). None is known: it may. */
const hasPlace = (route: string | null): boolean => route === null || /[{:<*](?!_)/.test(route);

/** Tells of a registration whose handler is written in place where it ends. */
function endsInPlace(db: DatabaseSync): (path: string, line: number) => number | null {
  const ranges = new FactRanges(db);
  const ends = db.prepare(
    "select max(end_line) as last from registrations where fact >= ? and fact < ? and handler_name = ? and line = ?",
  );
  return (path, line) => (ends.get(...ranges.of(path), inPlace, line)?.last ?? null) as number | null;
}

/** Entry points with what handles them, by file. Components and hooks are entered by what the repository renders. */
function readEntries(db: DatabaseSync): Map<string, Entry[]> {
  const endOf = endsInPlace(db);
  const rows = db.prepare(
    `select kind, method, route, name, handler, handler_name, guards, path, line,
       iif(handler_name = ?, (select symbols.line from symbols where id = handler limit 1), null) as "from"
     from entry_points
     where handler is not null and confidence >= 50 and kind not in ('component', 'hook') order by path, fact`,
  );
  const entries = new Map<string, Entry[]>();
  for (const row of rows.all(inPlace)) {
    const isInPlace = row.handler_name === inPlace;
    const end_line = isInPlace ? endOf(String(row.path), Number(row.line)) : null;
    const entry = { ...row, end_line } as unknown as Entry;
    const list = entries.get(entry.path);
    if (list) list.push(entry);
    else entries.set(entry.path, [entry]);
  }
  return entries;
}

/** The types whose values are read from where data is kept, in languages whose routers do so for a parameter. */
function storedTypes(db: DatabaseSync): ReadonlySet<string> {
  const rows = db.prepare("select distinct name from models where path like '%.php'").all();
  return new Set(rows.map(({ name }) => String(name)));
}

/**
 * Code that takes a request by itself and that no known entry point reaches: a script is an entry point.
 *
 * @param reached keys of targets that entry points reach
 * @param before rows that tell of others
 */
function scripts(
  targets: Targets,
  reached: ReadonlySet<string>,
  before: () => readonly FactRow[],
): Map<string, FactRow[]> {
  const rows = new Map<string, FactRow[]>();
  const asking = targets.all().filter(({ sources }) => sources.some((source) => scriptGlobals.has(source)));
  const told = asking.length === 0 ? reached : new Set([...reached, ...before().map(keyOfRow)]);
  for (const target of asking) {
    if (told.has(target.key)) continue;
    const path = pathOf(target.symbol);
    const list = rows.get(path) ?? [];
    rows.set(path, list);
    if (list.length >= maxFlows) continue;
    const entry: Entry = {
      kind: "page",
      method: null,
      route: null,
      name: path,
      handler: target.symbol,
      handler_name: null,
      guards: null,
      path,
      line: 1,
      end_line: null,
      from: null,
    };
    list.push(rowOf(entry, { target, tainted: true, way: [], confidence: sureness(target, true, []) }));
  }
  return rows;
}

/** Of a flow to what does harm, the key of its target. */
const keyOfRow = (row: FactRow): string =>
  sinkKey(String(row[flow.target]), Number(row[flow.offset]), row[flow.operation]);

/** Where the ways of an entry point begin, and the keys of what this rests on. */
function startsOf(
  { handler, handler_name, line, end_line, method, from }: Entry,
  code: Code,
): { readonly starts: Start[]; readonly rests: readonly number[] } {
  if (handler_name === inPlace) {
    const lines = (end: number) => [line - (from ?? 1), end - (from ?? 1)] as const;
    return { starts: end_line === null ? [] : [{ symbol: handler, lines: lines(end_line) }], rests: [] };
  }
  const rests = [flowKeys.symbol(handler)];
  if (!code.has(handler)) return { starts: [], rests };
  if (!code.isType(handler)) return { starts: [{ symbol: handler }], rests };
  const named = method === null || method === "ANY" ? methods : [method.toLowerCase(), "__invoke", "handle"];
  const symbols = named.map((name) => `${handler}.${name}`);
  rests.push(...symbols.map(flowKeys.symbol));
  return { starts: symbols.filter((symbol) => code.has(symbol)).map((symbol) => ({ symbol })), rests };
}

/** What is found from some starts, and the keys of what that rests on. */
interface Ways {
  readonly found: readonly Found[];
  readonly rests: Iterable<number>;
}

interface Found {
  readonly target: Target;
  readonly tainted: boolean;
  readonly way: readonly Step[];
  readonly confidence: number;
}

/** What an entry point reaches: of each sink, and of each model and operation, the shortest way. */
function find(
  code: Code,
  targets: Targets,
  starts: readonly Start[],
  { kind, route }: Entry,
  stored: ReadonlySet<string>,
): Ways {
  const control = new Search(code, starts);
  // What a job is given is the program's own.
  const isAsked = ["endpoint", "page", "resolver", "rpc", "event", "command"].includes(kind);
  // A function that takes no request makes the one that does.
  const askedOf = (symbol: string) => {
    const isMade = kind === "endpoint" && symbol.includes(".go#");
    // Go's handlers are given a request by its type; who is given a text makes one: `redirect("/elsewhere")`.
    const injecting = symbol.includes(".php#")
      ? { stored, hasPlace: hasPlace(route) }
      : isMade
        ? { stored: new Set<string>(), hasPlace: false }
        : undefined;
    const taken = code.parametersOf(code.at(symbol));
    const names = asked(kind === "resolver" ? withoutParent(taken) : taken, injecting);
    return names.length > 0 ? names.filter((name) => segmentOf(name, names, segments) !== "value") : inline;
  };
  const segments = segmentsOf(route);
  const valuesOf = (isLeft: (name: string, all: readonly string[]) => boolean) =>
    new Search(code, starts, (start) => {
      if (!isAsked) return [];
      return start.lines ? inline : askedOf(start.symbol).filter((name, _, all) => !isLeft(name, all));
    });
  const values = valuesOf(() => false);
  // A segment of the route's path leads to no other folder.
  const inFolders =
    segments.size === 0 ? values : valuesOf((name, all) => segmentOf(name, all, segments) !== undefined);
  const found = new Map<string, Found>();
  for (const place of control.places)
    for (const target of targets.of(place.symbol)) {
      if (!control.covers(place, target.offset)) continue;
      const given = target.cwe === ofPaths ? inFolders : values;
      const source = target.sources.find((name) => globals.has(name) || given.has(place, name));
      if (target.kind === "sink" && !isTold(target, kind, source !== undefined)) continue;
      const way =
        source !== undefined && given.has(place, source)
          ? given.wayTo(place, source)
          : control.wayWith(place, source === undefined ? target.sources : []);
      // Nothing but constants comes here from this entry point.
      if (!way) continue;
      const one = {
        target,
        tainted: source !== undefined,
        way,
        confidence: sureness(target, source !== undefined, way),
      };
      const known = found.get(target.key);
      if (one.confidence >= leastConfidence) found.set(target.key, known ? together(one, known) : one);
    }
  const all = [...found.values()].sort((a, b) => rank(a) - rank(b));
  const isCut = control.isCut || values.isCut || all.length > maxFlows;
  const told = all.slice(0, maxFlows);
  const first = starts[0];
  const rests = new Set<number>();
  for (const { places } of new Set([control, values, inFolders]))
    for (const place of places) for (const key of code.restsOf(place)) rests.add(key);
  return { found: isCut && first ? [...told, cut(first.symbol)] : told, rests };
}

/**
 * Whether a sink is told as reached. Where no value of a request is known to arrive, only one that a parameter goes into:
 * what else is put into what is run and asked is made of the code's own constants and settings.
 */
function isTold({ cwe, sources }: Target, entry: string, tainted: boolean): boolean {
  if (cwe !== null && entry === "command" && ofOthers.has(cwe)) return false;
  return tainted || (sources.length > 0 && (cwe === null || !ofRequests.has(cwe)));
}

/** Says that there may be more than is told. */
const cut = (symbol: string): Found => ({
  target: {
    kind: "limit",
    operation: "limit",
    subject: null,
    symbol,
    offset: 0,
    cwe: null,
    owasp: null,
    sources: [],
    sensitive: [],
    key: "limit",
    confidence: 100,
  },
  tainted: false,
  way: [],
  confidence: 100,
});

function sureness(target: Target, tainted: boolean, way: readonly Step[]): number {
  const own = tainted ? 90 : target.confidence;
  return way.every(isCertain) ? own : Math.round(own * 0.75);
}

const isBetter = (one: Found, other: Found): boolean =>
  one.tainted !== other.tainted
    ? one.tainted
    : one.confidence !== other.confidence
      ? one.confidence > other.confidence
      : one.way.length < other.way.length;

/** Of two that are told once, the better way, with the sensitive fields that either touches. */
function together(one: Found, other: Found): Found {
  const better = isBetter(one, other) ? one : other;
  const sensitive = [...new Set([...other.target.sensitive, ...one.target.sensitive])].sort().slice(0, maxSensitive);
  const isMore = sensitive.length > better.target.sensitive.length;
  return isMore ? { ...better, target: { ...better.target, sensitive } } : better;
}

/** What is worst comes first. */
const rank = ({ target, tainted, way }: Found): number =>
  (tainted ? 0 : 200) + (target.kind === "sink" ? 0 : 100) + way.length;

function rowOf(entry: Entry, { target, tainted, way, confidence }: Found): FactRow {
  const uncertain = way.findIndex((step) => !isCertain(step));
  // What the handler itself asks may stand behind what it does.
  const guards = guardsOf(entry.guards).flatMap(({ name, inside }) => (inside ? [] : [name]));
  const called =
    entry.route === null
      ? (entry.name ?? entry.handler_name ?? entry.handler)
      : `${entry.method ?? "ANY"} ${entry.route}`;
  return [
    called.slice(0, 1_000),
    entry.kind,
    entry.handler,
    target.kind,
    target.operation,
    target.subject,
    target.symbol,
    target.offset,
    tainted ? 1 : 0,
    way.length > 0 ? JSON.stringify(way.map(told)) : null,
    way.length,
    uncertain < 0 ? null : uncertain + 1,
    target.cwe,
    target.owasp,
    guards.length > 0 ? JSON.stringify(guards) : null,
    target.sensitive.length > 0 ? JSON.stringify(target.sensitive) : null,
    entry.path,
    entry.line,
    confidence,
  ];
}

/** A call as a way tells it. */
const told = ({ callee, offset, how }: Step) => ({ symbol: callee.symbol, offset: Math.max(0, offset), how });
