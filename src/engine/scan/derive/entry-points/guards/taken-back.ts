/** Guards that a handler, or what it is reached through, says it does without. */
import { inherited, reaches } from "#engine/scan/derive/entry-points/owner-words";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { skipped } from "./class-guards.ts";
import { listed } from "./guards.ts";

/** So many things that something is reached through. */
const mostReached = 200;

type OfOwners = (owner: string) => readonly Registration[];

export class TakenBack {
  readonly #mounts: ReadonlyMap<string, readonly Registration[]>;
  readonly #guards: OfOwners;
  readonly isSaid: boolean;

  /**
   * @param mounts by what is mounted
   * @param guards what asks on an owner, or is taken back there
   */
  constructor(
    registrations: readonly Registration[],
    mounts: ReadonlyMap<string, readonly Registration[]>,
    guards: OfOwners,
  ) {
    this.#mounts = mounts;
    this.#guards = guards;
    this.isSaid = registrations.some(({ method, name }) => method === skipped && name === inherited);
  }

  /**
   * The names of these guards.
   *
   * @param others what other ways to the owner go through alone: it says nothing of this one
   */
  of(
    { handler, owner, framework }: Pick<Registration, "handler" | "owner" | "framework">,
    others: ReadonlySet<string> = new Set(),
  ): ReadonlySet<string> {
    if (!this.isSaid) return new Set();
    const type = handler === null ? null : handler.slice(0, Math.max(0, handler.lastIndexOf(".")));
    const owners = this.#reaching([handler, owner, type], others);
    const own = [...owners].flatMap((one) => [...this.#guards(one)]);
    const isTaken = (one: Registration) => one.method === skipped && one.name === inherited && reaches(one, framework);
    return new Set(own.filter(isTaken).flatMap((one) => listed(one).map(({ name }) => name)));
  }

  /** Some owners with all that they are reached through, but for some. */
  #reaching(from: readonly (string | null)[], without: ReadonlySet<string>): Set<string> {
    const owners = new Set(from.filter((one) => one !== null));
    // What is added on the way is visited as well.
    for (const one of owners)
      for (const { owner } of this.#mounts.get(one) ?? [])
        if (owner !== null && owners.size < mostReached && !without.has(owner)) owners.add(owner);
    return owners;
  }
}
