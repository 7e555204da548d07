import { scan } from "#engine/scan/scan";
import { query } from "./query-db.ts";
import { TempFolder } from "./temp-repository.ts";

/** What a scan of files finds. */
export async function rowsOf(files: Record<string, string>, sql: string): Promise<Record<string, unknown>[]> {
  const folder = new TempFolder(files);
  await scan({ folder: folder.path, sourceMode: "snippets", generated: false, scanner: "test" });
  return query(folder, sql);
}
