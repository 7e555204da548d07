/** Which units changed that facts are derived from. */
import type { UnitKind } from "#contract/fact-words";
import type { FactRow, Unit } from "#contract/unit";

type Rows = Readonly<Record<string, readonly FactRow[]>>;

/** The rows of a file when the scan began, and now. */
interface Versions {
  readonly before: Rows;
  readonly after: Rows;
}

/** Of more files the rows that they had are not held. */
const mostHeld = 50;

export class Changes {
  #isFresh = false;
  #hasOtherFiles = false;
  #hasTurned = false;
  readonly #kinds = new Set<UnitKind>();
  readonly #replaced = new Set<string>();
  readonly #versions = new Map<string, Versions>();

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

  /** All files whose rows differ; undefined where files came or went, or these are too many. */
  get versions(): ReadonlyMap<string, Versions> | undefined {
    return this.#hasOtherFiles || this.#replaced.size > mostHeld ? undefined : this.#versions;
  }

  /** What the last scan derived does not count. */
  get isFresh(): boolean {
    return this.#isFresh;
  }

  /** Everything is to be derived anew, whatever changed. */
  all(): void {
    this.#isFresh = true;
  }

  /** A path that was there became a source, or is none any more: what names the path is the same, and means another thing. */
  turns(): void {
    this.#hasTurned = true;
  }

  get hasTurned(): boolean {
    return this.#hasTurned;
  }

  /** A unit comes or goes. */
  comesOrGoes(kind: UnitKind): void {
    this.#kinds.add(kind);
    this.#hasOtherFiles ||= kind === "file";
  }

  /** @param rows reads those that the unit had */
  replaces({ kind, path, rows: after }: Unit, rows: () => Rows): void {
    this.#kinds.add(kind);
    if (kind !== "file") return;
    this.#replaced.add(path);
    if (this.#replaced.size > mostHeld) return;
    this.#versions.set(path, { before: this.#versions.get(path)?.before ?? rows(), after });
  }
}
