/**
 * Which application something is of, where a repository has several: an application is made in one of the packages, and has
 * what that depends on in the repository.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "./registration.ts";

/** The name of registrations where an application is made; they are guards that ask nobody. */
const root = "root";

type Place = Pick<Registration, "framework" | "path">;

export class ApplicationRoots {
  /** By a framework, of each package in which an application is made the packages that it has. */
  readonly #applications = new Map<string | null, readonly ReadonlySet<string>[]>();
  /** Folders of packages, the innermost first. */
  readonly #folders: readonly string[];

  constructor(registrations: readonly Registration[], packages: Packages) {
    this.#folders = [...packages.keys()].sort((one, other) => other.length - one.length);
    const roots = new Map<string | null, Set<string>>();
    for (const { kind, name, framework, path } of registrations) {
      if (kind !== "guard" || name !== root) continue;
      const places = roots.get(framework) ?? new Set();
      roots.set(framework, places.add(this.#packageOf(path)));
    }
    for (const [framework, places] of roots)
      this.#applications.set(
        framework,
        [...places].map((place) => withOthers(place, packages)),
      );
  }

  /** Whether what asks in one place asks before what is handled in another: every application that has this has that too. */
  areOfOne(asking: Place, handling: Place): boolean {
    const applications = this.#applications.get(handling.framework) ?? [];
    if (applications.length <= 1) return true;
    const [asks, handles] = [this.#packageOf(asking.path), this.#packageOf(handling.path)];
    const having = applications.filter((packages) => packages.has(handles));
    // What makes the application of such a package is not known, but that it has the whole package.
    return having.length > 0 ? having.every((packages) => packages.has(asks)) : asks === handles;
  }

  #packageOf = (path: string): string => this.#folders.find((folder) => path.startsWith(folder)) ?? "";
}

/** By the folder of a package, those of the repository that it needs when it runs. */
export type Packages = ReadonlyMap<string, readonly string[]>;

export function readPackages(db: DatabaseSync): Packages {
  const folderOf = (path: unknown): string => String(path).replace(/[^/]+$/, "");
  const packages = new Map<string, string[]>();
  for (const { path } of db.prepare("select path from packages").all()) packages.set(folderOf(path), []);
  const rows = db.prepare("select path, internal, kind from dependencies where internal is not null").all();
  for (const { path, internal, kind } of rows)
    if (kind !== "build" && kind !== "development") packages.get(folderOf(path))?.push(folderOf(internal));
  return packages;
}

function withOthers(first: string, packages: Packages): ReadonlySet<string> {
  const all = new Set([first]);
  // What is added on the way is visited as well.
  for (const one of all) for (const other of packages.get(one) ?? []) all.add(other);
  return all;
}
