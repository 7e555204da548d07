import type { Context } from "hono";
import { DriftError } from "#contract/errors";
import { oauthPorts } from "#durable/oauth-ports";
import { vaultOf } from "#oauth/store/place";
import type { Edge } from "./edge.ts";
import { originOf } from "./session.ts";

/** How often what may be asked for in a window. They are apart from those of tools: a busy agent signs nobody out. */
export const rates = {
  /** Beginnings of a sign-in, by address. */
  signIn: { most: 60, windowMs: 600_000 },
  /** Tokens tried at the local sign-in and secrets at the first setup, by address. */
  secret: { most: 20, windowMs: 600_000 },
  /** Consents shown and decided, by person. */
  consent: { most: 120, windowMs: 600_000 },
  /** Device codes typed, by person: what keeps them from being guessed. */
  deviceCode: { most: 10, windowMs: 600_000 },
  /** Device codes asked for, by address. */
  device: { most: 60, windowMs: 600_000 },
  /** Requests of the token endpoint, by address: an office is one, and refreshes come in storms. */
  token: { most: 3_000, windowMs: 60_000 },
  /** Registrations of clients, by address. */
  register: { most: 300, windowMs: 3_600_000 },
} as const satisfies Record<string, { most: number; windowMs: number }>;

/** Counts one; throws `RATE_LIMITED` above the rate, saying when to come again. */
export async function admit(c: Context<Edge>, rate: keyof typeof rates, who: string = addressOf(c)): Promise<void> {
  const { most, windowMs } = rates[rate];
  const key = `rate:${rate}:${who}`;
  const { count, resetAt } = await vaultOf(oauthPorts(c.env, originOf(c)), key).count(key, windowMs);
  if (count <= most) return;
  const retryAfterMs = Math.max(1_000, resetAt - Date.now());
  throw new DriftError("RATE_LIMITED", `At most ${most} in ${windowMs / 60_000} minutes.`, {
    hint: `Wait ${Math.ceil(retryAfterMs / 1000)} seconds.`,
    retryAfterMs,
    limit: most,
    remaining: 0,
    resetAt: new Date(resetAt).toISOString(),
  });
}

/** The network address that Cloudflare saw; on one's own machine there is one for all. */
const addressOf = (c: Context): string => c.req.header("cf-connecting-ip") ?? "here";
