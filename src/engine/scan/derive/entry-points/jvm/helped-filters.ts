/**
 * Filters and servlets that a function of the repository puts somewhere for those who call it: `addFilter(context, new Known(),
 * "/admin/*")` stands for what the function does with its parameters, for each of its calls.
 */
import type { DatabaseSync } from "node:sqlite";
import { listed } from "#engine/scan/derive/entry-points/guards/guards";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

/** The names of guards that say what something holds which is put somewhere, and where that is. */
const [held, filter, servlet] = ["servlet held", "servlet filter", "servlet"];
/** One that is known to be somewhere, and not where. */
const somewhere = `\${path}`;
const mapping = /\.(?:addMappingForUrlPatterns|addMapping|addUrlPatterns)\s*\(/g;
const mostCalls = 200;

export function withHelpedFilters(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isHeld = ({ kind, name, owner }: Registration) => kind === "guard" && name === held && owner !== null;
  const isPut = ({ kind, name, owner }: Registration) =>
    kind === "guard" && (name === filter || name === servlet) && owner !== null;
  const holding = registrations.filter(isHeld);
  if (holding.length === 0) return registrations;
  const reader = new Reader(db);
  const parametersOf = (symbol: string): readonly string[] => reader.parametersOf(symbol);
  /** By what is put somewhere, the function's calls where it is a parameter. */
  const helped = new Map<string, readonly Call[]>();
  for (const one of holding) {
    const [guard, ...more] = listed(one);
    if (!guard || guard.symbol !== null || more.length > 0) continue;
    const at = parametersOf(one.symbol).indexOf(guard.name);
    if (at < 0) continue;
    const calls = reader.callsOf(one.symbol).map((call) => ({ ...call, held: reader.thing(call.given[at]) }));
    if (calls.length > 0) helped.set(one.owner ?? "", calls);
  }
  if (helped.size === 0) return registrations;
  const told = registrations.flatMap((one) => {
    const calls = helped.get(one.owner ?? "");
    if (!calls || !(isHeld(one) || isPut(one))) return [one];
    const parameters = parametersOf(one.symbol);
    return calls.flatMap(({ held: thing, given, path, line }) => {
      const place = { path, line, end_line: line, owner: `${one.owner}@${path}:${line}` };
      if (isHeld(one)) return [{ ...one, ...place, guards: JSON.stringify([thing]) }];
      if (one.route !== null) return [{ ...one, ...place }];
      return reader.pathsOf(one, parameters, given).map((route) => ({ ...one, ...place, route, name: one.name }));
    });
  }); // They ask in the order of the calls, whatever makes these.
  const isAny = (one: Registration) => isHeld(one) || isPut(one);
  const ordered = told
    .filter(isAny)
    .toSorted((one, other) => (one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1));
  return told.map((one) => (isAny(one) ? (ordered.shift() ?? one) : one));
}

interface Call {
  readonly path: string;
  readonly line: number;
  /** What it is given, as it is written. */
  readonly given: readonly string[];
  readonly held: Guard;
}

class Reader {
  readonly #ranges: FactRanges;
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#ranges = new FactRanges(db);
  }

  parametersOf(symbol: string): readonly string[] {
    const row = this.#db
      .prepare("select params from symbols where fact >= ? and fact < ? and id = ?")
      .get(...this.#ranges.of(symbol), symbol);
    return (JSON.parse(String(row?.params ?? "[]")) as { name: string }[]).map(({ name }) => name.replace(/^\.+/, ""));
  }

  callsOf(symbol: string): readonly Omit<Call, "held">[] {
    const rows = this.#db
      .prepare(
        `select path, line, callee_text, quote from calls where callee = ? and path not in
         (select path from files where is_test) order by path, line limit ${mostCalls}`,
      )
      .all(symbol);
    return rows.map(({ path, line, callee_text: text, quote }) => {
      const written = String(quote ?? "");
      const name = String(text).replace(/^.*[.\s]/s, "");
      const at = written.indexOf(`${name}(`);
      const given = at < 0 ? [] : argumentsIn(written.slice(at + name.length + 1));
      return { path: String(path), line: Number(line), given };
    });
  }

  /** What is handed on to be put somewhere: a class, something made of one, or what a name holds. */
  thing(written: string | undefined): Guard {
    const type = /^(?:new\s+)?([\w.]+?)(?:\s*[(<].*|\.class|::class(?:\.java)?)$/s.exec(written ?? "")?.[1];
    const name = (type ?? written ?? "").replace(/^.*\./, "");
    if (!/^\w+$/.test(name)) return { name: "filter", symbol: null };
    const found = this.#db.prepare("select id from symbols where name = ? and kind = 'class' limit 2").all(name);
    return { name, symbol: found.length === 1 ? String(found[0]?.id) : null };
  }

  /** The paths that the line of a function which puts something somewhere takes from what the function is given. */
  pathsOf(one: Registration, parameters: readonly string[], given: readonly string[]): readonly string[] {
    const rows = this.#db
      .prepare("select quote from calls where fact >= ? and fact < ? and line = ?")
      .all(...this.#ranges.of(`${one.symbol.replace(/#.*$/s, "")}#`), one.line);
    const quote = String(rows[0]?.quote ?? "");
    const start = [...quote.matchAll(mapping)].map((it) => it.index + it[0].length).at(-1);
    const last = start === undefined ? undefined : argumentsIn(quote.slice(start)).at(-1);
    const at = last === undefined ? -1 : parameters.indexOf(last.replace(/^\*/, ""));
    if (at < 0) return [somewhere];
    // Of a parameter at the end there may be any number.
    const texts = at === parameters.length - 1 ? given.slice(at) : given.slice(at, at + 1);
    const paths = texts.map((text) => /^"([^"$]*)"$/.exec(text)?.[1] ?? somewhere);
    return paths.length > 0 ? paths : [somewhere];
  }
}

/** What stands between the commas of a call, from behind the bracket that opens it; of a call whose end is not there nothing. */
function argumentsIn(code: string): string[] {
  const found: string[] = [];
  let [depth, from] = [0, 0];
  let isText = false;
  for (let at = 0; at < code.length; at++) {
    const it = code[at];
    if (it === '"' && code[at - 1] !== "\\") isText = !isText;
    if (isText) continue;
    if (it === "(" || it === "{" || it === "[") depth += 1;
    const isEnd = it === ")" && depth === 0;
    if (isEnd || (it === "," && depth === 0)) {
      const text = code.slice(from, at).trim();
      if (text !== "") found.push(text);
      from = at + 1;
    }
    if (isEnd) return found;
    if (it === ")" || it === "}" || it === "]") depth -= 1;
  }
  return [];
}
