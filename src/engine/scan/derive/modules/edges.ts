/** Which file depends on which, by imports, and where imports name no files, by what code calls and extends. */
import type { DatabaseSync } from "node:sqlite";

/** Languages in which a file says by imports alone which files it depends on. */
const importingFiles = [
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
];

/** Of them, those in which files that import each other in a circle are in each other's way. */
export const cyclicFiles: ReadonlySet<string> = new Set(importingFiles.filter((one) => one !== "c" && one !== "cpp"));

/** Languages in which what lies in one build may depend on each other as it likes. */
export const withoutCycles: ReadonlySet<string> = new Set(["rust", "c", "cpp", "swift"]);

export interface Module {
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

interface Row {
  readonly path: string;
  readonly target: string;
  readonly type_only: number;
  readonly dynamic: number;
}

const list = importingFiles.map((one) => `'${one}'`).join(", ");

/** One row a pair of files and a way to depend; `target` may be a folder. */
const edges = `
  select distinct path, resolved as target, type_only, dynamic from imports where resolved is not null
  union
  select distinct path, resolved, type_only, 0 from exports where resolved is not null
  union
  select distinct calls.path, substr(callee, 1, instr(callee, '#') - 1), 0, 0 from calls
    join files on files.path = calls.path
    where callee is not null and resolution in ('exact', 'typed') and language not in (${list})
      and (language <> 'rust' or resolution = 'exact')
  union
  select distinct type_relations.path, substr(target, 1, instr(target, '#') - 1), 0, 0 from type_relations
    join files on files.path = type_relations.path
    where target is not null and language not in (${list})`;

export function readEdges(db: DatabaseSync): Edges {
  const rows = db.prepare("select path, language from files where not is_test order by path").all();
  const files = new Map((rows as unknown as Module[]).map((one) => [one.path, one]));
  const known = new Set([...files.keys()].map(folderOf));
  const runtime = new Map<string, Set<string>>();
  const eager = new Map<string, Set<string>>();
  const types = new Map<string, Set<string>>();
  const folders = new Map<string, Set<string>>();
  for (const row of db.prepare(edges).iterate() as Iterable<unknown> as Iterable<Row>) {
    const { path, target, type_only, dynamic } = row;
    if (path === target || !files.has(path)) continue;
    if (!files.has(target)) {
      if (known.has(target)) put(folders, path, target);
    } else if (type_only) put(types, path, target);
    else {
      put(runtime, path, target);
      if (!dynamic) put(eager, path, target);
    }
  }
  for (const [path, targets] of types) for (const target of runtime.get(path) ?? []) targets.delete(target);
  return { files, runtime, eager, types, folders };
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
