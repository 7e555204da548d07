/** The rows of one unit, by the names of their columns. */
import { factTable } from "#contract/fact-tables";
import type { FactRow, Unit } from "#contract/unit";

type Cell = FactRow[number];

const places = new Map<string, ReadonlyMap<string, number>>();

/** Where each column of a table stands in its rows. */
function placesOf(table: string): ReadonlyMap<string, number> {
  const known = places.get(table);
  if (known) return known;
  const found = new Map(factTable(table)?.columns.map(({ name }, at) => [name, at]));
  places.set(table, found);
  return found;
}

/** Of a column that the table has not, rows have nothing. */
function listed(table: string, columns: readonly string[]): number[] {
  const at = placesOf(table);
  return columns.map((column) => at.get(column) ?? -1);
}

/**
 * Where some columns of a table stand in its rows: of calls a unit has thousands, which are looked through as they are.
 *
 * @throws RangeError where the table has no such column
 */
export function columnsAt<C extends string>(table: string, ...columns: readonly C[]): Readonly<Record<C, number>> {
  const at = listed(table, columns);
  const missing = columns.find((_, place) => at[place] === -1);
  if (missing !== undefined) throw new RangeError(`${table} has no column ${missing}`);
  return Object.fromEntries(columns.map((column, place) => [column, at[place]])) as Record<C, number>;
}

/** A table's rows as they are, to be read with `columnsAt`. */
export const rawRows = (unit: Unit, table: string): readonly FactRow[] => unit.rows[table] ?? [];

/** The rows of a table with some of its columns, in their order. */
export function rowsOf<T>(unit: Unit, table: string, columns: readonly (keyof T & string)[]): T[] {
  const rows = unit.rows[table];
  if (rows === undefined) return [];
  const at = listed(table, columns);
  return rows.map((row) => {
    const made: Record<string, Cell> = {};
    for (let column = 0; column < columns.length; column++)
      made[columns[column] as string] = row[at[column] as number] ?? null;
    return made as T;
  });
}

/** The same as tuples: for tables of which a unit has many rows. */
export function tuplesOf<T extends readonly Cell[]>(unit: Unit, table: string, columns: readonly string[]): T[] {
  const rows = unit.rows[table];
  if (rows === undefined) return [];
  const at = listed(table, columns);
  return rows.map((row) => at.map((place) => row[place] ?? null) as unknown as T);
}
