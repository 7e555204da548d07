import { copyFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { DriftDb, openForScan } from "./drift-db.ts";
import { driftDbPath } from "./drift-folder.ts";
import { schemaVersion } from "./schema.ts";
import { dumpDb } from "./testing/dump-db.ts";
import { runScan } from "./testing/run-scan.ts";
import { TempFolder } from "./testing/temp-repository.ts";

const scanned = async (): Promise<TempFolder> => {
  const folder = new TempFolder({ "a.ts": "export const a = () => b();\nconst b = () => 1;\n" });
  await runScan(folder);
  return folder;
};

function change(folder: TempFolder, sql: string): void {
  const db = new DatabaseSync(driftDbPath(folder.path));
  db.exec(sql);
  db.close();
}

test("a folder that was not scanned is told as such", () => {
  const folder = new TempFolder();
  expect(() => DriftDb.open(folder.path)).toThrow(expect.objectContaining({ kind: "no_scan" }));
});

test("what a first scan left that was killed is taken back, and is no scan", () => {
  const [folder, killed] = [new TempFolder(), new TempFolder()];
  const [path, from] = [driftDbPath(folder.path), driftDbPath(killed.path)];
  const { db } = openForScan(killed.path);
  const rows = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000) select i from n";
  db.exec(`pragma cache_size = 1; create table filler as select i, randomblob(500) as b from (${rows})`);
  openForScan(folder.path).db.close();
  for (const suffix of ["", "-journal"]) copyFileSync(from + suffix, path + suffix);
  db.close();
  const reader = new DatabaseSync(path, { readOnly: true });
  expect(() => reader.prepare("select 1 from sqlite_schema").all()).toThrow(/readonly/);
  reader.close();
  expect(() => DriftDb.open(folder.path)).toThrow(expect.objectContaining({ kind: "no_scan" }));
});

test("a newer database is refused, and left as it is", async () => {
  const folder = await scanned();
  change(folder, `update meta set value = '${schemaVersion + 1}' where key = 'schema_version'`);
  const before = readFileSync(driftDbPath(folder.path));
  expect(() => DriftDb.open(folder.path)).toThrow(expect.objectContaining({ kind: "newer" }));
  await expect(runScan(folder)).rejects.toMatchObject({ kind: "newer" });
  expect(readFileSync(driftDbPath(folder.path)).equals(before)).toBe(true);
});

test("an older database is built anew, and that is said", async () => {
  const folder = await scanned();
  const before = dumpDb(folder.path);
  change(folder, "drop view call_edges; drop table calls; create table old (a); create view v as select a from old");
  change(folder, "update meta set value = '0' where key = 'schema_version'");
  expect(() => DriftDb.open(folder.path)).toThrow(expect.objectContaining({ kind: "no_scan" }));
  const { notes } = await runScan(folder);
  expect(notes[0]).toMatch(/built anew$/);
  expect(dumpDb(folder.path)).toEqual(before);
});

test.each([
  ["text instead of a database", (path: string) => writeFileSync(path, "not a database at all, but a longer text")],
  ["a database cut off", (path: string) => truncateSync(path, 8_192)],
  [
    "another program's database",
    (path: string) => {
      writeFileSync(path, "");
      const db = new DatabaseSync(path);
      db.exec("create table notes (text)");
      db.close();
    },
  ],
  [
    "a page of noise",
    (path: string) => {
      const bytes = readFileSync(path);
      bytes.fill(0xa5, 4_096, bytes.length);
      writeFileSync(path, bytes);
    },
  ],
])("%s is told as damaged; a scan sets it aside and builds a new one", async (_name, damage) => {
  const folder = await scanned();
  const whole = dumpDb(folder.path);
  const path = driftDbPath(folder.path);
  damage(path);
  const damaged = readFileSync(path);
  expect(() => DriftDb.open(folder.path).snapshot()).toThrow(expect.objectContaining({ kind: "damaged" }));
  const { notes } = await runScan(folder);
  expect(notes[0]).toMatch(/kept as drift.db.corrupt/);
  expect(readFileSync(`${path}.corrupt`).equals(damaged)).toBe(true);
  expect(dumpDb(folder.path)).toEqual(whole);
});

test("while one scan writes, another is told to wait, and readers read on", async () => {
  const folder = await scanned();
  const { db } = openForScan(folder.path);
  await expect(runScan(folder)).rejects.toMatchObject({ kind: "busy" });
  const reader = DriftDb.open(folder.path);
  expect(reader.snapshot().counts.files).toBe(1);
  reader.close();
  db.close();
  await runScan(folder);
});

test("a scan that dies leaves what was there", async () => {
  const folder = await scanned();
  const before = dumpDb(folder.path);
  const { db } = openForScan(folder.path);
  db.exec("delete from units; delete from calls; delete from meta");
  db.close();
  expect(dumpDb(folder.path)).toEqual(before);
});
