/** Folders of sources that a commit added, moved or removed as a whole. */
import { type Commit, type FileChange, maxComparedFiles } from "#engine/scan/history/commit";
import { vendoredPart } from "#engine/scan/selection/vendored";
import type { Finding } from "./finding.ts";
import type { Trees } from "./trees.ts";

/** Source files that make a folder worth telling of. */
const fewest = 4;
/** Folders of a commit that are looked at. */
const mostFolders = 60;

const source =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|py|pyi|rb|php|go|rs|java|kt|kts|scala|cs|fs|vb|swift|m|mm|c|h|cc|cpp|cxx|hpp|lua|ex|exs|erl|hs|ml|clj|dart|zig|nim|r|jl|pl|pm|sh|sql)$/i;
/** What lies in these is no part of what the repository is made of. */
const aside =
  /(?:^|\/)(?:tests?|testing|__tests__|specs?|__mocks__|fixtures?|testdata|test-data|examples?|samples?|demos?|docs?|docs-src|website|benchmarks?|bench|snapshots?|__snapshots__|[^/]*migrations?|migrate|locales?|i18n|lang|translations?|vendor|third[-_]party|node_modules|dist|build|out|generated|gen|assets|public|static|e2e|cypress|playground|\.[^/]+|[^/]*[-_.]tests?|[^/]*Tests?)(?:\/|$)/i;

const isModuleFile = ({ path }: FileChange): boolean =>
  source.test(path) && !aside.test(path) && vendoredPart(path) === undefined;

const under = (folder: string, path: string): boolean => path.startsWith(`${folder}/`);

/** Folders above the paths, with how many of them each holds: those that hold enough. */
function foldersAbove(paths: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths)
    for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) {
      const folder = path.slice(0, at);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  const enough = [...counts].filter(([, count]) => count >= fewest).sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(enough.slice(0, mostFolders));
}

const pathsWith = ({ files }: Commit, change: FileChange["change"]): string[] =>
  files.filter((file) => file.change === change && isModuleFile(file)).map(({ path }) => path);

/** Paths that must be looked for before and after the commit. */
export const foldersInQuestion = (commit: Commit): string[] => [
  ...foldersAbove(pathsWith(commit, "added")).keys(),
  ...foldersAbove(pathsWith(commit, "deleted")).keys(),
];

/** The highest folders for which the condition holds. */
function highest(folders: Iterable<string>, holds: (folder: string) => boolean): string[] {
  const found: string[] = [];
  for (const folder of folders) if (!found.some((one) => under(one, folder)) && holds(folder)) found.push(folder);
  return found;
}

export function movedFolders(commit: Commit, trees: Trees): Finding[] {
  const { files } = commit;
  const added = foldersAbove(pathsWith(commit, "added"));
  const deleted = foldersAbove(pathsWith(commit, "deleted"));
  const born = highest(added.keys(), (folder) => !trees.has("before", folder) && trees.has("after", folder));
  const gone = highest(deleted.keys(), (folder) => trees.has("before", folder) && !trees.has("after", folder));
  const unsure = namesakes(commit);
  const findings = born.flatMap((folder) => tellBorn(folder, files, gone, unsure) ?? []);
  const removed = gone.flatMap((folder) => tellGone(folder, files, unsure) ?? []);
  return [...gather(findings, "Adds"), ...gather(removed, "Removes")];
}

/**
 * Files that may have been moved and changed at once: in a commit so large that nobody looked for that, those that were
 * added and removed under the same name.
 */
