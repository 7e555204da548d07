/**
 * Which file depends on which, by imports, and where imports name no files, by what code calls and extends:
 * `crates/shares/src/depends.rs` tells it of each.
 */
import type { DatabaseSync } from "node:sqlite";
import { readShares } from "#engine/scan/derive/kept-shares";

/** Languages in which a file says by imports alone which files it depends on. */
const importing: ReadonlySet<string> = new Set([
  "typescript",
  "tsx",
  "javascript",
  "vue",
  "svelte",
  "astro",
  "python",
  "jupyter",
  "lua",
  "c",
  "cpp",
]);

/** Of them, those in which files that import each other in a circle are in each other's way. */
export const cyclicFiles: ReadonlySet<string> = new Set([...importing].filter((one) => one !== "c" && one !== "cpp"));

/** Languages in which what lies in one build may depend on each other as it likes. */
export const withoutCycles: ReadonlySet<string> = new Set(["rust", "c", "cpp", "swift"]);

interface Module {
  readonly path: string;
  readonly language: string;
}

export interface Edges {
  /** Files that are there for more than tests, by path. */
  readonly files: ReadonlyMap<string, Module>;
  /** On what a file depends when it runs. */
  readonly runtime: ReadonlyMap<string, ReadonlySet<string>>;
  /** Those of them that are there as soon as the file is loaded. */
  readonly eager: ReadonlyMap<string, ReadonlySet<string>>;
  /** On what it depends by types alone. */
  readonly types: ReadonlyMap<string, ReadonlySet<string>>;
  /** Folders that a file imports as a whole, as Go does. */
  readonly folders: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A way to depend: on a file, or on a folder. */
type Way = readonly [target: string, typeOnly: 0 | 1, dynamic: 0 | 1];

/** Types of a file, and those that leave something to others. */
export interface Types {
  all: number;
  abstract: number;
}

/** What a file depends on, with its language and its types. Of a file for tests alone its types count. */
type Depends = readonly [language: string, all: number, abstract: number, ways: readonly Way[] | null];

/** How files depend on each other, and the types of those that have some. */
export function readEdges(db: DatabaseSync): Edges & { readonly declared: ReadonlyMap<string, Types> } {
  const all = Array.from(
    readShares(db, "depends"),
    ([path, depends]) => [path, JSON.parse(depends) as Depends] as const,
  );
  const files = new Map(
    all.flatMap(([path, [language, , , ways]]) => (ways === null ? [] : [[path, { path, language }] as const])),
  );
  const known = new Set([...files.keys()].map(folderOf));
  const runtime = new Map<string, Set<string>>();
  const eager = new Map<string, Set<string>>();
  const types = new Map<string, Set<string>>();
  const folders = new Map<string, Set<string>>();
  const declared = new Map<string, Types>();
  for (const [path, [, count, abstract, ways]] of all) {
    if (count > 0) declared.set(path, { all: count, abstract });
    for (const [target, typeOnly, dynamic] of ways ?? []) {
      if (!files.has(target)) {
        if (known.has(target)) put(folders, path, target);
      } else if (typeOnly) put(types, path, target);
      else {
        put(runtime, path, target);
        if (!dynamic) put(eager, path, target);
      }
    }
  }
  for (const [path, targets] of types) for (const target of runtime.get(path) ?? []) targets.delete(target);
  return { files, runtime, eager, types, folders, declared };
}

/** The folder that a path lies in; `.` at the top. */
export function folderOf(path: string): string {
  const at = path.lastIndexOf("/");
  return at < 0 ? "." : path.slice(0, at);
}

export function put<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const listed = map.get(key);
  if (listed) listed.add(value);
  else map.set(key, new Set([value]));
}
