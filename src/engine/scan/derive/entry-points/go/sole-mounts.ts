/**
 * Frameworks that lend themselves to another's router by an adapter, `humaecho.NewWithGroup(e, group, config)`: where a
 * repository has one, functions that are given what it makes, through lists of them say, hang on it.
 */
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** What a function is given. */
const given = /\(\d+\)$/;

/** The mounts that follow from there being one adapter. */
export function soleMounts(registrations: readonly Registration[]): Registration[] {
  const frameworks = new Set(registrations.flatMap(({ kind, framework }) => (kind === "mount" ? [framework] : [])));
  return [...frameworks].flatMap((framework) => (framework === null ? [] : soleMountsOf(framework, registrations)));
}

function soleMountsOf(framework: string, registrations: readonly Registration[]): Registration[] {
  const own = registrations.filter((one) => one.framework === framework);
  const others = registrations.filter((one) => one.framework !== framework && one.framework !== null);
  const ofOthers = handedOn(new Set(others.flatMap(({ owner, mounted }) => [owner, mounted])), registrations);
  const ofOwn = new Set(own.flatMap(({ kind, owner, mounted }) => (kind === "mount" ? [mounted] : [owner])));
  const isAdapter = ({ kind, owner }: Registration) =>
    kind === "mount" && owner !== null && ofOthers.has(owner) && !ofOwn.has(owner);
  const adapters = own.filter(isAdapter);
  const isSole = new Set(adapters.map(({ owner }) => owner)).size === 1;
  // Of several, each is that of the functions of its package.
  const adapterOf = (owner: string): Registration | undefined => {
    const near = isSole ? adapters : adapters.filter(({ path }) => folderOf(path) === folderOf(owner));
    return new Set(near.map((one) => one.owner)).size === 1 ? near[0] : undefined;
  };
  if (adapters.length === 0) return [];
  const mounted = new Set(registrations.flatMap((one) => (one.kind === "mount" ? [one.mounted] : [])));
  const owners = new Set(own.flatMap(({ kind, owner }) => (kind === "endpoint" ? [owner] : [])));
  return [...handingOn(owners, registrations)].flatMap((owner) => {
    if (owner === null || !given.test(owner) || mounted.has(owner)) return [];
    const adapter = adapterOf(owner);
    // It is given what the adapter makes, with all that is asked before that.
    return adapter ? [{ ...adapter, framework: null, route: null, owner: adapter.mounted, mounted: owner }] : [];
  });
}

/** The folder of a file, or of what an owner's id names a file of. */
const folderOf = (id: string): string => id.replace(/#.*$/s, "").replace(/[^/]*$/, "");

type Owners = Set<string | null>;

/** With what functions are given of it. */
const handedOn = (owners: Owners, registrations: readonly Registration[]): Owners =>
  alongCalls(owners, registrations, ({ owner, mounted }) => [owner, mounted]);

/** With what functions were given that gave it on. */
const handingOn = (owners: Owners, registrations: readonly Registration[]): Owners =>
  alongCalls(owners, registrations, ({ owner, mounted }) => [mounted, owner]);

/** Owners with those that calls of functions lead to, from one side of each to the other. */
function alongCalls(
  owners: Owners,
  registrations: readonly Registration[],
  sides: (call: Registration) => readonly [from: string | null, to: string | null],
): Owners {
  const calls = registrations.filter(({ kind, framework }) => kind === "mount" && framework === null).map(sides);
  for (let size = -1; size !== owners.size; ) {
    size = owners.size;
    for (const [from, to] of calls) if (owners.has(from)) owners.add(to);
  }
  return owners;
}
