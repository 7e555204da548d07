/** What classes are to those that follow a convention: what these extend is no outlier of theirs. */
import type { DatabaseSync } from "node:sqlite";
import { Heirs } from "#engine/scan/derive/entry-points/heirs";
import type { Place } from "./observation.ts";

export class Kinship {
  readonly #heirs: Heirs;

  constructor(db: DatabaseSync) {
    this.#heirs = new Heirs(db);
  }

  /** Whether any of the classes that follow a convention extends one that does not. */
  isBaseOf({ symbol }: Place, held: ReadonlySet<string | null>): boolean {
    return symbol !== null && this.#heirs.of(symbol).some((one) => held.has(one));
  }

  /** Whether a class does by what it extends what others do themselves: `extend Base`. */
  followsByBase({ symbol }: Place, variant: string): boolean {
    const base = /^(?:extend|implement) (?:.*[.\\:])?(\w+)$/.exec(variant)?.[1];
    if (symbol === null || base === undefined) return false;
    return this.#heirs.above(symbol).some((one) => one.split(/[#.]/).at(-1) === base);
  }
}
