/** Settings that stand in the paths of Java's and Kotlin's frameworks with what they are otherwise: `${shop.path:/shop}/items`. */
import type { Registration } from "#engine/scan/derive/entry-points/registration";

const ofJvm = /\.(?:java|kts?)$/;
const withDefault = /\$\{[\w.-]+:([^${}]*)\}/g;
/** Settings whose defaults are others with a default. */
const maxDepth = 3;

export function withPlaceholderDefaults(registrations: readonly Registration[]): readonly Registration[] {
  return registrations.map((one) => {
    if (!one.route?.includes("${") || !ofJvm.test(one.path)) return one;
    let route = one.route;
    for (let depth = 0; depth < maxDepth; depth++) route = route.replaceAll(withDefault, "$1");
    return route === one.route ? one : { ...one, route };
  });
}
