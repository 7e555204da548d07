/** The files that say how modules are found and what packages there are. They are read anew by every scan. */
import { readFileSync } from "node:fs";
import type { ListedFile } from "./list-files.ts";
import { folderOf } from "./packages/manifest.ts";
import { isManifest } from "./packages/read-packages.ts";

/** A larger one is no configuration that anybody wrote. */
const maxConfigBytes = 2 ** 20;

const forModules =
  /^(?:package\.json|.*tsconfig.*\.json|jsconfig.*\.json|pnpm-workspace\.yaml|go\.mod|go\.work|pyproject\.toml|setup\.cfg|Cargo\.toml|composer\.json|Package\.swift|.*\.csproj)$/;

export interface Configs {
  /** For the scan module: path and text, in the order of paths. */
  readonly modules: readonly (readonly [path: string, text: string])[];
  /** Manifests of packages and what tells their workspaces. */
  readonly packages: ReadonlyMap<string, string>;
}

export function readConfigs(folder: string, files: readonly ListedFile[]): Configs {
  const modules: [string, string][] = [];
  const packages = new Map<string, string>();
  for (const { path, size } of files) {
    const isModules = forModules.test(path.slice(folderOf(path).length));
    const isPackages = isManifest(path) || path.endsWith("pnpm-workspace.yaml");
    if ((!isModules && !isPackages) || size > maxConfigBytes) continue;
    const text = read(`${folder}/${path}`);
    if (text === undefined) continue;
    if (isModules) modules.push([path, text]);
    if (isPackages) packages.set(path, text);
  }
  return { modules, packages };
}

function read(path: string): string | undefined {
  try {
    return new TextDecoder().decode(readFileSync(path));
  } catch {
    // Unreadable, or gone since it was listed: the listing tells.
    return undefined;
  }
}
