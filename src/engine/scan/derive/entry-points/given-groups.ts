/**
 * Functions that give a group which they make of a router: `return r.api.Group("/v2", signedIn)`. What is registered on
 * what such a function gives hangs on the group, while otherwise what a function registers hangs on what holds its router.
 */
import type { Registration } from "./registration.ts";

/** What a function gives back. */
const given = "()";
/** A thing that no name holds where it is made. */
const inPlace = /#@\d+:\d+$/;

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
    if (kind === "mount" && framework !== null && mounted !== null && inPlace.test(mounted) && !endpoints.has(mounted))
      makers.set(mounted, symbol);
  const giving = Map.groupBy(registrations.filter(isLink), ({ owner }) => owner);
  const isGroup = (name: string | null): boolean => {
    const links = name?.endsWith(given) ? (giving.get(name) ?? []) : [];
    return links.length === 1 && makers.get(links[0]?.mounted ?? "") === name?.slice(0, -given.length);
  };
  return registrations.map((one) =>
    isLink(one) && (isGroup(one.owner) || isGroup(one.mounted))
      ? { ...one, owner: one.mounted, mounted: one.owner }
      : one,
  );
}
