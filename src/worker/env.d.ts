/** What the Worker is bound to; `wrangler.toml` is its other half. */
declare namespace Cloudflare {
  /** Gives tests the types of `exports` and of a Durable Object's stub. */
  interface GlobalProps {
    mainModule: typeof import("./index.ts");
  }

  interface Env {
    ACCOUNT: D1Database;
    /** Shards are found by the name in a project's row: `SHARD_<n>`. */
    SHARD_1: D1Database;
    SHARD_2: D1Database;
    BLOBS: R2Bucket;
    SESSIONS: DurableObjectNamespace<import("#durable/session/session").Session>;
    PROJECTS: DurableObjectNamespace<import("#durable/project/project").Project>;
    HUBS: DurableObjectNamespace<import("#durable/hub/hub").Hub>;
    USERS: DurableObjectNamespace<import("#durable/user/user").User>;
    VAULTS: DurableObjectNamespace<import("#durable/vault/vault").Vault>;
    /** Static files: the token tables. */
    ASSETS: Fetcher;
    /** Host names this Worker answers for, separated by commas, without ports. */
    ALLOWED_HOSTS: string;
    /** The service's origin, such as `https://drift.example.com`; absent: the host that was asked for. */
    ISSUER?: string;
    /** Secret, JSON: who people may sign in with (`src/oauth/identity/providers.ts`). */
    IDENTITY_PROVIDERS?: string;
    /** Secret: whoever gives it while there is no organisation makes the first one. */
    BOOTSTRAP_SECRET?: string;
    /** `1`: people sign in with a personal token. For a service on one's own machine; refused anywhere else. */
    LOCAL_SIGN_IN?: string;
    /** How long an access token lives: 3600. */
    ACCESS_TOKEN_SECONDS?: string;
    /** How long a refresh token lives that is not used: 90. */
    REFRESH_TOKEN_DAYS?: string;
    /** Secret, at least 32 bytes, the same in every isolate: signs session handles and request states. */
    STATE_KEY: string;
    /** Secret: opens `/metrics`. Without it there is no such page. */
    OPERATOR_TOKEN?: string;
    /** Counters for Workers Analytics Engine, where bound. */
    ANALYTICS?: AnalyticsEngineDataset;
  }
}
