/**
 * Functions that hand a router on to a method of a type which they are given, `app.MapEndpoint<Items>()` of
 * `MapEndpoint<T>(this IEndpointRouteBuilder app) where T : IEndpoint => T.Map(app)`: what the type's own method registers hangs
 * on what the call is made on.
 */
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";

/** The names of mounts that say which types a call is given, and of which of them a method is called. */
const [givenTypes, ofGivenType] = ["given types", "of given type"];

/** All registrations; what types' methods are given hangs where they are called, not on what declares them for all. */
export function byGivenTypes(registrations: readonly Registration[]): readonly Registration[] {
  const calls = registrations.filter(({ name }) => name === givenTypes);
  const handing = registrations.filter(({ name }) => name === ofGivenType);
  if (calls.length === 0 && handing.length === 0) return registrations;
  const byParameter = Map.groupBy(calls, ({ mounted }) => mounted);
  const owners = new Set(registrations.map(({ owner }) => owner));
  const links: Registration[] = [];
  /** Mounts of the methods as they are declared for all types. */
  const known = new Set<string>();
  for (const one of handing) {
    for (const call of byParameter.get(one.owner) ?? []) {
      const given = JSON.parse(call.guards ?? "[]") as Guard[];
      const type = given.find(({ name }) => name === one.method)?.symbol;
      const mounted = `${type}.${one.handler_name}`;
      if (!type || !owners.has(mounted)) continue;
      known.add(placeOf(one));
      links.push({ ...call, name: null, guards: null, mounted });
    }
  }
  const isKnown = (one: Registration) => one.kind === "mount" && one.framework === null && known.has(placeOf(one));
  return [
    ...registrations.filter(({ name }) => name !== givenTypes && name !== ofGivenType).filter((one) => !isKnown(one)),
    ...links,
  ];
}

const placeOf = ({ owner, mounted, path, line }: Registration): string => `${owner} ${mounted} ${path}:${line}`;
