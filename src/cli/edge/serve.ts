/** The edge of this machine: what `drift up` and `drift start` run. */
import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { CliError } from "#cli/errors";
import { defaultState, type LocalEdge, readLocalEdge, writeLocalEdge } from "#cli/local-edge";
import { slugOf } from "#cli/project-name";
import { BranchName } from "#contract/ids";
import { prepareDriftFolder } from "#engine/scan/drift-folder";
import { currentBranch } from "./git-branch.ts";
import { startRuntime } from "./runtime.ts";
import { loadWorker } from "./worker-bundle.ts";

export const DEFAULT_PORT = 8787;

export interface ServeOptions {
  /** The project is named after it. */
  folder: string;
  /** Where everything is kept; undefined: in the folder's `.drift`, which git does not see. */
  state: string | undefined;
  port: number;
}

export interface Serving {
  edge: LocalEdge;
  stop(): Promise<void>;
}

/** Serves until `stop`. The state folder outlives it, and whatever ends it. */
export async function serve({ folder, state: given, port }: ServeOptions): Promise<Serving> {
  if (given === undefined) prepareDriftFolder(folder);
  const state = given ?? defaultState(folder);
  const before = readLocalEdge(state);
  if (before) await refuseIfServing(before, state);
  await mkdir(state, { recursive: true, mode: 0o700 });
  const runtime = await startRuntime({
    bundle: await loadWorker(join(state, "worker")),
    state,
    port,
    stateKey: await stateKey(state),
    settings: { LOCAL_SIGN_IN: "1" },
  });
  try {
    const account = await runtime.setup.local({
      token: before?.token,
      project: slugOf(basename(folder)),
      defaultBranch: await defaultBranchOf(folder),
    });
    const edge = { url: runtime.url, mcp: `${runtime.url}/mcp`, ...account, pid: process.pid };
    await writeLocalEdge(state, edge);
    return { edge, stop: runtime.stop };
  } catch (error) {
    await runtime.stop();
    throw error;
  }
}

/** Waits for SIGINT, SIGTERM or SIGHUP, and then ends what was started. A second signal ends at once. */
export async function untilSignal(serving: Serving): Promise<void> {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  await new Promise<void>((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve());
  });
  await serving.stop();
}

/** Two runtimes on one folder would write past each other. */
async function refuseIfServing({ pid, url }: LocalEdge, state: string): Promise<void> {
  if (pid === process.pid || !isAlive(pid)) return;
  // A process id is given out again: only who answers there is an edge.
  const answers = await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );
  if (!answers) return;
  throw new CliError(
    "busy",
    `${state} is served already, by process ${pid} at ${url}`,
    "Use that one, stop it, or give another folder with --state.",
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Signs handles of this state folder: made once, so that sessions outlive a restart. */
async function stateKey(state: string): Promise<string> {
  const path = join(state, "state.key");
  const known = await readFile(path, "utf8").catch(() => "");
  if (known.length >= 32) return known;
  const key = randomBytes(32).toString("base64url");
  const written = `${path}.${process.pid}`;
  await writeFile(written, key, { mode: 0o600 });
  await chmod(written, 0o600);
  await rename(written, path);
  return key;
}

async function defaultBranchOf(folder: string): Promise<string> {
  const branch = await currentBranch(folder);
  return branch !== undefined && BranchName.safeParse(branch).success ? branch : "main";
}
