/** What a repository falls into: its packages or, of a single one, the folders at its top. */
import type { DatabaseSync } from "node:sqlite";
import { commonFolder } from "./learn.ts";
import type { FileObservations } from "./observation.ts";
import { folderOf } from "./words.ts";

const most = 40;

export function partsOf(db: DatabaseSync, files: readonly FileObservations[]): string[] {
  const manifests = db.prepare("select distinct path from packages order by path").all();
  const packages = new Set(manifests.map(({ path }) => folderOf(String(path))).filter((folder) => folder !== ""));
  if (packages.size >= 2) return [...packages].slice(0, most);
  const code = files.filter(({ isTest }) => !isTest).map(({ path }) => path);
  const common = commonFolder(code);
  const below = code
    .map((path) => path.slice(common === "" ? 0 : common.length + 1))
    .filter((path) => path.includes("/"));
  const folders = new Set(
    below.map((path) => `${common === "" ? "" : `${common}/`}${path.slice(0, path.indexOf("/"))}`),
  );
  return [...folders].sort().slice(0, most);
}
