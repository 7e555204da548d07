/** Runs the `drift` command as a user does: its own process, nothing of ours in its environment. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";

export const driftPath = join(inject("product"), "bin", "drift.js");

/** What would make a test depend on who runs it. */
const isOurs = (name: string): boolean => /^(?:DRIFT_|ACTIONS_ID_TOKEN_)/.test(name);
/** A folder that is not there: nobody is signed in. */
const nobody = fileURLToPath(new URL("./nobody", import.meta.url));

export interface Run {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The last line of stdout, read as JSON. */
  readonly json: () => never;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Blocks of 1 KiB that a file may have at most, as a disk without room would. */
  readonly fileLimit?: number;
}

export const runDrift = (args: readonly string[], options: RunOptions = {}): Promise<Run> =>
  startDrift(args, options).ended;

/** Does not wait for it: it can be killed on the way. */
export function startDrift(
  args: readonly string[],
  { cwd, env, fileLimit }: RunOptions = {},
): { process: ChildProcess; ended: Promise<Run> } {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOurs(name)));
  const command = [process.execPath, driftPath, ...args];
  const limited = ["bash", "-c", `ulimit -f ${fileLimit} && exec "$@"`, "bash", ...command];
  const [program = "", ...rest] = fileLimit === undefined ? command : limited;
  const child = spawn(program, rest, {
    cwd,
    env: { ...inherited, DRIFT_HOME: nobody, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Run>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      const json = () => JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as never;
      resolve({ code, stdout, stderr, json });
    });
  });
  return { process: child, ended };
}
