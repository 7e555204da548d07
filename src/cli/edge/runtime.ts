/** The Worker in workerd on this machine, with its databases, objects and blobs in one folder. */
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fetch, Log, LogLevel, Miniflare, type Request, type Response } from "miniflare";
import { CliError } from "#cli/errors";
import { guardRuntimes } from "./watchdog.ts";
import type { WorkerBundle } from "./worker-bundle.ts";

/** As in `wrangler.toml`, which a test compares with this. */
export const bindings = {
  compatibilityDate: "2026-10-01",
  compatibilityFlags: ["nodejs_compat", "global_fetch_strictly_public"],
  databases: { ACCOUNT: "account", SHARD_1: "shard", SHARD_2: "shard" },
  buckets: ["BLOBS"],
  objects: { SESSIONS: "Session", PROJECTS: "Project", HUBS: "Hub", USERS: "User", VAULTS: "Vault" },
  vars: { ALLOWED_HOSTS: "localhost,127.0.0.1,[::1]" },
} as const;

export interface RuntimeOptions {
  bundle: WorkerBundle;
  /** Where everything is kept. Started again on it, the Worker finds all it had. */
  state: string;
  /** 0: any that is free. */
  port: number;
  stateKey: string;
  /** Further settings of the Worker (`src/worker/env.d.ts`). */
  settings?: Record<string, string>;
  /** Answers what the Worker asks of other hosts, where it knows one; the network answers the rest. */
  elsewhere?: (url: URL) => Response | undefined;
}

/** What `Setup` of the Worker offers; see `src/worker/setup.ts`. */
export interface Setup {
  local(request: {
    token: string | undefined;
    project: string;
    defaultBranch: string;
  }): Promise<{ token: string; project: string }>;
}

export interface Runtime {
  /** `http://127.0.0.1:<port>` */
  url: string;
  setup: Setup;
  stop(): Promise<void>;
}

const HOST = "127.0.0.1";

/** Starts it, with every migration applied. Loopback only; nothing is reported to anyone. */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { bundle, state, port, stateKey, settings = {}, elsewhere } = options;
  await checkPort(port);
  const env: Record<string, unknown> = {
    STATE_KEY: { type: "text", value: stateKey },
    ASSETS: { type: "disk", path: bundle.assets, writable: false },
    SETUP: { type: "worker", worker: "drift-edge", exportName: "Setup" },
  };
  // Whoever sets it may read `/metrics` with it.
  const operatorToken = process.env.DRIFT_OPERATOR_TOKEN;
  if (operatorToken) env.OPERATOR_TOKEN = { type: "text", value: operatorToken };
  for (const [name, value] of Object.entries({ ...bindings.vars, ...settings })) env[name] = { type: "text", value };
  for (const name of Object.keys(bindings.databases)) env[name] = { type: "d1", id: name.toLowerCase() };
  for (const name of bindings.buckets) env[name] = { type: "r2", name: name.toLowerCase() };
  const exports: Record<string, { type: "durable-object"; storage: "sqlite" }> = {};
  for (const [name, exportName] of Object.entries(bindings.objects)) {
    env[name] = { type: "durable-object", worker: "drift-edge", exportName };
    exports[exportName] = { type: "durable-object", storage: "sqlite" };
  }
  const callOff = guardRuntimes();
  const miniflare = withoutItsSignals(
    () =>
      new Miniflare({
        host: HOST,
        port,
        cf: false,
        logRequests: false,
        log: new Log(LogLevel.ERROR),
        telemetry: { enabled: false },
        resourcePersistencePath: join(state, "storage"),
        workers: [
          {
            config: {
              name: "drift-edge",
              compatibilityDate: bindings.compatibilityDate,
              compatibilityFlags: [...bindings.compatibilityFlags],
              manifest: { mainModule: "index.js", modulesRoot: bundle.folder, modules: bundle.modules },
              env: env as never,
              exports,
            },
            ...(elsewhere && { dev: { outboundService: { type: "fetcher", handler: outbound(elsewhere) } } }),
          },
        ],
      }),
  );
  try {
    const url = await miniflare.ready;
    await migrate(miniflare, bundle);
    const { SETUP } = await miniflare.getBindings<{ SETUP: Setup }>();
    const stop = async () => {
      await miniflare.dispose();
      callOff();
    };
    return { url: url.origin, setup: SETUP, stop };
  } catch (error) {
    await miniflare.dispose().catch(() => {});
    callOff();
    throw error;
  }
}

const outbound =
  (elsewhere: NonNullable<RuntimeOptions["elsewhere"]>) =>
  (request: Request): Response | Promise<Response> =>
    elsewhere(new URL(request.url)) ?? fetch(request);

/**
 * Miniflare ends the process by itself on a signal, with the runtime killed in the middle of what it was
 * doing. Its handlers are taken off again: who serves stops the runtime, and then ends.
 */
function withoutItsSignals(make: () => Miniflare): Miniflare {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const before = signals.map((signal) => process.listeners(signal));
  const miniflare = make();
  for (const [at, signal] of signals.entries()) {
    for (const listener of process.listeners(signal)) {
      if (!before[at]?.includes(listener)) process.removeListener(signal, listener);
    }
  }
  return miniflare;
}

/** Applies what has not been applied, each file in one transaction with the note that it was. */
async function migrate(miniflare: Miniflare, bundle: WorkerBundle): Promise<void> {
  for (const [binding, kind] of Object.entries(bindings.databases)) {
    const database = await miniflare.getD1Database(binding);
    await database.exec("create table if not exists d1_migrations (name text primary key, applied_at text not null)");
    const { results } = await database.prepare("select name from d1_migrations").all<{ name: string }>();
    const applied = new Set(results.map(({ name }) => name));
    const folder = bundle.migrations(kind);
    const files = (await readdir(folder)).filter((name) => name.endsWith(".sql") && !applied.has(name)).sort();
    for (const name of files) {
      const text = await readFile(join(folder, name), "utf8");
      const statements = text.split("--> statement-breakpoint").filter((part) => part.trim());
      await database.batch([
        ...statements.map((statement) => database.prepare(statement)),
        database.prepare("insert into d1_migrations (name, applied_at) values (?, datetime('now'))").bind(name),
      ]);
    }
  }
}

/** An edge that was just stopped, or killed, takes a moment to give its port back. */
const PORT_TRIES = 10;
const PORT_PAUSE_MS = 200;

/** workerd would only say that it failed to start. */
async function checkPort(port: number): Promise<void> {
  if (port === 0) return;
  for (let left = PORT_TRIES; ; left--) {
    const code = await probe(port);
    if (code === undefined) return;
    if (code !== "EADDRINUSE") {
      throw new CliError("usage", `port ${port} cannot be used: ${code}`, "Give another with --port.");
    }
    if (left === 0) {
      throw new CliError(
        "usage",
        `port ${port} is taken`,
        "Give another with --port, or --port 0 for any that is free.",
      );
    }
    await setTimeout(PORT_PAUSE_MS);
  }
}

/** Why the port cannot be listened on; undefined: it can. */
const probe = (port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, HOST, () => server.close(() => resolve(undefined)));
  });
