/** Asks git about a folder. Nothing here writes to the repository or runs what its configuration names. */
import { type ChildProcessWithoutNullStreams, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { ScanError } from "./scan-error.ts";

/** A hook runs with these set, and they would lead to another repository or index than the folder's own. */
const misleading = [
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_PREFIX",
  "GIT_COMMON_DIR",
  "GIT_OBJECT_DIRECTORY",
];

const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !misleading.includes(name))),
  LC_ALL: "C",
  // `git status` would rewrite the index; a partial clone would fetch what is not there.
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_TERMINAL_PROMPT: "0",
  // Contents of thousands of files are read and let go: glibc would hand each one's memory back, to ask for it again.
  MALLOC_TRIM_THRESHOLD_: String(256 * 2 ** 20),
  MALLOC_MMAP_THRESHOLD_: String(32 * 2 ** 20),
});

/** A repository may name a program here, and `git status` would run it. */
const safely = ["-c", "core.fsmonitor=false", "-c", "core.untrackedCache=false"];

const checkGit = "Check: git status";

/** git could not answer: the repository is damaged, or git is too old for the question. */
export class GitFailure extends ScanError {
  /** What git said of it. */
  readonly said: string;
  /** There is no git on this machine. */
  readonly isMissing: boolean;

  constructor(args: readonly string[], said: string, isMissing: boolean) {
    super("input", `git ${args[0]}: ${said.trim().replace(/^fatal: /, "") || "failed"}`, checkGit);
    this.said = said;
    this.isMissing = isMissing;
  }
}

const isMissing = (error: Error): boolean => "code" in error && error.code === "ENOENT";

/** Runs git in a folder and gives what it prints. */
export function git(folder: string, args: readonly string[], input?: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, env: environment(), encoding: "buffer", maxBuffer: 2 ** 30 } as const;
    const child = execFile("git", [...safely, ...args], options, (error, stdout, stderr) => {
      if (error) reject(new GitFailure(args, stderr.toString() || error.message, isMissing(error)));
      else resolve(stdout);
    });
    // git may end before it has read everything; its exit code says why.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input ?? "");
  });
}

/** Starts git in a folder; `ended` hears how, and again where git fails and then ends. */
function startGit(
  folder: string,
  args: readonly string[],
  take: (piece: Buffer) => void,
  ended: (failure?: GitFailure) => void,
): ChildProcessWithoutNullStreams {
  const child = spawn("git", [...safely, ...args], { cwd: folder, env: environment(), stdio: "pipe" });
  let said = "";
  child.stdout.on("data", take);
  child.stderr.on("data", (piece: Buffer) => {
    if (said.length < 4_096) said += piece.toString();
  });
  child.on("error", (error) => ended(new GitFailure(args, error.message, isMissing(error))));
  child.on("close", (code) => ended(code === 0 ? undefined : new GitFailure(args, said, false)));
  // git may end before it has read everything; its exit code says why.
  child.stdin.on("error", () => {});
  return child;
}

/** Runs git and hands on what it prints, piece by piece: for answers of any length. */
export function streamGit(
  folder: string,
  args: readonly string[],
  input: string,
  take: (piece: Buffer) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = startGit(folder, args, take, (failure) => (failure ? reject(failure) : resolve()));
    child.stdin.end(input);
  });
}

/** How long an answer is. */
type Length = { readonly lines: number } | { readonly bytes: number };

interface Asked {
  /** Lines or bytes that are still to come. */
  left: number;
  readonly inLines: boolean;
  readonly resolve: (answer: Buffer) => void;
  readonly reject: (error: GitFailure) => void;
}

/**
 * A git that answers questions as long as it is asked: to start one costs more than what most answers do, since the
 * whole memory of the process that starts it is mapped once more.
 */
export class GitServer {
  readonly #child: ChildProcessWithoutNullStreams;
  #printed: Buffer[] = [];
  #asked: Asked | undefined;
  #failure: GitFailure | undefined;

  constructor(folder: string, args: readonly string[]) {
    this.#child = startGit(
      folder,
      args,
      (piece) => this.#take(piece),
      (failure) => this.#fail(failure ?? new GitFailure(args, "ended before it was asked to", false)),
    );
  }

  /** Asks one question; the next may be asked when this one is answered. */
  ask(question: string, length: Length): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      const inLines = "lines" in length;
      this.#asked = { left: inLines ? length.lines : length.bytes, inLines, resolve, reject };
      this.#child.stdin.write(question);
    });
  }

  end(): void {
    this.#child.stdin.end();
  }

  #take(piece: Buffer): void {
    const asked = this.#asked;
    if (!asked) return;
    this.#printed.push(piece);
    if (!asked.inLines) asked.left -= piece.length;
    else for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) asked.left--;
    if (asked.left > 0) return;
    const answer = Buffer.concat(this.#printed);
    this.#printed = [];
    this.#asked = undefined;
    asked.resolve(answer);
  }

  #fail(failure: GitFailure): void {
    this.#failure ??= failure;
    this.#asked?.reject(this.#failure);
    this.#asked = undefined;
  }
}

const line = async (folder: string, ...args: string[]): Promise<string | null> => {
  try {
    return (await git(folder, args)).toString().trim() || null;
  } catch (error) {
    if (error instanceof GitFailure) return null;
    throw error;
  }
};

/** plain: no repository, or one that has nothing to do with the folder. */
export type Repository =
  | { readonly kind: "plain"; readonly note: string }
  | {
      readonly kind: "git";
      /** The clone has only the last commits. */
      readonly isShallow: boolean;
      /** Where the folder lies below the root of the work tree: empty, or with a slash at its end. */
      readonly prefix: string;
    };

const withoutGit = "files are listed without it, and there is no history";

