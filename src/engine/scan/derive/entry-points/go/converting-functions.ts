/**
 * Functions of Go that make what a framework handles requests by of a handler of the repository's own kind. One that looks
 * who somebody is before it calls what it is given asks, whatever it is called.
 */
import type { DatabaseSync } from "node:sqlite";
import { Parameters } from "#engine/scan/derive/contracts/parameters";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

/** What is called to find out who somebody is, or what they may. */
const asking =
  /auth(?!or(?!i))|session|sign(?:ed)?_?in|log(?:ged)?_?in|permission|forbidden|credential|api_?key|bearer|jwt|csrf/i;
/** Functions that leave it to others that they hand their handler on to. */
const maxHops = 2;

interface Called {
  readonly callee: string | null;
  readonly callee_text: string;
  readonly passed: string | null;
  readonly quote: string | null;
  readonly line: number;
}

export class ConvertingFunctions {
  readonly #ranges: FactRanges;
  readonly #parameters: Parameters;
  readonly #calls: ReturnType<DatabaseSync["prepare"]>;
  readonly #known = new Map<string, boolean>();

  constructor(db: DatabaseSync) {
    this.#ranges = new FactRanges(db);
    this.#parameters = new Parameters(db);
    this.#calls = db.prepare(
      "select callee, callee_text, passed, quote, line from calls where fact >= ? and fact < ? and caller = ? order by fact",
    );
  }

  /** Whether a function asks before it calls what it is given. */
  asks(symbol: string, hops = maxHops): boolean {
    const known = this.#known.get(symbol);
    if (known !== undefined) return known;
    this.#known.set(symbol, false);
    const found = this.#asks(symbol, hops);
    this.#known.set(symbol, found);
    return found;
  }

  #asks(symbol: string, hops: number): boolean {
    const calls = this.#callsOf(symbol);
    const given = this.#parameters.names(symbol);
    const handed = calls.find(({ callee_text }) => given.has(callee_text));
    if (handed) return calls.some(({ callee_text, line }) => line < handed.line && asking.test(callee_text));
    if (hops === 0) return false;
    return calls.some(
      ({ callee, passed, quote }) =>
        callee !== null &&
        passed !== null &&
        (this.asks(callee, hops - 1) ||
          asking.test(argumentsOf(quote)) ||
          // What is written there to be called first may ask itself.
          (this.#callsFirst(callee) && calls.some((it) => it.callee !== callee && asking.test(it.callee_text)))),
    );
  }

  /** Whether a function calls one that it is given before it calls another. */
  #callsFirst(symbol: string): boolean {
    const given = this.#parameters.names(symbol);
    const called = this.#callsOf(symbol).filter(({ callee_text }) => given.has(callee_text));
    return new Set(called.map(({ callee_text }) => callee_text)).size > 1;
  }

  #callsOf = (symbol: string) => this.#calls.all(...this.#ranges.of(symbol), symbol) as unknown as Called[];
}

/** What is written in a call's parentheses. */
const argumentsOf = (quote: string | null): string => quote?.replace(/^[^(]*\(/s, "") ?? "";
