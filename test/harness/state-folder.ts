/** What lies in the state folder of an edge that was stopped, read past the Worker. */
import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { factTables } from "#contract/fact-tables";

export interface Shown {
  rootHash: string;
  /** Rows of each fact table, of `manifests` and of the search index: unit hashes in place of unit ids. */
  rows: Record<string, unknown[]>;
}

type Row = Record<string, string | number | null>;

/** What the head of the state folder's one project shows. Throws where the database is not sound. */
export function readShown(state: string, branch: string): Shown {
  const databases = openDatabases(state);
  try {
    const account = databases.find((db) => hasTable(db, "branches"));
    const heads = account?.prepare("select * from branches where name = ? and head_seq > 0").all(branch) as Row[];
    if (heads.length !== 1) throw new Error(`${heads.length} heads of ${branch} in ${state}`);
    const [head] = heads as [Row];
    const shard = databases.find((db) => hasTable(db, "manifests") && count(db, "units") > 0);
    if (!shard) throw new Error(`no shard with units in ${state}`);
    for (const db of databases) refuseDamage(db);
    shard.exec(`create temp table shown as select u.id, u.hash, u.kind, u.path, u.rows
      from manifests m left join units u on u.id = m.unit
      where m.branch = ${head.id} and m.born <= ${head.head_seq} and (m.died is null or m.died > ${head.head_seq})`);
    return { rootHash: String(head.root_hash), rows: rowsOf(shard) };
  } finally {
    for (const db of databases) db.close();
  }
}

/** Rows that should not be there, by what is wrong with them; all zero in a sound shard. */
export function countStrays(state: string): Record<string, number> {
  const strays: Record<string, number> = {};
  for (const db of openDatabases(state)) {
    if (hasTable(db, "manifests")) {
      const add = (what: string, sql: string) => {
        strays[what] = (strays[what] ?? 0) + Number(db.prepare(`select count(*) as n ${sql}`).get()?.n);
      };
      add("manifest rows without a unit", "from manifests where unit not in (select id from units)");
      add(
        "units shown twice",
        "from (select 1 from manifests where died is null group by branch, unit having count(*) > 1)",
      );
      for (const { name } of factTables) {
        add(`${name} without a unit`, `from "${name}" where unit not in (select id from units)`);
      }
      const held = factTables.map(({ name }) => `(select count(*) from "${name}" f where f.unit = u.id)`).join(" + ");
      add("units that lack facts", `from units u where u.rows <> ${held}`);
      add("symbols that are not indexed", "from symbols where row_id not in (select rowid from symbol_search)");
      add("indexed symbols that are gone", "from symbol_search where rowid not in (select row_id from symbols)");
    }
    db.close();
  }
  return strays;
}

/**
 * Processes of this user that hold a file below the folder open; none is found where the system does not
 * tell (it is asked through `/proc`).
 */
export function holdersOf(folder: string): number[] {
  return list("/proc")
    .map(Number)
    .filter(
      (pid) => pid > 0 && list(`/proc/${pid}/fd`).some((fd) => target(`/proc/${pid}/fd/${fd}`).startsWith(folder)),
    );
}

function rowsOf(shard: DatabaseSync): Shown["rows"] {
  const all = (sql: string) => shard.prepare(sql).all();
  const rows: Shown["rows"] = { units: all("select hash, kind, path, rows from temp.shown order by kind, path") };
  for (const { name, columns } of factTables) {
    const list = columns.map((column) => `f."${column.name}"`).join(", ");
    rows[name] = all(
      `select s.hash as unit_hash, f.row_id & 0xfffff as position, f.project, ${list}
      from temp.shown s join "${name}" f on f.unit = s.id order by 1, 2`,
    );
  }
  shard.exec("create virtual table temp.words using fts5vocab(main, symbol_search, instance)");
  rows.symbol_search = all(
    `select s.hash as unit_hash, w.doc & 0xfffff as position, w.term, w.col, w.offset
    from temp.words w join temp.shown s on s.id = w.doc >> 20 order by 1, 2, 4, 5, 3`,
  );
  return rows;
}

function openDatabases(state: string): DatabaseSync[] {
  const folder = join(state, "storage", "d1");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".sqlite") && !file.endsWith("metadata.sqlite"))
    .map((file) => new DatabaseSync(join(folder, file)));
}

const hasTable = (db: DatabaseSync, name: string): boolean =>
  db.prepare("select 1 from sqlite_schema where name = ?").get(name) !== undefined;

const count = (db: DatabaseSync, table: string): number =>
  Number(db.prepare(`select count(*) as n from "${table}"`).get()?.n);

function refuseDamage(db: DatabaseSync): void {
  const found = db.prepare("pragma integrity_check").all();
  if (found.length !== 1 || found[0]?.integrity_check !== "ok") throw new Error(JSON.stringify(found));
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function target(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return "";
  }
}
