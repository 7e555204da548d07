/** Parameters of an application that paths name between percent signs, `%api.prefix%/items`: what settings say they are. */
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** What stands in the name of a prefix before the parameter that its route is. */
export const parameter = "parameter ";

/** A parameter may name others. */
const maxDepth = 4;

/** All registrations with what their paths name, without those by which settings say what that is. */
export function withParameters(registrations: readonly Registration[]): readonly Registration[] {
  const said = registrations.filter(({ name }) => name?.startsWith(parameter));
  if (said.length === 0) return registrations;
  const others = registrations.filter(({ name }) => !name?.startsWith(parameter));
  return others.map((one) => {
    const { route, framework, path } = one;
    if (!route?.includes("%")) return one;
    let told = route;
    for (let depth = 0; depth < maxDepth && told.includes("%"); depth += 1)
      told = told.replace(/%([\w.]+)%/g, (whole, name: string) => {
        const found = said.filter((it) => it.framework === framework && it.name === `${parameter}${name}`);
        return found.toSorted((a, b) => nearness(b.path, path) - nearness(a.path, path))[0]?.route ?? whole;
      });
    return { ...one, route: told };
  });
}

/** How many folders two files have in common. */
function nearness(one: string, other: string): number {
  const [here, there] = [one.split("/"), other.split("/")];
  const apart = here.findIndex((part, at) => part !== there[at]);
  return apart < 0 ? here.length : apart;
}
