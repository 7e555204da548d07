/** Lock files in TOML of one shape, `[[package]]` with keys a line: Cargo, Poetry, uv, PDM. */
import type { Lock } from "#engine/scan/packages/manifest";
import { normalName } from "#engine/scan/packages/manifests/requirement";
import { only } from "./node.ts";

interface Block {
  name: string;
  version: string;
  /** Whether it comes from elsewhere than the repository. */
  hasSource: boolean;
  /** As written: `name`, `name version`, `name version (source)`. */
  dependencies: string[];
  /** As `[package.extras]` lists them. */
  extras: string[];
}

/** These programs write a key a line and nothing that goes over several, but for lists. */
function readBlocks(source: string): Block[] {
  const blocks: Block[] = [];
  let block: Block | undefined;
  let isList = false;
  let isExtras = false;
  for (const line of source.split(/\r?\n/)) {
    if (line.startsWith("[")) {
      isList = false;
      isExtras = line === "[package.extras]";
      // `[package.dependencies]` is a part of the block before it.
      if (line === "[[package]]") {
        block = { name: "", version: "", hasSource: false, dependencies: [], extras: [] };
        blocks.push(block);
      } else if (line === "[package.source]" && block) block.hasSource = true;
      else if (!line.startsWith("[package.") && !line.startsWith("[[package.")) block = undefined;
      continue;
    }
    if (!block) continue;
    if (isExtras) {
      block.extras.push(...[...line.matchAll(/"([\w.-]+)/g)].map((one) => one[1] ?? ""));
      continue;
    }
    if (isList) {
      const item = /^\s+"([^"]+)"/.exec(line)?.[1];
      if (item !== undefined) block.dependencies.push(item);
      else if (line.startsWith("]")) isList = false;
      continue;
    }
    const [, key, value = ""] = /^(\w+) = (.*)$/.exec(line) ?? [];
    const said = /^"([^"]*)"$/.exec(value)?.[1];
    if (key === "name" && said !== undefined) block.name ||= said;
    else if (key === "version" && said !== undefined) block.version ||= said;
    else if (key === "source") block.hasSource = !/\b(?:editable|virtual|workspace|directory)\b/.test(value);
    else if (key === "dependencies" && value === "[") isList = true;
    else if (key === "dependencies")
      block.dependencies.push(...[...value.matchAll(/"([^"]+)"/g)].map((one) => one[1] ?? ""));
  }
  return blocks;
}

/** `poetry.lock`, `uv.lock`, `pdm.lock`. */
export function readPythonLock(source: string): Lock {
  const versions = new Map<string, Set<string>>();
  const beside = new Map<string, Set<string>>();
  for (const { name, version, extras } of readBlocks(source)) {
    const key = normalName(name);
    if (extras.length > 0) beside.set(key, new Set([...(beside.get(key) ?? []), ...extras.map(normalName)]));
    if (version !== "") versions.set(key, (versions.get(key) ?? new Set()).add(version));
  }
  // Versions that differ by platform are not one.
  return { resolve: ({ name, local }) => (local === undefined ? only(versions.get(normalName(name))) : null), beside };
}

/** `Cargo.lock`: of several versions of a crate, the one that the package's own entry names. */
export function readCargoLock(source: string): Lock {
  const versions = new Map<string, Set<string>>();
  const own = new Map<string, readonly string[]>();
  for (const { name, version, hasSource, dependencies } of readBlocks(source)) {
    if (hasSource) versions.set(name, (versions.get(name) ?? new Set()).add(version));
    else own.set(name, dependencies);
  }
  const resolve: Lock["resolve"] = ({ name, target, range, local }, manifest) => {
    if (local !== undefined) return null;
    const crate = target ?? name;
    const known = versions.get(crate);
    if (!known) return null;
    if (known.size === 1) return only(known);
    const named = (own.get(manifest.name ?? "") ?? []).flatMap((one) => {
      const [other, version] = one.split(" ");
      return other === crate && version !== undefined && known.has(version) ? [version] : [];
    });
    // A crate that is renamed may be taken in two versions.
    const fitting = named.filter((one) => fits(one, range));
    return (fitting.length === 1 ? fitting[0] : named.length === 1 ? named[0] : undefined) ?? null;
  };
  // A root without a package of its own lists what its members inherit.
  return { resolve, holds: ({ name }) => name !== null && own.has(name) };
}

/** Whether a version starts as a caret range does. */
function fits(version: string, range: string): boolean {
  const wanted = range.replace(/^[\^~=\s]+/, "");
  return version === wanted || version.startsWith(`${wanted}.`) || version.split(".")[0] === wanted.split(".")[0];
}
