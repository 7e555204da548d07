/** Lock files of npm, Yarn, pnpm, Bun and Deno. */
import type { Dependency, Lock } from "#engine/scan/packages/manifest";

type Json = Readonly<Record<string, unknown>>;

export const record = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
export const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** A version, and no address or folder. */
const version = (value: string | null | undefined): string | null =>
  value && value.length <= 100 && /^v?\d[\w.+!-]*$/.test(value) ? value : null;

/** `package-lock.json` and `npm-shrinkwrap.json` of lockfileVersion 1 to 3. @throws SyntaxError */
export function readPackageLock(source: string): Lock {
  const root = record(JSON.parse(source));
  const packages = record(root.packages);
  const first = record(root.dependencies);
  const resolve: Lock["resolve"] = ({ name }, _, folder) => {
    for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
      const found = record(packages[`${at}${at && "/"}node_modules/${name}`]);
      if (found.link === true) return null;
      if (found.version !== undefined) return version(text(found.version));
      if (at === "") break;
    }
    const said = text(record(first[name]).version);
    return folder === "" && root.packages === undefined ? version(said?.replace(/^npm:.*@/, "")) : null;
  };
  const beside: Beside = new Map();
  for (const [path, entry] of Object.entries(packages)) {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    addBeside(beside, name, Object.keys(record(record(entry).peerDependencies)));
  }
  return { resolve, holds: (_, folder) => packages[folder] !== undefined, beside };
}

type Beside = Map<string, Set<string>>;

function addBeside(all: Beside, name: string, others: readonly string[]): void {
  if (others.length > 0) all.set(name, new Set([...(all.get(name) ?? []), ...others]));
}

/** Names of keys four or six deep below `peerDependencies:`, of a line that stands `depth` deep. */
const peerKey = (line: string, depth: number): string | undefined => {
  const indent = line.search(/\S/);
  return indent === depth ? /^ *["']?([^"':\s]+)["']?:? /.exec(line)?.[1] : undefined;
};

/** `yarn.lock`, of Yarn 1 and of Yarn 2 and later. */
export function readYarnLock(source: string): Lock {
  /** By what asked for it (`name@range`), and all versions by name. */
  const asked = new Map<string, string | null>();
  const versions = new Map<string, Set<string | null>>();
  const beside: Beside = new Map();
  let keys: string[] = [];
  let isPeers = false;
  for (const line of source.split(/\r?\n/)) {
    if (line === "" || line.startsWith("#")) continue;
    if (line.search(/\S/) < 4) isPeers = line === "  peerDependencies:";
    const peer = isPeers ? peerKey(line, 4) : undefined;
    if (peer !== undefined) for (const key of keys) addBeside(beside, key.slice(0, key.indexOf("@", 1)), [peer]);
    if (!line.startsWith(" ")) {
      keys = line
        .replace(/:$/, "")
        .split(/,\s*/)
        .map((key) => key.replace(/^"|"$/g, ""));
      continue;
    }
    const [, said] = /^ {2}version:? "?([^"\s]+)"?$/.exec(line) ?? [];
    if (said === undefined) continue;
    const isOwn = said.endsWith("use.local") || keys.some((key) => key.includes("@workspace:"));
    const locked = isOwn ? null : version(said);
    for (const key of keys) {
      asked.set(key, locked);
      const name = key.slice(0, key.indexOf("@", 1));
      versions.set(name, (versions.get(name) ?? new Set()).add(locked));
    }
  }
  const resolve: Lock["resolve"] = ({ name, range }) => {
    for (const key of [`${name}@${range}`, `${name}@npm:${range}`]) {
      const found = asked.get(key);
      if (found !== undefined) return found;
    }
    // A resolution of the root's replaces the range: what is locked is the only one of its name.
    return only(versions.get(name));
  };
  return { resolve, beside };
}

/** The one value of a set of one. */
export const only = <T>(values: ReadonlySet<T> | undefined): T | null =>
  values?.size === 1 ? ([...values][0] ?? null) : null;

const sections = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

/**
 * `pnpm-lock.yaml` of lockfileVersion 5 to 9, which pnpm writes a key a line: what stands before the packages. Of
 * several documents, each has its own.
 */
export function readPnpmLock(source: string): Lock {
  const importers = new Map<string, Map<string, string>>();
  const beside: Beside = new Map();
  for (const document of source.split(/^---\s*$/m)) {
    const end = document.search(/^(?:packages|snapshots):/m);
    readImporters(end < 0 ? document : document.slice(0, end), importers);
    if (end >= 0) readPeers(document.slice(end), beside);
  }
  const resolve: Lock["resolve"] = ({ name }, _, folder) => {
    const said = importers.get(folder === "" ? "." : folder)?.get(name);
    return said === undefined ? null : pnpmVersion(said);
  };
  return { resolve, holds: (_, folder) => importers.has(folder), beside };
}

