/** What Gradle's builds share: projects of `settings.gradle`, version catalogs, properties. */
import { blank } from "#engine/scan/packages/formats/source";
import { parseToml, type TomlValue, table, text, texts } from "#engine/scan/packages/formats/toml";
import { folderOf, joinFolder, upward, type Workspace } from "#engine/scan/packages/manifest";
import type { Sources } from "#engine/scan/packages/sources";

export const quotedMarks = { line: "//", block: true, quotes: "\"'" } as const;

export interface Settings {
  readonly path: string;
  readonly folder: string;
  readonly rootName: string | undefined;
  /** Folders of projects by their paths: `:a:b`. */
  readonly projects: ReadonlyMap<string, string>;
}

export function readSettings(source: string, path: string): Settings {
  const code = blank(source, quotedMarks);
  const folder = folderOf(path);
  const projects = new Map<string, string>();
  const include = /\binclude\s*\(?((?:\s*["'][^"'\n]+["']\s*,?)+)/g;
  for (const [, list = ""] of code.matchAll(include))
    for (const [, written = ""] of list.matchAll(/["']([^"'\n]+)["']/g)) {
      const project = `:${written.replace(/^:/, "")}`;
      projects.set(project, joinFolder(folder, project.slice(1).replaceAll(":", "/")) ?? folder);
    }
  const moved = /\bproject\s*\(\s*["']([^"'\n]+)["']\s*\)\.projectDir\s*=\s*(?:new\s+File|file)\s*\(([^)\n]*)\)/g;
  for (const [, project = "", place = ""] of code.matchAll(moved)) {
    const written = /["']([^"'\n]+)["']/.exec(place)?.[1];
    const to = written === undefined ? undefined : joinFolder(folder, written);
    if (to !== undefined) projects.set(project, to);
  }
  const rootName = /\brootProject\.name\s*=\s*["']([^"'\n]+)["']/.exec(code)?.[1];
  return { path, folder, rootName, projects };
}

/** The settings that a build file is under: the nearest above it. */
export function settingsOf(folder: string, sources: Sources): Settings | undefined {
  for (const above of upward(folder))
    for (const name of ["settings.gradle.kts", "settings.gradle"]) {
      const found = sources.parsed(above + name, readSettings);
      if (found) return found;
    }
  return undefined;
}

export function readGradleWorkspace(path: string, source: string, sources: Sources): Workspace | undefined {
  const { folder, projects } = readSettings(source, path);
  const root = ["build.gradle.kts", "build.gradle"].map((name) => folder + name).find((one) => sources.has(one));
  const members = new Set(projects.values());
  return { path: root ?? path, ecosystem: "maven", folder, holds: (one) => one === folder || members.has(one) };
}

export interface Library {
  readonly name: string;
  readonly range: string;
}

export interface Catalog {
  readonly libraries: ReadonlyMap<string, Library>;
  readonly bundles: ReadonlyMap<string, readonly string[]>;
  readonly plugins: ReadonlyMap<string, Library>;
  readonly versions: ReadonlyMap<string, string>;
}

/** `a-b_c` is `a.b.c` where it is used. */
const accessor = (alias: string): string => alias.replace(/[-_.]/g, ".").toLowerCase();

/** https://docs.gradle.org/current/userguide/version_catalogs.html */
export function readCatalog(source: string): Catalog {
  const root = parseToml(source);
  const versions = table(root.versions);
  const rich = (said: TomlValue | undefined): string => {
    const { strictly, require, prefer } = table(said);
    return text(said) ?? text(strictly) ?? text(require) ?? text(prefer) ?? "";
  };
  const versionOf = (said: TomlValue | undefined): string => {
    const reference = text(table(said).ref);
    return reference === null ? rich(said) : rich(versions[reference]);
  };
  const libraries = new Map<string, Library>();
  for (const [alias, said] of Object.entries(table(root.libraries))) {
    const { module, group, name, version } = table(said);
    const [one = "", two = "", three = ""] = (text(said) ?? text(module) ?? `${text(group)}:${text(name)}`).split(":");
    libraries.set(accessor(alias), { name: `${one}:${two}`, range: three || versionOf(version) });
  }
  const plugins = new Map<string, Library>();
  for (const [alias, said] of Object.entries(table(root.plugins))) {
    const [id = "", version = ""] = (text(said) ?? text(table(said).id) ?? "").split(":");
    plugins.set(accessor(alias), { name: id, range: version || versionOf(table(said).version) });
  }
  const bundles = new Map(
    Object.entries(table(root.bundles)).map(([alias, list]) => [accessor(alias), texts(list).map(accessor)]),
  );
  const named = new Map(Object.entries(versions).map(([alias, said]) => [accessor(alias), rich(said)]));
  return { libraries, bundles, plugins, versions: named };
}

/** The catalog of a name that a folder's builds use: `gradle/<name>.versions.toml`, the nearest above. */
export function catalogOf(folder: string, name: string, sources: Sources): Catalog | undefined {
  const path = sources.above(folder, `gradle/${name}.versions.toml`);
  return path === undefined ? undefined : sources.parsed(path, readCatalog);
}

/** `gradle.properties` of the folder and those above, the nearest first. */
export function propertyOf(folder: string, name: string, sources: Sources): string | undefined {
  for (const above of upward(folder)) {
    const found = sources.parsed(`${above}gradle.properties`, readProperties)?.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function readProperties(source: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of source.split(/\r?\n/)) {
    const mark = line.search(/[=:]/);
    if (mark > 0 && !/^\s*[#!]/.test(line)) found.set(line.slice(0, mark).trim(), line.slice(mark + 1).trim());
  }
  return found;
}
