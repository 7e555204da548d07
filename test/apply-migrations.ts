/** Gives every test file of the "workerd" project empty databases of the current schema. */
import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";

const { ACCOUNT, SHARD_1, SHARD_2, ACCOUNT_MIGRATIONS, SHARD_MIGRATIONS } = env as unknown as Record<
  "ACCOUNT" | "SHARD_1" | "SHARD_2",
  D1Database
> &
  Record<"ACCOUNT_MIGRATIONS" | "SHARD_MIGRATIONS", D1Migration[]>;

await applyD1Migrations(ACCOUNT, ACCOUNT_MIGRATIONS);
await applyD1Migrations(SHARD_1, SHARD_MIGRATIONS);
await applyD1Migrations(SHARD_2, SHARD_MIGRATIONS);
