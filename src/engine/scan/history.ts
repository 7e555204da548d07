/**
 * Commit facts: the last commits of HEAD that are no merges, and the files each changed.
 *
 * A commit never changes, so a commit that has a unit already is not read again.
 */
import { encodeUnit, type FactRow, isPath } from "#contract/unit";
import { GitFailure, git } from "./git.ts";
import { shorten } from "./shorten.ts";

/** Commits that a scan holds. */
export const historyLength = 1_000;
/** Rows of `commit_files` a commit has at most; `commits.files` has the true number. */
const filesPerCommit = 200;

export interface Commit {
  readonly hash: string;
  /** Author time, seconds since the epoch. */
  readonly time: number;
  readonly author: string;
  readonly summary: string;
  readonly files: readonly { readonly path: string; readonly change: "added" | "modified" | "deleted" }[];
}

/** The path of a commit's unit. */
export const commitPath = (hash: string): string => `commit/${hash}`;

export interface History {
  /** Hashes, newest first. */
  readonly hashes: readonly string[];
  /** Those of them that were not known. */
  readonly read: readonly Commit[];
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
  const hashes = listed.split("\n").filter(Boolean);
  const missing = hashes.filter((hash) => !known.has(commitPath(hash)));
  if (missing.length === 0) return { hashes, read: [] };
  // The oldest commit of a shallow clone looks as if it had added every file.
  const cut = new Set(isShallow ? await readOldest(folder) : []);
  const read = (await readCommits(folder, missing)).filter(({ hash }) => !cut.has(hash));
  return { hashes: hashes.filter((hash) => !cut.has(hash)), read };
}

const readOldest = async (folder: string): Promise<string[]> =>
  (await git(folder, ["rev-list", "--max-parents=0", "HEAD"])).toString().split("\n").filter(Boolean);

async function readCommits(folder: string, hashes: readonly string[]): Promise<Commit[]> {
  const how = ["-z", "-r", "--root", "--always", "--name-status", "--no-renames", "--relative", "--diff-filter=AMD"];
  const safe = ["--no-ext-diff", "--no-textconv", "--no-show-signature", "--ignore-submodules"];
  const args = ["diff-tree", "--stdin", ...how, ...safe, "--format=%H%x00%at%x00%an%x00%s", "--", "."];
  return parseCommits((await git(folder, args, `${hashes.join("\n")}\n`)).toString());
}

/**
 * Reads what `git diff-tree -z` prints: `hash time author summary` and pairs of `status path`, each ended by a NUL,
 * the first status of a commit with a line end before it. No hash looks like a status.
 */
export function parseCommits(printed: string): Commit[] {
  const fields = printed.split("\0");
  const commits: Commit[] = [];
  for (let at = 0; at + 3 < fields.length; ) {
    const [hash = "", time = "", author = "", summary = ""] = fields.slice(at, at + 4);
    at += 4;
    const files: Commit["files"][number][] = [];
    for (; ; at += 2) {
      const change = changes[(fields[at] ?? "").replace(/^\n/, "")];
      if (!change) break;
      files.push({ path: fields[at + 1] ?? "", change });
    }
    commits.push({ hash, time: Number(time), author, summary, files });
  }
  return commits;
}

const changes: Record<string, Commit["files"][number]["change"]> = { A: "added", M: "modified", D: "deleted" };

/** The unit of a commit. */
export function encodeCommit({ hash, time, author, summary, files }: Commit): string {
  const when = Math.min(Math.max(Number.isFinite(time) ? Math.trunc(time) : 0, 0), 0x7fffffff);
  const { type, scope, isBreaking } = readConventional(summary);
  const row: FactRow = [
    hash,
    when,
    shorten(author, 200),
    type && shorten(type, 20),
    scope && shorten(scope, 100),
    isBreaking ? 1 : 0,
    shorten(summary, 400),
    files.length,
  ];
  const rows = files.filter(({ path }) => isPath(path)).slice(0, filesPerCommit);
  return encodeUnit("commit", commitPath(hash), {
    commits: [row],
    commit_files: rows.map(({ path, change }) => [hash, path, change, when, 0, 0]),
  });
}

/** Type, scope and `!` of https://www.conventionalcommits.org; `type` is null where a summary is not of that form. */
export function readConventional(summary: string): { type: string | null; scope: string | null; isBreaking: boolean } {
  const found = /^([a-z]{2,20})(?:\(([^()]{1,100})\))?(!)?: /i.exec(summary);
  if (!found) return { type: null, scope: null, isBreaking: false };
  return { type: (found[1] ?? "").toLowerCase(), scope: found[2]?.trim() || null, isBreaking: found[3] !== undefined };
}
