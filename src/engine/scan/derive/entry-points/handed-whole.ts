/**
 * Routers of JavaScript in objects that functions hand on as they were given them: `register({ app })`, and
 * `register = (context) => films(context)`, where `films = ({ app }) => app.get(…)` registers.
 */
import type { Registration } from "./registration.ts";

/** A member of what a function is given. */
const memberOf = /^(.*\(\d+\))\.([\w$]+)$/;
/** So many functions hand on one after the other. */
const mostHops = 8;

/** All registrations, with mounts of what is handed on. `readWhole` gives the rows that say which parameter is. */
export function withHandedWhole(
  registrations: readonly Registration[],
  readWhole: () => readonly Registration[],
): readonly Registration[] {
  const isGiven = ({ kind, mounted }: Registration) => kind === "mount" && memberOf.test(mounted ?? "");
  const given = registrations.filter(isGiven);
  if (given.length === 0) return registrations;
  const handing = Map.groupBy(readWhole(), ({ owner }) => owner ?? "");
  const owners = new Set(registrations.map(({ owner }) => owner));
  const told = new Map<string, Registration>();
  const known = new Map<string, boolean>();
  /** Whether something is registered on a member of a parameter, or on what that is handed on as. */
  const leads = (parameter: string, member: string, hops: number): boolean => {
    const owner = `${parameter}.${member}`;
    let isLeading = known.get(owner);
    if (isLeading !== undefined) return isLeading;
    isLeading = owners.has(owner);
    if (hops >= mostHops) return isLeading;
    // Each is asked once, however many ways lead to it.
    known.set(owner, isLeading);
    for (const one of handing.get(parameter) ?? []) {
      if (one.mounted === null || !leads(one.mounted, member, hops + 1)) continue;
      const mounted = `${one.mounted}.${member}`;
      told.set(JSON.stringify([owner, mounted, one.path, one.line]), {
        ...one,
        kind: "mount",
        name: null,
        owner,
        mounted,
      });
      isLeading = true;
    }
    known.set(owner, isLeading);
    return isLeading;
  };
  for (const { mounted } of given) {
    const [, parameter = "", member = ""] = memberOf.exec(mounted ?? "") ?? [];
    leads(parameter, member, 0);
  }
  return [...registrations, ...told.values()];
}
