/** Package facts: a unit for each manifest of the repository, and which of its dependencies the repository serves. */
import { TomlError } from "smol-toml";
import { encodeUnit, type FactRow } from "#contract/unit";
import { shorten } from "#engine/scan/shorten";
import { readGo } from "./go.ts";
import { type Dependency, folderOf, type Manifest } from "./manifest.ts";
import { readNpm, readWorkspace, type Workspace } from "./npm.ts";
import { normalName, readPyproject, readRequirements, readSetupCfg } from "./python.ts";

type Reader = (path: string, source: string) => Manifest | undefined;

const readers: readonly (readonly [name: RegExp, read: Reader])[] = [
  [/^package\.json$/, readNpm],
  [/^pyproject\.toml$/, readPyproject],
  [/^setup\.cfg$/, readSetupCfg],
  [/^requirements[^/]*\.txt$|^requirements\/[^/]+\.txt$/, readRequirements],
  [/^go\.mod$/, readGo],
];

/** Holds for every path that a reader takes, and for few others. */
const manifestEnding = /\.(?:json|toml|cfg|txt|mod)$/;

/** By a file's name, or that with its folder's. */
function readerOf(path: string): Reader | undefined {
  if (!manifestEnding.test(path)) return undefined;
  const folder = folderOf(path);
  const name = path.slice(folder.length);
  const within = path.slice(folderOf(folder.slice(0, -1)).length);
  return readers.find(([pattern]) => pattern.test(name) || pattern.test(within))?.[1];
}

/** Whether a file is a manifest, so that its text is wanted. */
export const isManifest = (path: string): boolean => readerOf(path) !== undefined;

/** The canonical lines of the units of all manifests. What cannot be read yields none. */
export function encodePackages(texts: ReadonlyMap<string, string>): { path: string; line: string }[] {
  const manifests = [...texts].flatMap(([path, source]) => read(path, source) ?? []);
  const find = internalFinder(manifests, texts);
  return manifests.map((manifest) => ({ path: manifest.path, line: encode(manifest, find) }));
}

function read(path: string, source: string): Manifest | undefined {
  try {
    return readerOf(path)?.(path, source);
  } catch (error) {
    if (error instanceof TomlError) return undefined;
    throw error;
  }
}

type Find = (from: Manifest, dependency: Dependency) => string | null;

function internalFinder(manifests: readonly Manifest[], texts: ReadonlyMap<string, string>): Find {
  const byName = new Map<string, Manifest[]>();
  const name = (manager: string, written: string): string =>
    `${manager} ${manager === "pip" ? normalName(written) : written}`;
  for (const manifest of manifests) {
    if (manifest.name === null) continue;
    const key = name(manifest.manager, manifest.name);
    byName.set(key, [...(byName.get(key) ?? []), manifest]);
  }
  const workspaces = [...texts]
    .filter(([path]) => /(?:^|\/)(?:package\.json|pnpm-workspace\.yaml)$/.test(path))
    .flatMap(([path, source]) => readWorkspace(path, source) ?? []);

  return (from, dependency) => {
    const candidates = byName.get(name(from.manager, dependency.name)) ?? [];
    const serves = from.manager === "npm" ? servesNpm(from, dependency, workspaces) : () => true;
    const found = candidates.filter((one) => one.path !== from.path && serves(one));
    // Of several, the nearest: the one that shares the longest way with it.
    const shared = (one: Manifest): number => commonLength(one.path, from.path);
    found.sort((a, b) => shared(b) - shared(a) || a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
    return found[0]?.path ?? null;
  };
}

/** npm takes a package of the repository only within a workspace, or where the range says so. */
function servesNpm(from: Manifest, { range }: Dependency, workspaces: readonly Workspace[]): (to: Manifest) => boolean {
  const linked = /^(?:file|link|portal):(.*)$/.exec(range)?.[1];
  if (linked !== undefined) {
    const folder = new URL(`${linked}/`, `file:///${folderOf(from.path)}`).pathname.slice(1).replace(/\/+$/, "/");
    return (to) => folderOf(to.path) === decodeURI(folder);
  }
  // Another registry, a repository, an archive: not ours, whatever it is called.
  if (/^(?!workspace:)[a-z+]+:|^[\w.-]+\/[\w.-]+/i.test(range)) return () => false;
  const around = workspaces.filter(({ holds }) => holds(folderOf(from.path)));
  return (to) => around.some(({ holds }) => holds(folderOf(to.path)));
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

function encode(manifest: Manifest, find: Find): string {
  const { path, manager, name, version, isPrivate } = manifest;
  const packages: FactRow[] = [];
  if (name !== null)
    packages.push([shorten(name, 400), path, manager, version && shorten(version, 100), isPrivate ? 1 : 0, null, null]);
  const dependencies = manifest.dependencies.map((one): FactRow => {
    const { name, range, kind } = one;
    return [path, 0, shorten(name, 400), shorten(range, 200), kind, find(manifest, one), null];
  });
  return encodeUnit("package", path, { packages, dependencies });
}
