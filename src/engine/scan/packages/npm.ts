/** `package.json`. */
import type { Dependency, DependencyKind, Manifest } from "./manifest.ts";
import { folderOf } from "./manifest.ts";

const fields: readonly (readonly [field: string, kind: DependencyKind])[] = [
  ["dependencies", "runtime"],
  ["devDependencies", "development"],
  ["peerDependencies", "peer"],
  ["optionalDependencies", "optional"],
];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

export function readNpm(path: string, source: string): Manifest | undefined {
  const value = parse(source);
  if (!value) return undefined;
  const dependencies: Dependency[] = [];
  for (const [field, kind] of fields) {
    const listed = value[field];
    if (!isRecord(listed)) continue;
    for (const [name, range] of Object.entries(listed))
      if (typeof range === "string") dependencies.push({ name, range, kind });
  }
  return {
    path,
    manager: "npm",
    name: text(value.name),
    version: text(value.version),
    isPrivate: value.private === true,
    dependencies,
  };
}

function parse(source: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(source);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The folders of a workspace: patterns of `workspaces` in `package.json` and of `packages` in `pnpm-workspace.yaml`,
 * made to match whole paths of folders. `!` excludes.
 */
export interface Workspace {
  /** Of its root, with a slash behind it; empty for the repository's root. */
  readonly folder: string;
  readonly holds: (folder: string) => boolean;
}

export function readWorkspace(path: string, source: string): Workspace | undefined {
  const patterns = path.endsWith(".json") ? listNpm(source) : listPnpm(source);
  if (patterns.length === 0) return undefined;
  const folder = folderOf(path);
  const rules = patterns.map((pattern) => ({
    excludes: pattern.startsWith("!"),
    matches: toRegExp(
      folder +
        pattern
          .replace(/^!/, "")
          .replace(/^\.?\//, "")
          .replace(/\/$/, ""),
    ),
  }));
  const holds = (one: string): boolean => {
    const bare = one.replace(/\/$/, "");
    if (one === folder) return true;
    const last = rules.findLast(({ matches }) => matches.test(bare));
    return last !== undefined && !last.excludes;
  };
  return { folder, holds };
}

function listNpm(source: string): string[] {
  const workspaces = parse(source)?.workspaces;
  const listed = isRecord(workspaces) ? workspaces.packages : workspaces;
  return Array.isArray(listed) ? listed.filter((one) => typeof one === "string") : [];
}

/** The items of the list under `packages:`, which is all of YAML that this file uses for it. */
function listPnpm(source: string): string[] {
  const lines = source.split(/\r?\n/).map((line) => line.replace(/\s+#.*$|^#.*$/, ""));
  const start = lines.findIndex((line) => /^packages:/.test(line));
  if (start < 0) return [];
  const inline = /^packages:\s*\[(.*)\]\s*$/.exec(lines[start] ?? "")?.[1];
  if (inline !== undefined) return inline.split(",").map(unquote).filter(Boolean);
  const items: string[] = [];
  for (const line of lines.slice(start + 1)) {
    if (line.trim() === "") continue;
    const item = /^\s*-\s+(.*)$/.exec(line)?.[1];
    if (item === undefined) break;
    items.push(unquote(item));
  }
  return items;
}

const unquote = (value: string): string => value.trim().replace(/^(["'])(.*)\1$/, "$2");

/** A glob with `*`, `**`, `?` and `{a,b}` as a pattern of whole paths. */
function toRegExp(glob: string): RegExp {
  const pattern = glob.replace(/\*\*\/?|[*?]|\{[^{}]*\}|[^*?{]+|\{/g, (part) => {
    if (part.startsWith("**")) return part.endsWith("/") ? "(?:.*/)?" : ".*";
    if (part === "*") return "[^/]*";
    if (part === "?") return "[^/]";
    if (part.startsWith("{") && part.endsWith("}"))
      return `(?:${part.slice(1, -1).split(",").map(literally).join("|")})`;
    return literally(part);
  });
  return new RegExp(`^${pattern}$`);
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
