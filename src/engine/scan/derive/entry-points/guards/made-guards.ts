/**
 * What stands for who asks without being it: a function that makes one, `Depends(role("admin"))`, and a variable that holds
 * what one has made. Each question is put to the database when it is asked first.
 */
import type { DatabaseSync } from "node:sqlite";
import { literally } from "#engine/literally";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName } from "#engine/scan/derive/symbols";

type Statement = ReturnType<DatabaseSync["prepare"]>;

/** One of two functions by a parameter: `return signed_in if required else anybody`. */
const chosen = /^return (\w+) if (not )?(\w+) else (\w+)$/;

const givenBack = `select distinct symbol, quote from "references"
  where fact >= ? and fact < ? and caller = ? and kind = 'callback' and quote like 'return %'`;

/** Who is made by what is made. */
const maxMade = 4;

export class MadeGuards {
  readonly #db: DatabaseSync;
  readonly #known = new Map<string, readonly string[]>();
  #ranges: FactRanges | undefined;
  #given: Statement | undefined;
  #variable: Statement | undefined;
  #calls: Statement | undefined;
  #returned: Statement | undefined;
  #params: Statement | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Something and all that it stands for. */
  standsFor(symbol: string, steps = maxMade): readonly string[] {
    const known = this.#known.get(symbol);
    if (known) return known;
    if (steps === 0) return [symbol];
    this.#ranges ??= new FactRanges(this.#db);
    const maker = this.#makerOf(symbol, this.#ranges);
    const others = maker === undefined ? this.#givenBack(symbol, this.#ranges) : this.standsFor(maker, steps - 1);
    // What is made of a class is called by a method of it.
    const all = [symbol, `${symbol}.__call__`, ...others];
    if (steps === maxMade) this.#known.set(symbol, all);
    return all;
  }

  /**
   * The functions of which a function gives back one, by what its parameter is given or, where it is given nothing, by
   * what that is by default; both where only the running program knows. Empty: it gives back no such thing.
   *
   * @param quotes the lines on which it is called
   */
  optionsOf(symbol: string, quotes: readonly string[]): readonly string[] {
    this.#ranges ??= new FactRanges(this.#db);
    const range = this.#ranges.of(symbol);
    this.#given ??= this.#db.prepare(givenBack);
    const rows = this.#given.all(...range, symbol).map((row) => [String(row.symbol), String(row.quote)] as const);
    const [, first, not, parameter = "", second] = chosen.exec(rows[0]?.[1] ?? "") ?? [];
    const [one, other] = [first, second].map((name) => rows.find(([it]) => lastName(it) === name)?.[0]);
    if (one === undefined || other === undefined) return [];
    const called = new RegExp(`\\b${literally(lastName(symbol))}\\(([^()]*)\\)`);
    const written = quotes.map((quote) => called.exec(quote)?.[1]).find((it) => it !== undefined);
    if (written === undefined) return [one, other];
    const given = new RegExp(`\\b${literally(parameter)}\\s*=\\s*(\\w+)`).exec(written)?.[1];
    const value = written.trim() === "" ? this.#byDefault(symbol, parameter) : given;
    if (value !== "True" && value !== "False") return [one, other];
    return [(value === "True") === (not === undefined) ? one : other];
  }

  #byDefault(symbol: string, parameter: string): string | undefined {
    this.#ranges ??= new FactRanges(this.#db);
    this.#params ??= this.#db.prepare("select params from symbols where fact >= ? and fact < ? and id = ?");
    const written = String(this.#params.get(...this.#ranges.of(symbol), symbol)?.params ?? "[]");
    const all = JSON.parse(written) as { name: string; default?: string }[];
    return all.find(({ name }) => name === parameter)?.default;
  }

  /** The functions that are written in another one and given back by it. */
  #givenBack(symbol: string, ranges: FactRanges): string[] {
    this.#given ??= this.#db.prepare(givenBack);
    const all = this.#given.all(...ranges.of(symbol), symbol).map((row) => String(row.symbol));
    return all.filter((one) => one.startsWith(`${symbol}.`));
  }

  /** The methods by which objects are called that a function gives back as it makes them: `return Lock(name)`. */
  objectsGivenBack(symbol: string): string[] {
    this.#ranges ??= new FactRanges(this.#db);
    this.#returned ??= this.#db.prepare(
      "select distinct callee from calls where fact >= ? and fact < ? and caller = ? and callee is not null and quote like '%return ' || callee_text || '(%'",
    );
    const all = this.#returned.all(...this.#ranges.of(symbol), symbol);
    return all.map(({ callee }) => `${String(callee).replace(/\.__init__$/, "")}.__call__`);
  }

  /** What a variable of a module is made by: a function, or a class. */
  #makerOf(symbol: string, ranges: FactRanges): string | undefined {
    this.#variable ??= this.#db.prepare(
      "select line, signature from symbols where fact >= ? and fact < ? and id = ? and kind in ('variable', 'constant')",
    );
    const found = this.#variable.get(...ranges.of(symbol), symbol);
    if (!found) return undefined;
    this.#calls ??= this.#db.prepare(
      "select callee, callee_text from calls where fact >= ? and fact < ? and line = ? and callee is not null",
    );
    const begin = `${lastName(symbol)} = `;
    const calls = this.#calls.all(...ranges.of(symbol), Number(found.line));
    const making = calls.find(({ callee_text }) => String(found.signature).startsWith(`${begin}${callee_text}(`));
    return making && String(making.callee).replace(/\.__init__$/, "");
  }
}
