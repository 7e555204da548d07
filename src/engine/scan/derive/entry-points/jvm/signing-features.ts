/**
 * What a framework's feature asks before all that carries an annotation, where the application has that feature: Dropwizard's
 * signs in also before what everybody may do who is signed in, `@PermitAll`.
 */
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** The names of guards that ask where the application has the feature, and of what says that it has. */
const [whereSignedIn, signingIn] = ["where signed in", "signing in"];

export function withSigningFeatures(registrations: readonly Registration[]): readonly Registration[] {
  const is = (name: string) => (one: Registration) => one.kind === "guard" && one.name === name;
  const [asks, says] = [is(whereSignedIn), is(signingIn)];
  if (!registrations.some((one) => asks(one) || says(one))) return registrations;
  const has = new Set(registrations.filter(says).map(({ framework }) => framework));
  return registrations.flatMap((one) => {
    if (says(one)) return [];
    if (!asks(one)) return [one];
    return has.has(one.framework) ? [{ ...one, name: "nearest" }] : [];
  });
}
