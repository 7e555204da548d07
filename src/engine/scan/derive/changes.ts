/** Which units changed that facts are derived from. */
import type { UnitKind } from "#contract/fact-words";
import type { Unit } from "#contract/unit";

export class Changes {
  #isFresh = false;
  readonly #kinds = new Set<UnitKind>();
  readonly #replaced = new Set<string>();

  /** Something changed that other facts are derived from: of documents none is. */
  get isAny(): boolean {
    return this.#isFresh || this.#kinds.size > Number(this.#kinds.has("document"));
  }

  /** Kinds of the units that were written or removed. */
  get kinds(): ReadonlySet<UnitKind> {
    return this.#kinds;
  }

  /** Files that have other units than before. */
  get replaced(): ReadonlySet<string> {
    return this.#replaced;
  }

  /** What the last scan derived does not count. */
  get isFresh(): boolean {
    return this.#isFresh;
  }

  /** Everything is to be derived anew, whatever changed. */
  all(): void {
    this.#isFresh = true;
  }

  /** A unit comes or goes. */
  comesOrGoes(kind: UnitKind): void {
    this.#kinds.add(kind);
  }

  replaces({ kind, path }: Unit): void {
    this.#kinds.add(kind);
    if (kind === "file") this.#replaced.add(path);
  }
}
