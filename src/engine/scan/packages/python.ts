/** `pyproject.toml`, `setup.cfg` and `requirements*.txt`. */
import { parse, type TomlTable, type TomlValue } from "smol-toml";
import { type Dependency, type DependencyKind, folderOf, type Manifest } from "./manifest.ts";

const isTable = (value: TomlValue | undefined): value is TomlTable =>
  typeof value === "object" && !Array.isArray(value) && !(value instanceof Date);

const text = (value: TomlValue | undefined): string | null =>
  typeof value === "string" && value !== "" ? value : null;
const table = (value: TomlValue | undefined): TomlTable => (isTable(value) ? value : {});

/** Names of groups that serve work on the package, not its use. */
const forWork = /^(?:dev|develop|development|test|tests|testing|lint|typing|types|doc|docs|ci|tox|pre-commit)s?$/i;

/** Python's packages are the same whatever stands between the words of their names (PEP 503). */
export const normalName = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, "-");

/** @throws TomlError */
export function readPyproject(path: string, source: string): Manifest | undefined {
  const root = parse(source);
  const project = table(root.project);
  const poetry = table(table(root.tool).poetry);
  const dependencies = [
    ...requirements(project.dependencies, "runtime"),
    ...Object.entries(table(project["optional-dependencies"])).flatMap(([extra, list]) =>
      requirements(list, forWork.test(extra) ? "development" : "optional"),
    ),
    ...Object.values(table(root["dependency-groups"])).flatMap((list) => requirements(list, "development")),
    ...poetryDependencies(poetry.dependencies, "runtime"),
    ...poetryDependencies(poetry["dev-dependencies"], "development"),
    ...Object.values(table(poetry.group)).flatMap((group) =>
      poetryDependencies(table(group).dependencies, "development"),
    ),
    ...requirements(table(root["build-system"]).requires, "build"),
  ];
  const name = text(project.name) ?? text(poetry.name);
  if (name === null && dependencies.length === 0) return undefined;
  const version = text(project.version) ?? text(poetry.version);
  // PyPI refuses to publish what is classified so.
  const classifiers = project.classifiers ?? poetry.classifiers;
  const isPrivate = Array.isArray(classifiers) && classifiers.some((one) => String(one).startsWith("Private ::"));
  return { path, manager: "pip", name, version, isPrivate, dependencies };
}

const requirements = (value: TomlValue | undefined, kind: DependencyKind): Dependency[] =>
  (Array.isArray(value) ? value : []).flatMap((one) => (typeof one === "string" ? readRequirement(one, kind) : []));

function poetryDependencies(value: TomlValue | undefined, kind: DependencyKind): Dependency[] {
  return Object.entries(table(value))
    .filter(([name]) => name !== "python")
    .map(([name, written]) => {
      const range = isTable(written) ? text(written.version) : text(written);
      const optional = isTable(written) && written.optional === true;
      return { name, range: range ?? "", kind: optional ? "optional" : kind };
    });
}

/** A dependency specifier: `name[extra] >= 1 ; marker`, `name @ url` (PEP 508). */
function readRequirement(written: string, kind: DependencyKind): Dependency[] {
  const found = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*([^;]*)/.exec(written);
  if (!found?.[1]) return [];
  const range = (found[2] ?? "").trim().replace(/^\((.*)\)$/, "$1");
  return [{ name: found[1], range: range.replace(/^@\s*/, ""), kind }];
}

export function readRequirements(path: string, source: string): Manifest | undefined {
  const name = path.slice(folderOf(path).length);
  const role = name.replace(/^requirements[-_.]?|\.txt$/g, "");
  const inFolder = /(?:^|\/)requirements\/([^/]+)\.txt$/.exec(path)?.[1];
  const kind: DependencyKind = [role, inFolder ?? ""].some((word) => forWork.test(word)) ? "development" : "runtime";
  const lines = source.replace(/\\\r?\n/g, " ").split(/\r?\n/);
  const dependencies = lines
    .map((line) => line.replace(/(?:^|\s)#.*$/, "").replace(/\s--\w.*$/, ""))
    // Options such as `-r other.txt` and `-e .` name no package.
    .filter((line) => !/^\s*-/.test(line) && !/^\s*(?:[./]|\w+:\/\/)/.test(line))
    .flatMap((line) => readRequirement(line, kind));
  if (dependencies.length === 0) return undefined;
  return { path, manager: "pip", name: null, version: null, isPrivate: false, dependencies };
}

export function readSetupCfg(path: string, source: string): Manifest | undefined {
  const sections = readIni(source);
  const metadata = sections.get("metadata");
  const lists = (section: string, key: string): string[] => (sections.get(section)?.get(key) ?? "").split("\n");
  const dependencies = [
    ...lists("options", "install_requires").flatMap((line) => readRequirement(line, "runtime")),
    ...lists("options", "setup_requires").flatMap((line) => readRequirement(line, "build")),
    ...[...(sections.get("options.extras_require")?.entries() ?? [])].flatMap(([extra, list]) =>
      list.split("\n").flatMap((line) => readRequirement(line, forWork.test(extra) ? "development" : "optional")),
    ),
  ];
  const name = metadata?.get("name") ?? null;
  if (name === null && dependencies.length === 0) return undefined;
  // `attr:` and `file:` say where the version stands, not what it is.
  const version = metadata?.get("version")?.replace(/^(?:attr|file):.*$/, "") || null;
  return { path, manager: "pip", name, version, isPrivate: false, dependencies };
}

/** Sections of keys and values; a value goes on in lines that are indented. */
function readIni(source: string): Map<string, Map<string, string>> {
  const sections = new Map<string, Map<string, string>>();
  let section = new Map<string, string>();
  let key: string | undefined;
  for (const line of source.split(/\r?\n/)) {
    if (/^\s*(?:[#;].*)?$/.test(line)) continue;
    const header = /^\[([^\]]+)\]/.exec(line)?.[1];
    const pair = /^([^\s=:][^=:]*?)\s*[=:]\s*(.*)$/.exec(line);
    if (header !== undefined) {
      section = sections.get(header.trim()) ?? new Map();
      sections.set(header.trim(), section);
      key = undefined;
    } else if (/^\s/.test(line) && key !== undefined) section.set(key, `${section.get(key)}\n${line.trim()}`.trim());
    else if (pair) {
      key = pair[1] ?? "";
      section.set(key, pair[2] ?? "");
    }
  }
  return sections;
}
