/**
 * Routers of Django REST framework in others, which are behind one of what these register: in one that is itself in
 * another, behind all of it. https://github.com/alanjds/drf-nested-routers
 */
import { join } from "#engine/scan/derive/entry-points/join-paths";
import { isLookup } from "#engine/scan/derive/entry-points/lookups";
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** The name of a prefix that stands behind that of the router which it names. */
const nested = "nested";
/** Routers in each other. */
const maxDepth = 6;
/** What one of many is called where nothing else is said: `items/{item_pk}`. */
const ofKey = /^(.*)\/\{(\w+)_pk\}$/;

/** The prefixes of such routers with those of all that they are in. */
export function withNestedRouters(all: readonly Registration[]): readonly Registration[] {
  const isNested = ({ kind, name }: Registration) => kind === "prefix" && name === nested;
  const prefixes = new Map(all.filter(isNested).map((one) => [one.owner, one]));
  if (prefixes.size === 0) return all;
  const fields = new Map(all.filter(isLookup).map(({ owner, route }) => [owner, route]));
  const placeOf = (owner: string | null, route: string | null) => `${owner} ${route}`;
  const mounts = all.filter(({ kind }) => kind === "mount");
  const served = new Map(mounts.map(({ owner, route, mounted }) => [placeOf(owner, route), mounted]));
  /** The path of one of many, as the class that serves it in the router around calls that. */
  const own = ({ mounted, route }: Registration): string => {
    const [, path, name] = ofKey.exec(route ?? "") ?? [];
    const field = fields.get(served.get(placeOf(mounted, path ?? null)) ?? null);
    return field ? `${path}/{${name}_${field}}` : (route ?? "");
  };
  const whole = (one: Registration, depth: number): string => {
    const parent = depth < maxDepth ? prefixes.get(one.mounted) : undefined;
    return join(parent === undefined ? "" : whole(parent, depth + 1), own(one));
  };
  return all.map((one) => (isNested(one) ? { ...one, route: whole(one, 0), name: null, mounted: null } : one));
}
