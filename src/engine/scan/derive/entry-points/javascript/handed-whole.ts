/**
 * Routers of JavaScript in objects that functions hand on as they were given them: `register({ app })`, and
 * `register = (context) => films(context)`, where `films = ({ app }) => app.get(…)` registers; and such that are given a router
 * and only hand it on.
 */
import { whereMounted } from "#engine/scan/derive/entry-points/owner-words";
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** A member of what a function is given. */
const memberOf = /^(.*\(\d+\))\.([\w$]+)$/;
/** A parameter of a function of JavaScript. */
const ofScript = /\.[cm]?[jt]sx?#.*\(\d+\)$/;
/** So many functions hand on one after the other. */
const mostHops = 8;

/** All registrations, with mounts of what is handed on. `readWhole` gives the rows that say which parameter is. */
export function withHandedWhole(
  registrations: readonly Registration[],
  readWhole: () => readonly Registration[],
): readonly Registration[] {
  const isGiven = ({ kind, mounted }: Registration) => kind === "mount" && memberOf.test(mounted ?? "");
  const given = registrations.filter(isGiven);
  // What a function registers on what it is given, of whatever framework that turns out to be.
  const isOpen = ({ kind, name, owner }: Registration) =>
    (kind === "endpoint" || kind === "mount" || kind === "guard") &&
    (name === whereMounted || kind === "guard") &&
    ofScript.test(owner ?? "");
  const registering = new Set(registrations.filter(isOpen).map(({ owner }) => owner ?? ""));
  if (given.length === 0 && registering.size === 0) return registrations;
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
  if (registering.size > 0) {
    const linked = new Set(registrations.filter(({ kind }) => kind === "mount").map(keyOf));
    const all = [...handing.values()].flat().filter((one) => one.mounted !== null && !linked.has(keyOf(one)));
    for (let hop = 0, before = -1; hop < mostHops && before !== registering.size; hop += 1) {
      before = registering.size;
      for (const one of all) if (registering.has(one.mounted ?? "")) registering.add(one.owner ?? "");
    }
    for (const one of all)
      if (registering.has(one.mounted ?? "")) told.set(keyOf(one), { ...one, kind: "mount", name: whereMounted });
  }
  return [...registrations, ...told.values()];
}

const keyOf = ({ owner, mounted, path, line }: Registration) => JSON.stringify([owner, mounted, path, line]);
