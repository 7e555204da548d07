/** The values that a question about one column is answered with. */
import type { DatabaseSync } from "node:sqlite";

export const valuesOf = (db: DatabaseSync, sql: string): ReadonlySet<unknown> =>
  new Set(
    db
      .prepare(sql)
      .all()
      .flatMap((row) => Object.values(row)),
  );
