/** Where the rows of a file stand in every table: numbers from one to before another. */
import type { DatabaseSync } from "node:sqlite";
import { firstFact } from "#engine/scan/schema";

/** Where the rows of a file stand. */
export const unitOfFile = "select id from units where kind = 'file' and path = ?";

type Range = readonly [from: number, to: number];

const none: Range = [0, 0];

export class FactRanges {
  readonly #unit: ReturnType<DatabaseSync["prepare"]>;
  readonly #known = new Map<string, Range>();

  constructor(db: DatabaseSync) {
    this.#unit = db.prepare(unitOfFile);
  }

  /** Of the file at a path, or that a symbol is declared in. */
  of(pathOrSymbol: string): Range {
    const hash = pathOrSymbol.indexOf("#");
    const path = hash < 0 ? pathOrSymbol : pathOrSymbol.slice(0, hash);
    const known = this.#known.get(path);
    if (known) return known;
    const unit = this.#unit.get(path)?.id;
    const range: Range = unit === undefined ? none : [firstFact(Number(unit)), firstFact(Number(unit) + 1)];
    this.#known.set(path, range);
    return range;
  }
}
