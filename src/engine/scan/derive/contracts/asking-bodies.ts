/** Whether functions that are given a path and a method can ask: by what their bodies call. */
import type { DatabaseSync } from "node:sqlite";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

/** Words of what makes a request, or hands one on. */
const asking =
  /request|req\b|send|fetch|call|perform|exchange|exec|invoke|dispatch|handle|inject|open|http|client|api|ajax|curl|url|uri|mvc|app\b|server|\b(?:get|post|put|patch|delete|head|options|run|ask|submit|visit)\b/i;

export class AskingBodies {
  readonly #ranges: FactRanges;
  readonly #calls: ReturnType<DatabaseSync["prepare"]>;
  readonly #known = new Map<string, boolean>();

  constructor(db: DatabaseSync) {
    this.#ranges = new FactRanges(db);
    this.#calls = db.prepare("select callee_text from calls where fact >= ? and fact < ? and caller = ?");
  }

  /** Not where all that a function calls says something else; of one that calls nothing, nothing is known. */
  mayAsk(symbol: string): boolean {
    const known = this.#known.get(symbol);
    if (known !== undefined) return known;
    const called = this.#calls.all(...this.#ranges.of(symbol), symbol);
    const may = called.length === 0 || called.some(({ callee_text: text }) => asking.test(String(text)));
    this.#known.set(symbol, may);
    return may;
  }
}
