import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { TempFolder, TempRepository } from "#engine/scan/testing/temp-repository";
import { runDrift, startDrift } from "./testing/run-drift.ts";

const sources = {
  "a.ts": "export const a = () => b();\nconst b = () => 1;\n",
  "notes.txt": "",
  "b.ts": "missing();\nfunction broken((;\n",
};

test("drift scan --json prints the shape that scripts stand on, and nothing else", async () => {
  const repository = new TempRepository(sources);
  const { code, stdout, stderr } = await runDrift(["scan", repository.path, "--json"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const { ms, peakRssBytes, ...rest } = JSON.parse(stdout);
  expect(ms).toBeGreaterThan(0);
  expect(peakRssBytes).toBeGreaterThan(10_000_000);
  expect(rest).toEqual({
    db: repository.at(".drift/drift.db"),
    files: { seen: 3, parsed: 2, skipped: { unsupported: 1 } },
    languages: { typescript: 2 },
    symbols: 2,
    calls: { exact: 1, typed: 0, unique: 0, ambiguous: 0, external: 1, dynamic: 0, unresolved: 0 },
    units: { total: 4, changed: 4 },
  });
});

test("drift scan tells people what it read, what it skipped and where the facts are", async () => {
  const folder = new TempFolder(sources);
  const { code, stdout, stderr } = await runDrift(["scan"], { cwd: folder.path });
  expect(code).toBe(0);
  expect(
    stdout.replace(/^\d.*memory at most/m, "<time, memory>").replaceAll(folder.path, "<folder>"),
  ).toMatchInlineSnapshot(`
    "2 of 3 files read (typescript 2)
    1 skipped: unsupported 1
    2 symbols, 2 calls: exact 1, external 1
    2 places could not be read as they stand: drift status --problems
    3 of 3 units changed
    <time, memory> → <folder>/.drift/drift.db
    "
  `);
  expect(stderr).toBe("note: not a git repository: files are listed without it, and there is no history\n");
});

test("drift status says what was scanned, and whether the folder has changed since", async () => {
  const repository = new TempRepository(sources);
  expect(await runDrift(["status", repository.path])).toMatchObject({ code: 4 });
  await runDrift(["scan", repository.path]);
  const status = async () =>
    (await runDrift(["status", "--json"], { cwd: repository.path })).json() as never as Record<string, unknown>;
  const changes = { commit: null, added: [], modified: [], deleted: [] };
  expect(await status()).toMatchObject({ isBehind: false, changes, units: { commit: 1, file: 2 } });
  repository.write({ "a.ts": sources["a.ts"].replace("1", "2"), "c.ts": "" }).remove("b.ts");
  const changed = { ...changes, added: ["c.ts"], modified: ["a.ts"], deleted: ["b.ts"] };
  expect(await status()).toMatchObject({ isBehind: true, changes: changed });
  const commit = repository.commit("next");
  expect(await status()).toMatchObject({ isBehind: true, changes: { ...changed, commit } });
  const told = await runDrift(["status", repository.path]);
  expect(told.stdout).toContain(
    `behind     HEAD is ${commit.slice(0, 12)}, 1 modified, 1 added, 1 deleted; run drift scan`,
  );
  const { problems } = (await runDrift(["status", "--problems", "--json"], { cwd: repository.path })).json() as {
    problems: unknown[];
  };
  expect(problems).toContainEqual(expect.objectContaining({ path: "b.ts", kind: "syntax" }));
});

test("bad input ends with a clear message, what to do next, and an exit code of its own", async () => {
  const folder = new TempFolder(sources);
  const missing = await runDrift(["scan", folder.at("missing")]);
  expect(missing).toMatchObject({
    code: 3,
    stderr: `drift: there is no folder ${folder.at("missing")}\n  Give the path of the repository to read.\n`,
  });
  const file = await runDrift(["scan", folder.at("a.ts")]);
  expect(file).toMatchObject({
    code: 3,
    stderr: `drift: ${folder.at("a.ts")} is not a folder\n  Try ${folder.path}.\n`,
  });

  await runDrift(["scan", folder.path]);
  const path = folder.at(".drift/drift.db");
  const db = new DatabaseSync(path);
  db.exec("begin immediate");
  const busy = await runDrift(["scan", folder.path, "--json"]);
  expect(busy.code).toBe(7);
  expect(busy.json()).toEqual({
    error: {
      code: "busy",
      message: `another drift is writing ${path}`,
      hint: "Wait until it is done, then try again.",
      exit: 7,
    },
  });
  db.exec("rollback; update meta set value = '99' where key = 'schema_version'");
  db.close();
  expect(await runDrift(["scan", folder.path])).toMatchObject({ code: 5 });
  expect(await runDrift(["status", folder.path])).toMatchObject({ code: 5 });

  writeFileSync(path, "noise");
  expect(await runDrift(["status", folder.path])).toMatchObject({ code: 6 });
  const rebuilt = await runDrift(["scan", folder.path]);
  expect(rebuilt.code).toBe(0);
  expect(rebuilt.stderr).toContain("it is kept as drift.db.corrupt and built anew");

  writeFileSync(folder.at(".drift/config.json"), '{"sourceMode": "all"}');
  const settings = await runDrift(["scan", folder.path]);
  expect(settings.code).toBe(2);
  expect(settings.stderr).toContain('sourceMode is "none" or "snippets"');
});

test("a disk without room is told, and what was there before is still there", async () => {
  const folder = new TempFolder(sources);
  await runDrift(["scan", folder.path]);
  folder.write(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`f${at}.ts`, "call(1);\n".repeat(2_000)])));
  const { code, stderr } = await runDrift(["scan", folder.path], { fileLimit: 400 });
  expect(code).toBe(8);
  expect(stderr).toContain("drift.db cannot be written");
  const db = new DatabaseSync(folder.at(".drift/drift.db"), { readOnly: true });
  expect(db.prepare("select path from units where kind = 'file' order by path").all()).toMatchObject([
    { path: "a.ts" },
    { path: "b.ts" },
  ]);
  db.close();
  expect((await runDrift(["scan", folder.path])).code).toBe(0);
});

