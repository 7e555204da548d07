/** What the readers of manifests yield, whatever the language. */
export type DependencyKind = "runtime" | "development" | "peer" | "optional" | "build";

export interface Dependency {
  readonly name: string;
  /** As written; empty where any version will do. */
  readonly range: string;
  readonly kind: DependencyKind;
}

export interface Manifest {
  readonly path: string;
  readonly manager: "npm" | "pip" | "go";
  /** Null: it lists dependencies of the folder and names no package. */
  readonly name: string | null;
  readonly version: string | null;
  readonly isPrivate: boolean;
  readonly dependencies: readonly Dependency[];
}

/** The folder of a path, with a slash behind it; empty for the root. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);
