/** Which package of the repository serves a dependency. */
import { type Dependency, folderOf, type Manifest, type Workspace } from "./manifest.ts";
import { normalName } from "./manifests/requirement.ts";

/** The manifest of the package that serves a dependency; null where it comes from outside. */
export type FindInternal = (from: Manifest, dependency: Dependency) => string | null;

/** More packages of one name are no choice. */
const maxCandidates = 200;

/** @param around the workspaces that a manifest is a member of */
export function internalFinder(manifests: readonly Manifest[], around: (one: Manifest) => Workspace[]): FindInternal {
  const byName = new Map<string, Manifest[]>();
  const byPlace = new Map<string, Manifest[]>();
  const add = (map: Map<string, Manifest[]>, key: string, one: Manifest): void => {
    const known = map.get(key);
    if (known && known.length < maxCandidates) known.push(one);
    else if (!known) map.set(key, [one]);
  };
  for (const manifest of manifests) {
    const { ecosystem, name, path } = manifest;
    if (name === null) continue;
    add(byName, keyOf(ecosystem, name), manifest);
    for (const place of [folderOf(path), path]) add(byPlace, `${ecosystem} ${place}`, manifest);
    // A Gradle project is known by its path alone where its folder is not told.
    if (manifest.manager === "gradle")
      add(byName, keyOf(ecosystem, `:${folderOf(path).slice(0, -1).split("/").at(-1)}`), manifest);
  }
  return (from, dependency) => {
    const { name, target = name, local, isForeign } = dependency;
    const others = (list: readonly Manifest[] = []): Manifest[] => list.filter(({ path }) => path !== from.path);
    if (local !== undefined) {
      const there = others(byPlace.get(`${from.ecosystem} ${local}`));
      const named = there.find((one) => keyOf(one.ecosystem, one.name ?? "") === keyOf(from.ecosystem, target));
      return (named ?? there[0])?.path ?? null;
    }
    if (isForeign) return null;
    const typed = name.startsWith(":") ? `:${target.replace(/^.*:/, "")}` : target;
    const serves = servedBy(from, dependency, around);
    const found = others(byName.get(keyOf(from.ecosystem, typed))).filter(serves);
    // Of several, the nearest: the one that shares the longest way with it.
    const shared = (one: Manifest): number => commonLength(one.path, from.path);
    found.sort((a, b) => shared(b) - shared(a) || a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
    return found[0]?.path ?? null;
  };
}

const keyOf = (ecosystem: string, name: string): string =>
  `${ecosystem} ${ecosystem === "pip" ? normalName(name) : ecosystem === "nuget" || ecosystem === "composer" ? name.toLowerCase() : name}`;

function servedBy(
  from: Manifest,
  { range }: Dependency,
  around: (one: Manifest) => Workspace[],
): (to: Manifest) => boolean {
  // npm takes a package of the repository only within a workspace, or where the range says so.
  if (from.ecosystem === "npm") {
    const shared = around(from);
    return (to) => shared.some(({ holds }) => holds(folderOf(to.path)));
  }
  // Another version than the one that lies here comes from a repository of Maven's.
  if (from.ecosystem === "maven") return ({ version }) => version === null || range === "" || range === version;
  return () => true;
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}