test("what nobody may write to is read all the same", async ({ skip }) => {
  const folder = new TempFolder(sources);
  await runDrift(["scan", folder.path]);
  for (const path of [folder.at(".drift/drift.db"), folder.at(".drift"), folder.path]) chmodSync(path, 0o555);
  // Who may do everything is somebody else here.
  const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const bin = fileURLToPath(new URL("../../bin/drift.js", import.meta.url));
  const run = (...args: string[]) => spawnSync(process.execPath, args, { ...other, encoding: "utf8" });
  if (run("-e", `require("node:fs").accessSync(${JSON.stringify(bin)})`).status !== 0) skip("nobody else may run it");
  const { status, stdout, stderr } = run(bin, "status", folder.path);
  chmodSync(folder.path, 0o755);
  chmodSync(folder.at(".drift"), 0o755);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain("symbols");
});

test("Ctrl-C in a first scan leaves nothing behind, and says so", { timeout: 120_000 }, async () => {
  const calls = "call(1);\n".repeat(3_000);
  const folder = new TempFolder(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`f${at}.ts`, calls])));
  const { process, ended } = startDrift(["scan", folder.path]);
  let isOver = false;
  const over = ended.finally(() => {
    isOver = true;
  });
  while (!isOver && !existsSync(folder.at(".drift/drift.db"))) await new Promise((resolve) => setImmediate(resolve));
  process.kill("SIGINT");
  const { code, stderr } = await over;
  expect(code).toBe(130);
  expect(stderr).toContain("drift: stopped before the first scan was done: nothing was written\n");
  expect(["drift.db", "drift.db-journal"].filter((name) => existsSync(folder.at(`.drift/${name}`)))).toEqual([]);
});

test("an include that fits nothing is refused by the name of its file, and one of several is told", async () => {
  const folder = new TempFolder({ "a.ts": "", "drift.json": '{"include":["["]}' });
  const refused = await runDrift(["scan", folder.path]);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(`${folder.at("drift.json")}: "include" fits no file: "["`);
  folder.write({ "drift.json": '{"include":["*.ts","packges/"]}' });
  const told = await runDrift(["scan", folder.path]);
  expect(told.code).toBe(0);
  expect(told.stderr).toContain("note: include in drift.json has what fits no file: packges/\n");
});

test("of a shallow clone it is said that its history is", async () => {
  const repository = new TempRepository({ "a.ts": "" });
  repository.write({ "b.ts": "" });
  repository.commit("second");
  const clone = new TempFolder();
  spawnSync("git", ["clone", "-q", "--depth", "1", `file://${repository.path}`, clone.at("it")]);
  await runDrift(["scan", clone.at("it")]);
  const said = (await runDrift(["status", clone.at("it")])).stdout;
  expect(said).toContain("history    none: the clone is shallow (git fetch --unshallow)");
  expect((await runDrift(["doctor", clone.at("it")])).stdout).toContain(
    "the clone is shallow: its history is left out",
  );
});
