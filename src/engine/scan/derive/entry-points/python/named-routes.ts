/**
 * Endpoints that say by a route's name which path they answer, where that is registered elsewhere: Pyramid's
 * `@view_config(route_name="user.show")` of `config.add_route("user.show", "/users/{id}/")`.
 */
import { join } from "#engine/scan/derive/entry-points/join-paths";
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** What stands before a route's name in the place of a path. */
const mark = "route ";
/** The name of a route that the class around says for all that it holds. */
const ofClass = "*";
/** A name has so many paths at most: of several applications in one repository. */
const mostPaths = 4;
/** The name of mounts by which a function has another one register its routes behind a prefix. */
const including = "including";
/** Functions that include each other. */
const maxIncluded = 8;

/** The registrations with paths in the place of names; an endpoint whose name nothing registers is none. */
export function withNamedRoutes(all: readonly Registration[]): Registration[] {
  const isNaming = ({ kind, route }: Registration) => kind === "prefix" && route?.startsWith(mark);
  const nameIn = ({ route }: Registration): string => (route ?? "").slice(mark.length);
  const isIncluding = ({ kind, name }: Registration) => kind === "mount" && name === including;
  const included = Map.groupBy(all.filter(isIncluding), ({ mounted }) => mounted);
  /** What stands before the routes that a function registers: of each that includes it. */
  const before = (owner: string | null, open: readonly (string | null)[]): readonly string[] => {
    const by = open.length < maxIncluded && !open.includes(owner) ? (included.get(owner) ?? []) : [];
    const told = by.flatMap((one) =>
      before(one.owner, [...open, owner]).map((prefix) => join(prefix, one.route ?? "")),
    );
    return told.length === 0 ? [""] : told;
  };
  const paths = new Map<string, Set<string>>();
  const classes = new Map<string | null, string>();
  for (const one of all) {
    if (!isNaming(one)) continue;
    if (one.name === null) {
      classes.set(one.owner, nameIn(one));
      continue;
    }
    const key = keyOf(one.framework, one.name);
    const told = paths.get(key) ?? new Set<string>();
    paths.set(key, told);
    for (const prefix of new Set(before(one.owner, [])))
      told.add(prefix === "" ? nameIn(one) : join(prefix, nameIn(one)));
  }
  return all.flatMap((one) => {
    if (isNaming(one) || isIncluding(one)) return [];
    if (one.kind !== "endpoint" || !one.route?.startsWith(mark)) return [one];
    const isOfClass = nameIn(one) === ofClass;
    const found = paths.get(keyOf(one.framework, (isOfClass ? classes.get(one.owner) : nameIn(one)) ?? "")) ?? [];
    const owner = isOfClass ? null : one.owner;
    return [...found].slice(0, mostPaths).map((route) => ({ ...one, owner, route }));
  });
}

const keyOf = (framework: string | null, name: string): string => `${framework} ${name}`;
