// Whether what was built is of the sources that lie beside it.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** @returns {string | undefined} size and modification time; undefined where there is no such file */
function lookOf(path) {
  const look = statSync(path, { throwIfNoEntry: false });
  return look && `${look.size} ${look.mtimeMs}`;
}

/**
 * How everything looks that the command is built from, a line of size, modification time and path each: of what lies
 * below `src`, tests aside, and of the records that tell of the package and of its modules.
 *
 * @param {string} root folder of the package
 * @returns {string}
 */
export function lookOfSources(root) {
  const sources = readdirSync(join(root, "src"), { recursive: true })
    .filter((path) => /(?<!\.test)\.(?:tsx?|json)$/.test(path))
    .sort()
    .map((path) => join("src", path));
  const paths = ["package.json", join("wasm", "build.json"), ...sources];
  return paths.map((path) => `${lookOf(join(root, path))} ${path}`).join("\n");
}

/**
 * Where the look of the sources is kept that `dist/cli` was built from.
 *
 * @param {string} root folder of the package
 * @returns {string}
 */
export const recordOfSources = (root) => join(root, "dist", "cli", "sources.txt");

/**
 * Whether `dist/cli` was built from the sources as they are. Only what the record names is looked at, since every
 * command waits for this: what is new is of no use before one of these names it.
 *
 * @param {string} root folder of the package
 * @returns {boolean}
 */
export function isBuiltFromThese(root) {
  try {
    const lines = readFileSync(recordOfSources(root), "utf8").split("\n");
    return lines.every((line) => {
      const [size, time, ...path] = line.split(" ");
      return lookOf(join(root, path.join(" "))) === `${size} ${time}`;
    });
  } catch {
    return false;
  }
}
