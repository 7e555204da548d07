/**
 * What an own function puts behind the path that it is given and gives back: `auditPath(url)`, which is `url + "/{id}/audit"`. A request
 * whose address is such a call is written like one for the path alone.
 */
import type { DatabaseSync } from "node:sqlite";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

/** All that such a function does. */
const appending = /\{\s*return\s+(\w+)\s*\+\s*(["'])(\/[^"'\\\n]*)\2\s*;?\s*\}?\s*$/;

export class Appended {
  readonly #ranges: FactRanges;
  readonly #preview: ReturnType<DatabaseSync["prepare"]>;

  constructor(db: DatabaseSync) {
    this.#ranges = new FactRanges(db);
    this.#preview = db.prepare("select preview from symbols where fact >= ? and fact < ? and id = ?");
  }

  /** @param names those that the function takes the path by */
  by(callee: string, names: readonly string[]): string {
    const preview = this.#preview.get(...this.#ranges.of(callee), callee)?.preview;
    const [, name = "", , text = ""] = appending.exec(String(preview ?? "")) ?? [];
    return names.includes(name) ? text : "";
  }
}
