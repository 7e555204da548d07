/**
 * Actions of ASP.NET's controllers: where an application maps an address to one by its name, the methods by which its
 * attributes say that it answers; and those of a class whose own path is empty, which are no addresses by convention.
 */

import type { Handlers } from "#engine/scan/derive/entry-points/handlers";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { byConvention } from "./conventions.ts";

const framework = "ASP.NET Core";
/** Controller and action, as an application names them. */
const pair = /^\w+#\w+$/;
/** A path that is empty, whole or not. */
const empty = /^(?:~?\/)?$/;
/** Where an application maps an address nothing stands before it. */
const nowhere = { route: "", handler: null, handler_name: null };

export function withActions(registrations: readonly Registration[], handlers: Handlers): readonly Registration[] {
  const own = registrations.filter((one) => one.framework === framework);
  const endpoints = own.filter(({ kind }) => kind === "endpoint");
  const byAttribute = (one: Registration) => one.handler !== null && (one.route?.startsWith(byConvention) ?? false);
  const rooted = new Set(
    own.flatMap(({ kind, owner, route }) => (kind === "prefix" && empty.test(route ?? "x") ? [owner] : [])),
  );
  const isRooted = (handler: string) => {
    const type = handler.slice(0, handler.lastIndexOf("."));
    return [handler, type, ...handlers.basesOf(type)].some((one) => rooted.has(one));
  };
  const declared = Map.groupBy(endpoints.filter(byAttribute), ({ handler }) => handler);
  return registrations.flatMap((one) => {
    if (one.kind !== "endpoint" || one.framework !== framework) return [one];
    if (byAttribute(one) && rooted.size > 0 && isRooted(one.handler ?? "")) return [{ ...one, route: "" }];
    if (one.method !== null || one.handler !== null || !pair.test(one.handler_name ?? "")) return [one];
    const { handler } = handlers.of(one, nowhere);
    const methods = (declared.get(handler) ?? []).flatMap(({ method }) => method ?? []);
    return methods.length === 0 ? [one] : [...new Set(methods)].map((method) => ({ ...one, method }));
  });
}
