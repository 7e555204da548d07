/**
 * The guards that are registered on what endpoints are registered on: by the code around it, by functions that it is
 * handed to, `protect(app)`, and by the function that gives it back, `const app = makeApp()`.
 */

import { ofMetadata } from "#engine/scan/derive/entry-points/javascript/metadata-guards";
import { Plugins } from "#engine/scan/derive/entry-points/javascript/plugins";
import { ranking } from "#engine/scan/derive/entry-points/jvm/filter-priorities";
import type { Guard, GuardOn, Registration } from "#engine/scan/derive/entry-points/registration";
import { isOfApplication } from "./application-guards.ts";
import { skipped } from "./class-guards.ts";
import { isAbove, outermost } from "./guard-order.ts";
import { isPath, listed, unsure } from "./guards.ts";

/** Where a guard asks from. */
export const askingAt = ({ at, path, line }: GuardOn): Pick<Registration, "path" | "line"> => at ?? { path, line };

/** The method of such a call that stands under a condition. */
export const maybe = "maybe";
const doubtful = (one: Registration): string => JSON.stringify(listed(one).map(unsure));

/** Functions that hand an owner on to each other. */
const maxHanded = 6;

/** A guard that asks below a path that only a setting names, `app.use(STATIC_PATH, serve)`, as one before what has that path. */
function belowSetting(one: Registration): Registration {
  const { guards, kind, method } = one;
  if (kind !== "guard" || guards === null || method === skipped) return one;
  const [first, second] = JSON.parse(guards) as Guard[];
  if (first === undefined || second === undefined || !isPath(first) || one.route?.startsWith("/")) return one;
  return { ...one, route: first.name.startsWith("${") ? first.name : `\${${first.name}}` };
}

export class RegisteredGuards {
  readonly #own = new Map<string, GuardOn[]>();
  /** By an owner, the calls by which a function is given it, or gives it back: mounts of no framework. */
  readonly #handed = new Map<string, Registration[]>();
  readonly #all = new Map<string, readonly GuardOn[]>();
  readonly #plugins = new Plugins();
  /** What is mounted on an owner. */
  readonly #mounted = new Map<string, Registration[]>();

  add(one: Registration): void {
    if (one.owner === null) return;
    if (one.kind === "guard" && one.name !== ranking && !ofMetadata.has(one.name) && !isOfApplication(one))
      push(this.#own, one.owner, belowSetting(one));
    this.#plugins.add(one);
    if (one.kind === "mount" && one.mounted !== null) push(this.#mounted, one.owner, one);
    if (one.kind === "mount" && one.framework === null && one.mounted !== null && one.mounted !== one.owner)
      push(this.#handed, one.owner, one);
  }

  /** Without those of functions that it is handed to. */
  get = (owner: string): readonly GuardOn[] | undefined => this.#own.get(owner);

  /** All guards on an owner, in the order of the calls; without what `of` leads to where that hands the owner on. */
  on(owner: string, of: Registration | null): readonly GuardOn[] {
    const own = this.#own.get(owner) ?? [];
    const handed = this.#handing(owner);
    if (!handed) return own;
    // Of what a function gives, each is one of several that it may be.
    const isEither = owner.endsWith("()") && of?.framework === null;
    const others = of?.kind === "mount" ? handed.filter(({ mounted }) => !isEither && mounted !== of.mounted) : handed;
    if (others.length < handed.length) return this.#merged(own, others, [owner]);
    return this.#of(owner, []);
  }

  /** The calls by which a function is given an owner, or puts on it what it holds. */
  #handing(owner: string): readonly Registration[] | undefined {
    const handed = this.#handed.get(owner);
    const plugins = this.#plugins.held((this.#mounted.get(owner) ?? []).flatMap(this.#givenBack));
    return plugins.length === 0 ? handed : [...(handed ?? []), ...plugins];
  }

  /** A mount, and those of what the function has given back that is mounted by it. */
  #givenBack = (one: Registration): readonly Registration[] => {
    if (!one.mounted?.endsWith("()")) return [one];
    const links = (this.#mounted.get(one.mounted) ?? []).filter(({ framework }) => framework === null);
    return [one, ...links.map(({ mounted }) => ({ ...one, mounted }))];
  };

  #of(owner: string, open: readonly string[]): readonly GuardOn[] {
    const known = this.#all.get(owner);
    if (known) return known;
    if (open.includes(owner) || open.length >= maxHanded) return [];
    const found = this.#merged(this.#own.get(owner) ?? [], this.#handing(owner) ?? [], [...open, owner]);
    if (open.length === 0) this.#all.set(owner, found);
    return found;
  }

  #merged(own: readonly GuardOn[], handed: readonly Registration[], open: readonly string[]): readonly GuardOn[] {
    const isEither = open.at(-1)?.endsWith("()") === true && handed.length > 1;
    const each = handed.map((call) => this.#of(call.mounted ?? "", open));
    const through = handed.flatMap((call, place) => {
      const given = isEither ? maybeOf(each, place) : (each[place] ?? []);
      // What a function has given back is not what it put its own around.
      const isBack = call.mounted?.endsWith("()") ?? false;
      const asking = isBack ? given.filter((one) => !isAbove(one) && one.name !== outermost) : given;
      const at = { path: call.path, line: call.line };
      return asking.map((one) => ({ ...one, at, ...(call.method === maybe && { guards: doubtful(one) }) }));
    });
    if (through.length === 0) return own;
    const all = [...through, ...own];
    const places = new Set(all.map((one) => askingAt(one).path));
    return places.size > 1 ? all : all.toSorted((a, b) => askingAt(a).line - askingAt(b).line);
  }
}

/** Those of one of several things that something may be: where another lacks one, nobody knows whether it asks. */
function maybeOf(each: readonly (readonly GuardOn[])[], at: number): readonly GuardOn[] {
  const keys = each.map((of) => new Set(of.map(({ guards }) => guards)));
  return (each[at] ?? []).map((one) => {
    if (one.guards === null || keys.every((of) => of.has(one.guards))) return one;
    return { ...one, guards: doubtful(one) };
  });
}

/** Adds to the list that stands under a key. */
export function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
