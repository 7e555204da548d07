/**
 * What the last scan knows of flows, kept in `scan_flows`: of each file with entry points, what its flows rest on. While
 * none of that changed, nor its entry points, they are what they were.
 */
import type { DatabaseSync } from "node:sqlite";
import type { FactRow } from "#contract/unit";
import { fromBlob, holds, type Keys, toBlob } from "#engine/scan/consulted";

interface Known {
  /** Names the entry points that the flows were derived of. */
  readonly entries: string;
  /** Their flows are so many of the first rows of the file's unit. */
  readonly told: number;
  readonly consulted: Keys;
}

export class KeptFlows {
  readonly #db: DatabaseSync;
  readonly #known = new Map<string, Known>();
  readonly #changed: readonly number[];
  #rows: ReturnType<DatabaseSync["prepare"]> | undefined;

  /**
   * @param changed keys of what is another than before; undefined: nothing that was kept counts
   */
  constructor(db: DatabaseSync, changed: Iterable<number> | undefined) {
    this.#db = db;
    this.#changed = [...(changed ?? [])];
    if (!changed) db.exec("delete from scan_flows");
    for (const row of db.prepare("select path, entries, told, consulted from scan_flows").iterate()) {
      const { path, entries, told, consulted } = row as Omit<Known, "consulted"> & {
        path: string;
        consulted: Uint8Array;
      };
      this.#known.set(path, { entries, told, consulted: fromBlob(consulted) });
    }
  }

  /** Whether the flows from these entry points of a file are what they were. */
  isSame(path: string, entries: string): boolean {
    const known = this.#known.get(path);
    return known?.entries === entries && !this.#changed.some((key) => holds(known.consulted, key));
  }

  keep(path: string, entries: string, told: number, consulted: Iterable<number>): void {
    const keys = Uint32Array.from(consulted).sort();
    this.#known.set(path, { entries, told, consulted: keys });
    const put = this.#db.prepare("insert or replace into scan_flows values (?, ?, ?, ?)");
    put.run(path, entries, told, toBlob(keys));
  }

  /** Forgets the files that have no entry points any more. */
  retain(paths: ReadonlyMap<string, unknown>): void {
    const remove = this.#db.prepare("delete from scan_flows where path = ?");
    for (const path of this.#known.keys()) if (!paths.has(path)) remove.run(path);
  }

  /** Whether a file's unit holds nothing but what was told of its entry points. */
  isWhole(path: string): boolean {
    return this.#unitOf(path).length === this.#known.get(path)?.told;
  }

  /** The flows from a file's entry points, as its unit holds them. */
  rowsOf(path: string): FactRow[] {
    return this.#unitOf(path).slice(0, this.#known.get(path)?.told);
  }

  #unitOf(path: string): FactRow[] {
    this.#rows ??= this.#db.prepare(
      `select flows.* from flows join units on flows.fact >= units.id * 1048576 and flows.fact < (units.id + 1) * 1048576
       where units.kind = 'flow' and units.path = ? order by fact`,
    );
    this.#rows.setReturnArrays(true);
    // Before a table's own columns stand `fact` and `unit`.
    return (this.#rows.all(path) as unknown as FactRow[]).map((row) => row.slice(2));
  }
}
