/**
 * Packages of npm that style sheets load: `@import "~fork-awesome/scss/fork-awesome"`, `@use "bootstrap/scss/grid"`,
 * `url("~@fontsource/inter/files/inter.woff2")`.
 */
import { folderOf, type Manifest, nameOf, upward } from "./manifest.ts";
import { packageOf } from "./named.ts";

const styleSheet = /\.(?:css|s[ac]ss|less|styl|p(?:ost)?css)$/;

export const isStyleSheet = (path: string): boolean => styleSheet.test(path);

/** What stands behind a word that loads, and what a bundler looks for where packages are: that begins with a tilde. */
const loaded =
  /(?:@(?:import|use|forward|require|plugin|config|reference|tailwind)\b[^;\n"']{0,60}|url\(\s*)["']?(?:~\/?)?([\w@.][^"')\s;]{1,300})|["']~\/?([\w@][^"'\n]{1,300})/g;

/** @param configurations texts of files that tell of packages, style sheets among them */
export function namedInStyles(
  manifests: readonly Manifest[],
  configurations: ReadonlyMap<string, string>,
): [manifest: string, name: string][] {
  const ofNpm = manifests.filter(({ path }) => nameOf(path) === "package.json");
  const named = new Map<string, Set<string>>(ofNpm.map(({ path }) => [folderOf(path), new Set()]));
  for (const [path, text] of configurations) {
    if (!isStyleSheet(path)) continue;
    for (const [, behind, tilde] of text.matchAll(loaded)) {
      const name = packageOf(behind ?? tilde ?? "");
      if (name !== undefined) for (const folder of upward(folderOf(path))) named.get(folder)?.add(name);
    }
  }
  return ofNpm.flatMap(({ path, dependencies }) =>
    dependencies.flatMap(({ name }): [string, string][] =>
      named.get(folderOf(path))?.has(name) ? [[path, name]] : [],
    ),
  );
}
