/**
 * Classes of Python that handle requests by a method that they inherit, which calls others of theirs in turn: `process` of a
 * base calls `self._check_access()`, which the class declares. Who is asked there is asked before the handler's work.
 */
import type { DatabaseSync } from "node:sqlite";
import { DeclaredTexts } from "#engine/scan/derive/declared-texts";
import { isAsking } from "#engine/scan/derive/entry-points/guards/guards";
import type { Heirs } from "#engine/scan/derive/entry-points/heirs";
import type { Guard } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName, pathOf } from "#engine/scan/derive/symbols";
import { bodyOf } from "./body-of.ts";
import type { Inside } from "./body-walk.ts";
import type { Statements } from "./statements.ts";

type Prepared = ReturnType<DatabaseSync["prepare"]>;

/** What methods are called that handle a request whole. */
const handling = new Set([
  "process",
  "dispatch",
  "dispatch_request",
  "handle",
  "handle_request",
  "run",
  "execute",
  "__call__",
]);
/** Methods that such a one leaves it to, one below the other. */
const maxBelow = 3;

/** A method's own call of another, `self.check()`, and whether it is made on one way alone. */
interface OwnCall {
  readonly name: string;
  readonly maybe: boolean;
}

export class TemplateMethods {
  readonly #heirs: Pick<Heirs, "above">;
  readonly #texts: DeclaredTexts;
  readonly #ranges: FactRanges;
  readonly #symbol: Prepared;
  readonly #calls: Prepared;
  readonly #callsOf = new Map<string, readonly OwnCall[]>();

  constructor(db: DatabaseSync, heirs: Pick<Heirs, "above">) {
    this.#heirs = heirs;
    this.#texts = new DeclaredTexts(db);
    this.#ranges = new FactRanges(db);
    this.#symbol = db.prepare(
      "select id, kind, preview, line, end_line from symbols where fact >= ? and fact < ? and id = ?",
    );
    this.#calls = db.prepare(
      "select callee_text, line from calls where fact >= ? and fact < ? and caller = ? order by fact",
    );
  }

  /** @param asked who is asked in the body of a method */
  askedOf(handler: string | null, asked: (symbol: string) => readonly Inside[]): readonly Guard[] {
    if (handler === null || !handler.includes(".py#") || this.#row(handler)?.kind !== "class") return [];
    const bases = this.#heirs.above(handler);
    const classes = [handler, ...bases];
    const nearest = (name: string, from = 0) =>
      classes
        .slice(from)
        .map((one) => `${one}.${name}`)
        .find((one) => this.#row(one) !== undefined);
    // What it takes the place of, called by `super()` or by its class.
    const above = (method: string) =>
      nearest(lastName(method), classes.indexOf(method.slice(0, method.lastIndexOf("."))) + 1);
    const entry = [...handling]
      .map((one) => nearest(one))
      .find((one) => one !== undefined && !one.startsWith(`${handler}.`));
    if (entry === undefined) return [];
    const told = new Map<string, Guard>();
    const seen = new Set([entry]);
    const walk = (method: string, maybe: boolean, below: number): void => {
      for (const call of this.#ownCalls(method)) {
        const symbol = call.name === lastName(method) ? above(method) : nearest(call.name);
        if (symbol === undefined || seen.has(symbol)) continue;
        seen.add(symbol);
        const isOnOneWay = maybe || call.maybe;
        const found = isAsking(call.name) ? asked(symbol) : [];
        const isMaybe = isOnOneWay || found.every((one) => one.maybe);
        if (found.length > 0)
          told.set(symbol, { name: `self.${call.name}()`, symbol, inside: true, ...(isMaybe && { maybe: true }) });
        else if (below > 0 && !isAsking(call.name)) walk(symbol, isOnOneWay, below - 1);
      }
    };
    walk(entry, false, maxBelow);
    return [...told.values()];
  }

  #row = (symbol: string) => this.#symbol.get(...this.#ranges.of(pathOf(symbol)), symbol);

  #ownCalls(method: string): readonly OwnCall[] {
    const known = this.#callsOf.get(method);
    if (known) return known;
    const row = this.#row(method);
    const rows = this.#calls.all(...this.#ranges.of(pathOf(method)), method);
    const first = Number(row?.line);
    const last = Number(row?.end_line);
    const declared = row === undefined ? undefined : this.#texts.of(row);
    const text = declared?.isWhole ? declared.text : this.#texts.within(pathOf(method), [first, last]);
    const body = text === undefined ? undefined : bodyOf(text, pathOf(method));
    const found = rows.flatMap(({ callee_text, line }): OwnCall[] => {
      const [, name, own] = /^(?:self\.(\w+)|(?:super\(.*\)|\w+)\.(\w+))$/s.exec(String(callee_text)) ?? [];
      if (name === undefined && own !== lastName(method)) return [];
      return [{ name: name ?? lastName(method), maybe: body === undefined || !runsAlways(body, Number(line) - first) }];
    });
    this.#callsOf.set(method, found);
    return found;
  }
}

/** Whether what stands on a line runs whatever a function does. */
function runsAlways(all: Statements, line: number): boolean {
  return all.some(
    (one) =>
      (line >= one.line && line <= one.last && one.kind !== "maybe") ||
      ((one.kind === "try" || one.kind === "block") && runsAlways(one.body, line)),
  );
}
