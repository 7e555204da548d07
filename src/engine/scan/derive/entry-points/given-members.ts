/**
 * Members of what functions are given: what is registered on one is on the same member of what they are given, as
 * `app.router.add_get("/", show)` of `setup(app)` is on the application's router, and `self.app.router` of a class too
 * whose constructor is given the application.
 */
import type { Registration } from "./registration.ts";

/** A parameter of a function, and a member of it. */
const ofGiven = /^([^\s]*\(\d+\))\.(\w[\w.]*)$/;
/** A field of a class, and a member of what it holds. */
const ofField = /^([^\s()]*#[^\s()]+\.\w+)\.(\w+)$/;
const isParameter = /\(\d+\)$/;
/** Functions that hand on what they are given. */
const maxHanded = 4;
/** A function is called with so many things. */
const maxGiven = 8;

/** Registrations on members of parameters, once for each thing that is given there. */
export function withGivenMembers(all: readonly Registration[]): readonly Registration[] {
  if (!all.some(({ owner }) => owner !== null && (ofGiven.test(owner) || ofField.test(owner)))) return all;
  const given = new Map<string, Set<string>>();
  for (const { kind, framework, owner, mounted } of all)
    if (kind === "mount" && framework === null && owner !== null && mounted !== null && owner !== mounted)
      given.set(mounted, (given.get(mounted) ?? new Set()).add(owner));
  const ownersOf = (owner: string, steps: number): readonly string[] => {
    const [, parameter, member] = ofGiven.exec(owner) ?? ofField.exec(owner) ?? [];
    const things = parameter === undefined ? undefined : given.get(parameter);
    // A field holds what its class is given where a constructor puts that there.
    if (!parameter?.endsWith(")") && ![...(things ?? [])].every((one) => isParameter.test(one))) return [owner];
    if (!things || things.size > maxGiven || steps === 0) return [owner];
    return [...things].flatMap((one) => ownersOf(`${one}.${member}`, steps - 1));
  };
  return all.flatMap((one) =>
    one.owner === null ? [one] : [...new Set(ownersOf(one.owner, maxHanded))].map((owner) => ({ ...one, owner })),
  );
}
