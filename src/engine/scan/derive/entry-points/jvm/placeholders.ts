/**
 * Settings that stand in the paths of Java's and Kotlin's frameworks, `${shop.path}/items`, with what the application's own
 * file of settings gives them, and with what they are otherwise: `${shop.path:/shop}/items`.
 */
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { keyOf } from "#engine/scan/schemas/prefixes/application-settings";
import { asPlaceholder, moduleOf } from "#engine/scan/schemas/prefixes/prefix";

const ofJvm = /\.(?:java|kts?)$/;
const setting = /\$\{([\w.-]+)(?::([^${}]*))?\}/g;
/** Settings whose defaults are others with a default. */
const maxDepth = 3;

type Settings = ReadonlyMap<string, readonly Registration[]>;

/** All registrations but those that tell what settings give, with that in their paths. */
export function withPlaceholders(registrations: readonly Registration[]): readonly Registration[] {
  const isSetting = ({ kind, name }: Registration) => kind === "prefix" && name?.startsWith(asPlaceholder) === true;
  const settings = Map.groupBy(registrations.filter(isSetting), ({ name }) => (name ?? "").slice(asPlaceholder.length));
  const others = settings.size > 0 ? registrations.filter((one) => !isSetting(one)) : registrations;
  return others.map((one) => {
    if (!one.route?.includes("${") || !ofJvm.test(one.path)) return one;
    let route = one.route;
    for (let depth = 0; depth < maxDepth; depth++)
      route = route.replaceAll(
        setting,
        (mark, key: string, otherwise?: string) => given(settings, key, one.path) ?? otherwise ?? mark,
      );
    return route === one.route ? one : { ...one, route };
  });
}

/** What the settings of the module give that a file is of, or of a module around it. */
function given(settings: Settings, key: string, path: string): string | undefined {
  const around = (settings.get(keyOf(key)) ?? []).filter((one) => path.startsWith(moduleOf(one.path)));
  const [nearest] = around.sort((a, b) => moduleOf(b.path).length - moduleOf(a.path).length);
  return nearest?.route ?? undefined;
}
