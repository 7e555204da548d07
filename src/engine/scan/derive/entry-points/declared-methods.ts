/** Methods that a handler is declared to answer by, where nothing is said of them where it is registered. */
import type { Registration } from "./registration.ts";

/** The name of prefixes that tell by which method what they are on answers; of a class all in it that say none. */
const methods = "methods";

/** Registrations without what tells methods; endpoints for any method are one for each that their handlers tell. */
export function withDeclaredMethods(registrations: readonly Registration[]): readonly Registration[] {
  const tells = ({ kind, name }: Registration) => kind === "prefix" && name === methods;
  const told = Map.groupBy(registrations.filter(tells), ({ owner }) => owner);
  if (told.size === 0) return registrations;
  return registrations.flatMap((one) => {
    if (tells(one)) return [];
    const isOpen = one.kind === "endpoint" && one.method === null && one.handler !== null;
    const own = isOpen ? (told.get(one.handler) ?? (one.owner === null ? undefined : told.get(one.owner))) : undefined;
    return own?.map(({ method }) => ({ ...one, method })) ?? [one];
  });
}
