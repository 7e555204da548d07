/** Writes a `drift.db` as a scan would, of files that exist in the test alone. */
import { merkleRoot } from "#contract/unit";
import { fileUnit } from "#durable/project/fixture";
import { DriftDb, openForScan, writeSnapshot } from "#engine/scan/drift-db";
import { UnitStore } from "#engine/scan/unit-store";

/** @param files a text for each path; another text is another unit. */
export async function fakeScan(folder: string, files: Record<string, string>, calls = 1): Promise<string> {
  const { db } = openForScan(folder);
  const store = new UnitStore(db);
  for (const path of store.paths("file")) if (!(path in files)) store.remove("file", path);
  for (const [path, text] of Object.entries(files)) {
    const { hash, line } = await fileUnit(path, text, calls);
    store.put(hash, JSON.parse(line));
  }
  writeSnapshot(db, {
    scanner: "test",
    rootCommit: null,
    branch: "main",
    commit: null,
    commitTime: null,
    dirty: false,
    scannedAt: "2026-01-01T00:00:00.000Z",
    durationMs: 1,
    sourceMode: "snippets",
    counts: { files: store.total, symbols: 0, calls: {}, skipped: {}, languages: {}, problems: 0 },
  });
  db.exec("commit");
  db.close();
  const scanned = DriftDb.open(folder);
  const root = await merkleRoot(scanned.unitHashes());
  scanned.close();
  return root;
}
