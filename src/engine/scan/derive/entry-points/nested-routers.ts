/**
 * Routers of Django REST framework in others, which are behind one of what these register: in one that is itself in
 * another, behind all of it. https://github.com/alanjds/drf-nested-routers
 */
import { join } from "./join-paths.ts";
import type { Registration } from "./registration.ts";

/** The name of a prefix that stands behind that of the router which it names. */
const nested = "nested";
/** Routers in each other. */
const maxDepth = 6;

/** The prefixes of such routers with those of all that they are in. */
export function withNestedRouters(all: readonly Registration[]): readonly Registration[] {
  const isNested = ({ kind, name }: Registration) => kind === "prefix" && name === nested;
  const prefixes = new Map(all.filter(isNested).map((one) => [one.owner, one]));
  if (prefixes.size === 0) return all;
  const whole = ({ mounted, route }: Registration, depth: number): string => {
    const parent = depth < maxDepth ? prefixes.get(mounted) : undefined;
    return join(parent === undefined ? "" : whole(parent, depth + 1), route ?? "");
  };
  return all.map((one) => (isNested(one) ? { ...one, route: whole(one, 0), name: null, mounted: null } : one));
}
