import { query } from "./query-db.ts";
import { runScan } from "./run-scan.ts";
import { TempFolder } from "./temp-repository.ts";

/** What a scan of files finds. */
export async function rowsOf(files: Record<string, string>, sql: string): Promise<Record<string, unknown>[]> {
  const folder = new TempFolder(files);
  await runScan(folder);
  return query(folder, sql);
}
