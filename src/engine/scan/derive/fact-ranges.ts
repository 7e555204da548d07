/** Where the rows of a file stand in every table: numbers from one to before another. */
import type { DatabaseSync } from "node:sqlite";
import { firstFact } from "#engine/scan/schema";

const none = [0, 0] as const;

export class FactRanges {
  readonly #units: ReadonlyMap<string, number>;

  constructor(db: DatabaseSync) {
    const units = db.prepare("select path, id from units where kind = 'file'").all();
    this.#units = new Map(units.map(({ path, id }) => [String(path), Number(id)]));
  }

  /** Of the file at a path, or that a symbol is declared in. */
  of(pathOrSymbol: string): readonly [from: number, to: number] {
    const hash = pathOrSymbol.indexOf("#");
    const unit = this.#units.get(hash < 0 ? pathOrSymbol : pathOrSymbol.slice(0, hash));
    return unit === undefined ? none : [firstFact(unit), firstFact(unit + 1)];
  }
}
