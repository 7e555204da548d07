/** Writes units into `drift.db`, inside the scan's transaction. */
import { hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { isOfUnit } from "#contract/fact-columns";
import { type FactTable, factTables } from "#contract/fact-tables";
import type { UnitKind } from "#contract/fact-words";
import type { FactRow, Unit } from "#contract/unit";
import { Changes } from "./derive/changes.ts";
import { unitReader } from "./drift-db.ts";
import { firstFact } from "./schema.ts";

interface TableWriter {
  readonly table: FactTable;
  readonly remove: (unit: number) => void;
  readonly insert: (unit: number, rows: readonly FactRow[]) => void;
}

type Statement = ReturnType<DatabaseSync["prepare"]>;

export class UnitStore {
  readonly #db: DatabaseSync;
  readonly #find: Statement;
  /** What the units that were written or removed mean for derived facts. */
  readonly changes = new Changes();
  /** Made when the first unit is written or removed. */
  #read: ReturnType<typeof unitReader> | undefined;
  #writers: { readonly tables: readonly TableWriter[]; readonly put: Statement } | undefined;
  /** The rows of units that are most likely to be replaced, by ids. */
  readonly #expected = new Map<number, Unit["rows"]>();
  #nextId: number | undefined;
  #changed = 0;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#find = db.prepare("select id, hash from units where kind = ? and path = ?");
  }

  /** Units that were written or removed. */
  get changed(): number {
    return this.#changed;
  }

  get total(): number {
    return Number(this.#db.prepare("select count(*) as n from units").get()?.n);
  }

  hashOf(kind: UnitKind, path: string): string | undefined {
    return this.#unit(kind, path)?.hash;
  }

  #unit(kind: UnitKind, path: string): { id: number; hash: string } | undefined {
    return this.#find.get(kind, path) as { id: number; hash: string } | undefined;
  }

  /** Paths of the units of a kind. */
  paths(kind: UnitKind): string[] {
    const rows = this.#db.prepare("select path from units where kind = ?");
    rows.setReturnArrays(true);
    return rows.all(kind).map((row) => (row as unknown as [string])[0]);
  }

  /** Reads ahead what putting a unit needs, while others are still making it. */
  expect(kind: UnitKind, path: string): void {
    this.#writing();
    const known = this.#unit(kind, path);
    if (known) this.#expected.set(known.id, this.#rowsOf(kind, known.id));
  }

  #rowsOf(kind: UnitKind, id: number): Unit["rows"] {
    this.#read ??= unitReader(this.#db);
    return this.#read(kind, id);
  }

  /** Writes a unit's rows, in place of those it had. Nothing is done where the hash is the same. */
  put(hash: string, unit: Unit): void {
    const known = this.#unit(unit.kind, unit.path);
    if (known?.hash === hash) return;
    const { tables, put } = this.#writing();
    const id = known?.id ?? this.#newId();
    if (known) {
      this.changes.replaces(unit, () => this.#expected.get(known.id) ?? this.#rowsOf(unit.kind, known.id));
      this.#removeRows(unit.kind, id);
    } else this.changes.comesOrGoes(unit.kind);
    put.run(id, hash, unit.kind, unit.path);
    for (const { table, insert } of tables) {
      const rows = unit.rows[table.name];
      if (rows) insert(id, rows);
    }
    this.#changed++;
  }

  /** The same of a unit's canonical line. */
  putLine(line: string): void {
    this.put(hash("sha256", line), JSON.parse(line) as Unit);
  }

  remove(kind: UnitKind, path: string): void {
    const known = this.#unit(kind, path);
    if (!known) return;
    this.changes.comesOrGoes(kind);
    this.#removeRows(kind, known.id);
    this.#db.prepare("delete from units where id = ?").run(known.id);
    this.#changed++;
  }

  /** One that no unit has, nor had since this scan began. */
  #newId(): number {
    this.#nextId ??= Number(this.#db.prepare("select coalesce(max(id), 0) + 1 as n from units").get()?.n);
    return this.#nextId++;
  }

  #writing() {
    this.#writers ??= {
      tables: factTables.map((table) => tableWriter(this.#db, table)),
      put: this.#db.prepare(
        "insert into units (id, hash, kind, path) values (?, ?, ?, ?) on conflict (id) do update set hash = excluded.hash",
      ),
    };
    return this.#writers;
  }

  #removeRows(kind: UnitKind, id: number): void {
    for (const { table, remove } of this.#writing().tables) if (isOfUnit(table, kind)) remove(id);
  }
}

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
