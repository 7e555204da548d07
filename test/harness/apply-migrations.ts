/** Gives the databases of a workerd test their tables. Applying them again changes nothing. */
import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";

const { ACCOUNT_MIGRATIONS, SHARD_MIGRATIONS } = env as unknown as Record<string, D1Migration[]>;
await applyD1Migrations(env.ACCOUNT, ACCOUNT_MIGRATIONS ?? []);
for (const shard of [env.SHARD_1, env.SHARD_2]) await applyD1Migrations(shard, SHARD_MIGRATIONS ?? []);
