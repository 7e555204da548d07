/** How often a session, and an organisation, may call: sliding windows of one minute. */
import { DriftError } from "#contract/errors";

export type Cost = "light" | "heavy";

const WINDOW_MS = 60_000;

/** Calls a window; a heavy call counts in both. */
export interface RateLimits {
  all: number;
  heavy: number;
}

export const sessionLimits: RateLimits = { all: 120, heavy: 15 };

/** Of an organisation: so that opening more sessions does not buy more calls. */
export const organisationLimits: RateLimits = { all: 1_200, heavy: 150 };

/** The refusal as plain data: it crosses from a Durable Object. */
export interface Refusal {
  retryAfterMs: number;
  limit: number;
  resetAt: string;
}

/** The times of the calls of the last minute, oldest first. */
export interface WindowState {
  all: number[];
  heavy: number[];
}

/** Counts calls. A refused call counts nowhere, so waiting as long as told is enough. */
export class RateWindow {
  readonly #limits: RateLimits;
  readonly #state: WindowState;

  constructor(limits: RateLimits, state: WindowState = { all: [], heavy: [] }) {
    this.#limits = limits;
    this.#state = state;
  }

  /** Undefined: the call may go on, and has been counted. */
  admit(cost: Cost, now: number): Refusal | undefined {
    const { all, heavy } = this.#state;
    for (const times of [all, heavy]) dropBefore(times, now - WINDOW_MS);
    const refusal =
      (cost === "heavy" ? refused(heavy, this.#limits.heavy, now) : undefined) ?? refused(all, this.#limits.all, now);
    if (refusal) return refusal;
    all.push(now);
    if (cost === "heavy") heavy.push(now);
    return undefined;
  }

  get state(): WindowState {
    return this.#state;
  }
}

function dropBefore(times: number[], start: number): void {
  const kept = times.findIndex((time) => time > start);
  times.splice(0, kept === -1 ? times.length : kept);
}

function refused(times: readonly number[], limit: number, now: number): Refusal | undefined {
  const oldest = times[0];
  if (oldest === undefined || times.length < limit) return undefined;
  const newest = times.at(-1) ?? now;
  return { limit, retryAfterMs: oldest + WINDOW_MS - now + 1, resetAt: new Date(newest + WINDOW_MS).toISOString() };
}

export const rateLimited = ({ retryAfterMs, limit, resetAt }: Refusal, whose: string): DriftError =>
  new DriftError("RATE_LIMITED", `Over ${limit} calls a minute ${whose}.`, {
    hint: `Wait ${Math.ceil(retryAfterMs / 1000)} s. Ask for more with one call: drift_context, a longer list, a larger maxTokens.`,
    retryAfterMs,
    limit,
    remaining: 0,
    resetAt,
  });
