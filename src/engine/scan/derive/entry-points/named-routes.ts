/**
 * Endpoints that say by a route's name which path they answer, where that is registered elsewhere: Pyramid's
 * `@view_config(route_name="user.show")` of `config.add_route("user.show", "/users/{id}/")`.
 */
import type { Registration } from "./registration.ts";

/** What stands before a route's name in the place of a path. */
const mark = "route ";
/** A name has so many paths at most: of several applications in one repository. */
const mostPaths = 4;

/** The registrations with paths in the place of names; an endpoint whose name nothing registers is none. */
export function withNamedRoutes(all: readonly Registration[]): Registration[] {
  const isNaming = ({ kind, route }: Registration) => kind === "prefix" && route?.startsWith(mark);
  const paths = new Map<string, Set<string>>();
  for (const one of all) {
    if (!isNaming(one) || one.name === null) continue;
    const key = keyOf(one.framework, one.name);
    paths.set(key, (paths.get(key) ?? new Set()).add((one.route ?? "").slice(mark.length)));
  }
  return all.flatMap((one) => {
    if (isNaming(one)) return [];
    if (one.kind !== "endpoint" || !one.route?.startsWith(mark)) return [one];
    const found = paths.get(keyOf(one.framework, one.route.slice(mark.length))) ?? [];
    return [...found].slice(0, mostPaths).map((route) => ({ ...one, route }));
  });
}

const keyOf = (framework: string | null, name: string): string => `${framework} ${name}`;
