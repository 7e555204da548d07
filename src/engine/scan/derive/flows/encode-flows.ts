/**
 * Flows: from where the code is entered to where data is read and written, and to what does harm where others decide on it.
 *
 * A flow says that control reaches its target; `tainted`, that a value of the request is handed on to it, argument by
 * argument. Places are told by lines below a declaration's first, so that an edit above moves no flow.
 */
import type { DatabaseSync } from "node:sqlite";
import { encodeUnit, type FactRow } from "#contract/unit";
import { Code, type Step } from "./code.ts";
import { asked, globals, inline, methods, scriptGlobals } from "./requests.ts";
import { isCertain, Search, type Start } from "./search.ts";
import { readTargets, type Target, type Targets } from "./targets.ts";

/** Of an entry point so many flows are told. */
const maxFlows = 60;
/** A flow that is less sure than this is not told. */
const leastConfidence = 50;
/**
 * These do harm only where a request decides on them: most files that are read and pages that are shown next are the
 * code's own choice, and that control reaches them says nothing.
 */
const ofRequests = new Set([22, 79, 601]);
/** The name of a handler that is written where it is registered. */
const inPlace = "(inline)";

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
}

/** The canonical lines of the units of flows, one a file that has entry points with any. */
export function encodeFlows(db: DatabaseSync): { path: string; line: string }[] {
  const entries = readEntries(db);
  const targets = readTargets(db);
  if (targets.size === 0) return [];
  const code = new Code(db);
  const stored = storedTypes(db);
  const rows = new Map<string, FactRow[]>();
  const ways = new Map<string, readonly Found[]>();
  for (const entry of entries) {
    const starts = startsOf(entry, code);
    if (starts.length === 0) continue;
    const key = JSON.stringify([starts, entry.kind]);
    const found = ways.get(key) ?? find(code, targets, starts, entry, stored);
    ways.set(key, found);
    if (found.length === 0) continue;
    const list = rows.get(entry.path) ?? [];
    rows.set(entry.path, list);
    list.push(...found.map((one) => rowOf(entry, one, code)));
  }
  const reached = new Set([...ways.values()].flat().map(({ target }) => target));
  for (const [path, list] of scripts(targets, reached, code)) rows.set(path, [...(rows.get(path) ?? []), ...list]);
  return [...rows].map(([path, flows]) => ({ path, line: encodeUnit("flow", path, { flows }) }));
}

/** Entry points with what handles them. Components and hooks are entered by what the repository itself renders. */
function readEntries(db: DatabaseSync): Entry[] {
  const ends = new Map<string, number>();
  const registrations = db.prepare(
    "select path, line, end_line from registrations where handler_name = ? order by fact",
  );
  for (const { path, line, end_line } of registrations.all(inPlace)) {
    const key = `${path}:${line}`;
    ends.set(key, Math.max(ends.get(key) ?? 0, Number(end_line)));
  }
  const entries = db.prepare(
    `select kind, method, route, name, handler, handler_name, guards, path, line from entry_points
     where handler is not null and confidence >= 50 and kind not in ('component', 'hook') order by path, fact`,
  );
  return entries
    .all()
    .map((row) => ({ ...row, end_line: ends.get(`${row.path}:${row.line}`) ?? null }) as unknown as Entry);
}

/** The types whose values are read from where data is kept, in languages whose routers do so for a parameter. */
function storedTypes(db: DatabaseSync): ReadonlySet<string> {
  const rows = db.prepare("select distinct name from models where path like '%.php'").all();
  return new Set(rows.map(({ name }) => String(name)));
}

/** Code that takes a request by itself and that no known entry point reaches: a script is an entry point. */
function scripts(targets: Targets, reached: ReadonlySet<Target>, code: Code): Map<string, FactRow[]> {
  const rows = new Map<string, FactRow[]>();
  for (const target of targets.all()) {
    if (reached.has(target) || !target.sources.some((source) => scriptGlobals.has(source))) continue;
    const path = target.symbol.slice(0, target.symbol.indexOf("#"));
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
    };
    list.push(rowOf(entry, { target, tainted: true, way: [], confidence: sureness(target, true, []) }, code));
  }
  return rows;
}

