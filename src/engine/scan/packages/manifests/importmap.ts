/**
 * `config/importmap.rb` of a Rails application, which says what its scripts import by which names:
 * https://github.com/rails/importmap-rails. Nothing is run.
 */

import { type Dependency, folderOf, join, type Manifest } from "#engine/scan/packages/manifest";
import type { Sources } from "#engine/scan/packages/sources";

/** Whether a file is one. */
export const isImportmap = (path: string): boolean => /(?:^|\/)config\/importmap\.rb$/.test(path);

/** The application's folder: that around `config`. */
const applicationOf = (path: string): string => folderOf(path).replace(/config\/$/, "");

const pin = /^\s*pin[\s(]+["']([^"'\n]+)["']([^#\n]*)(?:#\s*@([\w.+-]+))?/;
const all = /^\s*pin_all_from[\s(]+["']([^"'\n]+)["']([^#\n]*)/;
const named = (options: string, name: string): string | undefined =>
  new RegExp(`\\b${name}:\\s*["']([^"'\\n]*)["']|:${name}\\s*=>\\s*["']([^"'\\n]*)["']`)
    .exec(options)
    ?.slice(1)
    .find((one) => one !== undefined);

/** What Rails brings, and pins by its name alone. */
const ofRails: ReadonlySet<string> = new Set(["trix"]);

/** Scripts of the application's own are pinned by no version; what a gem brings lies in no folder of its own. */
function dependencyOf(
  line: number,
  [, name = "", options = "", version]: RegExpExecArray,
  isGem: (name: string) => boolean,
): Dependency | undefined {
  const to = named(options, "to");
  const of = to === undefined ? undefined : /\/npm:?(?:@[\w.-]+\/)?[^@/]+@([\w.+-]+)/.exec(to)?.[1];
  const isOthers =
    version !== undefined ||
    /^https?:/.test(to ?? "") ||
    /^@[\w.-]+\//.test(name) ||
    (to === undefined ? isGem(name) : !to.includes("/"));
  return isOthers && name !== "application" ? { name, range: version ?? of ?? "", kind: "runtime", line } : undefined;
}

export function readImportmap(path: string, source: string, sources: Sources): Manifest | undefined {
  const gems = sources.text(`${applicationOf(path)}Gemfile`) ?? "";
  const isGem = (name: string) => ofRails.has(name) || gems.includes(`"${name}"`) || gems.includes(`'${name}'`);
  const dependencies = source.split(/\r?\n/).flatMap((written, at) => {
    const found = pin.exec(written);
    return (found && dependencyOf(at + 1, found, isGem)) ?? [];
  });
  if (dependencies.length === 0) return undefined;
  return { path, ecosystem: "npm", manager: "importmap", name: null, version: null, isPrivate: false, dependencies };
}

/** The first parts of all names that an import map leads somewhere, by the application's folder. */
export function pinnedIn(path: string, source: string): [folder: string, name: string][] {
  const names = source.split(/\r?\n/).flatMap((written) => {
    const under = all.exec(written);
    return (under ? named(under[2] ?? "", "under") : pin.exec(written)?.[1]) ?? [];
  });
  const first = (name: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;
  return [...new Set(names.map(first))].map((name) => [applicationOf(path), name]);
}

/** What a pin leads to where nothing else is said: sources are served from these. */
const served = ["app/javascript", "app/assets/javascripts", "vendor/javascript"];

/**
 * The same as a configuration of TypeScript that names paths: its path, and its text.
 *
 * @param path of the import map
 */
export function aliasesOf(path: string, source: string): [path: string, text: string] {
  const folder = applicationOf(path);
  const paths: Record<string, string[]> = {};
  for (const written of source.split(/\r?\n/)) {
    const [, from, rest = ""] = all.exec(written) ?? [];
    if (from !== undefined) {
      const under = named(rest, "under");
      const place = join("", from);
      if (place === undefined || under === undefined) continue;
      paths[`${under}/*`] = [`${place}/*.js`, `${place}/*/index.js`, `${place}/*`];
      paths[under] = [`${place}/index.js`];
      continue;
    }
    const [, name, options = ""] = pin.exec(written) ?? [];
    const to = named(options, "to") ?? `${name}.js`;
    if (name !== undefined && !/^https?:/.test(to)) paths[name] = served.map((one) => `${one}/${to}`);
  }
  return [`${folder}tsconfig.importmap.json`, JSON.stringify({ compilerOptions: { paths } })];
}
