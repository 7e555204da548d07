/**
 * What holds of a whole application: the prefix before all of its paths, and whether its paths name versions. What is
 * said in a folder holds of the files in it and below, the nearest above a file first.
 */
import type { Registration } from "./entry-points.ts";

/** The name of a prefix of what its own file registers, wherever that is mounted. */
export const ofFile = "file";
/** The name of a prefix that is the version of what a class has, which is in its paths where the application says so. */
const version = "version";
/** The name of what says so; its route is the version of classes that name none. */
const versions = "versions";

export class Applications {
  readonly #prefixes: readonly Registration[];
  readonly #versions: readonly Registration[];

  constructor(registrations: readonly Registration[]) {
    const all = registrations.filter(({ kind, owner }) => kind === "prefix" && owner === null);
    this.#prefixes = all.filter(({ name }) => name !== versions);
    this.#versions = all.filter(({ name }) => name === versions);
  }

  /** The prefix of its file, or of the application that a registration is of, before the rest of its path. */
  prefixOf({ framework, path }: Registration, isMounted: boolean, route: string): string {
    const own = this.#prefixes.find((one) => one.name === ofFile && one.path === path && one.framework === framework);
    if (own) return isMounted ? "" : (own.route ?? "");
    const shared = this.#prefixes.filter(({ name }) => name !== ofFile);
    const found = nearest(shared, framework, path);
    return found && !isExcepted(found, route) ? (found.route ?? "") : "";
  }

  /** The prefixes of one owner, with those that are versions where the application's paths have them. */
  versioned(prefixes: readonly Registration[]): readonly Registration[] {
    const [first] = prefixes;
    if (!first) return prefixes;
    const said = nearest(this.#versions, first.framework, first.path);
    if (!said) return prefixes.filter(({ name }) => name !== version);
    const hasOwn = said.route === null || prefixes.some(({ name }) => name === version);
    return hasOwn ? prefixes : [{ ...said, guards: null }, ...prefixes];
  }
}

/** Whether a prefix does not stand before a path: `except health mcp/*`. */
function isExcepted({ name }: Registration, route: string): boolean {
  const [word, ...paths] = (name ?? "").split(" ");
  if (word !== "except") return false;
  const plain = (path: string) => path.replace(/^\/+|\/+$/g, "");
  return paths.some((path) => {
    const above = path.replace(/(?:\(\.\*\)|\{?\*\w*\}?)$/, "");
    return above === path ? plain(path) === plain(route) : plain(`${route}/`).startsWith(plain(above));
  });
}

function nearest(all: readonly Registration[], framework: string | null, path: string): Registration | undefined {
  const folderOf = (one: Registration) => one.path.slice(0, one.path.lastIndexOf("/") + 1);
  const above = all.filter((one) => one.framework === framework && path.startsWith(folderOf(one)));
  return above.sort((a, b) => folderOf(b).length - folderOf(a).length)[0];
}