/** Of what stands behind the importers: a package's name two deep, its peers six. */
function readPeers(packages: string, beside: Beside): void {
  let [name, isPeers] = ["", false];
  for (const line of packages.split(/\r?\n/)) {
    const indent = line.search(/\S/);
    if (indent === 2) name = /^ *['"]?\/?((?:@[^/@]+\/)?[^/@'":]+)/.exec(line)?.[1] ?? "";
    if (indent <= 4) isPeers = line === "    peerDependencies:";
    const peer = isPeers ? peerKey(line, 6) : undefined;
    if (peer !== undefined) addBeside(beside, name, [peer]);
  }
}

const keyLine = /^ *(?:'([^']+)'|"([^"]+)"|([^\s'"][^\n]*?)):(?: +(.*))?$/;

function readImporters(document: string, importers: Map<string, Map<string, string>>): void {
  let isImporters = false;
  let [importer, section, dependency] = [".", "", ""];
  for (const line of document.split(/\r?\n/)) {
    const pair = line.length > 2_000 ? null : keyLine.exec(line);
    const indent = line.search(/\S/);
    if (!pair) continue;
    const key = pair[1] ?? pair[2] ?? pair[3] ?? "";
    const value = (pair[4] ?? "").replace(/^(['"])(.*)\1$/, "$2");
    // A lock of a single project has its sections at the top.
    const depth = indent / 2 - (isImporters ? 2 : 0);
    if (indent === 0) isImporters = key === "importers";
    if (isImporters && indent === 2) {
      importer = key;
      if (!importers.has(importer)) importers.set(importer, new Map());
    }
    if (depth === 0 || indent === 0) section = key;
    else if (depth === 1 && sections.includes(section)) {
      dependency = key;
      if (value !== "") put(importers, importer, key, value);
    } else if (depth === 2 && sections.includes(section) && key === "version")
      put(importers, importer, dependency, value);
  }
}

function put(importers: Map<string, Map<string, string>>, importer: string, name: string, value: string): void {
  const known = importers.get(importer) ?? new Map<string, string>();
  importers.set(importer, known.set(name, value));
}

/** `1.2.3(react@18.0.0)`, `1.2.3_react@18.0.0`, `/name/1.2.3`, `/name@1.2.3`, `name@1.2.3`. */
function pnpmVersion(said: string): string | null {
  const bare = said.replace(/\(.*$/, "");
  if (/^\d/.test(bare)) return version(bare.replace(/_.*$/, ""));
  const [, aliased] = /^\/?@?[^/@]+(?:\/[^/@]+)?[@/](\d[^@/]*)$/.exec(bare) ?? [];
  return version((aliased ?? bare).replace(/_.*$/, ""));
}

/** `bun.lock`: JSON with trailing commas; https://bun.sh/docs/install/lockfile @throws SyntaxError */
export function readBunLock(source: string): Lock {
  const root = record(JSON.parse(withoutTrailingCommas(source)));
  const workspaces = record(root.workspaces);
  const packages = record(root.packages);
  const resolve: Lock["resolve"] = ({ name }, _, folder) => {
    const own = packages[`${record(workspaces[folder]).name}/${name}`] ?? packages[name];
    const said = Array.isArray(own) ? text(own[0]) : null;
    return version(said?.slice(said.lastIndexOf("@") + 1));
  };
  const beside: Beside = new Map();
  for (const entry of Object.values(packages)) {
    const [said, , about] = Array.isArray(entry) ? entry : [];
    const name = String(said).slice(0, Math.max(0, String(said).lastIndexOf("@")));
    addBeside(beside, name, Object.keys(record(record(about).peerDependencies)));
  }
  return { resolve, holds: (_, folder) => workspaces[folder] !== undefined, beside };
}

function withoutTrailingCommas(source: string): string {
  const parts: string[] = [];
  let kept = 0;
  for (let at = 0; at < source.length; at++) {
    const char = source[at];
    if (char === '"') {
      for (at++; at < source.length && source[at] !== '"'; at++) if (source[at] === "\\") at++;
    } else if (char === ",") {
      let next = at + 1;
      while (" \t\r\n".includes(source[next] ?? "x")) next++;
      if (source[next] === "}" || source[next] === "]") {
        parts.push(source.slice(kept, at));
        kept = at + 1;
      }
      at = next - 1;
    }
  }
  parts.push(source.slice(kept));
  return parts.join("");
}

/** `deno.lock` of version 2 to 5. @throws SyntaxError */
export function readDenoLock(source: string): Lock {
  const root = record(JSON.parse(source));
  const specifiers = [root.specifiers, record(root.packages).specifiers, record(root.npm).specifiers].map(record);
  const resolve = ({ name, range }: Dependency): string | null => {
    const isTyped = /^(?:npm|jsr):/.test(range);
    const bare = range.replace(/^(npm|jsr):\//, "$1:");
    const path = /^((?:npm|jsr):@?[^@]+@[^/]+|(?:npm|jsr):@[^/@]+\/[^/@]+|(?:npm|jsr):[^/@]+)/.exec(bare)?.[1] ?? bare;
    const asked = isTyped ? [bare, path, bare.slice(4)] : [`npm:${name}@${range}`, `${name}@${range}`];
    for (const one of specifiers)
      for (const key of asked) {
        const said = text(one[key]);
        // `1.2.3_peer@1`, `npm:name@1.2.3`, `name@1.2.3`
        if (said) return version(said.replace(/_.*$/, "").replace(/^.*@/, ""));
      }
    return null;
  };
  return { resolve };
}
