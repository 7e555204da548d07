/**
 * Which files of a folder a scan looks at: what git tracks or would track, else a walk by the same ignore rules.
 * Symbolic links are not followed, so a loop of them is nothing special.
 */
import { type Dirent, lstatSync, readdirSync, readFileSync, type Stats } from "node:fs";
import { join } from "node:path";
import ignore, { type Ignore } from "ignore";
import { isPath } from "#contract/unit";
import { git } from "./git.ts";

/** Why a path was not read. The worker finds the last five, since they need the file's bytes. */
export type SkipReason =
  | "symlink"
  | "submodule"
  | "special" // neither file, folder nor link
  | "vendored" // a folder of others' code, counted once
  | "path" // a name that is no UTF-8, or has control characters or a backslash
  | "unreadable"
  | "binary"
  | "unsupported"
  | "too_large"
  | "generated";

export interface ListedFile {
  readonly path: string;
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly mtime: number;
  readonly ctime: number;
}

export interface Listing {
  /** Sorted by path. */
  readonly files: readonly ListedFile[];
  readonly skipped: ReadonlyMap<string, SkipReason>;
}

/** Folders of code that others wrote, and tools put there. */
const vendored = new Set([
  "node_modules",
  "bower_components",
  "jspm_packages",
  "site-packages",
  "__pycache__",
  ".venv",
  "venv",
  "vendor",
  ".yarn",
]);

/** Never listed at all: what belongs to git and to drift. */
const own = new Set([".git", ".drift"]);

/** The files of a folder. */
export async function listFiles(folder: string, isGit: boolean): Promise<Listing> {
  const listing = new Lister(folder);
  if (isGit) for (const path of await listByGit(folder)) listing.add(path);
  else walk(folder, listing);
  return listing.result();
}

async function listByGit(folder: string): Promise<Set<string | Buffer>> {
  const out = await git(folder, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  const paths = new Set<string | Buffer>();
  for (let at = 0; at < out.length; ) {
    const end = out.indexOf(0, at);
    const bytes = out.subarray(at, end < 0 ? out.length : end);
    const text = bytes.toString();
    // A name that is no UTF-8 has no text: it is only counted, under what can be shown of it.
    paths.add(text.includes("\ufffd") && !Buffer.from(text).equals(bytes) ? bytes : text);
    at = end < 0 ? out.length : end + 1;
  }
  return paths;
}

class Lister {
  readonly #folder: string;
  readonly #files: ListedFile[] = [];
  readonly #skipped = new Map<string, SkipReason>();
  /** Folders already looked at: whether what lies in them is really there, or behind a link. */
  readonly #folders = new Map<string, boolean>([["", true]]);

  constructor(folder: string) {
    this.#folder = folder;
  }

  skip(path: string, reason: SkipReason): void {
    this.#skipped.set(path, reason);
  }

  /** Adds a path as git prints it: `folder/` is another repository in this one. */
  add(printed: string | Buffer): void {
    const path = printed.toString();
    const parts = path.split("/");
    const inner = parts.findIndex((part, index) => index < parts.length - 1 && vendored.has(part));
    if (parts.some((part) => own.has(part))) return;
    if (typeof printed !== "string" || !isPath(path.replace(/\/$/, ""))) this.skip(shown(path), "path");
    else if (inner >= 0) this.skip(`${parts.slice(0, inner + 1).join("/")}/`, "vendored");
    else if (path.endsWith("/")) this.skip(path, "submodule");
    else if (this.#isReached(parts.slice(0, -1).join("/"))) {
      const stat = this.stat(path);
      if (stat?.isDirectory()) this.skip(path, "submodule");
      else if (stat) this.addEntry(path, stat);
    }
  }

  addEntry(path: string, stat: Stats): void {
    if (stat.isSymbolicLink()) this.skip(path, "symlink");
    else if (!stat.isFile()) this.skip(path, "special");
    else this.#files.push({ path, size: stat.size, mtime: stat.mtimeMs, ctime: stat.ctimeMs });
  }

  /** Undefined: it is gone, as a file that git still tracks may be. */
  stat(path: string): Stats | undefined {
    try {
      return lstatSync(join(this.#folder, path), { throwIfNoEntry: false });
    } catch (error) {
      const gone = ["ENOTDIR", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "");
      if (!gone) this.skip(path, "unreadable");
      return undefined;
    }
  }

  /** Whether a tracked path lies in real folders: one that became a link may lead out of the repository. */
  #isReached(folder: string): boolean {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const above = folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
    const reached = this.#isReached(above) && !this.stat(folder)?.isSymbolicLink();
    this.#folders.set(folder, reached);
    return reached;
  }

  result(): Listing {
    this.#files.sort((a, b) => (a.path < b.path ? -1 : 1));
    return { files: this.#files, skipped: this.#skipped };
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const shown = (path: string): string => path.replace(/[\u0000-\u001f\u007f\\]/g, "\ufffd");

/** Lists a folder that git does not know, with `.gitignore` files honoured. */
function walk(root: string, listing: Lister): void {
  /** Rules of a folder and those above it, outermost first; each sees paths relative to its own folder. */
  type Rules = readonly { readonly base: string; readonly rules: Ignore }[];

  const isIgnored = (rules: Rules, path: string): boolean => {
    let ignored = false;
    for (const { base, rules: own } of rules) {
      const test = own.test(path.slice(base.length));
      if (test.ignored) ignored = true;
      else if (test.unignored) ignored = false;
    }
    return ignored;
  };

  const enter = (folder: string, above: Rules): void => {
    let entries: Dirent[];
    try {
      entries = readdirSync(join(root, folder), { withFileTypes: true });
    } catch {
      listing.skip(folder, "unreadable");
      return;
    }
    const rules = [...above, ...readRules(root, folder, entries)];
    for (const entry of entries) {
      if (own.has(entry.name)) continue;
      const path = `${folder}${entry.name}`;
      if (entry.name.includes("\ufffd") || !isPath(path)) {
        listing.skip(shown(path), "path");
        continue;
      }
      if (isIgnored(rules, entry.isDirectory() ? `${path}/` : path)) continue;
      if (!entry.isDirectory()) {
        const stat = listing.stat(path);
        if (stat) listing.addEntry(path, stat);
      } else if (vendored.has(entry.name)) listing.skip(`${path}/`, "vendored");
      else if (readdirHasGit(join(root, path))) listing.skip(`${path}/`, "submodule");
      else enter(`${path}/`, rules);
    }
  };
  enter("", []);
}

const readdirHasGit = (folder: string): boolean =>
  lstatSync(join(folder, ".git"), { throwIfNoEntry: false }) !== undefined;

function readRules(root: string, folder: string, entries: readonly Dirent[]): { base: string; rules: Ignore }[] {
  if (!entries.some(({ name }) => name === ".gitignore")) return [];
  try {
    const text = readFileSync(join(root, folder, ".gitignore"), "utf8");
    return [{ base: folder, rules: ignore({ allowRelativePaths: false }).add(text) }];
  } catch {
    return [];
  }
}
