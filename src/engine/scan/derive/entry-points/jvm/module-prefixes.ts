/**
 * Where the path of an application of the JVM is said in one module: it stands before the resources of the modules, too, that
 * this one needs when it runs, where these say none and no other application says another.
 */
import type { Packages } from "#engine/scan/derive/entry-points/application-roots";
import type { Registration } from "#engine/scan/derive/entry-points/registration";

const ofApplication = "JAX-RS";
const sources = /\.(?:java|kts?)$/;

export function withModulePrefixes(
  registrations: readonly Registration[],
  packages: Packages,
): readonly Registration[] {
  const isWhole = ({ kind, owner, framework, name, path }: Registration) =>
    kind === "prefix" && owner === null && framework === ofApplication && name === null && sources.test(path);
  const prefixes = registrations.filter(isWhole);
  if (prefixes.length === 0 || packages.size < 2) return registrations;
  const folders = [...packages.keys()].sort((one, other) => other.length - one.length);
  const moduleOf = (path: string): string => folders.find((folder) => path.startsWith(folder)) ?? "";
  const own = new Set(prefixes.map(({ path }) => moduleOf(path)));
  const reaching = new Map<string, Registration[]>();
  for (const one of prefixes) {
    const all = new Set([moduleOf(one.path)]);
    // What is added on the way is visited as well.
    for (const module of all) for (const other of packages.get(module) ?? []) all.add(other);
    for (const module of all)
      if (module !== "" && !own.has(module)) reaching.set(module, [...(reaching.get(module) ?? []), one]);
  }
  const added = [...reaching].flatMap(([module, [first, ...others]]) =>
    first && others.every(({ route }) => route === first.route) ? [{ ...first, name: `below ${module}` }] : [],
  );
  return [...registrations, ...added];
}
