/**
 * The last commits of HEAD that are no merges: which files each changed, by how many lines, and what it decided.
 *
 * A commit never changes, so a commit that has a unit already is not read again. Everything here is bounded: commits,
 * the changes that are held of one, the bytes of a message, and the size of contents that are compared.
 */
import { GitFailure, git, streamGit } from "#engine/scan/git";
import { type Commit, commitPath } from "./commit.ts";
import { findEvidence } from "./decisions/evidence.ts";
import type { Finding } from "./decisions/finding.ts";
import { CommitParser } from "./parse-commits.ts";

/** Commits that a scan holds. */
export const historyLength = 1_000;
/** Commits whose changes are held at once. */
const together = 250;
/** In a commit of more paths, lines are not counted, and only what was moved unchanged is known as moved. */
const maxComparedFiles = 500;
/** Larger contents are not compared: their lines count as none. */
const maxComparedBytes = "256k";
/** Rows of `commit_files` a commit has at most; `commits.files` has the true number. */
export const filesPerCommit = 200;

/** A commit, its changes cut to those that are stored, and what its changes alone say. */
export interface ReadCommit {
  readonly commit: Commit;
  readonly findings: readonly Finding[];
}

export interface History {
  /** Hashes, newest first. */
  readonly hashes: readonly string[];
  /** Those of them that were not known. */
  readonly read: readonly ReadCommit[];
}

/**
 * The history of a folder; paths are relative to it, and commits that did not touch it are left out.
 *
 * @param known paths of the commits' units that are there already
 */
export async function readHistory(folder: string, isShallow: boolean, known: ReadonlySet<string>): Promise<History> {
  let listed: string;
  try {
    const range = ["--no-merges", `-n${historyLength}`, "HEAD", "--", "."];
    listed = (await git(folder, ["rev-list", ...range])).toString();
  } catch (error) {
    // There is no HEAD before the first commit.
    if (error instanceof GitFailure) return { hashes: [], read: [] };
    throw error;
  }
  // The oldest commit of a shallow clone looks as if it had added every file.
  const cut = new Set(isShallow ? await readOldest(folder) : []);
  const hashes = listed.split("\n").filter((hash) => hash !== "" && !cut.has(hash));
  const missing = hashes.filter((hash) => !known.has(commitPath(hash)));
  const read: ReadCommit[] = [];
  let hasContents = missing.length > 0 && !(await isPartial(folder));
  for (let at = 0; at < missing.length; at += together) {
    const next = missing.slice(at, at + together);
    try {
      read.push(...(await readCommits(folder, next, hasContents)));
    } catch (error) {
      // Contents that git lacks: what a commit changed is known without them.
      if (!hasContents || !(error instanceof GitFailure)) throw error;
      hasContents = false;
      read.push(...(await readCommits(folder, next, hasContents)));
    }
  }
  return { hashes, read };
}

const readOldest = async (folder: string): Promise<string[]> =>
  (await git(folder, ["rev-list", "--max-parents=0", "HEAD"])).toString().split("\n").filter(Boolean);

/** Whether contents may be missing here: git would fetch each that is asked for. */
async function isPartial(folder: string): Promise<boolean> {
  try {
    return (await git(folder, ["config", "--get-regexp", "^remote\\..*\\.promisor$"])).length > 0;
  } catch (error) {
    if (error instanceof GitFailure) return false;
    throw error;
  }
}

async function readCommits(folder: string, hashes: readonly string[], hasContents: boolean): Promise<ReadCommit[]> {
  const commits = await listChanges(folder, hashes, ["-M100%"]);
  if (hasContents) {
    const small = [...commits.values()].filter(({ fileCount }) => fileCount <= maxComparedFiles);
    const compare = ["-M", "-l200", "--numstat"];
    const compared = await listChanges(
      folder,
      small.map(({ hash }) => hash),
      compare,
    );
    for (const [hash, commit] of compared) commits.set(hash, commit);
  }
  const list = [...commits.values()];
  const findings = await findEvidence(folder, list, hasContents);
  return list.map((commit) => ({
    commit: { ...commit, files: commit.files.slice(0, filesPerCommit) },
    findings: findings.get(commit.hash) ?? [],
  }));
}

async function listChanges(
  folder: string,
  hashes: readonly string[],
  how: readonly string[],
): Promise<Map<string, Commit>> {
  const commits = new Map<string, Commit>();
  const parser = new CommitParser((commit) => commits.set(commit.hash, commit));
  const what = ["-z", "-r", "--root", "--always", "--raw", "--no-abbrev", "--relative", "--diff-filter=AMDR", ...how];
  // The same counts everywhere, whatever this machine's configuration says; and no program that it names is run.
  const same = ["--diff-algorithm=myers", "--no-indent-heuristic", "--encoding=UTF-8"];
  const safe = ["--no-ext-diff", "--no-textconv", "--no-show-signature", "--ignore-submodules"];
  const format = "--format=%H%x00%at%x00%an%x00%s%x00%b";
  const limit = ["-c", `core.bigFileThreshold=${maxComparedBytes}`];
  const args = [...limit, "diff-tree", "--stdin", ...what, ...same, ...safe, format, "--", "."];
  if (hashes.length > 0) await streamGit(folder, args, `${hashes.join("\n")}\n`, (piece) => parser.push(piece));
  parser.end();
  return commits;
}
