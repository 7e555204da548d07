/** `requirements*.txt`, `setup.cfg` and what is literal in `setup.py`. */
import { Lines } from "#engine/scan/packages/formats/lines";
import { type Dependency, type DependencyKind, folderOf, type Manifest, nameOf } from "#engine/scan/packages/manifest";
import { forWork, readRequirement } from "./requirement.ts";

/** What lies among tests is for these. */
const ofTests = /(?:^|\/)tests?\//;

export function readRequirements(path: string, source: string): Manifest | undefined {
  const folder = folderOf(path);
  const isInFolder = /(?:^|\/)requirements\/[^/]+$/.test(path);
  const words = nameOf(path)
    .replace(/\.(?:txt|in)$/, "")
    .split(/[-_.]/);
  const saysSo = words.some((word) => forWork.test(word)) && (isInFolder || words.length > 1);
  const kind = saysSo || ofTests.test(path) ? "development" : "runtime";
  const dependencies: Dependency[] = [];
  let before = "";
  let line = 0;
  for (const [at, raw] of source.split(/\r?\n/).entries()) {
    if (before === "") line = at + 1;
    if (raw.endsWith("\\")) {
      before = `${before}${raw.slice(0, -1)} `.slice(0, 10_000);
      continue;
    }
    const text = (before + raw)
      .slice(0, 10_000)
      .replace(/(?:^|\s)#.*$/, "")
      .replace(/\s--\w.*$/, "");
    before = "";
    // Options such as `-r other.txt` name no package; nor does a folder, unless it is one of ours.
    if (/^\s*-/.test(text) || /^\s*(?:[./]|\w+:\/\/)/.test(text)) continue;
    const one = readRequirement(text, kind, line, folder);
    if (one) dependencies.push(one);
  }
  if (dependencies.length === 0) return undefined;
  return { path, ecosystem: "pip", manager: "pip", name: null, version: null, isPrivate: false, dependencies };
}

interface Value {
  readonly line: number;
  readonly lines: readonly string[];
}

export function readSetupCfg(path: string, source: string): Manifest | undefined {
  const sections = readIni(source);
  const metadata = sections.get("metadata");
  const folder = folderOf(path);
  const list = (value: Value | undefined, kind: DependencyKind): Dependency[] =>
    (value?.lines ?? []).flatMap((one, at) => {
      const written = one.replace(/(?:^|\s)#.*$/, "");
      return readRequirement(written, kind, (value?.line ?? 1) + at, folder) ?? [];
    });
  const options = sections.get("options");
  const dependencies = [
    ...list(options?.get("install_requires"), "runtime"),
    ...list(options?.get("setup_requires"), "build"),
    ...list(options?.get("tests_require"), "development"),
    ...[...(sections.get("options.extras_require")?.entries() ?? [])].flatMap(([extra, value]) =>
      list(value, forWork.test(extra) ? "development" : "optional"),
    ),
  ];
  const one = (key: string): string | null => metadata?.get(key)?.lines.find((line) => line !== "") ?? null;
  const name = one("name");
  if (name === null && dependencies.length === 0) return undefined;
  // `attr:` and `file:` say where the version stands, not what it is.
  const version = one("version")?.replace(/^(?:attr|file):.*$/, "") || null;
  return { path, ecosystem: "pip", manager: "pip", name, version, isPrivate: false, dependencies };
}

/** Sections of keys and values; a value goes on in lines that are indented. */
function readIni(source: string): Map<string, Map<string, Value>> {
  const sections = new Map<string, Map<string, Value>>();
  let section = new Map<string, Value>();
  let lines: string[] | undefined;
  for (const [at, line] of source.split(/\r?\n/).entries()) {
    const header = /^\[([^\]]+)\]/.exec(line)?.[1];
    const mark = line.search(/[=:]/);
    if (header !== undefined) {
      section = sections.get(header.trim()) ?? new Map();
      sections.set(header.trim(), section);
      lines = undefined;
    } else if (/^\s/.test(line) || line === "") lines?.push(/^\s*[#;]/.test(line) ? "" : line.trim());
    else if (mark > 0 && !/^[#;]/.test(line)) {
      lines = [line.slice(mark + 1).trim()];
      section.set(line.slice(0, mark).trim(), { line: at + 1, lines });
    }
  }
  return sections;
}

/** The lists of `setup()` that are literal, or a name of the file's that is. Nothing is run. */
export function readSetupPy(path: string, source: string): Manifest | undefined {
  const call = /^[ \t]*(?:setuptools\.|core\.)?setup\s*\(/m.exec(source);
  if (!call) return undefined;
  const folder = folderOf(path);
  const lines = new Lines(source);
  const inCall = source.slice(call.index);
  /** Offset of the value of an argument, or of the variable that is given for it. */
  const placeOf = (argument: string): number => {
    const found = new RegExp(`\\b${argument}\\s*=\\s*`).exec(inCall);
    if (!found) return -1;
    const at = call.index + found.index + found[0].length;
    // What makes another collection of a literal one: `frozenset(["six"])`.
    const made = /^(?:frozenset|list|set|sorted|tuple)\s*\(\s*/.exec(source.slice(at, at + 200))?.[0];
    if (made !== undefined) return at + made.length;
    const variable = /^[A-Za-z_]\w*(?=\s*[,)\n])/.exec(source.slice(at, at + 200))?.[0];
    if (variable === undefined) return at;
    const assigned = new RegExp(`^${variable}\\s*(?::[^=\\n]*)?=\\s*`, "m").exec(source);
    return assigned ? assigned.index + assigned[0].length : -1;
  };
  const literal = (argument: string): string | null => {
    const at = placeOf(argument);
    return at < 0 ? null : (/^(["'])([^"'\n]*)\1/.exec(source.slice(at, at + 300))?.[2] ?? null);
  };
  const requirements = (argument: string, kind: DependencyKind): Dependency[] => {
    const at = placeOf(argument);
    return (at < 0 ? [] : readStrings(source, at)).flatMap(({ text, offset, key }) => {
      const line = lines.at(offset);
      const group = key !== undefined && forWork.test(key) ? "development" : kind;
      return readRequirement(text, group, line, folder) ?? [];
    });
  };
  const dependencies = [
    ...requirements("install_requires", "runtime"),
    ...requirements("setup_requires", "build"),
    ...requirements("tests_require", "development"),
    ...requirements("extras_require", "optional"),
  ];
  const name = literal("name");
  if (name === null && dependencies.length === 0) return undefined;
  const version = literal("version");
  return { path, ecosystem: "pip", manager: "pip", name, version, isPrivate: false, dependencies };
}

/** The texts of a literal list, or of the lists in a literal dictionary by their keys; none of anything else. */
function readStrings(source: string, start: number): { text: string; offset: number; key: string | undefined }[] {
  const found: { text: string; offset: number; key: string | undefined }[] = [];
  const opening = source[start];
  if (opening !== "[" && opening !== "(" && opening !== "{") return found;
  let depth = 0;
  let key: string | undefined;
  const token = /#[^\n]*|[rRbBuU]?(?:"([^"\\\n]*)"|'([^'\\\n]*)')|[[({]|[\])}]|[^\s,:[\](){}"'#]+|["',:]/g;
  token.lastIndex = start;
  for (let one = token.exec(source); one; one = token.exec(source)) {
    const [part, double, single] = one;
    const text = double ?? single;
    if (text !== undefined) {
      if (/^\s*:/.test(source.slice(token.lastIndex, token.lastIndex + 20))) key = text;
      else if (opening !== "{" || depth === 2) found.push({ text, offset: one.index, key });
    } else if ("[({".includes(part)) depth++;
    else if ("])}".includes(part)) {
      if (--depth === 0) return found;
    }
    if (found.length > 2_000) return found;
  }
  return found;
}
