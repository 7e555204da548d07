/** Package facts: a unit for each manifest of the repository, and which of its dependencies the repository serves. */
import { encodeUnit, type FactRow } from "#contract/unit";
import { shorten } from "#engine/scan/shorten";
import { installedTogether, loadedByOthers } from "./beside.ts";
import { readerOf, workspaceReaderOf } from "./formats.ts";
import { type FindInternal, internalFinder } from "./internal.ts";
import { type Locked, type LockFiles, Locks } from "./locks.ts";
import { folderOf, type Manifest, upward, type Workspace } from "./manifest.ts";
import { isImportmap, pinnedIn } from "./manifests/importmap.ts";
import { aliasedModules, namedDependencies } from "./named.ts";
import { namedInPages } from "./named-pages.ts";
import { namedInPython } from "./named-python.ts";
import { namedInStyles } from "./named-styles.ts";
import { attempt, Sources } from "./sources.ts";

/** More are nobody's: a unit of them would not fit into a push. */
const maxDependencies = 1_400;

export interface EncodedPackages {
  /** The canonical lines of the units of all manifests. What cannot be read yields none. */
  readonly units: readonly { readonly path: string; readonly line: string }[];
  /** Lock files that fix some of these and tell nothing: too large, binary, broken. */
  readonly unread: readonly string[];
  /** Manifests and names of dependencies that scripts and configuration name, or other dependencies load. */
  readonly named: readonly (readonly [manifest: string, name: string])[];
  /** Folders and the packages whose name bundlers there are told to look for elsewhere. */
  readonly aliased: readonly (readonly [folder: string, name: string])[];
}

const noLocks: LockFiles = { paths: [], text: () => undefined };

export function encodePackages(
  texts: ReadonlyMap<string, string>,
  lockFiles: LockFiles = noLocks,
  configurations: ReadonlyMap<string, string> = new Map(),
): EncodedPackages {
  const sources = new Sources(texts);
  const all = [...texts];
  const manifests = all.flatMap(([path, source]) => attempt(() => readerOf(path)?.(path, source, sources)) ?? []);
  const workspaces = all.flatMap(
    ([path, source]) => attempt(() => workspaceReaderOf(path)?.(path, source, sources)) ?? [],
  );
  const rooted = Map.groupBy(workspaces, ({ folder }) => folder);
  /** Those that a manifest is a member of, the innermost first. */
  const around = ({ path, ecosystem }: Manifest): Workspace[] => {
    const folder = folderOf(path);
    const above = [...upward(folder)].flatMap((one) => rooted.get(one) ?? []);
    return above.filter((one) => one.ecosystem === ecosystem && one.holds(folder));
  };
  const byPath = new Map(manifests.map((one) => [one.path, one]));
  const locks = new Locks(lockFiles);
  const find = internalFinder(manifests, around);
  const together = installedTogether(manifests);
  const loaded: [manifest: string, name: string][] = [];
  const units = manifests.map((manifest) => {
    const memberOf = around(manifest);
    const workspace = memberOf.find(({ path }) => path !== manifest.path);
    const root = workspace && byPath.get(workspace.path);
    const wanted = [manifest, root].map((one) => one?.manager).find((one) => one !== undefined && one !== "npm");
    const locked = locks.of(manifest, memberOf, wanted);
    const others = together.get(manifest.path) ?? [];
    for (const name of loadedByOthers(manifest, others, locked?.beside)) loaded.push([manifest.path, name]);
    const manager = managerOf(manifest, root, locked, texts);
    return { path: manifest.path, line: encode({ manifest, workspace, manager, locked, find }) };
  });
  const named = [
    ...namedDependencies(manifests, texts, configurations),
    ...namedInPython(manifests, configurations),
    ...namedInPages(manifests, configurations),
    ...namedInStyles(manifests, configurations),
    ...loaded,
  ];
  const pinned = all.flatMap(([path, source]) => (isImportmap(path) ? pinnedIn(path, source) : []));
  return { units, unread: locks.unread, named, aliased: [...aliasedModules(configurations), ...pinned] };
}

/** As people say it: what the manifest or its workspace names, else what its lock file is of. */
function managerOf(
  manifest: Manifest,
  root: Manifest | undefined,
  locked: Locked | undefined,
  texts: ReadonlyMap<string, string>,
): string {
  if (manifest.ecosystem === "pip") return locked?.manager ?? manifest.manager;
  if (manifest.ecosystem !== "npm" || manifest.manager !== "npm") return manifest.manager;
  if (root && root.manager !== "npm" && root.manager !== "deno") return root.manager;
  if (locked) return locked.manager;
  return texts.has(`${folderOf((root ?? manifest).path)}pnpm-workspace.yaml`) ? "pnpm" : "npm";
}

interface Encoded {
  readonly manifest: Manifest;
  readonly workspace: Workspace | undefined;
  readonly manager: string;
  readonly locked: Locked | undefined;
  readonly find: FindInternal;
}

function encode({ manifest, workspace, manager, locked, find }: Encoded): string {
  const { path, name, version, isPrivate } = manifest;
  const packages: FactRow[] = [];
  if (name !== null) {
    const shown = version && shorten(version, 100);
    const where = [workspace?.path ?? null, locked?.path ?? null];
    packages.push([shorten(name, 400), path, manager, shown, isPrivate ? 1 : 0, ...where]);
  }
  const dependencies = manifest.dependencies.slice(0, maxDependencies).map((one): FactRow => {
    const internal = find(manifest, one);
    // What the repository serves has the version that lies there, whatever a lock file says.
    const resolved = internal === null ? (locked?.resolve(one) ?? null) : null;
    const shown = resolved && shorten(resolved, 100);
    return [path, one.line, shorten(one.name, 400), shorten(one.range, 200), one.kind, internal, shown];
  });
  return encodeUnit("package", path, { packages, dependencies });
}
