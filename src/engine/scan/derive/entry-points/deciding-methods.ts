/**
 * Methods of classes that say who asks in the place of what a member of the class holds, as Django REST framework's
 * `get_permissions` does of `permission_classes`: whether what the member holds is asked all the same.
 */
import type { DatabaseSync } from "node:sqlite";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName } from "#engine/scan/derive/symbols";

type Statement = ReturnType<DatabaseSync["prepare"]>;

/** Whether what a member holds is asked where a method decides. */
export type Keeps = "all" | "maybe" | "none";

export class DecidingMethods {
  readonly #db: DatabaseSync;
  #ranges: FactRanges | undefined;
  #calls: Statement | undefined;
  #symbol: Statement | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** What a method keeps of what its class says in a member: it asks for the same above it, or reads the member. */
  keeps(method: string, member: string): Keeps {
    this.#ranges ??= new FactRanges(this.#db);
    const within = this.#ranges.of(method);
    this.#calls ??= this.#db.prepare(
      "select callee_text, line from calls where fact >= ? and fact < ? and caller = ? order by line",
    );
    this.#symbol ??= this.#db.prepare(
      "select line, complexity, preview from symbols where fact >= ? and fact < ? and id = ?",
    );
    const symbol = this.#symbol.get(...within, method);
    if (!symbol) return "none";
    const lines = String(symbol.preview ?? "").split("\n");
    const reading = lines.findIndex((text) => new RegExp(`\\bself\\.${member}\\b(?!\\s*=[^=])`).test(text));
    const above = this.#calls
      .all(...within, method)
      .find(({ callee_text }) => /^super\b/.test(String(callee_text)) && endsWith(String(callee_text), method));
    const at = above ? Number(above.line) - Number(symbol.line) : reading;
    if (at < 0) return "none";
    if (Number(symbol.complexity) <= 1) return "all";
    return isReachedAlways(lines, at) ? "all" : "maybe";
  }
}

const endsWith = (text: string, method: string): boolean => text.endsWith(`.${lastName(method)}`);

/** Whether a line of a function stands under no condition, and nothing is given back before it, as far as is seen. */
function isReachedAlways(lines: readonly string[], at: number): boolean {
  const depthOf = (text: string) => text.search(/\S/);
  const [line, body] = [lines[at], lines.slice(1).filter((text) => text.trim() !== "")];
  if (line === undefined) return false;
  const outermost = Math.min(...body.map(depthOf));
  return depthOf(line) === outermost && !lines.slice(1, at).some((text) => /^\s*return\b/.test(text));
}
