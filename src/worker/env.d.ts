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
    /** Static files: the token tables. */
    ASSETS: Fetcher;
    /** Host names this Worker answers for, separated by commas, without ports. */
    ALLOWED_HOSTS: string;
    /** Secret, at least 32 bytes, the same in every isolate: signs session handles and request states. */
    STATE_KEY: string;
    /** Secret: opens `/metrics`. Without it there is no such page. */
    OPERATOR_TOKEN?: string;
    /** Counters for Workers Analytics Engine, where bound. */
    ANALYTICS?: AnalyticsEngineDataset;
  }
}
