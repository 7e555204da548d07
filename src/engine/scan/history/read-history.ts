/**
 * The last commits of HEAD that are no merges: which files each changed, by how many lines, and what it decided.
 *
 * A commit never changes, so a commit that has a unit already is not read again. Everything here is bounded: commits,
 * the changes that are held of one, the bytes of a message, and the size of contents that are compared.
 */
import { GitFailure, git, streamGit } from "#engine/scan/git";
import { type Commit, commitPath, maxComparedFiles } from "./commit.ts";
import { Contents } from "./contents.ts";
import { findEvidence } from "./decisions/evidence.ts";
import type { Finding } from "./decisions/finding.ts";
import { historyLength } from "./known-history.ts";
import { CommitParser, maxHeldFiles } from "./parse-commits.ts";

/** Changes of commits that are held at once. */
const heldTogether = 20_000;
/** Commits whose contents are held at once. */
const judgedTogether = 250;
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
  return { hashes, read: missing.length === 0 ? [] : await readAll(folder, missing) };
}

async function readAll(folder: string, hashes: readonly string[]): Promise<ReadCommit[]> {
  const { counts, empty } = await countFiles(folder, hashes);
  const read: ReadCommit[] = [];
  const contents = new Contents(folder);
  const isEmpty = await isPartial(folder);
  let isWhole = !isEmpty;
  try {
    for (const group of grouped(hashes, counts)) {
      const readGroup = async (lacking: ReadonlySet<string>): Promise<unknown> =>
        read.push(...(await readCommits(folder, group, { counts, empty }, contents, lacking)));
      try {
        if (isWhole) await readGroup(new Set());
      } catch (error) {
        if (!(error instanceof GitFailure)) throw error;
        isWhole = false;
      }
      if (!isWhole) await readGroup(isEmpty ? new Set(group) : await findLacking(folder, group, contents));
    }
  } finally {
    contents.end();
  }
  return read;
}

/** Commits in their order, as many at once as can be held. */
function* grouped(hashes: readonly string[], counts: ReadonlyMap<string, number>): Generator<string[]> {
  let group: string[] = [];
  let held = 0;
  for (const hash of hashes) {
    group.push(hash);
    held += Math.min(counts.get(hash) ?? 0, maxHeldFiles);
    if (held < heldTogether) continue;
    yield group;
    [group, held] = [[], 0];
  }
  if (group.length > 0) yield group;
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

/** @param lacking commits of whose contents git lacks some */
async function readCommits(
  folder: string,
  hashes: readonly string[],
  { counts, empty }: Counted,
  contents: Contents,
  lacking: ReadonlySet<string>,
): Promise<ReadCommit[]> {
  const isCompared = (hash: string): boolean => !lacking.has(hash) && (counts.get(hash) ?? 0) <= maxComparedFiles;
  const commits = new Map(empty);
  const take = (commit: Commit): unknown => commits.set(commit.hash, commit);
  const filled = hashes.filter((hash) => !empty.has(hash));
  await listChanges(folder, filled.filter(isCompared), countingLines, take);
  await listChanges(
    folder,
    filled.filter((hash) => !isCompared(hash)),
    listingPaths,
    take,
  );
  const list = hashes.flatMap((hash) => commits.get(hash) ?? []);
  const judged = list.filter(({ hash }) => !lacking.has(hash));
  const findings = new Map<string, readonly Finding[]>();
  for (let at = 0; at < judged.length; at += judgedTogether) {
    const found = await findEvidence(contents, judged.slice(at, at + judgedTogether));
    for (const [hash, one] of found) findings.set(hash, one);
  }
  return list.map((commit) => ({
    commit: { ...commit, files: commit.files.slice(0, filesPerCommit) },
    findings: findings.get(commit.hash) ?? [],
  }));
}

/** The commits of whose contents some are not there: what they changed is known without them. */
async function findLacking(
  folder: string,
  hashes: readonly string[],
  contents: Contents,
): Promise<ReadonlySet<string>> {
  const changed = new Map<string, string[]>();
  await listChanges(folder, hashes, listingPaths, ({ hash, files }) =>
    changed.set(
      hash,
      files.flatMap(({ before, after }) => [before, after].filter((one) => one !== null)),
    ),
  );
  const there = await contents.find([...changed.values()].flat());
  return new Set([...changed].flatMap(([hash, blobs]) => (blobs.every((one) => there.has(one)) ? [] : [hash])));
}

interface Counted {
  /** How many files each commit changed. */
  readonly counts: ReadonlyMap<string, number>;
  /** Those that changed none. */
  readonly empty: ReadonlyMap<string, Commit>;
}

async function countFiles(folder: string, hashes: readonly string[]): Promise<Counted> {
  const counts = new Map<string, number>();
  const empty = new Map<string, Commit>();
  await listChanges(folder, hashes, listingPaths, (commit) => {
    counts.set(commit.hash, commit.fileCount);
    if (commit.fileCount === 0) empty.set(commit.hash, commit);
  });
  return { counts, empty };
}

const listingPaths: readonly string[] = ["diff-tree", "--stdin", "-r", "--root", "--always", "-M100%"];

/**
 * Lines are counted without any around them, so that git leaves out what two versions have in common at their ends
 * before it compares them. `git diff-tree` cannot be told so; `git log` tells of no commit that changed nothing.
 */
const countingLines: readonly string[] = [
  ...["-c", "diff.context=0", "-c", "log.follow=false", "-c", "log.showRoot=true"],
  ...["log", "--stdin", "--no-walk=unsorted", "--no-color", "--no-decorate", "--no-notes", "--no-mailmap"],
  // So many on either side of a move, which is all that a commit of this size can have.
  ...["-M", `-l${maxComparedFiles / 2}`, "-O/dev/null", "--numstat"],
];

async function listChanges(
  folder: string,
  hashes: readonly string[],
  how: readonly string[],
  take: (commit: Commit) => unknown,
): Promise<void> {
  if (hashes.length === 0) return;
  const parser = new CommitParser(take);
  const what = ["-z", "--raw", "--no-abbrev", "--relative", "--diff-filter=AMDR"];
  // The same counts everywhere, whatever this machine's configuration says; and no program that it names is run.
  const same = ["--diff-algorithm=myers", "--no-indent-heuristic", "--encoding=UTF-8"];
  const safe = ["--no-ext-diff", "--no-textconv", "--no-show-signature", "--ignore-submodules"];
  const format = "--format=%H%x00%at%x00%an%x00%s%x00%b";
  const limit = ["-c", `core.bigFileThreshold=${maxComparedBytes}`];
  const args = [...limit, ...how, ...what, ...same, ...safe, format, "--", "."];
  await streamGit(folder, args, `${hashes.join("\n")}\n`, (piece) => parser.push(piece));
  parser.end();
}
