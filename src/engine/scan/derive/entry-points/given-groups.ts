/**
 * Functions that give a group which they make of a router: `return r.api.Group("/v2", signedIn)`. What is registered on
 * what such a function gives hangs on the group, while otherwise what a function registers hangs on what holds its router.
 */
import type { Registration } from "./registration.ts";

/** What a function gives back, also behind the first of several. */
const given = /\(\)(?:\.\d+)?$/;
/** A thing that no name holds where it is made. */
const inPlace = /#@\d+:\d+$/;
/** The same where a name of Go's holds it. */
const named = /\.go#@\d+:[A-Za-z_]\w*$/;

/** A mount without a path: one thing is another's under a second name. */
const isLink = ({ kind, framework, route }: Registration): boolean =>
  kind === "mount" && framework === null && route === null;

/** All registrations; what holds such a group hangs on it. */
export function ofGivenGroups(registrations: readonly Registration[]): readonly Registration[] {
  // What a call gives that registers a handler is that endpoint, for who says more of it, and no group.
  const endpoints = new Set(registrations.filter(({ kind }) => kind === "endpoint").map(({ owner }) => owner));
  /** By groups, the functions that make them. */
  const makers = new Map<string, string>();
  for (const { kind, framework, mounted, symbol } of registrations)
    if (kind === "mount" && framework !== null && mounted !== null)
      if (named.test(mounted) || (inPlace.test(mounted) && !endpoints.has(mounted))) makers.set(mounted, symbol);
  const giving = Map.groupBy(registrations.filter(isLink), ({ owner }) => owner);
  // What callers register something on, or hand on so that others do; of other functions what they give is served whole.
  const isRegistering = ({ kind, framework }: Registration) =>
    kind === "endpoint" || (kind === "mount" && framework !== null);
  const registering = new Set(registrations.filter(isRegistering).map(({ owner }) => owner));
  const isHanding = ({ kind, framework, mounted }: Registration) =>
    kind === "mount" && framework === null && (mounted?.endsWith(")") ?? false) && registering.has(mounted);
  const used = new Set([...registering, ...registrations.filter(isHanding).map(({ owner }) => owner)]);
  const holding = Map.groupBy(registrations.filter(isLink), ({ mounted }) => mounted);
  const isUsed = (name: string) => used.has(name) || (holding.get(name) ?? []).some(({ owner }) => used.has(owner));
  const isGroup = (name: string | null): boolean => {
    const links = name !== null && given.test(name) ? (giving.get(name) ?? []) : [];
    const made = links[0]?.mounted ?? "";
    if (links.length !== 1 || makers.get(made) !== name?.replace(given, "")) return false;
    return inPlace.test(made) || (name !== null && isUsed(name));
  };
  /** Behind all that the function puts on the group, which is given back last. */
  const behind = (one: Registration) => {
    const own = registrations.filter(({ symbol, path }) => symbol === one.symbol && path === one.path);
    return Math.max(one.line, ...own.map(({ line }) => line + 1));
  };
  return registrations.map((one) => {
    if (!isLink(one) || !(isGroup(one.owner) || isGroup(one.mounted))) return one;
    const line = named.test(one.mounted ?? "") && isGroup(one.owner) ? behind(one) : one.line;
    return { ...one, line, owner: one.mounted, mounted: one.owner };
  });
}
