/**
 * Plugins that have no context of their own, as Fastify's are that go through `fastify-plugin`: what they put on the
 * context that they are given is on that which they are registered on.
 */
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** The name of what says that a plugin is one, and of the mount of the function that it is. */
const lifted = "lifted";
/** What files give out as a whole. */
const whole = ["export:export=", "export:default"];
/** What stands for a file in which a plugin is made that no variable holds. */
const ofFile = "<module>";

export class Plugins {
  /** By a plugin, the functions that are given its context. */
  readonly #functions = new Map<string, Set<string>>();

  add({ kind, name, owner, mounted }: Registration): void {
    if (name !== lifted || owner === null || (kind !== "guard" && kind !== "mount")) return;
    for (const plugin of namesOf(owner)) {
      const functions = this.#functions.get(plugin) ?? new Set([`${plugin}(0)`]);
      this.#functions.set(plugin, functions);
      if (mounted !== null) functions.add(mounted).add(`${mounted}(0)`);
    }
  }

  /** The mounts of what plugins hold that are mounted, in the place of the plugins. */
  held(mounts: readonly Registration[]): Registration[] {
    if (this.#functions.size === 0) return [];
    return mounts.flatMap((one) =>
      [...(this.#functions.get(one.mounted ?? "") ?? [])].map((mounted) => ({ ...one, mounted })),
    );
  }
}

/** The mounts of the functions that plugins are, by the names by which others mount these. */
export function withPlugins(registrations: readonly Registration[]): readonly Registration[] {
  const isOfFile = ({ kind, name, owner }: Registration) =>
    kind === "mount" && name === lifted && owner !== null && namesOf(owner).length > 1;
  if (!registrations.some(isOfFile)) return registrations;
  return registrations.flatMap((one) =>
    isOfFile(one) ? namesOf(one.owner ?? "").map((owner) => ({ ...one, owner })) : [one],
  );
}

/**
 * Mounts without those of a plugin under a name by which nobody mounts it, where somebody does by another: a file gives one
 * thing out under either name.
 */
export function underNamesMounted(
  mounts: readonly Registration[],
  isMounted: (owner: string) => boolean,
): readonly Registration[] {
  const isReached = ({ owner }: Registration) => owner !== null && isMounted(owner);
  const isOpen = (one: Registration) => one.name === lifted && !isReached(one);
  return mounts.some((one) => one.name === lifted && isReached(one)) ? mounts.filter((one) => !isOpen(one)) : mounts;
}

const namesOf = (owner: string): string[] =>
  owner.endsWith(`#${ofFile}`) ? whole.map((name) => owner.slice(0, -ofFile.length) + name) : [owner];
