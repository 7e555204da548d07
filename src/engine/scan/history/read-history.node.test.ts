import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unitProblem } from "#contract/unit";
import { TempFolder, TempRepository } from "#engine/scan/testing/temp-repository";
import type { Commit } from "./commit.ts";
import { readConventional } from "./conventional.ts";
import { encodeCommit } from "./encode-commit.ts";
import { CommitParser, maxHeldFiles } from "./parse-commits.ts";
import { readHistory } from "./read-history.ts";

const none: ReadonlySet<string> = new Set();
const summaries = async (folder: string, isShallow = false) =>
  (await readHistory(folder, isShallow, none)).read.map(({ commit }) => commit.summary);
/** What a commit did, without hashes: `path change +insertions -deletions`, and where it was moved. */
const told = ({ files }: Commit): string[] =>
  files.map(
    ({ path, change, insertions, deletions, moved }) =>
      `${path} ${change} +${insertions} -${deletions}${moved === undefined ? "" : ` ⇄ ${moved}`}`,
  );

function parse(printed: string | Buffer, size = 7): Commit[] {
  const commits: Commit[] = [];
  const parser = new CommitParser((commit) => commits.push(commit));
  const bytes = Buffer.from(printed);
  for (let at = 0; at < bytes.length; at += size) parser.push(bytes.subarray(at, at + size));
  parser.end();
  return commits;
}

