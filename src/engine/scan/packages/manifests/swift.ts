/** `Package.swift`: the literal arguments of what it declares. */
import { Lines } from "#engine/scan/packages/formats/lines";
import { blank } from "#engine/scan/packages/formats/source";
import { type Dependency, folderOf, joinFolder, type Manifest } from "#engine/scan/packages/manifest";

export function readSwift(path: string, source: string): Manifest | undefined {
  const code = blank(source, { line: "//", block: true });
  const lines = new Lines(source);
  const name = /\bPackage\s*\(\s*name\s*:\s*"([^"\n]*)"/.exec(code)?.[1];
  if (name === undefined) return undefined;
  const dependencies: Dependency[] = [];
  const call = /\.package\s*\(/g;
  for (let found = call.exec(code); found; found = call.exec(code)) {
    const written = argumentsAt(code, call.lastIndex);
    const named = (label: string): string | undefined =>
      new RegExp(`(?:^|[,(\\s])${label}\\s*:\\s*"([^"\\n]*)"`).exec(written)?.[1];
    const line = lines.at(found.index);
    const [url, id, folder] = [named("url"), named("id"), named("path")];
    const local = folder === undefined ? undefined : joinFolder(folderOf(path), folder);
    if (url !== undefined) {
      const last = url.replace(/\/$/, "").split("/").at(-1) ?? "";
      const one = named("name") ?? last.replace(/\.git$/, "");
      if (one !== "")
        dependencies.push({ name: one, range: rangeOf(written), kind: "runtime", line, target: url, isForeign: true });
    } else if (id !== undefined)
      dependencies.push({ name: id, range: rangeOf(written), kind: "runtime", line, target: id, isForeign: true });
    else if (folder !== undefined && local !== undefined) {
      const one = named("name") ?? folder.split("/").findLast((part) => /\w/.test(part));
      if (one) dependencies.push({ name: one, range: folder, kind: "runtime", line, local });
    }
  }
  return { path, ecosystem: "swift", manager: "swift", name, version: null, isPrivate: false, dependencies };
}

/** What stands between a parenthesis and the one that closes it; at most so much of it. */
function argumentsAt(code: string, start: number): string {
  let depth = 1;
  const end = Math.min(code.length, start + 2_000);
  for (let at = start; at < end; at++) {
    if (code[at] === "(") depth++;
    else if (code[at] === ")" && --depth === 0) return code.slice(start, at);
  }
  return code.slice(start, end);
}

/** The requirement as it is written: `from: "1.0.0"`, `branch: "main"`, `"1.0.0"..<"2.0.0"`. */
function rangeOf(written: string): string {
  const found =
    /(?:\b(?:from|exact|branch|revision)\s*:\s*|\.(?:upToNextMajor|upToNextMinor|exact|branch|revision)\s*\()[^,)]*|"[^"\n]*"\s*\.\.[.<]\s*"[^"\n]*"/.exec(
      written,
    );
  return found?.[0].replace(/\s+/g, " ").trim().replace(/\($/, "") ?? "";
}
