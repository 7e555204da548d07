/** What is another thing under a second name, as what describes an application is that application: `fromHono(app)`. */
import type { Registration } from "./registration.ts";

/** The name of a mount of what is its owner itself. */
const itself = "itself";

/** Registrations on such things as those on the one that they are, in the order of its own. */
export function asOneThing(registrations: readonly Registration[]): readonly Registration[] {
  const isSame = ({ kind, name }: Registration) => kind === "mount" && name === itself;
  const first = new Map(registrations.filter(isSame).map(({ owner, mounted }) => [mounted, owner]));
  if (first.size === 0) return registrations;
  return registrations
    .filter((one) => !isSame(one))
    .map((one) => ({
      ...one,
      owner: first.get(one.owner) ?? one.owner,
      mounted: (one.mounted === null ? null : first.get(one.mounted)) ?? one.mounted,
    }));
}
