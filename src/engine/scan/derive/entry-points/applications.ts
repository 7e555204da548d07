/**
 * What holds of a whole application: the prefix before all of its paths, and whether its paths name versions. What is
 * said in a folder holds of the files in it and below, below `src/main/` of those of its module, the nearest above a
 * file first. A file that is no source says itself where what it says holds.
 */

import { ofModule } from "./javascript/nest-modules.ts";
import { join } from "./join-paths.ts";
import type { Registration } from "./registration.ts";

/** The name of a prefix of what its own file registers, wherever that is mounted. */
export const ofFile = "file";
/** The name of a prefix that is the version of what a class has, which is in its paths where the application says so. */
export const version = "version";
/** The name of what says so; its route is the version of classes that name none. */
const versions = "versions";
/** The name of a prefix that stands behind its owner's others, wherever it is said. */
const behind = "behind";
/** What stands in the name of a prefix before the folder or file that it holds of. */
const below = "below ";
/** Files that import each other. */
const maxFiles = 4;

export class Applications {
  readonly #prefixes: readonly Registration[];
  readonly #versions: readonly Registration[];

  constructor(registrations: readonly Registration[]) {
    const all = registrations.filter(({ kind, owner }) => kind === "prefix" && owner === null);
    this.#prefixes = all.filter(({ name }) => name !== versions);
    this.#versions = all.filter(({ name }) => name === versions);
  }

  /**
   * The prefix of its file, or of the application that a registration is of, before the rest of its path: several where
   * what one folder has stands behind each of them.
   */
  prefixesOf({ framework, path, method }: Registration, isMounted: boolean, route: string): string[] {
    const own = this.#prefixes.find((one) => one.name === ofFile && one.path === path && one.framework === framework);
    if (own) return [isMounted ? "" : (own.route ?? "")];
    const shared = this.#prefixes.filter(({ name }) => name !== ofFile);
    const found = nearest(shared, framework, path);
    if (!found || isExcepted(found, method, route)) return [""];
    const isBeside = (one: Registration) =>
      one === found || (one.name === found.name && one.framework === framework && one.name?.startsWith(below));
    return [...new Set(shared.filter(isBeside).map((one) => this.#behindOthers(one, shared)))];
  }

  /** A prefix with those of the files that import the one in which it stands. */
  #behindOthers(one: Registration, shared: readonly Registration[]): string {
    let [at, route] = [one, one.route ?? ""];
    for (let files = 0; files < maxFiles && at.name?.startsWith(below); files += 1) {
      const importing = shared.find(
        ({ name, framework }) => name === `${below}${at.path}` && framework === at.framework,
      );
      if (!importing) break;
      route = join(importing.route ?? "", route);
      at = importing;
    }
    return route;
  }

  /**
   * The prefixes of one owner in their order, with those that are versions where the application's paths have them.
   *
   * @param own versions that are said of what is registered on the owner, in the place of the owner's
   */
  versioned(written: readonly Registration[], own?: readonly Registration[]): readonly Registration[] {
    const prefixes = written.toSorted((one, other) => Number(one.name === behind) - Number(other.name === behind));
    const [first] = prefixes;
    if (!first || prefixes.every(({ name }) => name === ofModule)) return prefixes;
    const said = nearest(this.#versions, first.framework, first.path);
    const unversioned = prefixes.filter(({ name }) => name !== version);
    if (!said) return unversioned;
    if (own) return [...own.filter(({ route }) => route !== null), ...unversioned];
    const hasOwn = said.route === null || prefixes.some(({ name }) => name === version);
    return hasOwn ? prefixes : [{ ...said, guards: null }, ...prefixes];
  }
}

/**
 * A way behind which a path stands: a version of the path stands before that of the module that it is in as well.
 *
 * @param prefixes those of the path's owner, with versions among them
 * @param around those of what mounts it
 */
export function behindModule<T extends { readonly route: string }>(
  way: T,
  path: string,
  prefixes: readonly Registration[],
  around: readonly Registration[] | undefined,
): T {
  const isVersion = ({ name }: Registration) => name === version || name === versions;
  const told = prefixes.filter(isVersion).map(({ route }) => join("", route ?? ""));
  const first = told.find((it) => it !== "/" && (path === it || path.startsWith(`${it}/`)));
  if (first === undefined || !around?.some(({ name }) => name === ofModule))
    return { ...way, route: join(way.route, path) };
  return { ...way, route: join(first, join(way.route, path.slice(first.length))) };
}

/** A version in front of a path. */
const versionFirst = /^\/?v\d[\w.-]*(?=\/|$)/;
/** The method before which alone a path is excepted. */
const methodFirst = /^([A-Z]+):/;

/** Whether a prefix does not stand before a path, whatever its version: `except GET:health mcp/*`. */
function isExcepted({ name }: Registration, method: string | null, route: string): boolean {
  const [word, ...paths] = (name ?? "").split(" ");
  if (word !== "except") return false;
  const plain = (path: string) => path.replace(/^\/+|\/+$/g, "");
  const routes = [route, route.replace(versionFirst, "")];
  return paths.some((written) => {
    const only = methodFirst.exec(written)?.[1];
    if (only !== undefined && only !== "ALL" && only !== method) return false;
    const path = written.replace(methodFirst, "");
    const above = path.replace(/(?:\(\.\*\)|\{?\/?\*\w*\}?)$/, "");
    const isIt = (one: string) =>
      above === path ? plain(path) === plain(one) : `${plain(one)}/`.startsWith(`${plain(above)}/`.replace(/^\/$/, ""));
    return routes.some(isIt);
  });
}

function nearest(all: readonly Registration[], framework: string | null, path: string): Registration | undefined {
  const own = all.filter((one) => one.framework === framework);
  const above = own.filter((one) => path.startsWith(placeOf(one)));
  if (above.length > 0) return above.sort((a, b) => placeOf(b).length - placeOf(a).length)[0];
  const [only, ...others] = own.filter((one) => {
    const sources = one.name === ofFile ? undefined : sourcesOf(one);
    return sources !== undefined && path.startsWith(sources);
  });
  return others.length === 0 ? only : undefined;
}

/** The sources of JavaScript that a file sets up which lies in a folder beside them, such as `src/loaders/`. */
const sourcesOf = ({ name, path }: Registration): string | undefined =>
  name?.startsWith(below) ? undefined : /^(?:.*\/)?src\/(?=.*\/.*\.[cm]?[jt]s$)/.exec(path)?.[0];

/** The folder or file that something holds of. */
const placeOf = ({ name, path }: Registration): string =>
  name?.startsWith(below) ? name.slice(below.length) : path.replace(/(?:(?<=\/)|^)src\/main\/.*$|[^/]+$/, "");
