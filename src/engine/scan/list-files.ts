/**
 * Which files of a folder a scan looks at: what git tracks or would track, else a walk by the same ignore rules.
 * Symbolic links are not followed, so a loop of them is nothing special: `links.ts` tells what they stand for.
 */
import { type Dirent, lstatSync, readdirSync, readFileSync, type Stats } from "node:fs";
import { join } from "node:path";
import ignore, { type Ignore } from "ignore";
import { isPath } from "#contract/unit";
import { listNames } from "./git.ts";
import { type Link, linksWithin } from "./links.ts";
import { fitsNothing, readProjectFile, unfitting } from "./selection/project-file.ts";
import { Selection } from "./selection/selection.ts";
import { vendoredPart } from "./selection/vendored.ts";
import type { SkipReason } from "./skip-reason.ts";

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
  /** The listed files that look other than the last scan left them, where nothing else does; undefined: not known. */
  readonly differing?: ReadonlySet<string>;
}

export interface LookedAt extends Listing {
  /** Links to what is listed, sorted by path. */
  readonly links: readonly Link[];
  /** What people should know of what is left out. */
  readonly note: string | undefined;
  /** Everything that was looked at for it, and what was found: undefined where nothing was there. */
  readonly looks: ReadonlyMap<string, Stats | undefined>;
}

const code = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|pyi?|rb|php|go|rs|java|kts?|swift|cs|c|h|cc|cpp|cxx|hpp|lua)$/i;
/** So many files, and so large a part of what is read, are worth telling of. */
const leastTold = 20;
const partTold = 0.05;

/** Never listed at all: what belongs to git and to drift. */
const own = new Set([".git", ".drift"]);

const isOwn = (path: string): boolean => /(?:^|\/)\.(?:git|drift)(?:\/|$)/.test(path);

/**
 * The files of a folder.
 *
 * @param known what is known of paths already: those are not looked at again
 * @param names what `listNames` told of the folder, where that was asked before
 * @throws ScanError where its `drift.json` cannot be understood
 */
export async function listFiles(
  folder: string,
  isGit: boolean,
  known: ReadonlyMap<string, Stats> = new Map(),
  names: Promise<Buffer> = isGit ? listNames(folder) : Promise.resolve(Buffer.alloc(0)),
): Promise<LookedAt> {
  const project = readProjectFile(folder);
  const listing = new Lister(folder, known);
  const paths = isGit ? pathsOf(await names) : walk(folder, listing);
  const texts = [...paths].filter((path) => typeof path === "string");
  const selection = new Selection(folder, texts, project);
  listing.select(selection);
  for (const path of selection.sources) listing.stat(path);
  for (const path of paths) listing.add(path);
  const unfit = texts.length > 0 ? unfitting(project, texts) : [];
  const found = listing.result(unfit);
  if (unfit.length > 0 && found.files.length === 0) throw fitsNothing(folder, unfit);
  return found;
}

