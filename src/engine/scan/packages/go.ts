/** `go.mod`, https://go.dev/ref/mod#go-mod-file */
import type { Dependency, Manifest } from "./manifest.ts";

export function readGo(path: string, source: string): Manifest | undefined {
  let name: string | null = null;
  let block = "";
  const dependencies: Dependency[] = [];
  for (const written of source.split("\n")) {
    const line = written.replace(/\/\/.*$/, "").trim();
    if (line === "") continue;
    if (line === ")") {
      block = "";
      continue;
    }
    const opened = /^(\w+)\s*\($/.exec(line);
    if (opened) {
      block = opened[1] ?? "";
      continue;
    }
    const [verb = "", ...rest] = block ? [block, ...words(line)] : words(line);
    if (verb === "module") name = rest[0] ?? null;
    // What is only required by others is a detail of resolving versions.
    else if (verb === "require" && rest[0] && rest[1] && !/\/\/\s*indirect/.test(written))
      dependencies.push({ name: rest[0], range: rest[1], kind: "runtime" });
    else if (verb === "tool" && rest[0]) dependencies.push({ name: rest[0], range: "", kind: "development" });
  }
  if (name === null) return undefined;
  return { path, manager: "go", name, version: null, isPrivate: false, dependencies };
}

const words = (line: string): string[] => line.split(/\s+/).map((word) => word.replace(/^(["`])(.*)\1$/, "$2"));
