/** MSBuild's projects (`.csproj` and its kin), what they inherit from `Directory.*` files, and `packages.config`. */
import { readXml, type XmlElement } from "#engine/scan/packages/formats/xml";
import { type Dependency, folderOf, join, type Manifest, nameOf, upward } from "#engine/scan/packages/manifest";
import type { Sources } from "#engine/scan/packages/sources";

/** @throws XmlError */
export function readProject(path: string, source: string, sources: Sources): Manifest | undefined {
  const root = readXml(source);
  if (root?.name !== "Project") return undefined;
  const folder = folderOf(path);
  const around = [...upward(folder)].reverse().flatMap((above) =>
    // Only the nearest is read by MSBuild; the ones above it are where it says so, which is the rule in monorepos.
    ["Directory.Build.props", "Directory.Packages.props"].flatMap(
      (name) => sources.parsed(above + name, readXml) ?? [],
    ),
  );
  const all = [...around, root];
  const properties = new Map<string, string>();
  for (const one of all)
    for (const group of one.all("PropertyGroup"))
      for (const property of group.all()) {
        const value = property.text();
        // A value under a condition is one of several: the first that is unconditional stands.
        const isSure = property.attribute("Condition") === null && group.attribute("Condition") === null;
        if (value !== null && (isSure || !properties.has(property.name))) properties.set(property.name, value);
      }
  const fill = (written: string | null): string => interpolate(written ?? "", properties);
  const central = new Map<string, string>();
  for (const one of all)
    for (const { element } of items(one, "PackageVersion"))
      for (const name of namesOf(element, "Include", "Update"))
        central.set(name.toLowerCase(), element.attribute("Version") ?? element.text("Version") ?? "");

  const dependencies: Dependency[] = [];
  for (const { element, conditional } of items(root, "PackageReference")) {
    const version = ["VersionOverride", "Version"]
      .map((name) => element.attribute(name) ?? element.text(name))
      .find((one) => one !== null);
    const assets = element.attribute("PrivateAssets") ?? element.text("PrivateAssets");
    for (const name of namesOf(element, "Include")) {
      const range = fill(version ?? central.get(name.toLowerCase()) ?? null);
      const kind = assets?.toLowerCase() === "all" ? "development" : "runtime";
      const one: Dependency = { name, range, kind, line: element.line };
      // The same reference for each of several frameworks is one.
      const isKnown = conditional && dependencies.some((other) => other.name === name && other.range === range);
      if (!isKnown) dependencies.push(one);
    }
  }
  // What all projects below have that are built by it, never what is made of them.
  for (const { element } of items(root, "GlobalPackageReference"))
    for (const name of namesOf(element, "Include"))
      dependencies.push({
        name,
        range: fill(element.attribute("Version") ?? element.text("Version") ?? central.get(name.toLowerCase()) ?? null),
        kind: "development",
        line: element.line,
      });
  for (const { element } of items(root, "ProjectReference"))
    for (const written of namesOf(element, "Include")) {
      const filled = interpolate(written, properties).replace(/^\$\(MSBuildThisFileDirectory\)/, "");
      // Which projects a pattern or an unknown property stands for is not known.
      if (/[*?]|\$\(/.test(filled)) continue;
      const local = join(folder, filled);
      const name = nameOf(written.replaceAll("\\", "/")).replace(/\.\w+proj$/, "");
      if (local !== undefined && name !== "")
        dependencies.push({ name, range: "", kind: "runtime", line: element.line, local });
    }
  const isProject = /proj$/.test(path);
  if (!isProject && dependencies.length === 0) return undefined;
  const stem = nameOf(path).replace(/\.\w+proj$/, "");
  const named = properties.get("PackageId") ?? properties.get("AssemblyName");
  const name = isProject ? interpolate(named ?? stem, new Map([["MSBuildProjectName", stem], ...properties])) : null;
  const version = fill(
    properties.get("Version") ?? properties.get("PackageVersion") ?? properties.get("VersionPrefix") ?? "",
  );
  return {
    path,
    ecosystem: "nuget",
    manager: "nuget",
    name: name?.includes("$(") ? stem : name,
    version: version === "" || version.includes("$(") ? null : version,
    isPrivate: properties.get("IsPackable")?.toLowerCase() === "false",
    dependencies,
  };
}

/** Elements of item groups, also within `Choose`; whether they hold for a condition only. */
function items(root: XmlElement, name: string): { element: XmlElement; conditional: boolean }[] {
  const choices = root.all("Choose").flatMap((choose) => [...choose.all("When"), ...choose.all("Otherwise")]);
  return [root, ...choices].flatMap((one) =>
    one.all("ItemGroup").flatMap((group) => {
      const conditional = one !== root || group.attribute("Condition") !== null;
      return group
        .all(name)
        .map((element) => ({ element, conditional: conditional || element.attribute("Condition") !== null }));
    }),
  );
}

const namesOf = (element: XmlElement, ...attributes: readonly string[]): string[] =>
  attributes.flatMap((attribute) => (element.attribute(attribute) ?? "").split(";")).flatMap((one) => one.trim() || []);

function interpolate(written: string, properties: ReadonlyMap<string, string>): string {
  let text = written.slice(0, 1_000);
  for (let depth = 0; depth < 8 && text.includes("$("); depth++) {
    const filled = text.replace(/\$\(([\w.]+)\)/g, (whole, name: string) => properties.get(name) ?? whole);
    if (filled === text || filled.length > 1_000) break;
    text = filled;
  }
  return text;
}

/** The format before `PackageReference`. @throws XmlError */
export function readPackagesConfig(path: string, source: string): Manifest | undefined {
  const dependencies = (readXml(source)?.all("package") ?? []).flatMap((element): Dependency[] => {
    const [name, range] = [element.attribute("id"), element.attribute("version") ?? ""];
    if (name === null) return [];
    const kind = element.attribute("developmentDependency") === "true" ? "development" : "runtime";
    return [{ name, range, kind, line: element.line }];
  });
  if (dependencies.length === 0) return undefined;
  return { path, ecosystem: "nuget", manager: "nuget", name: null, version: null, isPrivate: false, dependencies };
}
