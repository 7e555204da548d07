import { DriftError, type ErrorBody } from "#contract/errors";

/** A refusal as plain data: an error that crosses from a Durable Object keeps its message alone. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; error: ErrorBody };

/** Runs in the object. Faults still throw. */
export async function settle<T>(work: () => Promise<T> | T): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof DriftError) return { ok: false, error: error.body };
    throw error;
  }
}

/** Runs in the caller. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  const { code, message, ...more } = outcome.error;
  throw new DriftError(code, message, more);
}
