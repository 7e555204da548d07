/** What changed in the rows that derived facts are made of. */
import type { DatabaseSync } from "node:sqlite";
import { factTable } from "#contract/fact-tables";
import type { UnitKind } from "#contract/fact-words";
import type { Unit } from "#contract/unit";
import { firstFact } from "#engine/scan/schema";

/**
 * The columns of files for other things than tests that `tests/` and `modules/` read, and `entry-points.ts` for them.
 * Lines are not among them: where only those changed, what a test covers, what none reaches and what depends on what is
 * as it was.
 */
const read: Readonly<Record<string, readonly string[]>> = {
  files: ["path", "language", "is_test", "is_generated"],
  symbols: [
    "id",
    "name",
    "kind",
    "parent",
    "exported",
    "visibility",
    "complexity",
    "is_abstract",
    "decorators",
    "params",
  ],
  calls: ["caller", "callee", "callee_name", "resolution"],
  references: ["symbol"],
  imports: ["kind", "resolved", "type_only", "dynamic"],
  exports: ["name", "symbol", "resolved", "type_only"],
  type_relations: ["type", "relation", "target"],
  type_members: ["type", "kind", "name"],
  error_sites: ["kind", "symbol"],
  registrations: [
    ...["kind", "framework", "owner", "method", "route", "name", "handler", "handler_name", "guards", "mounted"],
  ],
};

const tables = Object.entries(read).map(([name, columns]) => {
  const all = factTable(name)?.columns.map((column) => column.name) ?? [];
  return { name, columns, at: columns.map((column) => all.indexOf(column)) };
});

export class Changes {
  readonly #db: DatabaseSync;
  #isFresh = false;
  #isDeep = false;
  readonly #kinds = new Set<UnitKind>();
  readonly #moved = new Set<string>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Something changed that other facts are derived from: of documents none is. */
  get isAny(): boolean {
    return this.#isFresh || this.#kinds.size > Number(this.#kinds.has("document"));
  }

  /** Something may have changed besides lines. */
  get isDeep(): boolean {
    return this.#isDeep;
  }

  /** Kinds of the units that were written or removed. */
  get kinds(): ReadonlySet<UnitKind> {
    return this.#kinds;
  }

  /** Files for other things than tests in which at most lines changed. */
  get moved(): ReadonlySet<string> {
    return this.#moved;
  }

  /** What the last scan derived does not count. */
  get isFresh(): boolean {
    return this.#isFresh;
  }

  /** Everything is to be derived anew, whatever changed. */
  all(): void {
    this.#isFresh = true;
    this.#isDeep = true;
  }

  /** A unit comes or goes. */
  comesOrGoes(kind: UnitKind): void {
    this.#kinds.add(kind);
    this.#isDeep ||= kind === "file" || kind === "package";
  }

  /** @param id of the unit's rows, which are still those before */
  replaces(unit: Unit, id: number): void {
    this.#kinds.add(unit.kind);
    if (this.#isDeep || (unit.kind !== "file" && unit.kind !== "package")) return;
    if (unit.kind === "package" || !this.#isSame(unit, id)) this.#isDeep = true;
    else this.#moved.add(unit.path);
  }

  #isSame({ rows }: Unit, id: number): boolean {
    const range = [firstFact(id), firstFact(id + 1)] as const;
    const isTest = factTable("files")?.columns.findIndex(({ name }) => name === "is_test") ?? -1;
    const hasTests = this.#db.prepare("select 1 from tests where fact >= ? and fact < ? limit 1").get(...range);
    if (rows.tests || hasTests || rows.files?.some((row) => row[isTest] === 1)) return false;
    return tables.every(({ name, columns, at }) => {
      const before = this.#db.prepare(
        `select ${columns.map((one) => `"${one}"`).join(", ")} from "${name}" where fact >= ? and fact < ? order by fact`,
      );
      before.setReturnArrays(true);
      const after = (rows[name] ?? []).map((row) => at.map((column) => row[column]));
      return JSON.stringify(before.all(...range)) === JSON.stringify(after);
    });
  }
}
