/** What repositories come in, each a real one. */
import { execFileSync } from "node:child_process";
import { chmodSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { findRepository, noHead, readHead } from "./git.ts";
import { listFiles } from "./list-files.ts";
import { ScanError } from "./scan-error.ts";
import { TempFolder, TempRepository } from "./testing/temp-repository.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

/** What a scan learns from git of a folder. */
async function look(path: string) {
  const repository = await findRepository(path);
  const isGit = repository.kind === "git";
  const { files, skipped } = await listFiles(path, isGit);
  const head = repository.kind === "git" ? await readHead(path, repository.isShallow) : noHead;
  return { repository, head, files: files.map((file) => file.path), skipped: Object.fromEntries(skipped) };
}

const refusal = (path: string): Promise<unknown> => findRepository(path).catch((error: unknown) => error);

test("a linked worktree has a branch, files and ignored files of its own", async () => {
  const repository = new TempRepository({ "a.ts": "", ".gitignore": "*.log\n" });
  const linked = new TempFolder().at("linked");
  repository.git("worktree", "add", "-q", "-b", "other", linked);
  writeFileSync(`${linked}/b.ts`, "");
  writeFileSync(`${linked}/b.log`, "");
  expect(await look(linked)).toMatchObject({
    files: [".gitignore", "a.ts", "b.ts"],
    head: { branch: "other", commit: repository.git("rev-parse", "HEAD"), dirty: true },
  });
  expect(await look(repository.path)).toMatchObject({ files: [".gitignore", "a.ts"], head: { branch: "main" } });
});

test("a submodule is skipped in what is around it, and scanned by itself", async () => {
  const inner = new TempRepository({ "inner.ts": "" });
  const repository = new TempRepository({ "a.ts": "" });
  repository.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.path, "sub");
  repository.commit("sub");
  repository.write({ "sub/new.ts": "" });
  expect(await look(repository.path)).toMatchObject({ skipped: { sub: "submodule" }, head: { dirty: false } });
  const commit = inner.git("rev-parse", "HEAD");
  expect(await look(repository.at("sub"))).toMatchObject({ files: ["inner.ts", "new.ts"], head: { commit } });
});

test("a sparse checkout has the files that are there, and is not dirty for those that are not", async () => {
  const repository = new TempRepository({ "a/a.ts": "", "b/b.ts": "", "c.ts": "" });
  repository.git("sparse-checkout", "set", "--cone", "a");
  expect(await look(repository.path)).toMatchObject({ files: ["a/a.ts", "c.ts"], head: { dirty: false } });
});

test("a shallow clone has a commit and no first one", async () => {
  const repository = new TempRepository({ "a.ts": "" });
  const commit = repository.write({ "a.ts": "1" }).commit("two");
  const clone = new TempFolder().at("clone");
  repository.git("clone", "-q", "--depth", "1", `file://${repository.path}`, clone);
  expect(await look(clone)).toMatchObject({
    repository: { isShallow: true },
    files: ["a.ts"],
    head: { commit, rootCommit: null, branch: "main" },
  });
});

test("git's own folder may lie elsewhere, and the environment of a hook leads nowhere else", async () => {
  const other = new TempRepository({ "other.ts": "" });
  vi.stubEnv("GIT_DIR", other.at(".git"));
  vi.stubEnv("GIT_WORK_TREE", other.path);
  vi.stubEnv("GIT_INDEX_FILE", other.at(".git/index"));
  const folder = new TempFolder({ "a.ts": "" });
  expect((await look(folder.path)).repository).toMatchObject({ kind: "plain" });
  vi.unstubAllEnvs();
  const apart = new TempFolder().at("git");
  execFileSync("git", ["init", "-q", "-b", "main", "--separate-git-dir", apart], { cwd: folder.path });
  expect(await look(folder.path)).toMatchObject({ files: ["a.ts"], head: { branch: "main", commit: null } });
});

test("a bare repository has no files; it is a folder like any other", async () => {
  const repository = new TempRepository({ "a.ts": "" });
  const bare = new TempFolder().at("bare.git");
  repository.git("clone", "-q", "--bare", repository.path, bare);
  expect((await look(bare)).repository).toMatchObject({ kind: "plain" });
});

