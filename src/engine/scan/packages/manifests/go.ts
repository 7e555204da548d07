/** `go.mod` and `go.work`, https://go.dev/ref/mod#go-mod-file */
import { holdsFolder } from "#engine/scan/packages/formats/glob";
import { type Dependency, folderOf, joinFolder, type Manifest, type Workspace } from "#engine/scan/packages/manifest";

interface Directive {
  readonly verb: string;
  readonly words: readonly string[];
  readonly line: number;
  readonly comment: string;
}

export function readGo(path: string, source: string): Manifest | undefined {
  const directives = readDirectives(source);
  const name = directives.find(({ verb }) => verb === "module")?.words[0];
  if (name === undefined) return undefined;
  const replaced = new Map<string, string[]>();
  for (const { verb, words } of directives) {
    const arrow = words.indexOf("=>");
    if (verb === "replace" && arrow > 0 && words[0]) replaced.set(words[0], words.slice(arrow + 1));
  }
  const folder = folderOf(path);
  const dependencies = directives.flatMap(({ verb, words, line, comment }): Dependency[] => {
    const [module, version = ""] = words;
    if (module === undefined) return [];
    if (verb === "tool") return [{ name: module, range: "", kind: "development", line }];
    // What is only required by others is a detail of resolving versions.
    if (verb !== "require" || version === "" || /^\/\/\s*indirect\b/.test(comment)) return [];
    const [to, toVersion] = replaced.get(module) ?? [];
    const local = to?.startsWith(".") ? joinFolder(folder, to) : undefined;
    if (local !== undefined) return [{ name: module, range: version, kind: "runtime", line, local }];
    // The versions that are required are those that are taken: minimal version selection has raised them.
    return [
      { name: module, range: version, kind: "runtime", line, fixed: toVersion ?? version, ...(to && { target: to }) },
    ];
  });
  return { path, ecosystem: "go", manager: "go", name, version: null, isPrivate: false, dependencies };
}

export function readGoWork(path: string, source: string): Workspace | undefined {
  const folder = folderOf(path);
  const used = readDirectives(source).flatMap(({ verb, words: [one] }) => (verb === "use" && one ? [one] : []));
  if (used.length === 0) return undefined;
  const holds = holdsFolder(folder, used);
  // The root of a Go workspace need not be a module, nor is one there a member.
  const isRoot = used.some((one) => joinFolder(folder, one) === folder);
  return { path, ecosystem: "go", folder, holds: (one) => (one === folder ? isRoot : holds(one)) };
}

function readDirectives(source: string): Directive[] {
  const found: Directive[] = [];
  let block = "";
  for (const [at, written] of source.split("\n").entries()) {
    const start = written.indexOf("//");
    const text = (start < 0 ? written : written.slice(0, start)).trim();
    const comment = start < 0 ? "" : written.slice(start);
    if (text === "") continue;
    if (text === ")") {
      block = "";
      continue;
    }
    const opened = /^(\w+)\s*\($/.exec(text);
    if (opened) {
      block = opened[1] ?? "";
      continue;
    }
    const all = text.split(/\s+/).map((word) => word.replace(/^(["`])(.*)\1$/, "$2"));
    const [verb = "", ...words] = block ? [block, ...all] : all;
    found.push({ verb, words, line: at + 1, comment });
  }
  return found;
}
