/** `pyproject.toml` in its dialects (PEP 621, Poetry, PDM, uv, Hatch, Flit) and `Pipfile`. */
import { holdsFolder } from "#engine/scan/packages/formats/glob";
import {
  parseToml,
  TomlLines,
  type TomlTable,
  type TomlValue,
  table,
  tableAt,
  text,
  texts,
} from "#engine/scan/packages/formats/toml";
import {
  type Dependency,
  type DependencyKind,
  folderOf,
  joinFolder,
  type Manifest,
  type Workspace,
} from "#engine/scan/packages/manifest";
import { forWork, normalName, readRequirement } from "./requirement.ts";

/** @throws TomlError */
export function readPyproject(path: string, source: string): Manifest | undefined {
  const root = parseToml(source);
  const lines = new TomlLines(source);
  const folder = folderOf(path);
  const project = table(root.project);
  const tool = table(root.tool);
  const poetry = table(tool.poetry);

  const list = (kind: DependencyKind, ...keys: string[]): Dependency[] => {
    const value: TomlValue | undefined = tableAt(root, ...keys.slice(0, -1))[keys.at(-1) ?? ""];
    return texts(value).flatMap(
      (written) => readRequirement(written, kind, lines.ofText(written, ...keys), folder) ?? [],
    );
  };
  const lists = (kindOf: (group: string) => DependencyKind, ...keys: string[]): Dependency[] =>
    Object.keys(tableAt(root, ...keys)).flatMap((group) => list(kindOf(group), ...keys, group));
  const always = (kind: DependencyKind) => () => kind;
  const extra = (group: string): DependencyKind => (forWork.test(group) ? "development" : "optional");

  const found = [
    ...list("runtime", "project", "dependencies"),
    ...lists(extra, "project", "optional-dependencies"),
    ...lists(always("development"), "dependency-groups"),
    ...list("development", "tool", "uv", "dev-dependencies"),
    ...lists(always("development"), "tool", "pdm", "dev-dependencies"),
    ...Object.keys(tableAt(tool, "hatch", "envs")).flatMap((env) => [
      ...list("development", "tool", "hatch", "envs", env, "dependencies"),
      ...list("development", "tool", "hatch", "envs", env, "extra-dependencies"),
    ]),
    ...Object.keys(tableAt(tool, "hatch", "build", "hooks")).flatMap((hook) =>
      list("build", "tool", "hatch", "build", "hooks", hook, "dependencies"),
    ),
    ...list("runtime", "tool", "flit", "metadata", "requires"),
    ...lists(extra, "tool", "flit", "metadata", "requires-extra"),
    ...readTable(root, lines, folder, "runtime", "tool", "poetry", "dependencies"),
    ...readTable(root, lines, folder, "development", "tool", "poetry", "dev-dependencies"),
    ...Object.keys(table(poetry.group)).flatMap((group) =>
      readTable(root, lines, folder, "development", "tool", "poetry", "group", group, "dependencies"),
    ),
    ...list("build", "build-system", "requires"),
  ];
  const name = text(project.name) ?? text(poetry.name) ?? text(tableAt(tool, "flit", "metadata").module);
  // An extra that names the package itself takes its other extras in.
  const others = found.filter((one) => name === null || normalName(one.name) !== normalName(name));
  const dependencies = others.map((one) => ({ ...one, ...uvSource(tableAt(tool, "uv", "sources")[one.name], folder) }));
  if (name === null && dependencies.length === 0) return undefined;
  const version = text(project.version) ?? text(poetry.version);
  // PyPI refuses to publish what is classified so; Poetry builds no package of what is not one.
  const classifiers = project.classifiers ?? poetry.classifiers;
  const isPrivate = texts(classifiers).some((one) => one.startsWith("Private ::")) || poetry["package-mode"] === false;
  return { path, ecosystem: "pip", manager: managerOf(root), name, version, isPrivate, dependencies };
}

function managerOf(root: TomlTable): string {
  const tool = table(root.tool);
  const backend = text(tableAt(root, "build-system")["build-backend"]) ?? "";
  for (const manager of ["poetry", "uv", "pdm"])
    if (tool[manager] !== undefined || backend.startsWith(manager)) return manager;
  return "pip";
}

/** Where uv takes a package from, in place of its registry. */
function uvSource(source: TomlValue | undefined, folder: string): Pick<Dependency, "local" | "isForeign"> {
  const said = table(Array.isArray(source) ? source[0] : source);
  const path = text(said.path);
  const local = path === null ? undefined : joinFolder(folder, path);
  if (local !== undefined) return { local };
  return said.git !== undefined || said.url !== undefined ? { isForeign: true } : {};
}

/** Poetry's and Pipenv's way: names as keys, ranges as values. */
function readTable(
  root: TomlTable,
  lines: TomlLines,
  folder: string,
  kind: DependencyKind,
  ...keys: string[]
): Dependency[] {
  return Object.entries(tableAt(root, ...keys)).flatMap(([name, written]) => {
    if (name === "python") return [];
    const line = lines.of(...keys, name);
    // Several constraints for one package, each with its marker.
    return (Array.isArray(written) ? written : [written]).map((one): Dependency => {
      const said = table(one);
      const range = text(one) ?? text(said.version) ?? text(said.path) ?? text(said.git) ?? text(said.url) ?? "";
      const path = text(said.path);
      const local = path === null ? undefined : joinFolder(folder, path);
      const isForeign = said.git !== undefined || said.url !== undefined || (path !== null && local === undefined);
      return {
        name,
        range,
        kind: said.optional === true ? "optional" : kind,
        line,
        ...(local !== undefined && { local }),
        ...(isForeign && { isForeign }),
      };
    });
  });
}

export function readPipfile(path: string, source: string): Manifest | undefined {
  const root = parseToml(source);
  const lines = new TomlLines(source);
  const other = ["source", "requires", "scripts", "pipenv"];
  const dependencies = Object.keys(root)
    .filter((section) => !other.includes(section))
    .flatMap((section) =>
      readTable(root, lines, folderOf(path), section === "packages" ? "runtime" : "development", section),
    );
  if (dependencies.length === 0) return undefined;
  return { path, ecosystem: "pip", manager: "pipenv", name: null, version: null, isPrivate: false, dependencies };
}

/** uv's workspace. */
export function readUvWorkspace(path: string, source: string): Workspace | undefined {
  const { members, exclude } = tableAt(parseToml(source), "tool", "uv", "workspace");
  const patterns = [...texts(members), ...texts(exclude).map((one) => `!${one}`)];
  if (texts(members).length === 0) return undefined;
  return { path, ecosystem: "pip", folder: folderOf(path), holds: holdsFolder(folderOf(path), patterns) };
}
