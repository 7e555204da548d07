/**
 * The units of modules: of each folder, itself and its files, what depends on them and on what they depend.
 *
 * The measures are those of Robert C. Martin, "OO Design Quality Metrics" (1994), in percent: instability is the share of
 * a module's dependencies that point outward, abstractness that of its types that are abstract, and distance how far
 * the two are from adding up to 100.
 */
import type { DatabaseSync } from "node:sqlite";
import { encodeUnit, type FactRow, isPath } from "#contract/unit";
import { cyclesOf } from "./cycles.ts";
import { cyclicFiles, type Edges, folderOf, put, readEdges, type Types, withoutCycles } from "./edges.ts";

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

export function encodeModules(db: DatabaseSync): { path: string; line: string }[] {
  const edges = readEdges(db);
  const types = edges.declared;
  const files = rowsOf("file", [...edges.files.keys()], edges.runtime, edges.types, fileCycles(edges), (path) =>
    types.get(path),
  );
  const folders = [...new Set([...edges.files.keys()].map(folderOf))].sort();
  const between = betweenFolders(edges);
  const ofFolders = new Map<string, Types>();
  for (const [path, { all, abstract }] of types) {
    const sum = ofFolders.get(folderOf(path)) ?? { all: 0, abstract: 0 };
    ofFolders.set(folderOf(path), { all: sum.all + all, abstract: sum.abstract + abstract });
  }
  const cycles = cyclesOf(folders, between.cyclic);
  const rows = new Map<string, FactRow[]>();
  for (const row of rowsOf("directory", folders, between.runtime, between.types, cycles, (path) => ofFolders.get(path)))
    rows.set(String(row[0]), [row]);
  for (const row of files) rows.get(folderOf(String(row[0])))?.push(row);
  return [...rows]
    .map(([folder, modules]) => ({ path: folder === "." ? "modules" : `modules/${folder}`, modules }))
    .filter(({ path }) => isPath(path))
    .map(({ path, modules }) => ({ path, line: encodeUnit("module", path, { modules }) }));
}

function rowsOf(
  kind: "file" | "directory",
  paths: readonly string[],
  runtime: Graph,
  types: Graph,
  cycles: ReadonlyMap<string, readonly string[]>,
  typesOf: (path: string) => Types | undefined,
): FactRow[] {
  const users = turned(runtime);
  const typeUsers = turned(types);
  return paths.map((path) => {
    const fanIn = users.get(path)?.size ?? 0;
    const fanOut = runtime.get(path)?.size ?? 0;
    const instability = fanIn + fanOut === 0 ? null : Math.round((100 * fanOut) / (fanIn + fanOut));
    const { all, abstract } = typesOf(path) ?? { all: 0, abstract: 0 };
    const abstractness = all === 0 ? null : Math.round((100 * abstract) / all);
    const distance = instability === null || abstractness === null ? null : Math.abs(abstractness + instability - 100);
    const cycle = cycles.get(path);
    return [
      path,
      kind,
      fanIn,
      fanOut,
      typeUsers.get(path)?.size ?? 0,
      types.get(path)?.size ?? 0,
      instability,
      abstractness,
      distance,
      cycle?.[0] ?? null,
      cycle?.length ?? 0,
    ];
  });
}

function turned(graph: Graph): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>();
  for (const [from, targets] of graph) for (const to of targets) put(users, to, from);
  return users;
}

/** Files that need each other as soon as they are loaded. */
function fileCycles({ files, eager }: Edges): Map<string, string[]> {
  const able = [...files.values()].filter(({ language }) => cyclicFiles.has(language)).map(({ path }) => path);
  return cyclesOf(able, eager);
}

interface Folders {
  readonly runtime: Graph;
  readonly types: Graph;
  /** Without what a folder and one inside of it have to do with each other, and lazy imports. */
  readonly cyclic: Graph;
}

function betweenFolders({ files, runtime, eager, types, folders }: Edges): Folders {
  const all = new Map<string, Set<string>>();
  const cyclic = new Map<string, Set<string>>();
  const byTypes = new Map<string, Set<string>>();
  const isApart = (one: string, other: string) => !isInside(one, other) && !isInside(other, one);
  const add = (path: string, to: string, isEager: boolean): void => {
    const from = folderOf(path);
    if (from === to) return;
    put(all, from, to);
    if (isEager && isApart(from, to) && !withoutCycles.has(files.get(path)?.language ?? "")) put(cyclic, from, to);
  };
  for (const [path, targets] of runtime)
    for (const target of targets) add(path, folderOf(target), eager.get(path)?.has(target) ?? false);
  for (const [path, targets] of folders) for (const target of targets) add(path, target, true);
  for (const [path, targets] of types)
    for (const target of targets) {
      const [from, to] = [folderOf(path), folderOf(target)];
      if (from !== to && !all.get(from)?.has(to)) put(byTypes, from, to);
    }
  return { runtime: all, types: byTypes, cyclic };
}

const isInside = (one: string, other: string): boolean => other === "." || one.startsWith(`${other}/`);
