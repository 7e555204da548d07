/** What a scan derives of requests and the endpoints that answer them, a line each. */
import { DatabaseSync } from "node:sqlite";
import { driftDbPath } from "#engine/scan/drift-folder";
import type { TempFolder } from "./temp-repository.ts";

export function contracts(folder: TempFolder): string[] {
  const db = new DatabaseSync(driftDbPath(folder.path), { readOnly: true });
  try {
    return db
      .prepare("select method, route, url, parameters, mismatches, confidence from contracts order by url, method")
      .all()
      .map((row) => Object.values(row).filter(Boolean).join(" "));
  } finally {
    db.close();
  }
}