function startsOf({ handler, handler_name, line, end_line, method }: Entry, code: Code): Start[] {
  if (handler_name === inPlace) return end_line === null ? [] : [{ symbol: handler, lines: [line, end_line] }];
  if (!code.has(handler)) return [];
  if (!code.isType(handler)) return [{ symbol: handler }];
  const named = method === null || method === "ANY" ? methods : [method.toLowerCase(), "__invoke", "handle"];
  return named.map((name) => ({ symbol: `${handler}.${name}` })).filter(({ symbol }) => code.has(symbol));
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
  { kind }: Entry,
  stored: ReadonlySet<string>,
): readonly Found[] {
  const control = new Search(code, starts);
  const isAsked = ["endpoint", "page", "resolver", "rpc", "event", "job", "command"].includes(kind);
  // A function that takes no request makes the one that does.
  const askedOf = (symbol: string) => {
    const names = asked(code.parametersOf(symbol), symbol.includes(".php#") ? stored : undefined);
    return names.length > 0 ? names : inline;
  };
  const values = new Search(code, starts, (start) => (!isAsked ? [] : start.lines ? inline : askedOf(start.symbol)));
  const found = new Map<string, Found>();
  for (const symbol of new Set(control.symbols))
    for (const target of targets.of(symbol)) {
      if (!control.covers(symbol, target.line)) continue;
      const source = target.sources.find((name) => globals.has(name) || values.has(symbol, name));
      if (source === undefined && target.cwe !== null && ofRequests.has(target.cwe)) continue;
      const way =
        source !== undefined && values.has(symbol, source)
          ? values.wayTo(symbol, source)
          : control.wayWith(symbol, source === undefined ? target.sources : []);
      // Nothing but constants comes here from this entry point.
      if (!way) continue;
      const one = {
        target,
        tainted: source !== undefined,
        way,
        confidence: sureness(target, source !== undefined, way),
      };
      const known = found.get(target.key);
      if (one.confidence >= leastConfidence && (!known || isBetter(one, known))) found.set(target.key, one);
    }
  const all = [...found.values()].sort((a, b) => rank(a) - rank(b));
  const isCut = control.isCut || values.isCut || all.length > maxFlows;
  const told = all.slice(0, maxFlows);
  const first = starts[0];
  return isCut && first ? [...told, cut(first.symbol)] : told;
}

/** Says that there may be more than is told. */
const cut = (symbol: string): Found => ({
  target: {
    kind: "limit",
    operation: "limit",
    subject: null,
    symbol,
    line: 0,
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

/** What is worst comes first. */
const rank = ({ target, tainted, way }: Found): number =>
  (tainted ? 0 : 200) + (target.kind === "sink" ? 0 : 100) + way.length;

function rowOf(entry: Entry, { target, tainted, way, confidence }: Found, code: Code): FactRow {
  const uncertain = way.findIndex((step) => !isCertain(step));
  const guards = entry.guards === null ? [] : (JSON.parse(entry.guards) as { name: string }[]).map(({ name }) => name);
  const told =
    entry.route === null
      ? (entry.name ?? entry.handler_name ?? entry.handler)
      : `${entry.method ?? "ANY"} ${entry.route}`;
  return [
    told.slice(0, 1_000),
    entry.kind,
    entry.handler,
    target.kind,
    target.operation,
    target.subject,
    target.symbol,
    target.kind === "limit" ? 0 : code.offset(target.symbol, target.line),
    tainted ? 1 : 0,
    way.length > 0 ? JSON.stringify(way.map(({ callee, offset, how }) => ({ symbol: callee, offset, how }))) : null,
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
