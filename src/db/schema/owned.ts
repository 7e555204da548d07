/** What every fact table begins with, and what its indexes share. */
import { sql } from "drizzle-orm";
import { integer, type SQLiteColumn } from "drizzle-orm/sqlite-core";

/** Fresh builders for the columns that every fact table begins with. */
export const owned = () => ({
  rowId: integer("row_id").primaryKey(),
  project: integer("project").notNull(),
  unit: integer("unit").notNull(),
});

export const present = (column: SQLiteColumn) => sql`${sql.identifier(column.name)} is not null`;
