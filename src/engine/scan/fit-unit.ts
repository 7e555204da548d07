/** Makes a unit fit into a push: what it loses is a row of its `problems`. */
import { type FactTable, factTables } from "#contract/fact-tables";
import type { Resolution } from "#contract/fact-words";
import type { FactRow, Unit } from "#contract/unit";

/** Where excerpts stand: what a unit can do without. */
const excerpts = factTables.flatMap(({ name, columns }) =>
  columns.flatMap(({ name: column }, at) =>
    ["preview", "quote", "doc"].includes(column) ? [[name as string, at] as const] : [],
  ),
);

/** Bytes kept free for the rows that say what was left out. */
const room = 4_096;

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value)) + 1;

/**
 * A unit of at most so many bytes: without the texts that quote its file and, where that does not do, without the
 * last rows of its largest tables.
 */
export function fitUnit(unit: Unit, limit: number): Unit {
  const rows: Record<string, FactRow[]> = { ...unit.rows };
  for (const [table, column] of excerpts)
    if (rows[table]) rows[table] = rows[table].map((row) => row.map((value, at) => (at === column ? null : value)));
  const problems = [leftOut(unit.path, 1, linesOf(unit.rows), "a file of so many facts is kept without excerpts")];

  let over = sizeOf(rows) + room - limit;
  const bySize = Object.keys(rows).sort((a, b) => sizeOf(rows[b]) - sizeOf(rows[a]));
  for (const table of bySize) {
    if (over <= 0) break;
    const list = rows[table] ?? [];
    let kept = list.length;
    while (over > 0 && kept > 0) over -= sizeOf(list[--kept]);
    rows[table] = list.slice(0, kept);
    const said = `${list.length - kept} of its ${list.length} ${table} are left out: they are more than a push takes`;
    problems.push(leftOut(unit.path, lineOf(table, list[kept]), lineOf(table, list.at(-1)), said));
  }
  rows.problems = [...(rows.problems ?? []), ...problems];
  return { ...unit, rows: Object.fromEntries(Object.entries(rows).filter(([, list]) => list.length > 0)) };
}

const leftOut = (path: string, line: number, endLine: number, message: string): FactRow => [
  path,
  "left_out",
  line,
  endLine,
  message,
];

const columnOf = (table: string, column: string): number =>
  (factTables as readonly FactTable[])
    .find(({ name }) => name === table)
    ?.columns.findIndex(({ name }) => name === column) ?? -1;

function lineOf(table: string, row: FactRow | undefined): number {
  const line = row?.[columnOf(table, "line")];
  return typeof line === "number" ? line : 1;
}

/** Lines of the file that a unit's rows are of. */
export function linesOf({ files = [] }: Unit["rows"]): number {
  return Number(files[0]?.[columnOf("files", "lines")] ?? 1) || 1;
}

const site = columnOf("calls", "site");
const resolution = columnOf("calls", "resolution");

/** How many of a unit's call sites were resolved in which way; `counts` names the ways. */
export function countCalls(
  { rows }: Unit,
  counts: Readonly<Record<Resolution, number>>,
): Readonly<Record<Resolution, number>> {
  const ways = new Map((rows.calls ?? []).map((row) => [row[site], row[resolution]]));
  const found = Object.fromEntries(Object.keys(counts).map((way) => [way, 0])) as Record<Resolution, number>;
  for (const way of ways.values()) found[way as Resolution]++;
  return found;
}
