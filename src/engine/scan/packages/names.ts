/** The names of the files that packages are read from. Every scan asks this of every path. */
import { nameOf } from "./manifest.ts";
import { isImportmap } from "./manifests/importmap.ts";

/** Of a manifest, or what manifests inherit from, or what says which belong together. */
const manifest =
  /^(?:package\.json|pnpm-workspace\.yaml|lerna\.json|deno\.jsonc?|pyproject\.toml|Pipfile|setup\.(?:cfg|py)|Cargo\.toml|go\.(?:mod|work)|pom\.xml|.*\.gradle(?:\.kts)?|gradle\.properties|.*\.versions\.toml|composer\.json|.*\.(?:cs|fs|vb)proj|Directory\.(?:Build|Packages)\.(?:props|targets)|packages\.config|Package\.swift|Gemfile|gems\.rb|.*\.gemspec)$/;

const requirements =
  /(?:^|\/)(?:requirements[^/]*\.(?:txt|in)|[\w-]+[-_.]requirements\.txt|requirements\/[^/]+\.(?:txt|in))$/;

export const isRequirements = (path: string): boolean => /\.(?:txt|in)$/.test(path) && requirements.test(path);

/** Whether a file's text says something of packages. */
export const isManifest = (path: string): boolean =>
  manifest.test(nameOf(path)) || isRequirements(path) || isImportmap(path);

/** By name. Of several that lie together, the first counts, unless a manifest says which manager it is for. */
export const lockNames = [
  "pnpm-lock.yaml",
  "bun.lock",
  "bun.lockb",
  "yarn.lock",
  "npm-shrinkwrap.json",
  "package-lock.json",
  "deno.lock",
  "uv.lock",
  "poetry.lock",
  "pdm.lock",
  "Pipfile.lock",
  "Cargo.lock",
  "go.sum",
  "gradle.lockfile",
  "composer.lock",
  "packages.lock.json",
  "Package.resolved",
  "Gemfile.lock",
  "gems.locked",
] as const;

const locks: ReadonlySet<string> = new Set(lockNames);

export const isLock = (path: string): boolean => locks.has(nameOf(path));