test("each commit tells its files, newest first, without merges", async () => {
  const repository = new TempRepository({ "a.ts": "1", "b.ts": "1" });
  repository.git("checkout", "-q", "-b", "side");
  repository.write({ "c é.ts": "1" }).commit("fix(api)!: side");
  repository.git("checkout", "-q", "main");
  repository.write({ "a.ts": "2" }).remove("b.ts").commit("main goes on");
  repository.git("merge", "-q", "--no-edit", "side");
  const { hashes, read } = await readHistory(repository.path, false, none);
  expect(hashes).toEqual(read.map(({ commit }) => commit.hash));
  expect(read.map(({ commit }) => [commit.author, commit.summary, ...told(commit)])).toEqual([
    ["Ann", "main goes on", "a.ts modified +1 -1", "b.ts deleted +0 -1"],
    ["Ann", "fix(api)!: side", "c é.ts added +1 -0"],
    ["Ann", "feat: first", "a.ts added +1 -0", "b.ts added +1 -0"],
  ]);
  expect(read.map(({ commit }) => unitProblem(JSON.parse(encodeCommit(commit, []))))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("where git lacks contents of a commit, what it changed is told without its lines", async () => {
  const repository = new TempRepository({ "a.ts": "1" });
  const blob = execFileSync("git", ["rev-parse", "HEAD:a.ts"], { cwd: repository.path }).toString().trim();
  repository.write({ "a.ts": "2" }).commit("second");
  repository.write({ "b.ts": "3" }).commit("third");
  rmSync(join(repository.path, ".git/objects", blob.slice(0, 2), blob.slice(2)), { force: true });
  const { read } = await readHistory(repository.path, false, none);
  expect(read.map(({ commit }) => [commit.summary, ...told(commit)])).toEqual([
    ["third", "b.ts added +1 -0"],
    ["second", "a.ts modified +0 -0"],
    ["feat: first", "a.ts added +0 -0"],
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
  expect(after.read.map(({ commit }) => commit.hash)).toEqual([hash]);
});

test("a folder's history has its own commits, with paths relative to it", async () => {
  const repository = new TempRepository({ "a.ts": "1", "api/b.ts": "1" });
  repository.write({ "a.ts": "2" }).commit("elsewhere");
  repository.write({ "api/b.ts": "2", "a.ts": "3" }).commit("both");
  const { read } = await readHistory(repository.at("api"), false, none);
  expect(read.map(({ commit }) => [commit.summary, ...told(commit)])).toEqual([
    ["both", "b.ts modified +1 -1"],
    ["feat: first", "b.ts added +1 -0"],
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
  const [a, b, blob] = ["a".repeat(40), "b".repeat(40), "c".repeat(40)];
  const added = `:000000 100644 ${"0".repeat(40)} ${blob} A`;
  const fields = [a, "5", "Ann", "A", "", b, "6", "Bo", "M", ":100644 x\n", `\n${added}`, "A", "2\t0\tA", ""];
  const file = { path: "A", change: "added", before: null, after: blob, insertions: 2, deletions: 0 };
  expect(parse(fields.join("\0"))).toEqual([
    { hash: a, time: 5, author: "Ann", summary: "A", body: "", fileCount: 0, files: [] },
    { hash: b, time: 6, author: "Bo", summary: "M", body: ":100644 x\n", fileCount: 1, files: [file] },
  ]);
});

test("what was moved counts the lines that changed, and is known as moved", async () => {
  const text = (word: string): string => Array.from({ length: 30 }, (_, at) => `${word} ${at}\n`).join("");
  const repository = new TempRepository({ "old/a.ts": text("line"), "b.bin": "\0\u0001" });
  repository
    .write({ "new/a.ts": `${text("line")}one more\n`, "b.bin": "\0\u0002" })
    .remove("old")
    .commit("move");
  const [newest] = (await readHistory(repository.path, false, none)).read;
  expect(newest && told(newest.commit)).toEqual([
    "b.bin modified +0 -0",
    "old/a.ts deleted +0 -0 ⇄ new/a.ts",
    "new/a.ts added +1 -0 ⇄ old/a.ts",
  ]);
});

test("of a huge commit the lines are not counted, and of large files neither", async () => {
  const many = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`f/${at}.ts`, `${at}\n`]));
  const repository = new TempRepository({ "a.ts": "1" });
  repository.write(many).commit("many");
  repository.write({ "large.txt": "line\n".repeat(60_000), "a.ts": "2" }).commit("large");
  const [large, huge] = (await readHistory(repository.path, false, none)).read;
  expect(large && told(large.commit)).toEqual(["a.ts modified +1 -1", "large.txt added +0 -0"]);
  expect(huge?.commit.fileCount).toBe(600);
  expect(huge && told(huge.commit).length).toBe(200);
});

test("whatever git is configured to show, the same is read", async () => {
  const repository = new TempRepository({ "a.ts": "1\n2\n3\n", "b.ts": "1\n" });
  repository.write({ "b.ts": "1\n2\n" }).commit("b");
  repository.write({ "c.ts": "1\n2\n3\n", "d.ts": "" }).remove("a.ts").commit("moved");
  // A file that becomes a link is neither added, modified nor deleted.
  repository.git("update-index", "--cacheinfo", `120000,${repository.git("rev-parse", "HEAD:b.ts").trim()},b.ts`);
  repository.git("commit", "-q", "-m", "linked");
  repository.git("notes", "add", "-m", "a note");
  const plain = await readHistory(repository.path, false, none);
  const configured = {
    "color.ui": "always",
    "diff.context": "9",
    "diff.orderFile": "no-such-file",
    "diff.renames": "copies",
    "diff.algorithm": "patience",
    "diff.noprefix": "true",
    "diff.external": "false",
    "log.decorate": "full",
    "log.follow": "true",
    "log.mailmap": "true",
    "log.showRoot": "false",
    "log.showSignature": "true",
    "log.date": "relative",
    "format.pretty": "full",
    "notes.displayRef": "refs/notes/*",
    "i18n.logOutputEncoding": "latin1",
  };
  for (const [name, value] of Object.entries(configured)) repository.git("config", name, value);
  expect(await readHistory(repository.path, false, none)).toEqual(plain);
  expect(plain.read.map(({ commit }) => [commit.summary, ...told(commit)])).toEqual([
    ["linked"],
    ["moved", "a.ts deleted +0 -0 ⇄ c.ts", "c.ts added +0 -0 ⇄ a.ts", "d.ts added +0 -0"],
    ["b", "b.ts modified +1 -0"],
    ["feat: first", "a.ts added +3 -0", "b.ts added +1 -0"],
  ]);
});

test("messages and lists of any length are held in part", () => {
  const change = `:000000 100644 ${"0".repeat(40)} ${"c".repeat(40)} A`;
  const files = Array.from({ length: maxHeldFiles + 5 }, (_, at) => `${change}\0f${at}\0`).join("");
  const long = "x".repeat(3_000_000);
  const [commit] = parse(`${"a".repeat(40)}\x005\0Ann\0${long}\0${long}\0\n${files}`, 65_536);
  expect(commit).toMatchObject({ fileCount: maxHeldFiles + 5, summary: "x".repeat(32_768), body: "x".repeat(32_768) });
  expect(commit?.files.length).toBe(maxHeldFiles);
});

test("an author in bytes that are no UTF-8 is read as far as it can be", async () => {
  const repository = new TempRepository({ "a.ts": "1" });
  repository.write({ "a.ts": "2" });
  repository.git("add", "-A");
  const tree = repository.git("write-tree");
  const head = repository.git("rev-parse", "HEAD");
  const who = Buffer.from([0x4a, 0xf6, 0x72, 0x67]);
  const raw = Buffer.concat([
    Buffer.from(`tree ${tree}\nparent ${head}\nauthor `),
    who,
    Buffer.from(" <j@b.c> 1700000100 +0000\ncommitter "),
    who,
    Buffer.from(" <j@b.c> 1700000100 +0000\n\nchange\n"),
  ]);
  const hash = execFileSync("git", ["hash-object", "-t", "commit", "-w", "--stdin"], {
    cwd: repository.path,
    input: raw,
  });
  repository.git("update-ref", "HEAD", hash.toString().trim());
  const [newest] = (await readHistory(repository.path, false, none)).read;
  expect(newest?.commit.author).toBe("J\ufffdrg");
});

test("a partial clone is read without contents: nothing is fetched", async () => {
  const repository = new TempRepository({ "a.ts": "1" });
  repository.write({ "a.ts": "2" }).commit("second");
  repository.git("config", "uploadpack.allowFilter", "true");
  const clone = new TempFolder();
  const from = `file://${repository.path}`;
  execFileSync("git", ["clone", "-q", "--no-checkout", "--filter=blob:none", from, clone.at("partial")]);
  const [newest] = (await readHistory(clone.at("partial"), false, none)).read;
  expect(newest && told(newest.commit)).toEqual(["a.ts modified +0 -0"]);
});

test("a Conventional Commit's parts are told, and nothing else is taken for one", () => {
  expect(readConventional("feat: x")).toEqual({ type: "feat", scope: null, isBreaking: false });
  expect(readConventional("Fix(core, api)!: x")).toEqual({ type: "fix", scope: "core, api", isBreaking: true });
  const others = ["fix things", "http://x: y", "f: x", "a b: c", "fix:x", "fix(): x"];
  expect(others.map((other) => readConventional(other).type)).toEqual(others.map(() => null));
});

test("a commit's row keeps to its columns: long texts, strange times, many files", () => {
  const added = { change: "added", before: null, after: "c", insertions: 1, deletions: 0 } as const;
  const files = Array.from({ length: 300 }, (_, at) => ({ path: `f${at}.ts`, ...added }));
  const commit = {
    hash: "a".repeat(40),
    time: -5,
    author: "é".repeat(500),
    summary: `fix: ${"😀".repeat(400)}`,
    body: "",
    fileCount: 300,
    files,
  };
  const decision = {
    kind: "stated",
    subject: "é".repeat(500),
    summary: "x".repeat(500),
    reason: "😀".repeat(900),
    paths: Array.from({ length: 300 }, (_, at) => `${"p".repeat(400)}/${at}`),
    confidence: 75,
  } as const;
  const unit = JSON.parse(encodeCommit(commit, [decision]));
  expect(unitProblem(unit)).toBe(undefined);
  expect(unit.rows.commits[0][1]).toBe(0);
  expect(unit.rows.commits[0][7]).toBe(300);
  expect(unit.rows.commit_files.length).toBe(200);
});
