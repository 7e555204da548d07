/** What a repository falls into: its packages or, of a single one, the folders at its top. */
import type { DatabaseSync } from "node:sqlite";
import { commonFolder } from "./learn.ts";
import type { FileObservations } from "./observation.ts";
import { folderOf } from "./words.ts";

const most = 40;
const nearlyAll = 0.9;

export interface Parts {
  /** Folders, without a slash behind them. */
  readonly folders: readonly string[];
  /** Each is a package of its own, with dependencies of its own. */
  readonly arePackages: boolean;
}

export function partsOf(db: DatabaseSync, files: readonly FileObservations[]): Parts {
  const manifests = db.prepare("select distinct path from packages order by path").all();
  const packages = new Set(manifests.map(({ path }) => folderOf(String(path))).filter((folder) => folder !== ""));
  const code = files.filter(({ isTest, path }) => !isTest && !path.startsWith(".")).map(({ path }) => path);
  if (packages.size >= 2) return { folders: largest([...packages], code), arePackages: true };
  const common = mainFolder(code);
  return { folders: [...foldersIn(code, common).keys()].sort().slice(0, most), arePackages: false };
}

/** Of many packages those of the most files, in the order of their paths. */
function largest(packages: readonly string[], paths: readonly string[]): string[] {
  if (packages.length <= most) return [...packages];
  const counts = new Map(packages.map((one) => [one, 0]));
  for (const path of paths)
    for (let at = folderOf(path); at !== ""; at = folderOf(at)) {
      const known = counts.get(at);
      if (known === undefined) continue;
      counts.set(at, known + 1);
      break;
    }
  return [...counts]
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([folder]) => folder)
    .sort();
}

/** What nearly all files lie in: beside it there may be scripts, settings and documentation. */
function mainFolder(paths: readonly string[]): string {
  let folder = commonFolder(paths);
  for (;;) {
    const inside = [...foldersIn(paths, folder)].find(([, count]) => count >= paths.length * nearlyAll);
    if (!inside) return folder;
    folder = inside[0];
  }
}

/** The folders directly inside of one, with how many files each holds. */
function foldersIn(paths: readonly string[], folder: string): Map<string, number> {
  const prefix = folder === "" ? "" : `${folder}/`;
  const counts = new Map<string, number>();
  for (const path of paths) {
    const end = path.startsWith(prefix) ? path.indexOf("/", prefix.length) : -1;
    if (end >= 0) counts.set(path.slice(0, end), (counts.get(path.slice(0, end)) ?? 0) + 1);
  }
  return counts;
}
