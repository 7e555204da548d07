import { lstatSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { ReadAhead } from "./read-ahead.ts";
import { TempFolder } from "./testing/temp-repository.ts";
import { WorkerPool } from "./worker-pool.ts";

const listed = (folder: TempFolder, path: string) => {
  const { size, mtimeMs, ctimeMs } = lstatSync(folder.at(path));
  return { path, size, mtime: mtimeMs, ctime: ctimeMs };
};

async function begin(folder: TempFolder, paths: readonly string[]) {
  const db = new DatabaseSync(":memory:");
  db.exec("create table scan_files (path text, hash text); insert into scan_files values ('a.ts', 'before')");
  const pool = new WorkerPool({ folder: folder.path, generated: false, maxFileBytes: 2 ** 20 }, { workers: 1 });
  pool.warm();
  const ahead = new ReadAhead(db, pool);
  ahead.begin(paths);
  return { pool, ahead };
}

test("what was read ahead is answered of files that are listed as they were then; all others are left", async () => {
  const folder = new TempFolder({ "a.ts": "a();\n", "b.ts": "b();\n", "c.ts": "c();\n" });
  const { pool, ahead } = await begin(folder, ["a.ts", "b.ts", "gone.ts"]);
  const files = ["a.ts", "b.ts", "c.ts"].map((path) => listed(folder, path));
  const [, b] = files;
  if (b) files[1] = { ...b, mtime: b.mtime - 1 };
  const answered: string[] = [];
  const left = await ahead.answer(files, (path, { kind }) => answered.push(`${path} ${kind}`));
  expect(answered).toEqual(["a.ts read"]);
  expect(left.map(({ path }) => path)).toEqual(["b.ts", "c.ts"]);
  await pool.close();
});

test("of what a worker was lost over everything is left", async () => {
  const folder = new TempFolder({ "a.ts": "a();\n" });
  const { pool, ahead } = await begin(folder, ["a.ts"]);
  await pool.close();
  const answered: string[] = [];
  const left = await ahead.answer([listed(folder, "a.ts")], (path) => answered.push(path));
  expect([answered, left.length]).toEqual([[], 1]);
});

test("nothing is read ahead where nothing changed, or more than a few files did", async () => {
  const folder = new TempFolder({});
  const many = Array.from({ length: 17 }, (_, at) => `${at}.ts`);
  for (const paths of [[], many]) {
    const { pool, ahead } = await begin(folder, paths);
    expect(ahead.isAny).toBe(false);
    await pool.close();
  }
});

test("what is found to have changed later is read as well, once", async () => {
  const folder = new TempFolder({ "a.ts": "a();\n", "b.ts": "b();\n" });
  const { pool, ahead } = await begin(folder, ["a.ts"]);
  ahead.begin(["a.ts", "b.ts"]);
  ahead.begin(Array.from({ length: 15 }, (_, at) => `${at}.ts`));
  const answered: string[] = [];
  const files = ["a.ts", "b.ts"].map((path) => listed(folder, path));
  expect(await ahead.answer(files, (path) => answered.push(path))).toEqual([]);
  expect(answered).toEqual(["a.ts", "b.ts"]);
  await pool.close();
});
