/**
 * Files of workerd tests share one runtime: to start it and to fetch every module costs more than most of them. Each
 * still finds what a runtime of its own would give it: no data behind any binding but the databases' tables, modules
 * that nobody has evaluated, and no function or clock that another file replaced.
 */
import { applyD1Migrations, type D1Migration, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";

const { ACCOUNT_MIGRATIONS, SHARD_MIGRATIONS } = env as unknown as Record<string, D1Migration[]>;

vi.restoreAllMocks();
vi.useRealTimers();
vi.resetModules();
await reset();
await applyD1Migrations(env.ACCOUNT, ACCOUNT_MIGRATIONS ?? []);
for (const shard of [env.SHARD_1, env.SHARD_2]) await applyD1Migrations(shard, SHARD_MIGRATIONS ?? []);
