/** What the readers of manifests and lock files yield, whatever the language. */
export type DependencyKind = "runtime" | "development" | "peer" | "optional" | "build";

/** Whose names mean the same packages: a registry and those that read from it. */
export type Ecosystem = "npm" | "pip" | "go" | "cargo" | "maven" | "composer" | "nuget" | "swift" | "rubygems";

export interface Dependency {
  /** What code knows it by, where a manifest gives it another name than its registry does. */
  readonly name: string;
  /** As written, inherited values filled in; empty where any version will do. */
  readonly range: string;
  readonly kind: DependencyKind;
  /** Of the manifest, from 1. */
  readonly line: number;
  /** Its name in its registry, where that is another. */
  readonly target?: string;
  /** The folder (with a slash at its end) or the manifest of this repository that it is said to be; "" is the root. */
  readonly local?: string;
  /** It comes from elsewhere than its registry: a package of the repository with its name is another one. */
  readonly isForeign?: true;
  /** The version that is taken, where the manifest fixes it itself. */
  readonly fixed?: string;
}

export interface Manifest {
  readonly path: string;
  readonly ecosystem: Ecosystem;
  /** Its package manager, as far as the manifest alone tells. */
  readonly manager: string;
  /** Null: it lists dependencies of the folder and names no package. */
  readonly name: string | null;
  readonly version: string | null;
  readonly isPrivate: boolean;
  readonly dependencies: readonly Dependency[];
  /** Other names by which manifests of the repository mean it. */
  readonly aliases?: readonly string[];
}

/** A workspace: the manifests that are built and locked together. */
export interface Workspace {
  /** Of its root: the manifest that a member's row names. */
  readonly path: string;
  readonly ecosystem: Ecosystem;
  /** Of its root, with a slash behind it; empty for the repository's root. */
  readonly folder: string;
  /** Whether a folder, with a slash behind it, is a member's. The root is one. */
  readonly holds: (folder: string) => boolean;
}

/** What a lock file fixes. Folders are a manifest's from the lock file's, without a slash at their end; "" is the same. */
export interface Lock {
  /** The version of a dependency; null where the lock does not say. */
  readonly resolve: (dependency: Dependency, manifest: Manifest, folder: string) => string | null;
  /** Whether it lists a manifest of another folder. Absent where it names no manifests. */
  readonly holds?: (manifest: Manifest, folder: string) => boolean;
  /** Of each package, by name, what it wants beside it and does not bring: its peers, and what its extras add. */
  readonly beside?: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The folder of a path, with a slash behind it; empty for the root. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

/** The name of a file. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The folders above a folder, itself first; all with a slash behind them, the root as "". */
export function* upward(folder: string): Generator<string> {
  for (let at = folder; ; at = folderOf(at.slice(0, -1))) {
    yield at;
    if (at === "") return;
  }
}

/** A path as written in a file of `folder`, from the root of the repository; undefined where it leads out of it. */
export function join(folder: string, written: string): string | undefined {
  const parts: string[] = [];
  for (const part of `${written.startsWith("/") ? "" : folder}${written.replaceAll("\\", "/")}`.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

/** The same for a folder, with a slash behind it; "" is the root. */
export function joinFolder(folder: string, written: string): string | undefined {
  const joined = join(folder, written);
  return joined && `${joined}/`;
}
