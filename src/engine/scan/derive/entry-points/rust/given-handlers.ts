/**
 * Functions that make routes of handlers which they are given, `fn shown(handler: Shown) -> MethodRouter { get(handler) }`: what
 * is mounted where one is called is that call's own, handled by what it gives.
 * `crates/resolve/src/rows/meaning/given_handlers.rs` says what that is.
 */

import { PlacedArguments, type Places } from "#engine/scan/derive/entry-points/javascript/placed-arguments";
import { whereMounted } from "#engine/scan/derive/entry-points/owner-words";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";

/** The name of rows that say what such a call is given. */
export const handled = "handled";

const keyOf = ({ path, line, route }: Registration, mounted: string | null) =>
  JSON.stringify([path, line, route, mounted]);

const isLink = ({ kind, framework }: Registration) => kind === "mount" && framework === null;

/** Registrations without what counts where it is mounted and stands on what Rust's functions give that nobody mounts. */
function withoutUnmounted(registrations: readonly Registration[]): readonly Registration[] {
  const counts = ({ kind, name, path }: Registration) =>
    kind === "endpoint" && name === whereMounted && path.endsWith(".rs");
  if (!registrations.some(counts)) return registrations;
  const mounts = registrations.filter(({ kind, path }) => kind === "mount" && path.endsWith(".rs"));
  const by = Map.groupBy(mounts, ({ mounted }) => mounted);
  const reached = new Map<string | null, boolean>();
  const isReached = (owner: string | null): boolean => {
    const known = reached.get(owner);
    if (known !== undefined) return known;
    reached.set(owner, false);
    const found = (by.get(owner) ?? []).some((one) => !isLink(one) || isReached(one.owner));
    reached.set(owner, found);
    return found;
  };
  return registrations.filter((one) => !counts(one) || isReached(one.owner));
}

/**
 * @param readHanded the rows of that name
 * @param placesOf where a function takes what it calls by a name
 */
export function withGivenHandlers(
  registrations: readonly Registration[],
  readHanded: () => readonly Registration[],
  placesOf: (symbol: string) => Places,
): readonly Registration[] {
  const isMade = ({ kind, framework, mounted }: Registration) =>
    kind === "mount" && framework !== null && mounted?.endsWith("()");
  if (!registrations.some(isMade)) return withoutUnmounted(registrations);
  const calls = new Map(readHanded().map((one) => [keyOf(one, one.owner), one]));
  if (calls.size === 0) return withoutUnmounted(registrations);
  const on = Map.groupBy(registrations, ({ owner }) => owner);
  /** What a function registers on what it gives back. */
  const registered = (result: string): readonly Registration[] => {
    const own = on.get(result) ?? [];
    const given = own.filter(isLink).flatMap(({ mounted }) => on.get(mounted) ?? []);
    return [...own.filter((one) => !isLink(one)), ...given];
  };
  const made: Registration[] = [];
  const told = new Set<string | null>();
  const led = registrations.map((mount) => {
    const call = isMade(mount) ? calls.get(keyOf(mount, mount.mounted)) : undefined;
    if (!call) return mount;
    const all = registered(mount.mounted ?? "");
    const placed = new PlacedArguments(call, placesOf(call.mounted ?? ""));
    const givenTo = ({ kind, handler, handler_name }: Registration) =>
      kind === "endpoint" && handler === null && placed.isParameter(handler_name)
        ? placed.handledBy(handler_name)
        : undefined;
    if (!all.some(givenTo)) return mount;
    const owner = `${mount.mounted}@${mount.path}:${mount.line}:${mount.route}`;
    // What asks there asks by where it stands among what is registered beside it.
    const isAsked = all.some(({ kind }) => kind === "guard");
    const { path, line, symbol } = mount;
    const place = isAsked ? {} : { path, line, symbol };
    for (const one of all) {
      const given = givenTo(one);
      const guards = withGuards(one, given?.before ?? []);
      made.push({ ...one, owner, ...(one.kind === "endpoint" && place), ...given?.handled, guards });
    }
    told.add(mount.mounted);
    return { ...mount, mounted: owner };
  });
  if (made.length === 0) return withoutUnmounted(registrations);
  // What every call has its own of is nobody's own besides.
  const others = new Set(led.filter(isMade).map(({ mounted }) => mounted));
  const only = [...told].filter((one) => !others.has(one)).flatMap((one) => registered(one ?? ""));
  const replaced = new Set(only.filter(({ kind }) => kind === "endpoint"));
  return withoutUnmounted([...led.filter((one) => !replaced.has(one)), ...made]);
}

/** Who asks before a registration, with those that ask behind them. */
function withGuards({ guards }: Registration, behind: readonly Guard[]): string | null {
  return behind.length === 0 ? guards : JSON.stringify([...(JSON.parse(guards ?? "[]") as Guard[]), ...behind]);
}
