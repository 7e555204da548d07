/** Guards that are put together of others, which ask one after the other: SvelteKit's `handle = sequence(known, signedIn)`. */
import { listed } from "#engine/scan/derive/entry-points/guards/guards";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";

/** The name of what such a guard is put together of. */
const sequence = "sequence";

export class GuardSequences {
  readonly #parts: ReadonlyMap<string | null, readonly Guard[]>;

  constructor(registrations: readonly Registration[]) {
    const all = registrations.filter(
      ({ kind, name, owner }) => kind === "guard" && name === sequence && owner !== null,
    );
    this.#parts = new Map(all.map((one) => [one.owner, listed(one)]));
  }

  /** Guards with the parts of those that have some in their places. */
  in(guards: readonly Guard[]): readonly Guard[] {
    if (this.#parts.size === 0) return guards;
    return guards.flatMap((guard) => {
      const parts = guard.symbol === null ? undefined : this.#parts.get(guard.symbol);
      return parts === undefined || parts.length === 0
        ? [guard]
        : parts.map((one) => (guard.maybe ? { ...one, maybe: true } : one));
    });
  }
}
