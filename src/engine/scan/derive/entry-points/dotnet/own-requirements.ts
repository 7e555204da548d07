/**
 * Extensions of the application's own that ask for a policy which they write themselves: `static T RequireKey<T>(this T it) =>
 * it.RequireAuthorization(policy => …)`. Their name says more of who is asked than that somebody is.
 */
import { listed } from "#engine/scan/derive/entry-points/guards/guards";
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** How extensions are called that ask for something. */
const requiring = /^(?:Require|Authori[sz]e|Only|Must|Ensure)[A-Z]/;

/** All registrations, with the names of such extensions behind what they ask for. */
export function withOwnRequirements(registrations: readonly Registration[]): readonly Registration[] {
  return registrations.map((one) => {
    const name = one.symbol.replace(/^.*[#.]/s, "");
    const isOwn = one.kind === "guard" && one.owner === `${one.symbol}(0)` && one.path.endsWith(".cs");
    if (!isOwn || !requiring.test(name)) return one;
    const guards = listed(one).map((guard) =>
      guard.symbol === null && guard.name !== name && !guard.name.includes("(")
        ? { ...guard, name: `${guard.name}(${name})` }
        : guard,
    );
    return { ...one, guards: JSON.stringify(guards) };
  });
}
