/** The built Worker in workerd, on a loopback port, as `drift up` runs it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { type Runtime, type RuntimeOptions, startRuntime } from "#cli/edge/runtime";
import { readBundle } from "#cli/edge/worker-bundle";

export interface Edge {
  url: string;
  mcp: URL;
  /** Of the owner of the organisation `local`, for everything. */
  token: string;
  /** `local/<project>` */
  project: string;
  stop(): Promise<void>;
}

interface EdgeOptions {
  /** Started again on the same folder, the Worker finds all it had, as after a deploy. */
  state: string;
  project?: string;
  /** Folder of another Worker than the product's. */
  worker?: string;
  token?: string;
  /** 0: any that is free. */
  port?: number;
  /** Of the Worker, beside those of `drift up`. */
  settings?: Record<string, string>;
  /** Answers what the Worker asks of other hosts, where it knows one. */
  elsewhere?: RuntimeOptions["elsewhere"];
}

export async function startEdge({
  state,
  project = "shop",
  worker = join(inject("product"), "dist", "worker"),
  token,
  port = 0,
  settings,
  elsewhere,
}: EdgeOptions): Promise<Edge> {
  const bundle = await readBundle(worker);
  const runtime: Runtime = await startRuntime({
    bundle,
    state,
    port,
    stateKey: "a key for tests, of at least 32 bytes",
    settings: { LOCAL_SIGN_IN: "1", ...settings },
    ...(elsewhere && { elsewhere }),
  });
  const account = await runtime.setup.local({ token, project, defaultBranch: "main" });
  return { url: runtime.url, mcp: new URL("/mcp", runtime.url), ...account, stop: runtime.stop };
}

export async function temporaryFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "drift-test-"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) };
}
