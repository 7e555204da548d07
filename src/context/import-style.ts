/**
 * How a codebase writes its imports, learnt from the imports near a file, and how that file would write one.
 *
 * Nothing is read from configuration: an alias is what resolved imports show it to be, as `@/utils/money` that leads to
 * `web/src/utils/money.ts` shows that `@/` stands for `web/src/`.
 */
import { isAside } from "./call-sites.ts";
import { type Family, familyOf, folderOf, relativePath, stemOf } from "./paths.ts";

export interface ImportRow {
  path: string;
  specifier: string;
  resolved: string | null;
  kind: string;
  typeOnly: number;
}

export interface ImportStyle {
  style: "barrel" | "deep" | "mixed";
  pathStyle: "relative" | "alias" | "absolute";
  alias?: string;
  preferNamed: boolean;
  preferType: boolean;
}

/** A way to write a path without dots: what begins with `prefix` lies in `folder`. */
export interface Root {
  prefix: string;
  folder: string;
}

export interface Learnt {
  style: ImportStyle;
  /** Aliases and, for Python, the folders that dotted names start from; most used first. */
  roots: Root[];
  /** Endings that relative specifiers are written with: `.js`, or none. */
  ending: string;
}

const isBarrel = (path: string): boolean => /^(?:index|__init__|mod)$/.test(stemOf(path));

export function learnImports(targetFile: string, rows: readonly ImportRow[]): Learnt {
  const family = familyOf(targetFile);
  const alike = rows.filter((row) => familyOf(row.path) === family);
  // Tests import what they test as its users do: what they write is no model for sources, nor the other way round.
  const sameUse = alike.filter((row) => isAside(row.path) === isAside(targetFile));
  const own = sameUse.length >= 3 ? sameUse : alike;
  const inside = own.filter((row) => row.resolved !== null);
  const relative = inside.filter((row) => row.specifier.startsWith("."));
  // A neighbour is written `./x` under every convention: it says nothing. In Python it does, and for its own folder.
  const beside = inside.filter((row) => folderOf(row.path) === folderOf(targetFile));
  const farther =
    family === "python"
      ? beside.length > 0
        ? beside
        : inside
      : inside.filter((row) => folderOf(row.path) !== folderOf(row.resolved ?? ""));
  const byRelative = farther.filter((row) => row.specifier.startsWith(".")).length;
  const roots = rootsOf(inside.filter((row) => !row.specifier.startsWith(".")));
  const usesRoots = farther.length > 0 && farther.length - byRelative >= byRelative;
  const alias = family === "script" ? roots[0]?.prefix : undefined;
  const barrels = farther.filter((row) => isBarrel(row.resolved ?? "")).length;
  const share = farther.length === 0 ? 0 : barrels / farther.length;
  const named = own.filter(({ kind }) => kind === "named").length;
  const others = own.filter(({ kind }) => kind === "default" || (kind === "module" && family === "python")).length;
  const absolute = family === "go" || (family === "python" && (usesRoots || farther.length === 0));
  return {
    style: {
      style: share >= 0.7 ? "barrel" : share <= 0.3 ? "deep" : "mixed",
      pathStyle: absolute ? "absolute" : usesRoots ? (alias ? "alias" : "absolute") : "relative",
      ...(alias && usesRoots && { alias }),
      preferNamed: named >= others && family !== "go",
      preferType: own.some(({ typeOnly }) => typeOnly === 1),
    },
    roots,
    ending: commonest(relative.map(({ specifier }) => /\.(?:[cm]?[jt]sx?)$/.exec(specifier)?.[0] ?? "")) ?? "",
  };
}

/** What stands before the part that a specifier and the path it leads to have in common. */
function rootsOf(rows: readonly ImportRow[]): Root[] {
  const found = new Map<string, number>();
  for (const { specifier, resolved, path } of rows) {
    const python = familyOf(path) === "python";
    const written = (python ? specifier.replaceAll(".", "/") : specifier).replace(/\.(?:[cm]?[jt]sx?)$/, "").split("/");
    const led = withoutEnding(resolved ?? "").split("/");
    let same = 0;
    while (same < written.length && same < led.length && written.at(-1 - same) === led.at(-1 - same)) same++;
    const prefix = written.slice(0, written.length - same).join("/");
    const folder = led.slice(0, led.length - same).join("/");
    // A bare `@/` leaves its slash on the part that is shared.
    const root = python ? (prefix === "" ? folder : undefined) : prefix === "" ? undefined : folder;
    if (root === undefined) continue;
    const key = JSON.stringify({ prefix: prefix === "" ? "" : `${prefix}/`, folder: root });
    found.set(key, (found.get(key) ?? 0) + 1);
  }
  return [...found].sort((a, b) => b[1] - a[1]).map(([key]) => JSON.parse(key) as Root);
}

/** A module's path as specifiers have it: without ending, and a barrel as its folder. */
export const withoutEnding = (path: string): string => {
  const bare = path.replace(/(?:\.d)?\.(?:[cm]?[jt]sx?|pyi?)$/, "");
  return isBarrel(path) ? folderOf(path) : bare;
};

/** How `targetFile` would write the module at `path`. */
export function specifierFor(targetFile: string, path: string, learnt: Learnt): string {
  const family: Family | undefined = familyOf(targetFile);
  const nearby = folderOf(path) === folderOf(targetFile);
  if (family === "python") return pythonModule(targetFile, path, learnt);
  const bare = withoutEnding(path);
  if (!nearby && learnt.style.pathStyle !== "relative") {
    const root = learnt.roots.find(({ folder }) => folder === "" || bare === folder || bare.startsWith(`${folder}/`));
    if (root)
      return bare === root.folder
        ? root.prefix.replace(/\/$/, "")
        : `${root.prefix}${bare.slice(root.folder === "" ? 0 : root.folder.length + 1)}`;
  }
  if (learnt.ending !== "") return relativePath(targetFile, path.replace(/\.[^./]+$/, learnt.ending));
  return relativePath(targetFile, isBarrel(path) && nearby ? path.replace(/\.[^./]+$/, "") : bare);
}

function pythonModule(targetFile: string, path: string, { style, roots }: Learnt): string {
  const bare = withoutEnding(path);
  if (style.pathStyle === "relative") {
    const [, dots = "", down = ""] = /^((?:\.\.?\/)+)(.*)$/.exec(relativePath(targetFile, bare)) ?? [];
    const ups = dots.split("../").length - 1;
    return `${".".repeat(ups + 1)}${down.replaceAll("/", ".")}`;
  }
  const root = roots
    .filter(({ folder }) => folder === "" || bare.startsWith(`${folder}/`))
    .sort((a, b) => b.folder.length - a.folder.length)[0];
  return bare.slice(root?.folder ? root.folder.length + 1 : 0).replaceAll("/", ".");
}

/** The value that occurs most; of equals the first. */
export function commonest<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