function namesakes({ fileCount, files }: Commit): ReadonlySet<string> {
  if (fileCount <= maxComparedFiles) return new Set();
  const open = files.filter(({ change, moved }) => change !== "modified" && moved === undefined);
  const named = (change: FileChange["change"]) =>
    new Set(open.flatMap((file) => (file.change === change ? [nameOf(file.path)] : [])));
  const [added, deleted] = [named("added"), named("deleted")];
  return new Set(open.flatMap(({ path }) => (added.has(nameOf(path)) && deleted.has(nameOf(path)) ? [path] : [])));
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** So large a part of a folder that may have been moved leaves open what became of it. */
const mostUnsure = 0.4;

function tellBorn(
  folder: string,
  files: readonly FileChange[],
  gone: readonly string[],
  unsure: ReadonlySet<string>,
): Finding | undefined {
  const inside = files.filter((file) => file.change === "added" && under(folder, file.path) && isModuleFile(file));
  const count = inside.length;
  const about = { subject: folder, reason: null, names: namesOf(folder) };
  const [highest, movedHigh] = origin(folder, inside);
  // Of a folder that holds nothing but another one, it may be that one which was moved.
  const inner = commonFolder(inside);
  const [from, moved, to] = highest === undefined ? [...origin(inner, inside), inner] : [highest, movedHigh, folder];
  if (from !== undefined && moved >= 3 && moved >= count * 0.6) {
    const paths = [to, ...(from === "" ? [] : [from])];
    const isWhole = gone.some((one) => one === from || under(one, from));
    const summary = isWhole
      ? `Moves the folder ${from} to ${to} (${moved} source files).`
      : `Moves ${moved} source files from ${from || "the root"} into the new folder ${to}.`;
    return { kind: "module_moved", ...about, summary, paths, confidence: isWhole ? 90 : 80 };
  }
  const paths = [folder, ...inside.slice(0, 5).map(({ path }) => path)];
  const known = inside.filter(({ moved }) => moved !== undefined).length;
  if (known >= 3 && known >= count * 0.6) {
    const summary = `Gathers ${known} source files from several places in the new folder ${folder}.`;
    return { kind: "module_moved", ...about, summary, paths, confidence: 75 };
  }
  if (inside.filter(({ path }) => unsure.has(path)).length >= count * mostUnsure) return undefined;
  const parent = files.find(({ path, change }) => change === "deleted" && source.test(path) && stem(path) === folder);
  const summary = parent
    ? `Splits ${parent.path} into the folder ${folder} (${count} source files).`
    : `Adds the folder ${folder} with ${count} source files${known > 0 ? `, ${known} of them moved there` : ""}.`;
  return { kind: "module_added", ...about, summary, paths, confidence: 75 };
}

function tellGone(folder: string, files: readonly FileChange[], unsure: ReadonlySet<string>): Finding | undefined {
  const inside = files.filter((file) => file.change === "deleted" && under(folder, file.path) && isModuleFile(file));
  const removed = inside.filter(({ moved }) => moved === undefined);
  // What mostly went elsewhere was moved, and is told of there.
  if (removed.length < fewest || removed.length < inside.length * 0.6) return undefined;
  if (removed.filter(({ path }) => unsure.has(path)).length >= removed.length * mostUnsure) return undefined;
  const rest = inside.length - removed.length;
  const summary = `Removes the folder ${folder} with ${removed.length} source files${rest > 0 ? `; ${rest === 1 ? "1 other was" : `${rest} others were`} moved elsewhere` : ""}.`;
  const paths = [folder, ...removed.slice(0, 5).map(({ path }) => path)];
  return {
    kind: "module_removed",
    subject: folder,
    summary,
    reason: null,
    paths,
    confidence: 80,
    names: namesOf(folder),
  };
}

/** The folder that most of the files came from, each at the same place below it; and how many. */
function origin(folder: string, files: readonly FileChange[]): [from: string | undefined, count: number] {
  const counts = new Map<string, number>();
  for (const { path, moved } of files) {
    if (moved === undefined) continue;
    const below = directory(path).slice(folder.length);
    const was = `/${directory(moved)}`;
    if (!was.endsWith(below)) continue;
    const from = was.slice(1, was.length - below.length);
    counts.set(from, (counts.get(from) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most ?? [undefined, 0];
}

/** The deepest folder that holds all of them. */
function commonFolder(files: readonly FileChange[]): string {
  let common = directory(files[0]?.path ?? "");
  for (const { path } of files) while (common !== "" && !under(common, path)) common = directory(common);
  return common;
}

const directory = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

const stem = (path: string): string => path.replace(/\.[^./]+$/, "");

const namesOf = (folder: string): string[] => [folder.slice(folder.lastIndexOf("/") + 1).toLowerCase()];

/** Many folders of one commit are one decision. */
function gather(findings: readonly Finding[], verb: string): Finding[] {
  const moved = findings.filter(({ kind }) => kind === "module_moved");
  const others = findings.filter(({ kind }) => kind !== "module_moved");
  const [first] = others;
  if (!first || others.length <= 3) return [...moved, ...others];
  const subjects = others.map(({ subject }) => subject);
  const shown = subjects.slice(0, 4).join(", ");
  const summary = `${verb} ${subjects.length} folders of sources: ${shown}${subjects.length > 4 ? " and others" : ""}.`;
  return [...moved, { ...first, summary, paths: subjects, names: [] }];
}
