/** `build.gradle` and `build.gradle.kts`: the literal arguments of what they declare. Nothing is run. */
import { Lines } from "#engine/scan/packages/formats/lines";
import { blank } from "#engine/scan/packages/formats/source";
import { type Dependency, type DependencyKind, folderOf, type Manifest, nameOf } from "#engine/scan/packages/manifest";
import type { Sources } from "#engine/scan/packages/sources";
import { catalogOf, type Library, propertyOf, quotedMarks, type Settings, settingsOf } from "./gradle-settings.ts";

interface Build {
  readonly path: string;
  readonly folder: string;
  readonly code: string;
  readonly settings: Settings | undefined;
  readonly sources: Sources;
}

export function readGradle(path: string, source: string, sources: Sources): Manifest | undefined {
  const code = blank(source, quotedMarks);
  const folder = folderOf(path);
  const settings = settingsOf(folder, sources);
  const build: Build = { path, folder, code, settings, sources };
  const lines = new Lines(source);
  const found = [...readBlocks(build), ...readPlugins(build)].map(({ at, ...one }) => ({ ...one, line: lines.at(at) }));
  found.sort((a, b) => a.line - b.line);
  const dependencies = found.filter(
    (one, at) => !found.slice(Math.max(0, at - 20), at).some((other) => isSame(one, other)),
  );

  const group =
    assigned(build, "group") ?? propertyOf(folder, "group", sources) ?? propertyOf(folder, "GROUP", sources);
  const last = folder.slice(0, -1).split("/").at(-1) ?? "";
  // Other scripts are applied by builds and name no project; some builds name theirs like its folder.
  const isBuild = ["build", last].includes(nameOf(path).replace(/\.gradle(?:\.kts)?$/, ""));
  const artifact = !isBuild ? "" : ((settings?.folder === folder ? settings.rootName : undefined) ?? last);
  if (artifact === "" && dependencies.length === 0) return undefined;
  const name = artifact === "" ? null : group ? `${group}:${artifact}` : artifact;
  const version =
    assigned(build, "version") ?? propertyOf(folder, "version", sources) ?? propertyOf(folder, "VERSION_NAME", sources);
  return {
    path,
    ecosystem: "maven",
    manager: "gradle",
    name,
    version: version ?? null,
    isPrivate: false,
    dependencies,
  };
}

const isSame = (one: Dependency, other: Dependency): boolean =>
  one.line === other.line && one.name === other.name && one.kind === other.kind;

/** A literal that the build gives one of its own properties, at the start of a line. */
function assigned({ code }: Build, property: string): string | undefined {
  return new RegExp(`^(?:project\\.)?${property}[ \\t]{0,9}=?[ \\t]{0,9}["']([^"'$\\n]+)["']`, "m").exec(code)?.[1];
}

type Found = Omit<Dependency, "line"> & { readonly at: number };

