/** Methods that a handler is declared to answer by, where nothing is said of them where it is registered. */
import type { Handlers } from "./handlers.ts";
import type { Registration } from "./registration.ts";

/** The name of prefixes that tell by which method what they are on answers; of a class all in it that say none. */
const methods = "methods";
/** The name of those that also hold of what says others itself: it answers by both. */
const besides = "methods besides";

/** What declares a method. */
const classOf = (handler: string | null): string | null => handler?.replace(/\.[^.#]*$/, "") ?? null;

/** Registrations without what tells methods; endpoints for any method are one for each that their handlers tell. */
export function withDeclaredMethods(
  registrations: readonly Registration[],
  handlers: Pick<Handlers, "textsOf">,
): readonly Registration[] {
  const tells = ({ kind, name }: Registration) => kind === "prefix" && (name === methods || name === besides);
  const told = Map.groupBy(registrations.filter(tells), ({ owner }) => owner);
  if (told.size === 0) return registrations;
  return registrations.flatMap((one) => {
    if (tells(one)) return [];
    const isTold = one.kind === "endpoint" && one.handler !== null;
    const owners = isTold ? [one.handler, one.owner, classOf(one.handler)] : [];
    const own = owners.map((it) => (it === null ? undefined : told.get(it))).find((it) => it !== undefined) ?? [];
    const holding = one.method === null ? own : own.filter(({ name }) => name === besides);
    if (holding.length === 0) return [one];
    const all = [...(one.method === null ? [] : [one.method]), ...holding.flatMap((it) => methodsOf(it, handlers))];
    return [...new Set(all)].map((method) => ({ ...one, method }));
  });
}

/** The methods that something tells: one, or those that a member of a class lists. */
function methodsOf({ method, owner }: Registration, handlers: Pick<Handlers, "textsOf">): readonly (string | null)[] {
  const listed = method === null && owner !== null ? handlers.textsOf(`${owner}.${methods}`) : [];
  return listed.length > 0 ? listed.map((it) => it.toUpperCase()) : [method];
}
