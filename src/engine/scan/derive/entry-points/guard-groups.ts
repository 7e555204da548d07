/**
 * Guards that go by the name of a group: what applications and frameworks list under a name, `web`, is asked where that name
 * is, and what is listed for all endpoints before each of them. Of several applications' lists those hold of an endpoint
 * that lie nearest to it.
 */
import { listed } from "./guards.ts";
import type { Guard, Registration } from "./registration.ts";

/**
 * The name of guards that are such a list, whose route is the group's name. Behind it stands that the list only changes what
 * the group has, or is what the framework has in the group where the application says nothing else.
 */
const [group, append, prepend, remove, replace, byDefault] = [
  "group",
  "append",
  "prepend",
  "remove",
  "replace",
  "default",
];
/** The name of guards that have another name, their route. */
const alias = "alias";
/** The group that is asked before all. */
const everywhere = "*";

interface Groups {
  readonly path: string;
  readonly framework: string | null;
  /** In the order in which they stand. */
  readonly said: Registration[];
  readonly members: ReadonlyMap<string, readonly Guard[]>;
}

export class GuardGroups {
  readonly #groups: readonly Groups[];
  readonly #aliases: ReadonlyMap<string, string>;

  constructor(registrations: readonly Registration[]) {
    const guards = registrations.filter(({ kind }) => kind === "guard");
    const said = Map.groupBy(
      guards.filter(({ name }) => name?.split(" ")[0] === group),
      ofFile,
    );
    this.#groups = [...said.values()].flatMap((all) => {
      const [first] = all;
      return first ? [{ path: first.path, framework: first.framework, said: all, members: membersOf(all) }] : [];
    });
    const aliases = guards.filter(({ name, route }) => name === alias && route !== null);
    this.#aliases = new Map(aliases.map((one) => [one.route ?? "", plain(listed(one)[0]?.name ?? "")]));
  }

  /** The guards before an endpoint with what their groups stand for, without those that it goes without. */
  of(endpoint: Registration, guards: readonly Guard[], without: ReadonlySet<string>): readonly Guard[] {
    const members = this.#nearest(endpoint)?.members;
    if (!members) return guards;
    const expanded = [{ name: everywhere, symbol: null }, ...guards].flatMap((guard) => {
      const inside = members.get(guard.name) ?? [];
      return guard.name === everywhere ? inside : [guard, ...inside.flatMap((one) => withMembers(one, members))];
    });
    if (without.size === 0) return expanded;
    const left = new Set([...without].map((name) => this.#named(name)));
    return expanded.filter(({ name }) => !left.has(this.#named(name)));
  }

  /** A guard by the name of what it is an alias of, with what it is given: `throttle:api` as `ThrottleRequests:api`. */
  #named(name: string): string {
    const [own = "", ...given] = plain(name).split(":");
    const known = this.#aliases.get(own) ?? own;
    // What an alias stands for may go by an older name, too.
    return [this.#aliases.get(known) ?? known, ...given].join(":");
  }

  #nearest({ framework, path }: Registration): Groups | undefined {
    const near = (one: Groups) => {
      const [here, there] = [one.path.split("/"), path.split("/")];
      const apart = here.findIndex((part, at) => part !== there[at]);
      return apart < 0 ? here.length : apart;
    };
    const all = this.#groups.filter((one) => one.framework === framework);
    return all.toSorted((one, other) => near(other) - near(one))[0];
  }
}

const ofFile = ({ framework, path }: Registration): string => `${framework} ${path}`;

/** A class without its namespace, with what it is given. */
const plain = (name: string): string => name.replace(/^[^:]*\\/, "");

/** A group may be a part of another. */
function withMembers(guard: Guard, members: ReadonlyMap<string, readonly Guard[]>): readonly Guard[] {
  return [guard, ...(members.get(guard.name) ?? []).filter(({ name }) => !members.has(name))];
}

/** What each group has: what the application lists, else the framework's own, less what is taken out, with what is put before and behind. */
function membersOf(said: readonly Registration[]): ReadonlyMap<string, readonly Guard[]> {
  const members = new Map<string, readonly Guard[]>();
  for (const [name, all] of Map.groupBy(said, ({ route }) => route ?? "")) {
    const told = (word: string | undefined) => all.filter((one) => one.name?.split(" ")[1] === word);
    const lists = (word: string | undefined) => told(word).flatMap(listed);
    const own = told(undefined).at(-1);
    const taken = new Set(lists(remove).map((one) => plain(one.name)));
    const instead = new Map(told(replace).map((one) => [plain(one.method ?? ""), listed(one)]));
    const begin = own ? listed(own) : defaults(told(byDefault));
    const kept = begin
      .filter((one) => !taken.has(plain(one.name)))
      .flatMap((one) => instead.get(plain(one.name).toUpperCase()) ?? [one]);
    members.set(name, [...lists(prepend), ...kept, ...lists(append)]);
  }
  return members;
}

/** What a framework has in a group is told by names with spaces between them. */
const defaults = (told: readonly Registration[]): Guard[] =>
  told.flatMap(listed).flatMap(({ name }) => name.split(" ").map((one) => ({ name: one, symbol: null })));