test("HEAD may be detached, or have no commit yet", async () => {
  const repository = new TempRepository({ "a.ts": "" });
  const commit = repository.git("rev-parse", "HEAD");
  repository.git("checkout", "-q", "--detach");
  expect((await look(repository.path)).head).toMatchObject({ branch: null, commit, rootCommit: commit, dirty: false });
  const empty = new TempRepository().write({ "a.ts": "" });
  expect(await look(empty.path)).toMatchObject({
    files: ["a.ts"],
    head: { branch: "main", commit: null, rootCommit: null, dirty: true },
  });
});

test("a changed mode makes a tree dirty; a file that became a link is a link", async () => {
  const repository = new TempRepository({ "a.ts": "", "b.ts": "" });
  chmodSync(repository.at("a.ts"), 0o755);
  expect(await look(repository.path)).toMatchObject({ files: ["a.ts", "b.ts"], head: { dirty: true } });
  repository.remove("b.ts");
  symlinkSync("b.ts", repository.at("b.ts"));
  expect(await look(repository.path)).toMatchObject({ files: ["a.ts"], skipped: { "b.ts": "symlink" } });
});

test("a rename that changes the case alone is one file under its new name", async () => {
  const repository = new TempRepository({ "cart.ts": "" });
  renameSync(repository.at("cart.ts"), repository.at("Cart.ts"));
  expect((await look(repository.path)).files).toEqual(["Cart.ts"]);
  repository.commit("case");
  expect(await look(repository.path)).toMatchObject({ files: ["Cart.ts"], head: { dirty: false } });
});

test("quotes, spaces and letters of any script are names; line ends are none", async () => {
  const repository = new TempRepository({
    'it\'s "quoted".ts': "",
    "größe/数.ts": "",
    "-x.ts": "",
    ":(top)y.ts": "",
    "*.ts": "",
    "two\nlines.ts": "",
  });
  expect(await look(repository.path)).toMatchObject({
    files: ["*.ts", "-x.ts", ":(top)y.ts", "größe/数.ts", 'it\'s "quoted".ts'],
    skipped: { "two\ufffdlines.ts": "path" },
  });
});

test("where git is not there, a folder is listed without it", async () => {
  const repository = new TempRepository({ "a.ts": "", ".gitignore": "*.log\n", "b.log": "" });
  vi.stubEnv("PATH", "");
  expect(await look(repository.path)).toEqual({
    repository: {
      kind: "plain",
      note: "git is not installed: files are listed without it, and there is no history",
    },
    files: [".gitignore", "a.ts"],
    skipped: {},
    head: noHead,
  });
});

test("a repository that git refuses is not read by other rules: it is said what to do", async () => {
  const repository = new TempRepository({ "a.ts": "" });
  vi.stubEnv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1");
  const owned = await refusal(repository.path);
  expect(owned).toBeInstanceOf(ScanError);
  expect(owned).toMatchObject({
    kind: "input",
    message: expect.stringContaining("dubious ownership"),
    hint: `Run: git config --global --add safe.directory ${repository.path}`,
  });
  vi.unstubAllEnvs();
  repository.write({ ".git/config": "[noise" });
  expect(await refusal(repository.path)).toMatchObject({ kind: "input", hint: "Check: git status" });
});

test("a .git that git takes for no repository is told", async () => {
  const repository = new TempRepository({ "a.ts": "" });
  repository.write({ ".git/HEAD": "noise" });
  const note =
    "its .git is none that git can read (check: git status): files are listed without it, and there is no history";
  expect(await findRepository(repository.path)).toEqual({ kind: "plain", note });
  // As that of a worktree or submodule whose repository is not there.
  const gone = new TempFolder({ ".git": `gitdir: ${repository.path}/nowhere\n`, "a.ts": "" });
  expect(await look(gone.path)).toMatchObject({ repository: { kind: "plain", note }, files: ["a.ts"] });
});

test("an index that is locked is read; one that is damaged ends the scan with what to do", async () => {
  const repository = new TempRepository({ "a.ts": "" });
  repository.write({ ".git/index.lock": "" });
  expect((await look(repository.path)).files).toEqual(["a.ts"]);
  repository.write({ ".git/index": "noise" });
  await expect(look(repository.path)).rejects.toMatchObject({ kind: "input", hint: "Check: git status" });
});
