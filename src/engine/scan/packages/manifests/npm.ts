/** `package.json` and the workspaces around it, `deno.json`. */
import { parse as parseYaml } from "yaml";
import { holdsFolder } from "#engine/scan/packages/formats/glob";
import { type JsonValue, readJson } from "#engine/scan/packages/formats/json";
import { isNestedTooDeep } from "#engine/scan/packages/formats/nesting";
import {
  type Dependency,
  type DependencyKind,
  folderOf,
  joinFolder,
  type Manifest,
  nameOf,
  type Workspace,
} from "#engine/scan/packages/manifest";

const fields: readonly (readonly [field: string, kind: DependencyKind])[] = [
  ["dependencies", "runtime"],
  ["devDependencies", "development"],
  ["peerDependencies", "peer"],
  ["optionalDependencies", "optional"],
];

export function readNpm(path: string, source: string): Manifest | undefined {
  const root = readJson(source);
  if (!root) return undefined;
  const dependencies = fields.flatMap(([field, kind]) => {
    const listed = root.get(field)?.entries() ?? [];
    return listed.flatMap(([name, value]): Dependency[] => {
      const range = value.text() ?? (value.isObject ? null : "");
      return range === null || name === "" ? [] : [{ name, range, kind, line: value.line, ...served(path, range) }];
    });
  });
  return {
    path,
    ecosystem: "npm",
    manager: managerOf(root) ?? "npm",
    name: root.get("name")?.text() ?? null,
    version: root.get("version")?.text() ?? null,
    isPrivate: root.get("private")?.is(true) ?? false,
    dependencies,
  };
}

/** `pnpm@9.1.0+sha512…` of Corepack's field, or what `devEngines` says. */
export function managerOf(root: JsonValue): string | undefined {
  const said = root.get("packageManager")?.text() ?? root.get("devEngines", "packageManager", "name")?.text();
  return /^(npm|pnpm|yarn|bun)(?:@|$)/.exec(said ?? "")?.[1];
}

/** What a range says of where a package comes from. */
function served(path: string, range: string): Pick<Dependency, "local" | "isForeign" | "target"> {
  const linked = /^(?:file|link|portal):(.*)$/.exec(range)?.[1];
  if (linked !== undefined) {
    const local = joinFolder(folderOf(path), decode(linked));
    return local === undefined ? { isForeign: true } : { local };
  }
  const [, alias, version] = /^(?:npm|jsr|workspace):(@?[^@]+)(?:@|$)(.*)$/.exec(range) ?? [];
  // Any version of a package of that name: the workspace's own does.
  if (range.startsWith("npm:") && version === "" && alias) return { target: alias };
  if (range.startsWith("workspace:")) return alias && /^@?[a-z]/i.test(alias) ? { target: alias } : {};
  // Another registry, a repository, an archive: not ours, whatever it is called.
  if (/^(?!catalog:)[a-z+]+:|^[\w.-]+\/[\w.-]+/i.test(range))
    return { isForeign: true, ...(alias && /[a-z]/i.test(alias) && { target: alias }) };
  return {};
}

function decode(written: string): string {
  try {
    return decodeURI(written);
  } catch {
    return written;
  }
}

/** The imports that lead to registries: what others would call dependencies. */
export function readDeno(path: string, source: string): Manifest | undefined {
  const root = readJson(source, true);
  if (!root) return undefined;
  const dependencies = (root.get("imports")?.entries() ?? []).flatMap(([alias, value]): Dependency[] => {
    const range = value.text() ?? "";
    const name = alias.replace(/\/$/, "");
    if (name === "" || !/^(?:jsr|npm|https?):/.test(range)) return [];
    const target = /^(?:jsr|npm):\/?(@?[^@]+?)(?:@|\/?$)/.exec(range)?.[1];
    return [{ name, range, kind: "runtime", line: value.line, ...(target && { target }) }];
  });
  const name = root.get("name")?.text() ?? null;
  const version = root.get("version")?.text() ?? null;
  if (name === null && dependencies.length === 0) return undefined;
  return { path, ecosystem: "npm", manager: "deno", name, version, isPrivate: false, dependencies };
}

/** The workspace that a `package.json`, `pnpm-workspace.yaml`, `lerna.json` or `deno.json` is the root of. */
export function readNpmWorkspace(path: string, source: string): Workspace | undefined {
  const folder = folderOf(path);
  const name = nameOf(path);
  const patterns = name === "pnpm-workspace.yaml" ? listPnpm(source) : listJson(source, name);
  if (patterns.length === 0) return undefined;
  const root = name.startsWith("deno.") ? path : `${folder}package.json`;
  return { path: root, ecosystem: "npm", folder, holds: holdsFolder(folder, patterns) };
}

function listJson(source: string, name: string): string[] {
  if (name === "package.json" && !source.includes('"workspaces"')) return [];
  const root = readJson(source, name.startsWith("deno."));
  const named = name === "lerna.json" ? "packages" : name.startsWith("deno.") ? "workspace" : "workspaces";
  const listed = root?.get(named);
  const list = listed?.isObject ? (listed.get("packages") ?? listed.get("members")) : listed;
  return (list?.items() ?? []).flatMap((one) => one.text() ?? []);
}

function listPnpm(source: string): string[] {
  if (isNestedTooDeep(source)) return [];
  // No list of folders has use for aliases, and those of a bomb are not followed.
  const root: unknown = parseYaml(source, { maxAliasCount: 0, logLevel: "silent", uniqueKeys: false });
  const listed = typeof root === "object" && root !== null && "packages" in root ? root.packages : undefined;
  return Array.isArray(listed) ? listed.filter((one) => typeof one === "string") : [];
}
