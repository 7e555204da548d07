/** The rows of one unit as objects. */
import { factTable } from "#contract/fact-tables";
import type { FactRow, Unit } from "#contract/unit";

type Cell = FactRow[number];

const places = new Map<string, readonly number[]>();

/** Where columns stand in a table's rows. */
function placesOf(table: string, columns: readonly string[]): readonly number[] {
  const key = `${table} ${columns.join(" ")}`;
  const known = places.get(key);
  if (known) return known;
  const all = factTable(table)?.columns.map(({ name }) => name) ?? [];
  const found = columns.map((column) => all.indexOf(column));
  places.set(key, found);
  return found;
}

/** The rows of a table with some of its columns, in their order. */
export function rowsOf<T>(unit: Unit, table: string, columns: readonly (keyof T & string)[]): T[] {
  const at = placesOf(table, columns);
  return (unit.rows[table] ?? []).map((row) => {
    const made: Record<string, Cell> = {};
    for (let column = 0; column < columns.length; column++)
      made[columns[column] as string] = row[at[column] as number] ?? null;
    return made as T;
  });
}

/** The same as tuples: for tables of which a unit has thousands of rows. */
export function tuplesOf<T extends readonly Cell[]>(unit: Unit, table: string, columns: readonly string[]): T[] {
  const at = placesOf(table, columns);
  return (unit.rows[table] ?? []).map((row) => at.map((place) => row[place] ?? null) as unknown as T);
}