/**
 * Whether git knows the folder.
 *
 * @throws ScanError where it does, but refuses to read it.
 */
export async function findRepository(folder: string): Promise<Repository> {
  try {
    const asked = ["--is-inside-work-tree", "--is-shallow-repository", "--show-prefix"];
    const said = (await git(folder, ["rev-parse", ...asked])).toString();
    const [isInside, isShallow, ...prefix] = said.split("\n");
    const isGit = isInside === "true";
    if (isGit) return { kind: "git", isShallow: isShallow === "true", prefix: prefix.slice(0, -1).join("\n") };
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    const { said, isMissing } = error;
    if (isMissing) return { kind: "plain", note: `git is not installed: ${withoutGit}` };
    const isNone = /not a git repository/.test(said);
    if (isNone && hasDotGit(folder))
      return { kind: "plain", note: `its .git is none that git can read (${checkGit.toLowerCase()}): ${withoutGit}` };
    const unreadable = /dubious ownership/.test(said) || (!isNone && hasDotGit(folder));
    if (unreadable) {
      const [first = ""] = said.replace(/^fatal: /, "").split("\n");
      const trust = /dubious/.test(said) ? `Run: git config --global --add safe.directory ${folder}` : checkGit;
      throw new ScanError("input", `git refuses to read ${folder}: ${first}`, trust);
    }
  }
  return { kind: "plain", note: `not a git repository: ${withoutGit}` };
}

const hasDotGit = (folder: string): boolean => {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return true;
    if (at === dirname(at)) return false;
  }
};

/** The names of what git tracks in a folder or would track. */
export const listNames = (folder: string): Promise<Buffer> =>
  git(folder, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);

/** The names of what git tracks in a folder. */
export const listTracked = (folder: string): Promise<Buffer> => git(folder, ["ls-files", "-z", "--cached"]);

/** As `listNames` tells them, of what is asked for already: a second walk through the folder would take as long as the first. */
export function namesOf(tracked: Buffer, { untracked }: State, prefix: string): Buffer {
  const { length } = Buffer.from(prefix);
  return Buffer.concat([tracked, ...untracked.map((path) => path.subarray(length))]);
}

/** Where git keeps HEAD and the index of a folder's work tree. Undefined: the folder is in none. */
export async function gitFolder(folder: string): Promise<string | undefined> {
  return (await line(folder, "rev-parse", "--absolute-git-dir").catch(() => null)) ?? undefined;
}

/** What HEAD is. All null before the first commit. */
export interface Head {
  readonly commit: string | null;
  /** Seconds since the epoch. */
  readonly commitTime: number | null;
  readonly branch: string | null;
  readonly rootCommit: string | null;
  readonly dirty: boolean;
}

export interface FoundHead {
  readonly head: Head;
  /** It is the commit that the last scan was of, as far as a shallow clone tells. */
  readonly isKnown: boolean;
}

export const noHead: Head = { commit: null, commitTime: null, branch: null, rootCommit: null, dirty: false };

/** The commit HEAD is at; null before the first one. */
export const readCommit = (folder: string): Promise<string | null> =>
  line(folder, "rev-parse", "-q", "--verify", "HEAD");

/**
 * @param known HEAD as it was: what follows from the commit alone is taken from it where that is still the same
 * @param state `readState` of the folder, where it was asked for before
 */
export async function readHead(
  folder: string,
  isShallow: boolean,
  known?: Head,
  state = readState(folder),
): Promise<Head> {
  // Where HEAD most likely is where it was, its state alone is asked for: a process is a tenth of a small rescan.
  const isKnown = known !== undefined && (await state).commit === known.commit;
  const [{ commit, branch, dirty }, commitTime, rootCommit] = await Promise.all([
    state,
    isKnown ? known.commitTime : line(folder, "log", "-1", "--no-show-signature", "--format=%ct"),
    // The first commit on HEAD's line of first parents; a shallow clone does not have it.
    isKnown
      ? known.rootCommit
      : isShallow
        ? null
        : line(folder, "rev-list", "--first-parent", "--max-parents=0", "HEAD"),
  ]);
  return { commit, commitTime: commitTime === null ? null : Number(commitTime), branch, rootCommit, dirty };
}

/** What git sees of a folder. */
export interface State extends Pick<Head, "commit" | "branch" | "dirty"> {
  /** The names of what is not ignored and not tracked, from the root of the work tree, each with the NUL behind it. */
  readonly untracked: readonly Buffer[];
}

/** What `git status` says of HEAD, and of where the folder differs from it. https://git-scm.com/docs/git-status#_porcelain_format_version_2 */
export async function readState(folder: string): Promise<State> {
  const all = ["--porcelain=v2", "--branch", "-z", "--untracked-files=all", "--ignore-submodules"];
  const said = await git(folder, ["status", ...all, "--", "."]);
  const about = new Map<string, string>();
  const untracked: Buffer[] = [];
  let dirty = false;
  for (let at = 0, end = said.indexOf(0); end >= 0; at = end + 1, end = said.indexOf(0, at)) {
    const kind = String.fromCharCode(said[at] ?? 0);
    if (kind === "#") {
      const [, name = "", value = ""] = /^# (\S+) (.*)$/s.exec(said.toString("utf8", at, end)) ?? [];
      about.set(name, value);
      continue;
    }
    dirty = true;
    if (kind === "?") untracked.push(said.subarray(at + 2, end + 1));
    // Of what was renamed, the name before stands behind it.
    if (kind === "2") end = said.indexOf(0, end + 1);
  }
  const [oid = "(initial)", branch = "(detached)"] = [about.get("branch.oid"), about.get("branch.head")];
  return {
    commit: oid === "(initial)" ? null : oid,
    branch: branch === "(detached)" ? null : branch,
    dirty,
    untracked,
  };
}
