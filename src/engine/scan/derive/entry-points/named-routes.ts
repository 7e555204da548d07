/**
 * Endpoints that say by a route's name which path they answer, where that is registered elsewhere: Pyramid's
 * `@view_config(route_name="user.show")` of `config.add_route("user.show", "/users/{id}/")`.
 */
import type { Registration } from "./registration.ts";

/** What stands before a route's name in the place of a path. */
const mark = "route ";
/** The name of a route that the class around says for all that it holds. */
const ofClass = "*";
/** A name has so many paths at most: of several applications in one repository. */
const mostPaths = 4;

/** The registrations with paths in the place of names; an endpoint whose name nothing registers is none. */
export function withNamedRoutes(all: readonly Registration[]): Registration[] {
  const isNaming = ({ kind, route }: Registration) => kind === "prefix" && route?.startsWith(mark);
  const nameIn = ({ route }: Registration): string => (route ?? "").slice(mark.length);
  const paths = new Map<string, Set<string>>();
  const classes = new Map<string | null, string>();
  for (const one of all) {
    if (!isNaming(one)) continue;
    if (one.name === null) {
      classes.set(one.owner, nameIn(one));
      continue;
    }
    const key = keyOf(one.framework, one.name);
    paths.set(key, (paths.get(key) ?? new Set()).add(nameIn(one)));
  }
  return all.flatMap((one) => {
    if (isNaming(one)) return [];
    if (one.kind !== "endpoint" || !one.route?.startsWith(mark)) return [one];
    const isOfClass = nameIn(one) === ofClass;
    const found = paths.get(keyOf(one.framework, (isOfClass ? classes.get(one.owner) : nameIn(one)) ?? "")) ?? [];
    const owner = isOfClass ? null : one.owner;
    return [...found].slice(0, mostPaths).map((route) => ({ ...one, owner, route }));
  });
}

const keyOf = (framework: string | null, name: string): string => `${framework} ${name}`;
