/** Functions of a name that stand twice in a module, of which each build has one: what decorates them is told of the first. */
import type { Registration } from "#engine/scan/derive/entry-points/registration";

export function withoutTwins(registrations: readonly Registration[]): readonly Registration[] {
  const own = ({ kind, owner, handler, path }: Registration) =>
    kind === "endpoint" && handler !== null && owner === handler && path.endsWith(".rs");
  const keyOf = ({ handler, method, route }: Registration) =>
    JSON.stringify([handler?.replace(/~\d+$/, ""), method, route]);
  const isSecond = (one: Registration) => own(one) && /~\d+$/.test(one.handler ?? "");
  if (!registrations.some(isSecond)) return registrations;
  const first = new Set(registrations.filter((one) => own(one) && !isSecond(one)).map(keyOf));
  return registrations.filter((one) => !isSecond(one) || !first.has(keyOf(one)));
}
