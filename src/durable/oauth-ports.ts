import { AccountDb } from "#db/account-db";
import type { Lifetimes, OauthPorts } from "#oauth/ports";

const DAY_SECONDS = 86_400;

/** What the authorization server needs, of the Worker's bindings. `issuer`: the service's canonical origin. */
export const oauthPorts = (env: Cloudflare.Env, issuer: string): OauthPorts => ({
  issuer,
  lifetimes: lifetimesOf(env),
  vault: (shard) => env.VAULTS.getByName(shard),
  user: (user) => env.USERS.getByName(user),
  grants: {
    add: ({ origin, ...grant }) =>
      new AccountDb(env.ACCOUNT).grants.add(grant, { user: grant.user, ...(origin !== undefined && { origin }) }),
    revoke: (ids) => new AccountDb(env.ACCOUNT).grants.revoke(ids, { user: null }),
  },
});

/** As the settings say; access tokens live an hour, and refresh tokens that nobody uses 90 days. */
function lifetimesOf({ ACCESS_TOKEN_SECONDS, REFRESH_TOKEN_DAYS }: Cloudflare.Env): Lifetimes {
  const setting = (name: string, text: string | undefined, otherwise: number): number => {
    const value = text === undefined ? otherwise : Number(text);
    if (!Number.isInteger(value) || value < 1) throw new Error(`${name} must be a whole number of at least 1`);
    return value;
  };
  return {
    accessTokenSeconds: setting("ACCESS_TOKEN_SECONDS", ACCESS_TOKEN_SECONDS, 3_600),
    refreshTokenSeconds: setting("REFRESH_TOKEN_DAYS", REFRESH_TOKEN_DAYS, 90) * DAY_SECONDS,
  };
}
