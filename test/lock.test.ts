/**
 * The lock file serves every platform, whatever registry it was made with: `npm ci` refuses a lock that lacks
 * a package's optional dependency for another platform only once it runs there.
 */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

interface Locked {
  version?: string;
  optionalDependencies?: Record<string, string>;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
}
type Packages = Record<string, Locked>;

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Packages };

/** Optional dependencies that the lock names nowhere on the way up from who wants them. */
function missing(locked: Packages): string[] {
  return Object.entries(locked).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => {
      for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
        if (`${folder}${folder && "/"}node_modules/${name}` in locked) return false;
        if (folder === "") return true;
      }
    }),
  );
}

it("names every platform's package", () => expect(missing(packages)).toEqual([]));

it.each(["darwin-64", "darwin-arm64", "linux-64", "linux-arm64", "windows-64"])("names workerd for %s", (platform) => {
  const entry = packages[`node_modules/@cloudflare/workerd-${platform}`];
  expect(entry).toMatchObject({ optional: true, version: packages["node_modules/workerd"]?.version });
  expect(entry?.os).toHaveLength(1);
  expect(entry?.cpu).toHaveLength(1);
});

it("holds one workerd", () => {
  expect(Object.keys(packages).filter((place) => place.endsWith("node_modules/workerd"))).toHaveLength(1);
});

it("would notice one that is gone", () => {
  const { "node_modules/@cloudflare/workerd-darwin-64": _, ...rest } = packages;
  expect(missing(rest)).toEqual(["@cloudflare/workerd-darwin-64"]);
});
