/** Why a file is read or not: the rules that a scan goes by, asked of one path. */
import { lstatSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { compileScan } from "#wasm/scan";
import { findRepository, git } from "./git.ts";
import { listFiles, shown } from "./list-files.ts";
import { defaultMaxFileBytes, FileReader } from "./read-file.ts";
import { ScanError } from "./scan-error.ts";
import { readProjectFile } from "./selection/project-file.ts";
import { Selection } from "./selection/selection.ts";
import type { SkipReason } from "./skip-reason.ts";
import type { GeneratedRead } from "./worker-protocol.ts";

export interface PathExplanation {
  /** Relative to the folder. */
  readonly path: string;
  readonly isRead: boolean;
  readonly reason: SkipReason | "ignored" | "absent" | null;
  /** In words: which rule decided, and what would change it. */
  readonly because: string;
  readonly language: string | null;
  readonly bytes: number | null;
}

const words: Record<SkipReason, string> = {
  symlink: "it is a symbolic link: what it leads to is read under its own path, where that lies in the repository",
  submodule: "it is another repository: scan it by itself",
  special: "it is neither a file nor a folder",
  vendored: "it is others' code",
  excluded: "the repository's own rules leave it out",
  path: "its name is no UTF-8, or holds control characters or a backslash, so that it cannot be written down",
  unreadable: "it cannot be opened: see its permissions",
  binary: "it has a NUL byte within its first 8 KiB",
  unsupported: "no language that is read has files of this name, nor is there a hashbang of one",
  too_large: "it is larger than files that are read: maxFileBytes in drift.json raises the limit",
  generated:
    "a tool wrote it, and it is large or has lines that nobody reads, or the settings leave such files out: --generated, or generated in drift.json, takes them in",
};

/**
 * Explains a path of a folder, given from the folder or absolute.
 *
 * @throws ScanError where the path lies outside
 */
export async function explainPath(folder: string, given: string, generated: GeneratedRead): Promise<PathExplanation> {
  const path = relative(folder, resolve(folder, given)).split(sep).join("/");
  if (path === "" || path === ".." || path.startsWith("../") || isAbsolute(path))
    throw new ScanError("input", `${given} does not lie in ${folder}`, "Give a path of a file in the folder.");
  const answer = (reason: PathExplanation["reason"], because: string): PathExplanation => ({
    path,
    isRead: false,
    reason,
    because,
    language: null,
    bytes: null,
  });
  const stat = lstatSync(join(folder, path), { throwIfNoEntry: false });
  if (!stat) return answer("absent", "there is no such file");
  if (stat.isDirectory()) return answer("absent", "it is a folder: ask for one of its files");

  const isGit = (await findRepository(folder)).kind === "git";
  const { files, skipped } = await listFiles(folder, isGit);
  const isListed = files.some((file) => file.path === path);
  if (!isListed) {
    const selection = new Selection(folder, [...rulesAbove(path)], readProjectFile(folder));
    const exclusion = selection.exclusion(path);
    if (exclusion && (skipped.has(exclusion.part) || !isGit)) return answer(exclusion.reason, exclusion.rule);
    const reason = skipped.get(shown(path)) ?? skipped.get(`${path}/`) ?? skippedAbove(path, skipped);
    if (reason) return answer(reason, words[reason]);
    return answer("ignored", isGit ? await ignoredBy(folder, path) : "a .gitignore names it");
  }
  const { maxFileBytes = defaultMaxFileBytes } = readProjectFile(folder);
  const data = { module: compileScan(), folder, generated, maxFileBytes };
  const outcome = new FileReader(data).read({ path, knownHash: null });
  if (outcome.kind === "skipped") return { ...answer(outcome.reason, words[outcome.reason]), bytes: stat.size };
  if (outcome.kind !== "read") return answer("absent", "it went away while it was looked at");
  const { language, fault } = outcome;
  const because = fault ? `${fault.message}: it has a row, and no facts` : "a scan reads it";
  return { path, isRead: true, reason: null, because, language, bytes: stat.size };
}

/** The files that may hold rules about a path. */
function* rulesAbove(path: string): Generator<string> {
  const parts = path.split("/");
  for (let at = 0; at < parts.length; at++) {
    const base = parts
      .slice(0, at)
      .map((part) => `${part}/`)
      .join("");
    yield `${base}.driftignore`;
    yield `${base}.gitattributes`;
  }
}

async function ignoredBy(folder: string, path: string): Promise<string> {
  try {
    const said = (await git(folder, ["check-ignore", "-v", "--no-index", "--", path])).toString().trim();
    const [rule] = said.split("\t");
    if (rule) return `git ignores it: ${rule}`;
  } catch {
    // git says by its exit code that no rule names the path.
  }
  return "git neither tracks it nor would: see git status --ignored";
}

/** Why a folder in which a path lies is left out as a whole. */
function skippedAbove(path: string, skipped: ReadonlyMap<string, SkipReason>): SkipReason | undefined {
  for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
    const reason = skipped.get(path.slice(0, end + 1));
    if (reason) return reason;
  }
  return undefined;
}
