/**
 * Addresses of OData's controllers whose methods say none: the set of entities is the controller's name, behind it stands the key
 * that a method takes, and what its name says beside that of the request's method.
 * https://learn.microsoft.com/en-us/odata/webapi-8/fundamentals/entityset-routing
 */
import type { Handlers } from "#engine/scan/derive/entry-points/handlers";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { lastName } from "#engine/scan/derive/symbols";
import { byConvention } from "./conventions.ts";

/** The name of rows that say of a class that its methods are found so. */
const bySet = "by entity set";
const conventional = `${byConvention}{class-Controller}/{handler}`;
const verb = /^(?:Get|Post|Put|Patch|Delete)/;

export function withEntitySets(registrations: readonly Registration[], handlers: Handlers): readonly Registration[] {
  const isSet = ({ kind, name }: Registration) => kind === "guard" && name === bySet;
  const sets = new Set(registrations.filter(isSet).map(({ owner }) => owner));
  if (sets.size === 0) return registrations;
  const isOf = (type: string) => [type, ...handlers.basesOf(type)].some((one) => sets.has(one));
  return registrations
    .filter((one) => !isSet(one))
    .flatMap((one) => {
      const { kind, route, handler, method } = one;
      if (kind !== "endpoint" || route !== conventional || handler === null) return [one];
      const end = handler.lastIndexOf(".");
      if (!isOf(handler.slice(0, end))) return [one];
      const name = lastName(handler).replace(/~\d+$|Async$/g, "");
      // What no attribute and no name says a method of answers none.
      if (method === null && !verb.test(name)) return [];
      const key = handlers.typeOfParameter(handler, "key") === undefined ? "" : "({key})";
      const set = lastName(handler.slice(0, end)).replace(/Controller$/, "");
      const rest = name.replace(verb, "").replace(/From\w+$/, "");
      const part = rest === "" || rest === set ? "" : `/${rest}`;
      return [
        {
          ...one,
          method: method ?? verb.exec(name)?.[0].toUpperCase() ?? null,
          route: `{class-Controller}${key}${part}`,
        },
      ];
    });
}
