/**
 * Mounts of all classes below a namespace that register something: Filament's `discoverPages(for: 'App\\Filament\\Pages')`. A class lies
 * there by the folders of its file, which autoloading names after namespaces, whatever the case of the first.
 */
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** The name of such mounts; their route is the namespace. */
const ofNamespace = "of namespace";

const isOfNamespace = ({ kind, name }: Registration): boolean => kind === "mount" && name === ofNamespace;

export function withNamespaceMounts(registrations: readonly Registration[]): readonly Registration[] {
  if (!registrations.some(isOfNamespace)) return registrations;
  return registrations.flatMap((one) => {
    if (!isOfNamespace(one)) return [one];
    const folder = `/${(one.route ?? "").replace(/^\\+/, "").replace(/\\+/g, "/").toLowerCase()}/`;
    if (folder === "//") return [];
    const below = registrations.filter(
      ({ kind, framework, owner, path }) =>
        kind === "endpoint" &&
        framework === one.framework &&
        owner !== null &&
        `/${path}`.toLowerCase().includes(folder),
    );
    const owners = [...new Set(below.map(({ owner }) => owner))];
    return owners.map((mounted) => ({ ...one, name: null, route: "", mounted }));
  });
}
