/**
 * Groups that are nothing but a path before what is registered on their router, as Fiber's: all asks in the order in which
 * it is registered, wherever its path fits. What a router uses between a group and its routes asks before these, and what
 * a group uses asks before whatever has its path from there on.
 */
import { isBelow } from "#engine/scan/derive/entry-points/guards/guard-paths";
import { push } from "#engine/scan/derive/entry-points/guards/registered-guards";
import { join } from "#engine/scan/derive/entry-points/join-paths";
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** The name of mounts of such groups. */
const pathAlone = "path alone";
/** Groups in groups. */
const maxDepth = 8;
/** What the groups of one function ask. */
const maxCopies = 2_000;
/** What stands behind the path of who asks before all below it, which tells it from the path of a mount. */
const allBelow = "/*";

const isGroup = ({ kind, name, owner, mounted }: Registration): boolean =>
  kind === "mount" && name === pathAlone && owner !== null && mounted !== null && owner !== mounted;
/** Who is listed beside the path that stands first. */
const asksSomebody = ({ guards }: Registration): boolean => guards !== null && guards !== "[]";
/** What stands in one function, whose lines are an order. */
const placeOf = ({ path, symbol }: Registration): string => `${path} ${symbol}`;

/** All registrations, with what asks before more than what it is registered on told of that, too. */
export function withPathGroups(registrations: readonly Registration[]): readonly Registration[] {
  if (!registrations.some(isGroup)) return registrations;
  const groups = Map.groupBy(registrations.filter(isGroup), placeOf);
  const guards = Map.groupBy(
    registrations.filter((one) => asksSomebody(one) && (isGroup(one) || (one.kind === "guard" && one.owner !== null))),
    placeOf,
  );
  const copies = [...groups].flatMap(([place, mounts]) => ofFunction(mounts, guards.get(place) ?? []));
  return copies.length === 0 ? registrations : [...registrations, ...copies];
}

function ofFunction(mounts: readonly Registration[], guards: readonly Registration[]): readonly Registration[] {
  const mountOf = new Map(mounts.map((one) => [one.mounted, one]));
  /** By routers and groups, who asks, and where that is registered. */
  const asking = new Map<string, { guard: Registration; from: string }[]>();
  const copies: Registration[] = [];
  const copy = (guard: Registration, owner: string, route: string | null, from: string) => {
    if (copies.length >= maxCopies) return;
    const copied = { ...guard, owner, route };
    copies.push(copied);
    push(asking, owner, { guard: copied, from });
  };
  for (const one of guards) {
    const from = (isGroup(one) ? one.mounted : one.owner) ?? "";
    const guard: Registration = isGroup(one)
      ? { ...one, kind: "guard", name: null, mounted: null, owner: from, route: null }
      : one;
    if (!isGroup(one)) push(asking, from, { guard, from });
    const way = wayTo(from, mountOf);
    const root = way.at(0)?.owner;
    if (!root || guard.name !== null) continue;
    const path = [...way, guard].map(({ route }) => route ?? "").reduce(join, "");
    copy(guard, root, `${path === "/" ? "" : path}${allBelow}`, from);
  }
  for (const mount of mounts.toSorted((a, b) => wayTo(a.mounted, mountOf).length - wayTo(b.mounted, mountOf).length)) {
    const [above, group] = [mount.owner ?? "", mount.mounted ?? ""];
    for (const { guard, from } of asking.get(above) ?? []) {
      const isLater = guard.line > mount.line && from !== group && guard.name === null;
      const route = isLater ? within(guard.route, mount.route) : undefined;
      if (route !== undefined) copy(guard, group, route, from);
    }
  }
  return copies;
}

/** The groups by which one is reached, the outermost first. */
function wayTo(group: string | null, mountOf: ReadonlyMap<string | null, Registration>): readonly Registration[] {
  const way: Registration[] = [];
  for (let one = mountOf.get(group); one && way.length < maxDepth; one = mountOf.get(one.owner)) way.unshift(one);
  return way;
}

/** A path as it is behind a group's; null: all of the group lies below it. None: nothing of it does. */
function within(route: string | null, group: string | null): string | null | undefined {
  const [path, before] = [join((route ?? "").replace(/\/\*$/, ""), ""), join(group ?? "", "")];
  if (isBelow(before, path)) return null;
  return isBelow(path, before) ? join(path.slice(before.length), "") : undefined;
}
