/** Which files a specifier may mean, as far as paths alone can tell. */
import { type Family, folderOf } from "./paths.ts";

const scriptEndings = [".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mts", ".mjs", ".cts", ".cjs", ".json", ".css", ".svg"];

/** The files that a specifier may lead to; empty where only configuration could tell. */
export function moduleCandidates(targetFile: string, specifier: string, family: Family): string[] {
  const folder = folderOf(targetFile);
  if (family === "python") {
    const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
    const rest = specifier.slice(dots).replaceAll(".", "/");
    const ups = folder.split("/").filter(Boolean);
    const bases =
      dots > 0
        ? [ups.slice(0, ups.length - dots + 1).join("/")]
        : ups.map((_, at) => ups.slice(0, at).join("/")).concat(folder, "src");
    return bases.flatMap((base) => {
      const bare = [base, rest].filter(Boolean).join("/");
      return [`${bare}.py`, `${bare}.pyi`, `${bare}/__init__.py`];
    });
  }
  if (family === "go" || !specifier.startsWith(".")) return [];
  const bare = join(folder, specifier);
  if (bare === undefined) return [];
  const stem = bare.replace(/\.(?:[cm]?js|jsx)$/, "");
  return [
    ...new Set([
      bare,
      ...[stem, bare].flatMap((base) => scriptEndings.flatMap((end) => [`${base}${end}`, `${base}/index${end}`])),
    ]),
  ];
}

/** Undefined: it leads out of the repository. */
function join(folder: string, specifier: string): string | undefined {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of specifier.split("/")) {
    if (part === "." || part === "") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}
