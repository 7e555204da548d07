/** Writes units into `drift.db`, inside the scan's transaction. */
import type { DatabaseSync } from "node:sqlite";
import { type FactTable, factTables } from "#contract/fact-tables";
import type { UnitKind } from "#contract/fact-words";
import type { FactRow, Unit } from "#contract/unit";
import { firstFact } from "./schema.ts";

interface TableWriter {
  readonly table: FactTable;
  readonly remove: (unit: number) => void;
  readonly insert: (unit: number, rows: readonly FactRow[]) => void;
}

export class UnitStore {
  readonly #db: DatabaseSync;
  readonly #tables: readonly TableWriter[];
  readonly #put: ReturnType<DatabaseSync["prepare"]>;
  /** Units of this database: `kind path` → its row and hash. */
  readonly #units = new Map<string, { id: number; hash: string }>();
  #nextId = 1;
  #changed = 0;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#tables = factTables.map((table) => tableWriter(db, table));
    this.#put = db.prepare(
      "insert into units (id, hash, kind, path) values (?, ?, ?, ?) on conflict (id) do update set hash = excluded.hash",
    );
    for (const row of db.prepare("select id, hash, kind, path from units").all()) {
      const { id, hash, kind, path } = row as { id: number; hash: string; kind: UnitKind; path: string };
      this.#units.set(key(kind, path), { id, hash });
      this.#nextId = Math.max(this.#nextId, id + 1);
    }
  }

  /** Units that were written or removed. */
  get changed(): number {
    return this.#changed;
  }

  get total(): number {
    return this.#units.size;
  }

  hashOf(kind: UnitKind, path: string): string | undefined {
    return this.#units.get(key(kind, path))?.hash;
  }

  /** Paths of the units of a kind. */
  paths(kind: UnitKind): string[] {
    return [...this.#units.keys()].filter((one) => one.startsWith(`${kind} `)).map((one) => one.slice(kind.length + 1));
  }

  /** Writes a unit's rows, in place of those it had. Nothing is done where the hash is the same. */
  put(hash: string, unit: Unit): void {
    const known = this.#units.get(key(unit.kind, unit.path));
    if (known?.hash === hash) return;
    const id = known?.id ?? this.#nextId++;
    if (known) this.#removeRows(unit.kind, id);
    this.#put.run(id, hash, unit.kind, unit.path);
    for (const { table, insert } of this.#tables) {
      const rows = unit.rows[table.name];
      if (rows) insert(id, rows);
    }
    this.#units.set(key(unit.kind, unit.path), { id, hash });
    this.#changed++;
  }

  remove(kind: UnitKind, path: string): void {
    const known = this.#units.get(key(kind, path));
    if (!known) return;
    this.#removeRows(kind, known.id);
    this.#db.prepare("delete from units where id = ?").run(known.id);
    this.#units.delete(key(kind, path));
    this.#changed++;
  }

  #removeRows(kind: UnitKind, id: number): void {
    for (const { table, remove } of this.#tables) if (table.unit === kind) remove(id);
  }
}

const key = (kind: UnitKind, path: string): string => `${kind} ${path}`;

function tableWriter(db: DatabaseSync, table: FactTable): TableWriter {
  const values = Array.from({ length: table.columns.length + 2 }, () => "?").join(", ");
  const insert = db.prepare(`insert into "${table.name}" values (${values})`);
  const remove = db.prepare(`delete from "${table.name}" where fact >= ? and fact < ?`);
  return {
    table,
    remove: (unit) => {
      remove.run(firstFact(unit), firstFact(unit + 1));
    },
    insert: (unit, rows) => {
      let fact = firstFact(unit);
      // Unlike `run`, it makes no object of how many rows were written: of a scan's rows there are too many for that.
      for (const row of rows) insert.get(fact++, unit, ...row);
    },
  };
}
