import { DatabaseSync } from "node:sqlite";
import { driftDbPath } from "#engine/scan/drift-folder";
import type { TempFolder } from "./temp-repository.ts";

/** Rows of a query on the last scan. */
export function query(folder: TempFolder, sql: string): Record<string, unknown>[] {
  const db = new DatabaseSync(driftDbPath(folder.path), { readOnly: true });
  try {
    return db
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    db.close();
  }
}
