import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findRepository, listNames, listTracked, namesOf, readState } from "./git.ts";
import { listFiles } from "./list-files.ts";
import { TempFolder, TempRepository } from "./testing/temp-repository.ts";

const list = async (folder: TempFolder, isGit: boolean) => {
  const { files, skipped } = await listFiles(folder.path, isGit);
  return { files: files.map(({ path }) => path), skipped: Object.fromEntries(skipped) };
};

test("git's files are those it tracks or would track, as they lie on disk", async () => {
  const repository = new TempRepository({ "a.ts": "", "gone.ts": "", "src/b.ts": "", ".gitignore": "*.log\n" });
  repository.write({ "new.ts": "", "x.log": "" }).remove("gone.ts");
  expect(await list(repository, true)).toEqual({ files: [".gitignore", "a.ts", "new.ts", "src/b.ts"], skipped: {} });
});

test("a file in conflict is listed once", async () => {
  const repository = new TempRepository({ "a.ts": "1" });
  repository.git("checkout", "-q", "-b", "other");
  repository.write({ "a.ts": "2" }).commit("two");
  repository.git("checkout", "-q", "main");
  repository.write({ "a.ts": "3" }).commit("three");
  expect(() => repository.git("merge", "other")).toThrow();
  expect(await list(repository, true)).toEqual({ files: ["a.ts"], skipped: {} });
});

test("a folder of a repository is listed by itself, relative to it", async () => {
  const repository = new TempRepository({ "a.ts": "", "packages/api/src/b.ts": "", "packages/api/.gitignore": "c.ts" });
  repository.write({ "packages/api/c.ts": "", "packages/api/d.ts": "" });
  const { files } = await listFiles(repository.at("packages/api"), true);
  expect(files.map(({ path }) => path)).toEqual([".gitignore", "d.ts", "src/b.ts"]);
});

test("links, submodules, others' code and what is no file are counted and not entered", async () => {
  const inner = new TempRepository({ "inner.ts": "" });
  const repository = new TempRepository({ "a.ts": "", "vendor/x.go": "", "web/node_modules/y/z.js": "" });
  symlinkSync(".", repository.at("loop"));
  symlinkSync("nowhere", repository.at("dangling.ts"));
  repository.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.path, "sub");
  repository.write({ "nested/c.ts": "" });
  execFileSync("git", ["init", "-q"], { cwd: repository.at("nested") });
  execFileSync("mkfifo", [repository.at("pipe.ts")]);
  const listed = await list(repository, true);
  expect(listed.files).toEqual([".gitmodules", "a.ts"]);
  expect(listed.skipped).toEqual({
    "dangling.ts": "symlink",
    loop: "symlink",
    "nested/": "submodule",
    sub: "submodule",
    "vendor/": "vendored",
    "web/node_modules/": "vendored",
  });
});

test("a tracked file behind a folder that became a link is gone: it may lie outside the repository", async () => {
  const outside = new TempFolder({ "secret.ts": "" });
  const repository = new TempRepository({ "src/secret.ts": "" });
  repository.remove("src");
  symlinkSync(outside.path, repository.at("src"));
  expect(await list(repository, true)).toEqual({ files: [], skipped: { src: "symlink" } });
});

test("names that cannot be written down are counted", async () => {
  const repository = new TempRepository();
  repository.write({ "tab\there.ts": "", "back\\slash.ts": "", "ok é.ts": "" });
  writeFileSync(Buffer.concat([Buffer.from(`${repository.path}/`), Buffer.from([0xff, 0x2e, 0x74, 0x73])]), "");
  const expected = {
    files: ["ok é.ts"],
    skipped: { "\ufffd.ts": "path", "back\ufffdslash.ts": "path", "tab\ufffdhere.ts": "path" },
  };
  expect(await list(repository, true)).toEqual(expected);
  expect(await list(repository, false)).toEqual(expected);
});

test("outside git, .gitignore files hold for their folders, inner ones over outer ones", async () => {
  const folder = new TempFolder({
    ".gitignore": "*.log\n/build/\nsecret*\n",
    "a.ts": "",
    "a.log": "",
    "build/out.js": "",
    "src/.gitignore": "!keep.log\n/local.ts\n",
    "src/keep.log": "",
    "src/local.ts": "",
    "src/deep/local.ts": "",
    "src/build/b.ts": "",
    "secrets/x.ts": "",
    "node_modules/m/index.js": "",
    ".drift/drift.db": "",
  });
  mkdirSync(folder.at("inner/.git"), { recursive: true });
  symlinkSync("..", folder.at("src/up"));
  expect(await list(folder, false)).toEqual({
    files: [".gitignore", "a.ts", "src/.gitignore", "src/build/b.ts", "src/deep/local.ts", "src/keep.log"],
    skipped: { "inner/": "submodule", "node_modules/": "vendored", "src/up": "symlink" },
  });
});

test("the walk lists what git lists", async () => {
  const repository = new TempRepository({
    ".gitignore": "dist\n*.tmp\n!important.tmp\ndocs/**/draft\n",
    "dist/x.js": "",
    "a/dist/y.js": "",
    "a/important.tmp": "",
    "a/b.tmp": "",
    "docs/x/draft/z.md": "",
    "docs/x/final/z.md": "",
    "a/.gitignore": "*\n!b\n!.gitignore\n!important.tmp\n",
    "a/b/c.ts": "",
  });
  const byGit = await list(repository, true);
  renameSync(repository.at(".git"), `${repository.path}-git`);
  expect(await list(repository, false)).toEqual(byGit);
  renameSync(`${repository.path}-git`, repository.at(".git"));
});

test.for(["", "src/"])("what git says of the folder's state names the same files, of `%s`", async (below) => {
  const repository = new TempRepository({
    "a.ts": "let a;",
    "old name.ts": "let old;\n".repeat(9),
    "src/b.ts": "let b;",
    "src/gone.ts": "let gone;",
    ".gitignore": "*.log\n",
  });
  repository.git("mv", "old name.ts", "src/new\nname.ts");
  repository.remove("src/gone.ts").write({ "src/ü.ts": "", "src/deep/c.ts": "", "x.log": "", "d.ts": "" });
  repository.write({ "src/added.ts": "" }).git("add", "src/added.ts");
  repository.git("init", "-q", "src/nested");
  const folder = repository.at(below);
  const found = await findRepository(folder);
  const [tracked, state] = await Promise.all([listTracked(folder), readState(folder)]);
  const sorted = (names: Buffer): string[] => names.toString().split("\0").sort();
  const names = namesOf(tracked, state, found.kind === "git" ? found.prefix : "");
  expect(found).toMatchObject({ kind: "git", prefix: below });
  expect(sorted(names)).toEqual(sorted(await listNames(folder)));
  expect(sorted(names)).toContain(`${below === "" ? "src/" : ""}deep/c.ts`);
});
