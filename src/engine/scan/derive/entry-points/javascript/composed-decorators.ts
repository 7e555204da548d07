/**
 * Functions of the repository that put a framework's decorators together, `applyDecorators(Controller(path), …)`: what
 * one of them decorates has what these say, with what it is given in the place of the function's parameters.
 */

import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { metadataGiven, metadataPut } from "./metadata-guards.ts";

/** The name of rows that say what such a function is given where it decorates something. */
const composed = "composed";
/** What stands in the name of what a function says of what it decorates. */
const composing = /^composing\b ?/;

/** What such a function is given, by the names that stand for it in what it says. */
type Given = ReadonlyMap<string, string>;

const givenTo = ({ guards }: Registration): Given =>
  new Map(
    (JSON.parse(guards ?? "[]") as { name: string; given: string }[])
      .toReversed()
      .map(({ name, given }) => [name, given]),
  );

const isComposing = ({ name }: Registration): boolean => composing.test(name ?? "");

/** All registrations, with what functions say of what they decorate told of that. */
export function withComposed(registrations: readonly Registration[]): readonly Registration[] {
  const said = Map.groupBy(registrations.filter(isComposing), ({ owner }) => owner);
  const putting = new Set(registrations.filter(({ name }) => name === metadataPut).map(({ owner }) => owner));
  return registrations.flatMap((one): readonly Registration[] => {
    if (one.name !== composed) return isComposing(one) ? [] : [one];
    const told = (said.get(one.mounted) ?? []).map((it) => of(it, one, givenTo(one)));
    return putting.has(one.mounted) ? [...told, { ...one, kind: "guard", name: metadataGiven } as const] : told;
  });
}

/** What a function says, told of what it decorates: of a class, or of a method that answers. */
function of(said: Registration, used: Registration, given: Given): Registration {
  const { owner, symbol, path, line } = used;
  const route = said.route?.replace(/\$\{([^}]*)\}/g, (mark, name) => given.get(name) ?? mark) ?? null;
  const name = said.name?.replace(composing, "") || null;
  const told = { ...said, route, name, owner, symbol, path, line };
  if (said.kind !== "endpoint") return told;
  const end = owner?.lastIndexOf(".") ?? -1;
  return { ...told, owner: owner?.slice(0, end) ?? null, handler: owner, handler_name: used.handler_name };
}