const configuration =
  /\b((?:\w{0,40}(?:[iI]mplementation|[aA]pi|[cC]ompileOnly|[cC]ompileOnlyApi|[rR]untimeOnly|[aA]nnotationProcessor|[kK]apt|[kK]sp|[cC]ompile|[rR]untime|[cC]lasspath|[cC]oreLibraryDesugaring|[dD]evelopmentOnly|[lL]intChecks))\w{0,40})[ \t]{0,9}(\(\s*|(?<=[ \t])(?=["'a-z[]))/g;

function* readBlocks(build: Build): Generator<Found> {
  const { code } = build;
  const block = /\bdependencies\s*\{/g;
  let done = 0;
  for (let found = block.exec(code); found; found = block.exec(code)) {
    if (found.index < done) continue;
    const end = closing(code, block.lastIndex, "{", "}");
    done = end;
    const around = `${enclosing(code, found.index)} ${/[\w.]*$/.exec(code.slice(Math.max(0, found.index - 80), found.index))?.[0]}`;
    const isBuildscript = /\bbuildscript\b/.test(around);
    // The source set that a multiplatform build says it for: `commonTest.dependencies {`, `jvmTest { dependencies {`.
    const isTest = /(?:[a-z]Test|\b[tT]est)\b/.test(around);
    const body = withoutConstraints(code.slice(block.lastIndex, end));
    const matcher = new RegExp(configuration);
    for (let one = matcher.exec(body); one; one = matcher.exec(body)) {
      const start = matcher.lastIndex;
      const to = one[2]?.startsWith("(") ? closing(body, start, "(", ")") : endOfLine(body, start);
      const kind = isBuildscript ? "build" : isTest ? "development" : kindOf(one[1] ?? "");
      const at = block.lastIndex + one.index;
      for (const dependency of readNotation(build, body.slice(start, to))) yield { ...dependency, kind, at };
      matcher.lastIndex = Math.max(start, to);
    }
  }
}

/** What is said of the versions of dependencies, should there be any, adds none. Places stay where they are. */
function withoutConstraints(body: string): string {
  const block = /\bconstraints\s*\{/g;
  let rest = body;
  for (let found = block.exec(body); found; found = block.exec(body)) {
    const end = closing(body, block.lastIndex, "{", "}");
    rest = rest.slice(0, found.index) + " ".repeat(end - found.index) + rest.slice(end);
    block.lastIndex = end;
  }
  return rest;
}

/** What opens the block that a place stands in: its line as far as the brace; not farther away than a page. */
function enclosing(code: string, place: number): string {
  let depth = 0;
  for (let at = place - 1; at > Math.max(0, place - 3_000); at--) {
    if (code[at] === "}") depth++;
    else if (code[at] === "{" && --depth < 0) return code.slice(Math.max(code.lastIndexOf("\n", at), at - 200), at);
  }
  return "";
}

function kindOf(configuration: string): DependencyKind {
  if (/^(?:test|androidTest|integrationTest|functionalTest|jmh|development)|Test(?:[A-Z]|$)/.test(configuration))
    return "development";
  if (/kapt|ksp|annotationProcessor|classpath|lintChecks/i.test(configuration)) return "build";
  if (/compileOnly/i.test(configuration)) return "peer";
  return "runtime";
}

/** Where what is opened before `start` is closed; texts may hold brackets. At most so far away. */
function closing(code: string, start: number, open: string, close: string): number {
  let depth = 1;
  const end = Math.min(code.length, start + 200_000);
  const signs = new RegExp(`["'\\${open}\\${close}]`, "g");
  signs.lastIndex = start;
  for (let found = signs.exec(code); found && found.index < end; found = signs.exec(code)) {
    let at = found.index;
    const char = code[at];
    if (char === '"' || char === "'") {
      for (at++; at < end && code[at] !== char && code[at] !== "\n"; at++) if (code[at] === "\\") at++;
      signs.lastIndex = at + 1;
    } else if (char === open) depth++;
    else if (--depth === 0) return at;
  }
  return end;
}

function endOfLine(code: string, start: number): number {
  const end = code.indexOf("\n", start);
  return end < 0 ? code.length : end;
}

/** A call may list many of them; what stands farther away is not read. */
const mostOfList = 20_000;
const project = /\bproject\s*\(\s*(?:path\s*[:=]\s*)?["'](:?[^"'\n]+)["']/g;

/** Texts such as `group:name:version`. */
const coordinates = (build: Build, text: string): Notation[] =>
  [...text.matchAll(/["']([\w.-]+):([\w.-]+)(?::([^"'@:\n]+))?(?:[:@][^"'\n]*)?["']/g)].map(
    ([, group, name, version = ""]) => ({ name: `${group}:${name}`, range: fill(build, version) }),
  );

type Notation = Omit<Dependency, "line" | "kind">;

/** What an argument names: coordinates, a project, an entry of a catalog. */
function readNotation(build: Build, written: string): Notation[] {
  const text = written.slice(0, mostOfList);
  const projects = [...text.matchAll(project)].flatMap(([, name]) => (name === undefined ? [] : [name]));
  if (projects.length > 0)
    return [...projects.map((name) => projectNamed(build, name)), ...coordinates(build, text.replace(project, ""))];
  const typed = /^(?:\w+\s*\(\s*)?projects\.([\w.]+)/.exec(text)?.[1];
  if (typed !== undefined) return [typedProject(build, typed)];
  const entry = /^(?:\w+\s*\(\s*)*(\w+)\.([\w.]+)/.exec(text);
  if (entry?.[1] && entry[2]) {
    const found = catalogued(build, entry[1], entry[2].replace(/\.$/, ""));
    if (found.length > 0) return found;
  }
  const kotlin = /^(?:\w+\s*\(\s*)*kotlin\s*\(\s*["']([\w-]+)["']\s*(?:,\s*["']([^"'\n]+)["'])?/.exec(text);
  if (kotlin) return [{ name: `org.jetbrains.kotlin:kotlin-${kotlin[1]}`, range: fill(build, kotlin[2] ?? "") }];
  const map =
    /\bgroup\s*[:=]\s*["']([^"'\n]+)["']\s*,\s*name\s*[:=]\s*["']([^"'\n]+)["'](?:\s*,\s*version\s*[:=]\s*["']([^"'\n]+)["'])?/.exec(
      text,
    );
  if (map) return [{ name: `${map[1]}:${map[2]}`, range: fill(build, map[3] ?? "") }];
  return coordinates(build, text);
}

function projectNamed({ folder, settings }: Build, written: string): Notation {
  const project = `:${written.replace(/^:/, "")}`;
  const root = settings?.folder ?? folder;
  const local = settings?.projects.get(project) ?? `${root}${project.slice(1).replaceAll(":", "/")}/`;
  return { name: project, range: "", local };
}

/** `projects.coreApi.impl` is `:core-api:impl`. */
function typedProject({ settings }: Build, accessor: string): Notation {
  const wanted = accessor.replace(/\.dependencyProject$/, "");
  const camel = (path: string): string =>
    path
      .slice(1)
      .split(":")
      .map((part) => part.replace(/[-_.](\w)/g, (_, letter: string) => letter.toUpperCase()))
      .join(".");
  const found = [...(settings?.projects ?? [])].find(([path]) => camel(path) === wanted);
  const dashed = wanted.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return found
    ? { name: found[0], range: "", local: found[1] }
    : { name: `:${dashed.replaceAll(".", ":")}`, range: "", target: dashed.split(".").at(-1) ?? dashed };
}

function catalogued({ folder, sources }: Build, name: string, accessor: string): Notation[] {
  const catalog = catalogOf(folder, name, sources);
  const key = accessor.toLowerCase().replace(/\.(?:get|aslibrary)$/, "");
  const bundle = key.startsWith("bundles.") ? catalog?.bundles.get(key.slice(8)) : undefined;
  const aliases = bundle ?? [key];
  return aliases.flatMap((alias): Library | readonly Library[] => catalog?.libraries.get(alias) ?? []);
}

/** `$name` and `${name}`, as far as the build, its properties or a catalog give it a literal. */
function fill({ code, folder, sources }: Build, written: string): string {
  const known = written.replace(/\$\{(\w+)\.versions\.([\w.]+)\.get\(\)\}/g, (whole, name: string, alias: string) => {
    return catalogOf(folder, name, sources)?.versions.get(alias.toLowerCase()) || whole;
  });
  return known.replace(/\$\{?([\w.]+)\}?/g, (whole, path: string) => {
    const name = path.split(".").at(-1) ?? path;
    if (!/^\w+$/.test(name)) return whole;
    const here = new RegExp(`\\b${name}\\s*(?:[:=]|by\\s+extra\\s*\\()\\s*["']([^"'$\\n]+)["']`).exec(code)?.[1];
    return here ?? propertyOf(folder, path, sources) ?? whole;
  });
}

function* readPlugins(build: Build): Generator<Found> {
  const { code, folder, sources } = build;
  const block = /^[ \t]*plugins\s*\{/gm;
  for (let found = block.exec(code); found; found = block.exec(code)) {
    const end = closing(code, block.lastIndex, "{", "}");
    const body = code.slice(block.lastIndex, end);
    const plugin =
      /\b(?:id\s{0,9}\(?\s{0,9}["']([^"'\n]+)["']\s*\)?(?:\s*version\s{0,9}\(?\s{0,9}["']([^"'\n]+)["'])?|kotlin\s*\(\s*["']([^"'\n]+)["']\s*\)(?:\s*version\s*["']([^"'\n]+)["'])?|alias\s{0,9}\(?\s{0,9}(\w+)\.plugins\.([\w.]+))/g;
    for (const one of body.matchAll(plugin)) {
      const [, id, version = "", kotlin, kotlinVersion = "", catalog, alias = ""] = one;
      const key = alias.toLowerCase().replace(/\.(?:get|asprovider)$/, "");
      const listed = catalog === undefined ? undefined : catalogOf(folder, catalog, sources)?.plugins.get(key);
      const name = id ?? (kotlin && `org.jetbrains.kotlin.${kotlin}`) ?? listed?.name;
      const range = listed?.range ?? fill(build, version || kotlinVersion);
      // Plugins without dots are Gradle's own.
      if (name?.includes(".")) yield { name, range, kind: "build", at: block.lastIndex + one.index };
    }
  }
}
