/** Where the columns of a table stand in the rows of a unit. */
import { factTable } from "#contract/fact-tables";

/**
 * Where some columns of a table stand in its rows: of some a unit has thousands, which are looked through as they are.
 *
 * @throws RangeError where the table has no such column
 */
export function columnsAt<C extends string>(table: string, ...columns: readonly C[]): Readonly<Record<C, number>> {
  const names = factTable(table)?.columns.map(({ name }) => name as string) ?? [];
  const missing = columns.find((column) => !names.includes(column));
  if (missing !== undefined) throw new RangeError(`${table} has no column ${missing}`);
  return Object.fromEntries(columns.map((column) => [column, names.indexOf(column)])) as Record<C, number>;
}
