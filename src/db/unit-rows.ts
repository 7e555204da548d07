/**
 * Writes units and their facts, and removes them.
 *
 * Rows travel as JSON text through `json_each`, so a statement has two parameters whatever it holds;
 * a text stays under D1's 2 MB a value. A unit's id is not known while the statements are built: each
 * finds it by hash, so that units and facts go in with one batch, which D1 runs as one transaction.
 */
import { factTables } from "#contract/fact-tables";
import { type SearchColumn, searchColumns } from "#contract/terms";
import type { FactRow, Unit } from "#contract/unit";

/** A unit as a pack brought it: validated, its hash recomputed. */
export interface IngestUnit extends Unit {
  hash: string;
}

/** UTF-8 bytes of one JSON parameter. */
const chunkBytes = 1_500_000;

const quoted = (name: string): string => `"${name}"`;

/** JSON array text in chunks of at most `chunkBytes`. */
class JsonChunks {
  readonly #done: string[] = [];
  #items: string[] = [];
  #bytes = 0;

  add(json: string): void {
    const bytes = Buffer.byteLength(json) + 1;
    if (this.#bytes + bytes > chunkBytes) this.#flush();
    this.#items.push(json);
    this.#bytes += bytes;
  }

  take(): string[] {
    this.#flush();
    return this.#done;
  }

  #flush(): void {
    if (this.#items.length > 0) this.#done.push(`[${this.#items.join(",")}]`);
    this.#items = [];
    this.#bytes = 0;
  }
}

/** `[hash, position of the first row, [row, …]]`, split where a unit's rows exceed a chunk. */
function addRows(chunks: JsonChunks, hash: string, rows: Iterable<string>): void {
  let first = 0;
  let part: string[] = [];
  let bytes = 0;
  const flush = () => {
    if (part.length > 0) chunks.add(`["${hash}",${first},[${part.join(",")}]]`);
    first += part.length;
    part = [];
    bytes = 0;
  };
  for (const row of rows) {
    const size = Buffer.byteLength(row) + 1;
    if (bytes + size > chunkBytes - 200) flush();
    part.push(row);
    bytes += size;
  }
  flush();
}

/**
 * The rows of a chunk beside their units. Materialized: were `j.value` read beside each row, the whole
 * text would be parsed once a row.
 */
const parts = `with part as materialized (
    select u.id as unit, (u.id << 20) + (j.value ->> 1) as first, j.value -> 2 as rows
    from json_each(?2) j cross join units u on u.project = ?1 and u.hash = j.value ->> 0
  )`;
const rowId = "part.first + r.key";
const rowsOfParts = "from part cross join json_each(part.rows) r";

const insertUnits = `insert or ignore into units (project, hash, kind, path, rows)
  select ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(?2)`;

/** Runs before the symbols are there: a unit that another push brought meanwhile is not indexed twice. */
const insertWords = `${parts} insert into symbol_search (rowid, ${searchColumns.join(", ")})
  select ${rowId}, ${searchColumns.map((_, at) => `r.value ->> ${at}`).join(", ")} ${rowsOfParts}
  where not exists (select 1 from symbols s where s.row_id = ${rowId})`;

const insertFacts = new Map(
  factTables.map(({ name, columns }) => {
    const names = ["row_id", "project", "unit", ...columns.map((column) => column.name)].map(quoted).join(", ");
    const values = columns.map((_, at) => `r.value ->> ${at}`).join(", ");
    return [
      name as string,
      `${parts} insert or ignore into ${quoted(name)} (${names})
        select ${rowId}, ?1, part.unit, ${values} ${rowsOfParts}`,
    ];
  }),
);

/** Gathers units, then gives the statements of one batch. Holds their rows as JSON text only. */
export class UnitBatch {
  readonly #units = new JsonChunks();
  readonly #words = new JsonChunks();
  readonly #facts = new Map<string, JsonChunks>();
  readonly #indexed: (text: string) => string;

  /** @param indexed the words of a text as `symbol_search` holds them */
  constructor(indexed: (text: string) => string) {
    this.#indexed = indexed;
  }

  add({ hash, kind, path, rows }: IngestUnit): void {
    let count = 0;
    for (const [table, list] of Object.entries(rows)) {
      count += list.length;
      const chunks = this.#facts.get(table) ?? new JsonChunks();
      this.#facts.set(table, chunks);
      addRows(chunks, hash, jsonOf(list));
    }
    if (rows.symbols) addRows(this.#words, hash, this.#wordsOf(rows.symbols));
    this.#units.add(JSON.stringify([hash, kind, path, count]));
  }

  statements(shard: D1DatabaseSession, project: number): D1PreparedStatement[] {
    const each = (sql: string, chunks: JsonChunks) =>
      chunks.take().map((json) => shard.prepare(sql).bind(project, json));
    return [
      ...each(insertUnits, this.#units),
      ...each(insertWords, this.#words),
      ...[...this.#facts].flatMap(([table, chunks]) => each(insertFacts.get(table) as string, chunks)),
    ];
  }

  *#wordsOf(symbols: readonly FactRow[]): Iterable<string> {
    for (const row of symbols) {
      yield JSON.stringify(searchColumns.map((column) => this.#indexed(String(row[symbolColumn[column]] ?? ""))));
    }
  }
}

function* jsonOf(rows: readonly FactRow[]): Iterable<string> {
  for (const row of rows) yield JSON.stringify(row);
}

const symbolColumns: readonly string[] =
  factTables.find((table) => table.name === "symbols")?.columns.map((c) => c.name) ?? [];
const symbolColumn = Object.fromEntries(
  searchColumns.map((column) => [column, symbolColumns.indexOf(column)]),
) as Record<SearchColumn, number>;

/** The statements that remove units, by id, with all their facts. */
export function removeUnits(shard: D1DatabaseSession, ids: readonly number[]): D1PreparedStatement[] {
  const json = JSON.stringify(ids);
  const within = (table: string) => `select f.row_id from json_each(?1) j
    cross join ${table} f on f.row_id >= j.value << 20 and f.row_id < (j.value + 1) << 20`;
  return [
    `delete from symbol_search where rowid in (${within("symbols")})`,
    ...factTables.map(({ name }) => `delete from ${quoted(name)} where row_id in (${within(quoted(name))})`),
    "delete from units where id in (select value from json_each(?1))",
  ].map((sql) => shard.prepare(sql).bind(json));
}
