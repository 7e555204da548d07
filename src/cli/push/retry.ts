import { setTimeout as sleep } from "node:timers/promises";
import { CliError } from "#cli/errors";
import { DriftError } from "#contract/errors";

export interface RetryPolicy {
  /** How often a request is sent at most. */
  readonly attempts: number;
  /** No wait is longer. */
  readonly longestMs: number;
}

/** For the first request: a server that is away is told soon. */
export const firstContact: RetryPolicy = { attempts: 3, longestMs: 1_000 };
/** Once it has answered: a restart of half a minute costs a push nothing. */
export const underWay: RetryPolicy = { attempts: 9, longestMs: 8_000 };

export interface Clock {
  sleep(ms: number): Promise<unknown>;
  /** 0 to 1. */
  random(): number;
}
const realClock: Clock = { sleep: (ms) => sleep(ms), random: Math.random };

/**
 * Sends a request until it is answered: again after 250 ms, then twice as long each time, less up to
 * half at random, so that clients which failed together do not come back together; or when the server
 * said. Only what may pass by itself is tried again; the last failure is thrown.
 */
export async function retrying<T>(policy: RetryPolicy, send: () => Promise<T>, clock: Clock = realClock): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (attempt >= policy.attempts || !mayPass(error)) throw error;
      const asked = error instanceof DriftError ? error.body.retryAfterMs : undefined;
      const backoff = Math.min(250 * 2 ** (attempt - 1), policy.longestMs) * (1 - clock.random() / 2);
      await clock.sleep(Math.max(backoff, Math.min(asked ?? 0, policy.longestMs)));
    }
  }
}

const mayPass = (error: unknown): boolean =>
  error instanceof CliError
    ? error.failure === "unreachable"
    : error instanceof DriftError && ["RATE_LIMITED", "UNAVAILABLE", "INTERNAL_ERROR"].includes(error.body.code);
