/** The files that say how modules are found. They are read anew by every scan. */
import { readFileSync } from "node:fs";
import type { ListedFile } from "./list-files.ts";
import { nameOf } from "./packages/manifest.ts";
import { aliasesOf, isImportmap } from "./packages/manifests/importmap.ts";

/** A larger one is no configuration that anybody wrote. */
const maxConfigBytes = 2 ** 20;

const forModules =
  /^(?:package\.json|.*tsconfig.*\.json|jsconfig.*\.json|pnpm-workspace\.yaml|go\.mod|go\.work|pyproject\.toml|requirements.*\.txt|setup\.cfg|Cargo\.toml|composer\.json|Package\.swift|.*\.csproj|Directory\.Build\.(?:props|targets)|(?:vite|vitest|webpack|rspack|rsbuild|rollup|jest|babel|svelte|astro|electron|craco|vue)(?:\.[\w-]+)+\.(?:[cm]?[jt]s|json)|\.babelrc(?:\.json|\.js)?)$/;

/** For the scan module: path and text, in the order of paths. */
export function readConfigs(folder: string, files: readonly ListedFile[]): [path: string, text: string][] {
  return files.flatMap(({ path, size }): [string, string][] => {
    const isMap = isImportmap(path);
    if (!(isMap || forModules.test(nameOf(path))) || size > maxConfigBytes) return [];
    const text = read(`${folder}/${path}`);
    if (text === undefined) return [];
    return [isMap ? aliasesOf(path, text) : [path, text]];
  });
}

function read(path: string): string | undefined {
  try {
    return new TextDecoder().decode(readFileSync(path));
  } catch {
    // Unreadable, or gone since it was listed: the listing tells.
    return undefined;
  }
}
