/**
 * Fields of Java: what calls them does so by methods that annotations have made of them (Lombok's getters and builders).
 * These have no code of their own, and so nothing that a test could cover.
 */
import type { DatabaseSync } from "node:sqlite";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { pathOf } from "#engine/scan/derive/symbols";

export class AccessedFields {
  readonly #ranges: FactRanges;
  readonly #fields: ReturnType<DatabaseSync["prepare"]>;
  readonly #ofFile = new Map<string, ReadonlySet<string>>();

  constructor(db: DatabaseSync) {
    this.#ranges = new FactRanges(db);
    this.#fields = db.prepare("select id from symbols where fact >= ? and fact < ? and kind = 'property'");
  }

  has(symbol: string): boolean {
    const path = pathOf(symbol);
    if (!path.endsWith(".java")) return false;
    const known =
      this.#ofFile.get(path) ?? new Set(this.#fields.all(...this.#ranges.of(path)).map(({ id }) => String(id)));
    this.#ofFile.set(path, known);
    return known.has(symbol);
  }
}
