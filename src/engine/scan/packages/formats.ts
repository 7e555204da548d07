/** The formats that are read: manifests, what they inherit from, workspaces, lock files; each told by its name. */
import { readCargoLock, readPythonLock } from "./locks/blocks.ts";
import { readBunLock, readDenoLock, readPackageLock, readPnpmLock, readYarnLock } from "./locks/node.ts";
import {
  readComposerLock,
  readGemfileLock,
  readGoSum,
  readGradleLock,
  readNugetLock,
  readPipfileLock,
  readSwiftResolved,
} from "./locks/others.ts";
import { type Ecosystem, type Lock, type Manifest, nameOf, type Workspace } from "./manifest.ts";
import { readCargo, readCargoWorkspace } from "./manifests/cargo.ts";
import { readComposer, readComposerWorkspace } from "./manifests/composer.ts";
import { readGo, readGoWork } from "./manifests/go.ts";
import { readGradle } from "./manifests/gradle.ts";
import { readGradleWorkspace } from "./manifests/gradle-settings.ts";
import { isImportmap, readImportmap } from "./manifests/importmap.ts";
import { readMaven, readMavenWorkspace } from "./manifests/maven.ts";
import { readDeno, readNpm, readNpmWorkspace } from "./manifests/npm.ts";
import { readPackagesConfig, readProject } from "./manifests/nuget.ts";
import { readPipfile, readPyproject, readUvWorkspace } from "./manifests/pyproject.ts";
import { readRequirements, readSetupCfg, readSetupPy } from "./manifests/requirements.ts";
import { readGemfile, readGemspec } from "./manifests/ruby.ts";
import { readSwift } from "./manifests/swift.ts";
import { isRequirements, type lockNames } from "./names.ts";
import type { Sources } from "./sources.ts";

export type Reader = (path: string, source: string, sources: Sources) => Manifest | undefined;

/** By a file's name. */
const readers: readonly (readonly [name: RegExp, read: Reader])[] = [
  [/^package\.json$/, readNpm],
  [/^deno\.jsonc?$/, readDeno],
  [/^pyproject\.toml$/, readPyproject],
  [/^Pipfile$/, readPipfile],
  [/^setup\.cfg$/, readSetupCfg],
  [/^setup\.py$/, readSetupPy],
  [/^Cargo\.toml$/, readCargo],
  [/^go\.mod$/, readGo],
  [/^pom\.xml$/, readMaven],
  [/\.gradle(?:\.kts)?$/, readGradle],
  [/^composer\.json$/, readComposer],
  [/\.(?:cs|fs|vb)proj$|^Directory\.(?:Build|Packages)\.(?:props|targets)$/, readProject],
  [/^packages\.config$/, readPackagesConfig],
  [/^Package\.swift$/, readSwift],
  [/^(?:Gemfile|gems\.rb)$/, readGemfile],
  [/\.gemspec$/, readGemspec],
];

type WorkspaceReader = (path: string, source: string, sources: Sources) => Workspace | undefined;

const workspaces: readonly (readonly [name: RegExp, read: WorkspaceReader])[] = [
  [/^(?:package\.json|pnpm-workspace\.yaml|lerna\.json|deno\.jsonc?)$/, readNpmWorkspace],
  [/^pyproject\.toml$/, readUvWorkspace],
  [/^Cargo\.toml$/, readCargoWorkspace],
  [/^go\.work$/, readGoWork],
  [/^pom\.xml$/, readMavenWorkspace],
  [/^settings\.gradle(?:\.kts)?$/, readGradleWorkspace],
  [/^composer\.json$/, readComposerWorkspace],
];

const isSettings = (path: string): boolean => /(?:^|\/)settings\.gradle(?:\.kts)?$/.test(path);

/** Of all paths of a history, few are manifests: one look tells the others. */
const anyReader = new RegExp(readers.map(([{ source }]) => `(?:${source})`).join("|"));

export function readerOf(path: string): Reader | undefined {
  if (isRequirements(path)) return readRequirements;
  if (isImportmap(path)) return readImportmap;
  const name = nameOf(path);
  if (!anyReader.test(name) || isSettings(path)) return undefined;
  return readers.find(([pattern]) => pattern.test(name))?.[1];
}

export const workspaceReaderOf = (path: string): WorkspaceReader | undefined =>
  workspaces.find(([pattern]) => pattern.test(nameOf(path)))?.[1];

export interface LockFormat {
  readonly ecosystem: Ecosystem;
  readonly manager: string;
  /** Null: its bytes are no text. */
  readonly read: ((source: string) => Lock) | null;
  /** The manifests that it fixes, where it does not fix every one of its ecosystem. */
  readonly serves?: RegExp;
}

export const lockFormats: Readonly<Record<(typeof lockNames)[number], LockFormat>> = {
  "pnpm-lock.yaml": { ecosystem: "npm", manager: "pnpm", read: readPnpmLock, serves: /package\.json$/ },
  "bun.lock": { ecosystem: "npm", manager: "bun", read: readBunLock, serves: /package\.json$/ },
  "bun.lockb": { ecosystem: "npm", manager: "bun", read: null, serves: /package\.json$/ },
  "yarn.lock": { ecosystem: "npm", manager: "yarn", read: readYarnLock, serves: /package\.json$/ },
  "npm-shrinkwrap.json": { ecosystem: "npm", manager: "npm", read: readPackageLock, serves: /package\.json$/ },
  "package-lock.json": { ecosystem: "npm", manager: "npm", read: readPackageLock, serves: /package\.json$/ },
  "deno.lock": { ecosystem: "npm", manager: "deno", read: readDenoLock },
  "uv.lock": { ecosystem: "pip", manager: "uv", read: readPythonLock, serves: /(?:pyproject\.toml|setup\.\w+)$/ },
  "poetry.lock": { ecosystem: "pip", manager: "poetry", read: readPythonLock, serves: /pyproject\.toml$/ },
  "pdm.lock": { ecosystem: "pip", manager: "pdm", read: readPythonLock, serves: /pyproject\.toml$/ },
  "Pipfile.lock": { ecosystem: "pip", manager: "pipenv", read: readPipfileLock, serves: /Pipfile$/ },
  "Cargo.lock": { ecosystem: "cargo", manager: "cargo", read: readCargoLock },
  "go.sum": { ecosystem: "go", manager: "go", read: readGoSum },
  "gradle.lockfile": { ecosystem: "maven", manager: "gradle", read: readGradleLock, serves: /\.gradle(?:\.kts)?$/ },
  "composer.lock": { ecosystem: "composer", manager: "composer", read: readComposerLock },
  "packages.lock.json": { ecosystem: "nuget", manager: "nuget", read: readNugetLock, serves: /proj$/ },
  "Package.resolved": { ecosystem: "swift", manager: "swift", read: readSwiftResolved },
  "Gemfile.lock": { ecosystem: "rubygems", manager: "bundler", read: readGemfileLock },
  "gems.locked": { ecosystem: "rubygems", manager: "bundler", read: readGemfileLock },
};
