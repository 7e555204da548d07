import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { unitProblem } from "#contract/unit";
import { encodeCommit, parseCommits, readConventional, readHistory } from "./history.ts";
import { TempFolder, TempRepository } from "./testing/temp-repository.ts";

const none: ReadonlySet<string> = new Set();
const summaries = async (folder: string, isShallow = false) =>
  (await readHistory(folder, isShallow, none)).read.map(({ summary }) => summary);

test("each commit tells its files, newest first, without merges", async () => {
  const repository = new TempRepository({ "a.ts": "1", "b.ts": "1" });
  repository.git("checkout", "-q", "-b", "side");
  repository.write({ "c é.ts": "1" }).commit("fix(api)!: side");
  repository.git("checkout", "-q", "main");
  repository.write({ "a.ts": "2" }).remove("b.ts").commit("main goes on");
  repository.git("merge", "-q", "--no-edit", "side");
  const { hashes, read } = await readHistory(repository.path, false, none);
  expect(hashes).toEqual(read.map(({ hash }) => hash));
  expect(read.map(({ author, summary, files }) => ({ author, summary, files }))).toEqual([
    {
      author: "Ann",
      summary: "main goes on",
      files: [
        { path: "a.ts", change: "modified" },
        { path: "b.ts", change: "deleted" },
      ],
    },
    { author: "Ann", summary: "fix(api)!: side", files: [{ path: "c é.ts", change: "added" }] },
    {
      author: "Ann",
      summary: "feat: first",
      files: [
        { path: "a.ts", change: "added" },
        { path: "b.ts", change: "added" },
      ],
    },
  ]);
  expect(read.map((commit) => unitProblem(JSON.parse(encodeCommit(commit))))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("only commits that are not known are read", async () => {
  const repository = new TempRepository({ "a.ts": "1" });
  const before = await readHistory(repository.path, false, none);
  const known = new Set(before.hashes.map((hash) => `commit/${hash}`));
  repository.write({ "a.ts": "2" });
  const hash = repository.commit("second");
  const after = await readHistory(repository.path, false, known);
  expect(after.hashes).toEqual([hash, ...before.hashes]);
  expect(after.read.map((commit) => commit.hash)).toEqual([hash]);
});

test("a folder's history has its own commits, with paths relative to it", async () => {
  const repository = new TempRepository({ "a.ts": "1", "api/b.ts": "1" });
  repository.write({ "a.ts": "2" }).commit("elsewhere");
  repository.write({ "api/b.ts": "2", "a.ts": "3" }).commit("both");
  const { read } = await readHistory(repository.at("api"), false, none);
  expect(read.map(({ summary, files }) => [summary, files])).toEqual([
    ["both", [{ path: "b.ts", change: "modified" }]],
    ["feat: first", [{ path: "b.ts", change: "added" }]],
  ]);
});

test("the oldest commit of a shallow clone is left out: it would seem to add every file", async () => {
  const repository = new TempRepository({ "a.ts": "1" });
  repository.write({ "a.ts": "2" }).commit("second");
  repository.write({ "a.ts": "3" }).commit("third");
  const clone = new TempFolder();
  execFileSync("git", ["clone", "-q", "--depth", "2", `file://${repository.path}`, clone.at("shallow")]);
  expect(await summaries(clone.at("shallow"), true)).toEqual(["third"]);
});

test("there is no history before the first commit", async () => {
  expect(await readHistory(new TempRepository().path, false, none)).toEqual({ hashes: [], read: [] });
});

test("summaries with line noise, and commits without files, are read as they are", async () => {
  const repository = new TempRepository({ "a.ts": "1" });
  repository.commit("M\tA\u0001 – 😀 'quoted' \"twice\"");
  repository.write({ A: "1", M: "1" }).commit("D");
  expect(await summaries(repository.path)).toEqual(["D", "feat: first"]);
  const printed = `${"a".repeat(40)}\u00005\u0000Ann\u0000A\u0000${"b".repeat(40)}\u00006\u0000Bo\u0000M\u0000\nA\u0000A\u0000`;
  expect(parseCommits(printed)).toEqual([
    { hash: "a".repeat(40), time: 5, author: "Ann", summary: "A", files: [] },
    { hash: "b".repeat(40), time: 6, author: "Bo", summary: "M", files: [{ path: "A", change: "added" }] },
  ]);
});

test("a Conventional Commit's parts are told, and nothing else is taken for one", () => {
  expect(readConventional("feat: x")).toEqual({ type: "feat", scope: null, isBreaking: false });
  expect(readConventional("Fix(core, api)!: x")).toEqual({ type: "fix", scope: "core, api", isBreaking: true });
  const others = ["fix things", "http://x: y", "f: x", "a b: c", "fix:x", "fix(): x"];
  expect(others.map((other) => readConventional(other).type)).toEqual(others.map(() => null));
});

test("a commit's row keeps to its columns: long texts, strange times, many files", () => {
  const files = Array.from({ length: 300 }, (_, at) => ({ path: `f${at}.ts`, change: "added" as const }));
  const commit = {
    hash: "a".repeat(40),
    time: -5,
    author: "é".repeat(500),
    summary: `fix: ${"😀".repeat(400)}`,
    files,
  };
  const unit = JSON.parse(encodeCommit(commit));
  expect(unitProblem(unit)).toBe(undefined);
  expect(unit.rows.commits[0][1]).toBe(0);
  expect(unit.rows.commits[0][7]).toBe(300);
  expect(unit.rows.commit_files.length).toBe(200);
});
