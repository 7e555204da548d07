/**
 * Guards that go by the name of a group: what applications and frameworks list under a name, `web`, is asked where that name
 * is, and what is listed for all endpoints before each of them. Of several applications' lists those hold of an endpoint
 * that lie nearest to it.
 */

import type { Majors } from "#engine/scan/derive/entry-points/package-versions";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";
import { listed } from "./guards.ts";
import { type Fits, openPattern, routesOf } from "./request-patterns.ts";

/**
 * The name of guards that are such a list, whose route is the group's name. Behind it stands that the list only changes what
 * the group has, or is what the framework has in the group where the application says nothing else. What is put before has
 * behind that what stands before the names that it lists (`prepend throttle:`), and what a framework has, from which major
 * version of its package on (`default since laravel/framework 13`).
 */
const [group, append, prepend, remove, replace, byDefault] = [
  "group",
  "append",
  "prepend",
  "remove",
  "replace",
  "default",
];
/**
 * The second word of what says in which order some ask, wherever they are listed; `default` behind it is a framework's own
 * order, of names with spaces between, in which several of one rank have a slash between them.
 */
const priority = "priority";
/** The second word of what says before which paths, its route, some do not ask wherever they are listed. */
const except = "except";
/** The name of guards that have another name, their route. */
const alias = "alias";
/** The group that is asked before all. */
const everywhere = "*";

interface Groups {
  readonly path: string;
  readonly framework: string | null;
  readonly members: ReadonlyMap<string, readonly Guard[]>;
  /** By a name its rank; what has none stays where it stands. */
  readonly ranks: ReadonlyMap<string, number>;
}

export class GuardGroups {
  readonly #groups: readonly Groups[];
  readonly #aliases: ReadonlyMap<string, string>;
  readonly #exceptions: readonly { readonly names: ReadonlySet<string>; readonly fits: Fits }[];

