/** `pom.xml`: what it inherits from parents in this repository is filled in. */
import { readXml, type XmlElement } from "#engine/scan/packages/formats/xml";
import {
  type Dependency,
  type DependencyKind,
  folderOf,
  join,
  joinFolder,
  type Manifest,
  type Workspace,
} from "#engine/scan/packages/manifest";
import type { Sources } from "#engine/scan/packages/sources";

/** Parents above one another; more is a circle or no project. */
const maxParents = 20;

const kinds: Readonly<Record<string, DependencyKind>> = { test: "development", provided: "peer", system: "peer" };

/** @throws XmlError */
export function readMaven(path: string, source: string, sources: Sources): Manifest | undefined {
  const root = readXml(source);
  if (root?.name !== "project") return undefined;
  const line = [root, ...parents(path, root, sources)];
  const properties = propertiesOf(line);
  const fill = (written: string | null): string | null => written && interpolate(written, properties);
  const managed = new Map<string, { version: string | null; scope: string | null }>();
  for (const one of line.toReversed())
    for (const entry of one.at("dependencyManagement", "dependencies")?.all("dependency") ?? []) {
      const key = `${fill(entry.text("groupId"))}:${fill(entry.text("artifactId"))}`;
      managed.set(key, { version: entry.text("version"), scope: entry.text("scope") });
    }

  const read = (entry: XmlElement, kind?: DependencyKind): Dependency[] => {
    const [group, artifact] = [fill(entry.text("groupId")), fill(entry.text("artifactId"))];
    if (artifact === null) return [];
    const name = `${group ?? "org.apache.maven.plugins"}:${artifact}`;
    const known = managed.get(name);
    const scope = entry.text("scope") ?? known?.scope ?? "compile";
    const optional = entry.text("optional") === "true";
    const range = fill(entry.text("version") ?? known?.version ?? null) ?? "";
    return [{ name, range, kind: kind ?? kinds[scope] ?? (optional ? "optional" : "runtime"), line: entry.line }];
  };
  const sections = [root, ...(root.at("profiles")?.all("profile") ?? [])];
  const dependencies = sections.flatMap((section) => [
    ...(section.at("dependencies")?.all("dependency") ?? []).flatMap((entry) => read(entry)),
    ...(section.at("build", "plugins")?.all("plugin") ?? []).flatMap((entry) => {
      const version = entry.text("version") ?? managedPlugin(line, entry);
      return read(entry, "build").map((one) => ({ ...one, range: fill(version) ?? "" }));
    }),
  ]);
  const parent = root.at("parent");
  if (parent) dependencies.unshift(...read(parent, "build"));

  const group = fill(root.text("groupId") ?? root.text("parent", "groupId"));
  const artifact = fill(root.text("artifactId"));
  const name = artifact && (group ? `${group}:${artifact}` : artifact);
  const version = fill(root.text("version") ?? root.text("parent", "version"));
  const isPrivate = properties.get("maven.deploy.skip") === "true";
  return { path, ecosystem: "maven", manager: "maven", name, version, isPrivate, dependencies };
}

function managedPlugin(line: readonly XmlElement[], plugin: XmlElement): string | null {
  const artifact = plugin.text("artifactId");
  for (const one of line) {
    const all = one.at("build", "pluginManagement", "plugins")?.all("plugin") ?? [];
    const found = all.find((entry) => entry.text("artifactId") === artifact)?.text("version");
    if (found) return found;
  }
  return null;
}

function parents(path: string, root: XmlElement, sources: Sources): XmlElement[] {
  const found: XmlElement[] = [];
  let [at, element]: [string, XmlElement | undefined] = [path, root];
  while (element && found.length < maxParents) {
    const said: XmlElement | undefined = element.at("parent");
    // An empty `relativePath` says that the parent comes from a repository of Maven's.
    if (!said || (said.at("relativePath") && !said.text("relativePath"))) break;
    const written = said.text("relativePath") ?? "../pom.xml";
    const joined = join(folderOf(at), written);
    const file = joined === undefined ? undefined : sources.has(joined) ? joined : `${joined}/pom.xml`;
    if (file === undefined || file === path) break;
    const parent: XmlElement | undefined = sources.parsed(file, readXml);
    if (!parent || parent.text("artifactId") !== said.text("artifactId")) break;
    found.push(parent);
    [at, element] = [file, parent];
  }
  return found;
}

function propertiesOf(line: readonly XmlElement[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const one of line.toReversed())
    for (const property of one.at("properties")?.all() ?? []) found.set(property.name, property.text() ?? "");
  const own = line[0];
  for (const name of ["groupId", "artifactId", "version"]) {
    const value = own?.text(name) ?? own?.text("parent", name);
    if (value) for (const prefix of ["project.", "pom.", ""]) found.set(prefix + name, value);
    const above = own?.text("parent", name);
    if (above) found.set(`project.parent.${name}`, above).set(`parent.${name}`, above);
  }
  return found;
}

/** Properties may name others; one that leads back to itself stays as it is written. */
function interpolate(written: string, properties: ReadonlyMap<string, string>): string {
  let text = written.slice(0, 1_000);
  for (let depth = 0; depth < 8 && text.includes("${"); depth++) {
    const filled = text.replace(/\$\{([^${}]*)\}/g, (whole, name: string) => properties.get(name) ?? whole);
    if (filled === text || filled.length > 1_000) break;
    text = filled;
  }
  return text;
}

/** The modules that a `pom.xml` builds. */
export function readMavenWorkspace(path: string, source: string): Workspace | undefined {
  const root = readXml(source);
  const sections = root ? [root, ...(root.at("profiles")?.all("profile") ?? [])] : [];
  const modules = sections.flatMap((one) => one.at("modules")?.all("module") ?? []);
  const folder = folderOf(path);
  const members = new Set(modules.map((one) => joinFolder(folder, (one.text() ?? "").replace(/[^/]*\.xml$/, ""))));
  if (members.size === 0) return undefined;
  return { path, ecosystem: "maven", folder, holds: (one) => one === folder || members.has(one) };
}
