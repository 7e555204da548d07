/** What a scan derives of what entry points reach, a line each. */
import { DatabaseSync } from "node:sqlite";
import { driftDbPath } from "#engine/scan/drift-folder";
import type { TempFolder } from "./temp-repository.ts";

/** A flow a line: what, how, by which way. */
export function flows(folder: TempFolder): string[] {
  const db = new DatabaseSync(driftDbPath(folder.path), { readOnly: true });
  try {
    return db
      .prepare(
        `select entry, iif(tainted, 'taints', 'reaches') as how, operation, subject, (
           select group_concat(substr(json_extract(value, '$.symbol'), instr(json_extract(value, '$.symbol'), '#') + 1)
             || '+' || json_extract(value, '$.offset'), ' ') from json_each(way)) as way,
           iif(uncertain is null, null, 'unsure at ' || uncertain) as unsure, guards, sensitive
         from flows order by 1, 2, 3, 4`,
      )
      .all()
      .map((row) => Object.values(row).filter(Boolean).join(" "));
  } finally {
    db.close();
  }
}