  constructor(registrations: readonly Registration[], majors: Majors) {
    const guards = registrations.filter(({ kind }) => kind === "guard");
    const ofGroups = guards.filter(({ name }) => name?.split(" ")[0] === group);
    const said = Map.groupBy(
      ofGroups.filter((one) => !isException(one)),
      ofFile,
    );
    this.#groups = [...together([...said.values()])].flatMap((all) => {
      const [first] = all;
      if (!first) return [];
      const [orders, lists] = [all.filter(isOrder), all.filter((one) => !isOrder(one))];
      const { path, framework } = first;
      return [{ path, framework, members: membersOf(lists, majors), ranks: ranksOf(orders) }];
    });
    const excepting = ofGroups.filter((one) => isException(one) && one.route !== null);
    const aliases = guards.filter(({ name, route }) => name === alias && route !== null);
    this.#aliases = new Map(aliases.map((one) => [one.route ?? "", plain(listed(one)[0]?.name ?? "")]));
    this.#exceptions = excepting.map((one) => ({
      names: new Set(listed(one).map(({ name }) => this.#named(name))),
      fits: openPattern(`/${one.route?.replace(/^\/+/, "")}`),
    }));
  }

  /** The guards before an endpoint with what their groups stand for, without those that it goes without. */
  of(endpoint: Registration, guards: readonly Guard[], without: ReadonlySet<string>, path: string): readonly Guard[] {
    const all = this.#inGroups(endpoint, guards, without);
    const fitting = this.#exceptions.map(({ names, fits }) => ({ names, fit: fitOf(fits, path) }));
    return all.flatMap((guard) => {
      const fits = fitting.filter(({ names, fit }) => fit !== false && names.has(this.#named(guard.name)));
      if (fits.length === 0) return [guard];
      return fits.some(({ fit }) => fit) ? [] : [{ ...guard, maybe: true }];
    });
  }

  #inGroups(endpoint: Registration, guards: readonly Guard[], without: ReadonlySet<string>): readonly Guard[] {
    const found = this.#nearest(endpoint);
    if (!found) return guards;
    const { members, ranks } = found;
    const named = guards.flatMap((guard) => {
      const inside = members.get(guard.name) ?? [];
      return [guard, ...inside.flatMap((one) => withMembers(one, members))];
    });
    const rankOf = ({ name }: Guard) => ranks.get(this.#named(name).split(":")[0] ?? "") ?? ranks.get(name);
    const all = [...(members.get(everywhere) ?? []), ...(ranks.size === 0 ? named : sorted(named, rankOf))];
    const expanded = this.#once(all);
    if (without.size === 0) return expanded;
    const left = new Set([...without].map((name) => this.#named(name)));
    return expanded.filter(({ name }) => !left.has(this.#named(name)));
  }

  /** Each once: what is listed by an alias and by its own name asks where it stands first. */
  #once(guards: readonly Guard[]): readonly Guard[] {
    if (this.#aliases.size === 0) return guards;
    const seen = new Map<string, Guard>();
    for (const guard of guards) {
      const name = guard.place ?? this.#named(guard.name);
      const first = seen.get(name);
      if (!first || (first.maybe && !guard.maybe)) seen.set(name, guard);
    }
    return [...seen.values()];
  }

  /** A guard by the name of what it is an alias of, with what it is given: `throttle:api` as `ThrottleRequests:api`. */
  #named(name: string): string {
    const [own = "", ...given] = plain(name).split(":");
    const known = this.#aliases.get(own) ?? own;
    // What an alias stands for may go by an older name, too.
    return [this.#aliases.get(known) ?? known, ...given].join(":");
  }

  #nearest(endpoint: Registration): Groups | undefined {
    return nearestOf(this.#groups, (one) => one, endpoint);
  }
}

/** Lists of applications, with what files that say nothing else add to the nearest one: packages' own groups. */
function together(said: readonly (readonly Registration[])[]): readonly (readonly Registration[])[] {
  const isWhole = (all: readonly Registration[]) => all.some((one) => isOrder(one) || one.route === everywhere);
  const whole = said.filter(isWhole);
  const added = Map.groupBy(
    said.filter((all) => !isWhole(all)),
    ([one]) => (one === undefined ? undefined : nearestOf(whole, ([other]) => other, one)),
  );
  const alone = added.get(undefined) ?? [];
  return [...whole.map((all) => [...all, ...(added.get(all) ?? []).flat()]), ...alone];
}

/** Of several that lie in files of one framework the one nearest to something. */
function nearestOf<T>(
  all: readonly T[],
  fileOf: (one: T) => Pick<Registration, "framework" | "path"> | undefined,
  { framework, path }: Pick<Registration, "framework" | "path">,
): T | undefined {
  const near = (one: T) => {
    const [here, there] = [(fileOf(one)?.path ?? "").split("/"), path.split("/")];
    const apart = here.findIndex((part, at) => part !== there[at]);
    return apart < 0 ? here.length : apart;
  };
  const known = all.filter((one) => fileOf(one)?.framework === framework);
  return known.toSorted((one, other) => near(other) - near(one))[0];
}

const ofFile = ({ framework, path }: Registration): string => `${framework} ${path}`;

/** A class without its namespace, with what it is given. */
const plain = (name: string): string => name.replace(/^[^:]*\\/, "");

/** A group may be a part of another. */
function withMembers(guard: Guard, members: ReadonlyMap<string, readonly Guard[]>): readonly Guard[] {
  return [guard, ...(members.get(guard.name) ?? []).filter(({ name }) => !members.has(name))];
}

/** What each group has: what the application lists, else the framework's own, less what is taken out, with what is put before and behind. */
function membersOf(said: readonly Registration[], majors: Majors): ReadonlyMap<string, readonly Guard[]> {
  const members = new Map<string, readonly Guard[]>();
  for (const [name, all] of Map.groupBy(said, ({ route }) => route ?? "")) {
    const told = (word: string | undefined) => all.filter((one) => one.name?.split(" ")[1] === word);
    const lists = (word: string | undefined) => told(word).flatMap(inFull);
    const own = told(undefined).at(-1);
    const taken = new Set(lists(remove).map((one) => plain(one.name)));
    const instead = new Map(told(replace).map((one) => [plain(one.method ?? ""), listed(one)]));
    const begin = own ? listed(own) : defaults(ofVersion(told(byDefault), majors));
    const kept = begin
      .filter((one) => !taken.has(plain(one.name)))
      .flatMap((one) => instead.get(plain(one.name).toUpperCase()) ?? [one]);
    members.set(name, [...lists(prepend), ...kept, ...lists(append)]);
  }
  return members;
}

/** What a list has, each with what the list says stands before it; that alone, where what stands behind is not known. */
function inFull(one: Registration): Guard[] {
  const before = one.name?.split(" ")[2];
  if (before === undefined) return listed(one);
  const all = listed(one).map((guard) => ({ ...guard, name: `${before}${guard.name}` }));
  return all.length > 0 ? all : [{ name: before.replace(/:$/, ""), symbol: null }];
}

/** Of what a framework has by itself, what it has in the newest version that the repository has reached. */
function ofVersion(told: readonly Registration[], majors: Majors): readonly Registration[] {
  const since = ({ name }: Registration): number => {
    const [, , , named, major] = name?.split(" ") ?? [];
    if (named === undefined) return 0;
    return (majors.get(named) ?? 0) >= Number(major) ? Number(major) : -1;
  };
  const newest = Math.max(...told.map(since));
  return told.filter((one) => since(one) === newest);
}

/** What a framework has in a group is told by names with spaces between them. */
const defaults = (told: readonly Registration[]): Guard[] =>
  told.flatMap(listed).flatMap(({ name }) => name.split(" ").map((one) => ({ name: one, symbol: null })));

const isException = ({ name }: Registration): boolean => name?.split(" ")[1] === except;

/** Whether a pattern fits a path whatever its parameters are; undefined: it may. */
function fitOf(fits: Fits, path: string): boolean | undefined {
  const all = routesOf(path).map(fits);
  return all.every((one) => one === all[0]) ? all[0] : undefined;
}

const isOrder = ({ name }: Registration): boolean => name?.split(" ")[1] === priority;

/**
 * The ranks of names, those of the application where it says them. What the framework ranks together with a name that the
 * application ranks has that rank too, where it has none of its own: who implements a contract, and the aliases of classes.
 */
function ranksOf(orders: readonly Registration[]): ReadonlyMap<string, number> {
  const own = orders.filter(({ name }) => name === `${group} ${priority}`).at(-1);
  const together = defaults(orders.filter((one) => one !== own)).map(({ name }) => name.split("/"));
  if (!own) return new Map(together.flatMap((names, rank) => names.map((name) => [name, rank])));
  const names = listed(own).map(({ name }) => plain(name));
  const ranks = new Map(names.map((name, rank) => [name, rank]));
  for (const [rank, name] of names.entries())
    for (const other of together.find((all) => all.includes(name)) ?? []) if (!ranks.has(other)) ranks.set(other, rank);
  return ranks;
}

/** Guards as Laravel's `SortedMiddleware` puts them: whoever comes too late is moved before the last that has a rank. */
function sorted(guards: readonly Guard[], rankOf: (guard: Guard) => number | undefined): readonly Guard[] {
  const all = [...guards];
  let [last, lastRank] = [-1, -1];
  for (let at = 0; at < all.length; at += 1) {
    const rank = all.slice(at, at + 1).map(rankOf)[0];
    if (rank === undefined) continue;
    if (rank >= lastRank) {
      [last, lastRank] = [at, rank];
      continue;
    }
    all.splice(last, 0, ...all.splice(at, 1));
    [at, last, lastRank] = [-1, -1, -1];
  }
  return all;
}