function pathsOf(out: Buffer): Set<string | Buffer> {
  const whole = out.toString();
  // Most repositories' names are all UTF-8.
  if (!whole.includes("\ufffd")) return new Set(whole.split("\0").filter((path) => path !== ""));
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

const quietly = { throwIfNoEntry: false } as const;

class Lister {
  readonly #folder: string;
  readonly #known: ReadonlyMap<string, Stats>;
  readonly #files: ListedFile[] = [];
  readonly #skipped = new Map<string, SkipReason>();
  readonly #looks = new Map<string, Stats | undefined>();
  /** Folders already looked at: whether what lies in them is really there, or behind a link. */
  readonly #folders = new Map<string, boolean>([["", true]]);

  readonly #links: string[] = [];
  #selection: Selection | undefined;
  /** Code that is left out because `.gitattributes` calls it others'. */
  readonly #marked: string[] = [];

  constructor(folder: string, known: ReadonlyMap<string, Stats>) {
    this.#folder = folder;
    this.#known = known;
  }

  select(selection: Selection): void {
    this.#selection = selection;
  }

  skip(path: string, reason: SkipReason): void {
    this.#skipped.set(path, reason);
  }

  /** Adds a path as git prints it: `folder/` is another repository in this one. */
  add(printed: string | Buffer): void {
    const path = printed.toString();
    if (isOwn(path)) return;
    if (typeof printed !== "string" || !isPath(path.endsWith("/") ? path.slice(0, -1) : path)) {
      this.skip(shown(path), "path");
      return;
    }
    const exclusion = this.#selection?.exclusion(path);
    // A lock file is looked at although a tool wrote it.
    if (exclusion?.reason === "generated") this.stat(path);
    if (exclusion?.isMarked && code.test(path)) this.#marked.push(path);
    if (exclusion) this.skip(exclusion.part, exclusion.reason);
    else if (path.endsWith("/")) this.skip(path, "submodule");
    else if (this.#isReached(path.slice(0, Math.max(0, path.lastIndexOf("/"))))) {
      const stat = this.stat(path);
      if (stat?.isDirectory()) this.skip(path, "submodule");
      else if (stat) this.addEntry(path, stat);
    }
  }

  addEntry(path: string, stat: Stats): void {
    if (stat.isSymbolicLink()) {
      this.skip(path, "symlink");
      this.#links.push(path);
    } else if (!stat.isFile()) this.skip(path, "special");
    else this.#files.push({ path, size: stat.size, mtime: stat.mtimeMs, ctime: stat.ctimeMs });
  }

  /** Undefined: it is gone, as a file that git still tracks may be. */
  stat(path: string): Stats | undefined {
    let found = this.#looks.get(path) ?? this.#known.get(path);
    try {
      found ??= lstatSync(`${this.#folder}/${path}`, quietly);
    } catch (error) {
      const gone = ["ENOTDIR", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "");
      if (!gone) this.skip(path, "unreadable");
    }
    this.#looks.set(path, found);
    return found;
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

  /** @param unfit patterns of `include` in `drift.json` that fit nothing */
  result(unfit: readonly string[]): LookedAt {
    this.#files.sort((a, b) => (a.path < b.path ? -1 : 1));
    const include =
      unfit.length === 0 ? undefined : `include in drift.json has what fits no file: ${unfit.slice(0, 5).join(", ")}`;
    const note = [include, this.#noteOfMarked()].filter((one) => one !== undefined).join("; ") || undefined;
    const links = linksWithin(this.#folder, this.#links, this.#files);
    return { files: this.#files, skipped: this.#skipped, looks: this.#looks, links, note };
  }

  #noteOfMarked(): string | undefined {
    const left = this.#marked.length;
    if (left < leastTold || left < this.#files.length * partTold) return undefined;
    const counts = new Map<string, number>();
    for (const path of this.#marked) {
      const folder = path.slice(0, path.indexOf("/") + 1);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    const [[folder, most] = ["", 0]] = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
    const where = folder === "" ? "" : `, ${most} of them in ${folder}`;
    return `${left} files of code are left out because .gitattributes calls them vendored${where}: if they are your own, "!${folder}**" in .driftignore takes them in`;
  }
}

/** What can be shown of a name that cannot be written down. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
export const shown = (path: string): string => path.replace(/[\u0000-\u001f\u007f\\]/g, "\ufffd");

/** Lists a folder that git does not know, with `.gitignore` files honoured. */
function walk(root: string, listing: Lister): Set<string> {
  /** Rules of a folder and those above it, outermost first; each sees paths relative to its own folder. */
  type Rules = readonly { readonly base: string; readonly rules: Ignore }[];

  const paths = new Set<string>();
  // Others' code is not entered, unless the repository's own rules may take a part of it in.
  const takesIn = /^!/m.test(readText(join(root, ".driftignore")));

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
      if (!entry.isDirectory()) paths.add(path);
      else if (vendoredPart(`${path}/`) && !takesIn) listing.skip(`${path}/`, "vendored");
      else if (readdirHasGit(join(root, path))) listing.skip(`${path}/`, "submodule");
      else enter(`${path}/`, rules);
    }
  };
  enter("", []);
  return paths;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
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
