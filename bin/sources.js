// Whether what was built is of the sources that lie beside it.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * How everything looks that the command is built from: a digest of paths, sizes and modification times of what lies
 * below `src`, tests aside, and of the records that tell of the package and of its modules.
 *
 * @param {string} root folder of the package
 * @returns {string}
 */
export function lookOfSources(root) {
  const hash = createHash("sha256");
  const add = (path) => {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  };
  for (const path of readdirSync(join(root, "src"), { recursive: true }).sort()) {
    if (/(?<!\.test)\.(?:tsx?|json)$/.test(path)) add(join("src", path));
  }
  for (const path of ["package.json", join("wasm", "build.json")]) add(path);
  return hash.digest("hex");
}

/**
 * Where the look of the sources is kept that `dist/cli` was built from.
 *
 * @param {string} root folder of the package
 * @returns {string}
 */
export const recordOfSources = (root) => join(root, "dist", "cli", "sources.txt");

/**
 * Whether `dist/cli` was built from the sources as they are.
 *
 * @param {string} root folder of the package
 * @returns {boolean}
 */
export function isBuiltFromThese(root) {
  const record = recordOfSources(root);
  return existsSync(record) && readFileSync(record, "utf8") === lookOfSources(root);
}
