/**
 * Guards that let every request pass: without a branch they go on to what comes next, and call nothing beside that could
 * refuse. That all endpoints pass one is no rule that somebody could break.
 */
import type { DatabaseSync } from "node:sqlite";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

/** By what frameworks go on: Express' `next()`, Gin's `c.Next()`, Go's `next.ServeHTTP`, Django's `get_response`. */
const goingOn = new Set(["next", "Next", "ServeHTTP", "get_response", "call_next", "doFilter"]);

/** Sets headers and what others read of a request, asks for its parts, notes and counts: it answers nothing. */
const harmless =
  /^(?:set(?:Header|Attribute|Property|State)?|header|Header|append|vary|removeHeader|add(?:Header)?|Add|Set|Del|locals|accepts|get(?:Header)?|Get|log|info|debug|warn|trace|now|Now|Since|toString|String|randomUUID|uuid|v4|WithValue|WithContext|Context|HandlerFunc|HandlerFunction)$/;

/** Methods by which Django's middleware asks: what they give back stands in the place of an answer. */
const ofDjango = /\.process_(?:request|view)$/;
const otherwiseAsking = /\.(?:__call__|process_exception)$/;
const givingBack = /\breturn\b[ \t]*(?!None\b)[^\s#]/;
/** So many lines of a declaration are kept. */
const linesSeen = 10;

const servlets = /\.(?:java|kt)#/;
/** Middleware of PHP's is named by its class, which goes on by calling what it is given: `$next($request)`. */
const inPhp = /\.php#/;
const goingOnInPhp = /^\$next$/;
/** What answers a request in the place of its handler, by its name. */
const answering =
  /send|redirect|(?:set)?status|writ|print|output|render|respon|result|error|fail|reject|refus|deny|denied|abort|commence|handle|unauthori[sz]|forbid|exception|throw|assert|require|verify|check(?:Access|Permission|Auth|Login)/i;

/** The same of what only says who asks, while what it extends goes on. */
const answeringItself = /send|redirect|set_?status|commence|deny|denied|forbid|unauthori[sz]/i;
/** Actions that Rails runs before others: they let in whom they do not answer. */
const inRuby = /\.rb#/;
const answeringInRuby =
  /^(?:head|halt|throw|fail|raise|redirect.*|render.*|respond.*|send_.*|not_found|forbidden)$|auth(?!or)|requir|verif|ensure|check|deny|forbid|permi|!$/i;

interface Named {
  readonly name: string;
  readonly symbol: string | null;
}

interface Call {
  readonly caller: string;
  readonly callee_name: string;
  readonly arguments: number;
}

/** Of guards as endpoints list them, the names of those that do, whichever function goes by the name. */
export function passingGuards(db: DatabaseSync, guards: readonly Named[]): ReadonlySet<string> {
  const ranges = new FactRanges(db);
  const select = (columns: string, table: string, only = "1") =>
    db.prepare(`select ${columns} from ${table} where fact >= ? and fact < ? and ${only} order by fact`);
  const declared = select("id, complexity, preview, line, end_line", "symbols");
  const called = select("caller, callee_name, arguments", "calls");
  const failing = select("symbol, kind", "error_sites");
  const extended = select("type, target", "type_relations", "relation = 'extends' and target is not null");
  const isPassing = (symbol: string): boolean => {
    const range = ranges.of(symbol);
    const isIn = (one: unknown): boolean => one === symbol || String(one).startsWith(`${symbol}.`);
    const own = declared.all(...range).filter(({ id }) => isIn(id));
    if (servlets.test(symbol)) return isOpenFilter(range, isIn, /^doFilter$/) || isOpenByBase(symbol, range, isIn);
    if (inRuby.test(symbol)) return own.length > 0 && isOpenAction(range, isIn);
    if (inPhp.test(symbol))
      return own.some(({ id }) => id === `${symbol}.handle`) && isOpenFilter(range, isIn, goingOnInPhp);
    if (own.some(({ id }) => ofDjango.test(String(id)))) return isOpenMiddleware(range, own);
    if (own.length === 0 || own.some(({ complexity }) => Number(complexity ?? 0) > 1)) return false;
    if (failing.all(...range).some(({ symbol: of, kind }) => isIn(of) && kind !== "catch")) return false;
    const calls = (called.all(...range) as unknown as Call[]).filter(({ caller }) => isIn(caller));
    // `next(error)` refuses.
    const goesOn = (call: Call): boolean =>
      goingOn.has(call.callee_name) && (call.callee_name !== "next" || call.arguments === 0);
    return calls.some(goesOn) && calls.every((call) => goesOn(call) || harmless.test(call.callee_name));
  };
  /** A filter goes on, and nothing there could answer instead: it notes who asks, and refuses nobody. */
  const isOpenFilter = (
    range: ReturnType<FactRanges["of"]>,
    isIn: (one: unknown) => boolean,
    goesOnBy: RegExp,
  ): boolean => {
    const fails = failing.all(...range).some(({ symbol: of, kind }) => isIn(of) && /^(?:re)?throw$/.test(String(kind)));
    const calls = (called.all(...range) as unknown as Call[]).filter(({ caller }) => isIn(caller));
    return (
      !fails &&
      calls.some(({ callee_name: name }) => goesOnBy.test(name)) &&
      !calls.some(({ callee_name: name }) => answering.test(name))
    );
  };
  /** What it extends goes on whatever it finds out: `authenticate` of a base whose `doFilter` notes who asks. */
  const isOpenByBase = (
    symbol: string,
    range: ReturnType<FactRanges["of"]>,
    isIn: (one: unknown) => boolean,
  ): boolean => {
    const base = extended.all(...range).find(({ type }) => type === symbol)?.target;
    if (base === undefined) return false;
    const calls = (called.all(...range) as unknown as Call[]).filter(({ caller }) => isIn(caller));
    const fails = failing.all(...range).some(({ symbol: of, kind }) => isIn(of) && /^(?:re)?throw$/.test(String(kind)));
    const isInBase = (one: unknown): boolean => String(one).startsWith(`${base}.`);
    return (
      !fails &&
      !calls.some(({ callee_name: name }) => name === "doFilter" || answeringItself.test(name)) &&
      isOpenFilter(ranges.of(String(base)), isInBase, /^doFilter$/)
    );
  };
  /** Nothing that it calls could answer. */
  const isOpenAction = (range: ReturnType<FactRanges["of"]>, isIn: (one: unknown) => boolean): boolean => {
    const fails = failing.all(...range).some(({ symbol: of, kind }) => isIn(of) && kind !== "catch");
    const calls = (called.all(...range) as unknown as Call[]).filter(({ caller }) => isIn(caller));
    return !fails && calls.length > 0 && !calls.some(({ callee_name: name }) => answeringInRuby.test(name));
  };
  /** What gives nothing back, and calls nothing that could answer or refuse, lets every request on. */
  const isOpenMiddleware = (range: ReturnType<FactRanges["of"]>, own: readonly Record<string, unknown>[]): boolean => {
    const asking = own.filter(({ id }) => ofDjango.test(String(id)));
    const isAsking = (one: unknown): boolean => asking.some(({ id }) => id === one);
    const isOpen = ({ preview, line, end_line: end }: Record<string, unknown>): boolean =>
      Number(end) - Number(line) < linesSeen && !givingBack.test(String(preview ?? ""));
    const fails = failing.all(...range).some(({ symbol: of, kind }) => isAsking(of) && kind !== "catch");
    const calls = (called.all(...range) as unknown as Call[]).filter(({ caller }) => isAsking(caller));
    return (
      !fails &&
      !own.some(({ id }) => otherwiseAsking.test(String(id))) &&
      asking.every(isOpen) &&
      !calls.some(({ callee_name: name }) => answering.test(name))
    );
  };
  const classesOf = db.prepare(
    "select id from symbols where name = ? and kind = 'class' and (path glob '*.php' or path glob '*.java' or path glob '*.kt')",
  );
  /** The only class of PHP or the JVM that is called so. */
  const classCalled = (name: string): string | null => {
    const [one, ...more] = /^[A-Z]\w+$/.test(name) ? classesOf.all(name) : [];
    return one === undefined || more.length > 0 ? null : String(one.id);
  };
  const known = new Map<string, boolean>();
  const classes = new Map<string, string | null>();
  const passing = new Set<string>();
  const asking = new Set<string>();
  for (const { name, symbol: told } of guards) {
    if (told === null && !classes.has(name)) classes.set(name, classCalled(name));
    const symbol = told ?? classes.get(name) ?? null;
    const found = symbol !== null && (known.get(symbol) ?? isPassing(symbol));
    if (symbol !== null) known.set(symbol, found);
    (found ? passing : asking).add(name);
  }
  return new Set([...passing].filter((name) => !asking.has(name)));
}
