/** Numbers that look random and are the same for the same seed, so that a failure can be had again. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** At least 0, below 1. */
  next(): number {
    // mulberry32
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }
}

const { DRIFT_KILLS, DRIFT_KILL_SEED, DRIFT_KILL_REPOSITORY: repository } = process.env;
const tells = [DRIFT_KILLS, DRIFT_KILL_SEED, repository].some((value) => value !== undefined);

/**
 * How the tests kill: `DRIFT_KILLS` is the number of rounds, `DRIFT_KILL_SEED` has a run again, and
 * `DRIFT_KILL_REPOSITORY` is a repository to clone in place of the fixture. With any of them set they
 * tell what they killed when.
 */
export const kills = {
  rounds: Number(DRIFT_KILLS ?? 3),
  seed: Number(DRIFT_KILL_SEED ?? (DRIFT_KILLS ? Date.now() % 2 ** 31 : 7)),
  repository,
};

export const tell = (text: string): void => {
  if (tells) process.stderr.write(`${text}\n`);
};
