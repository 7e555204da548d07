/** Runs the `drift` command as a user would, each time in a process of its own. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const bin = new URL("../bin/drift.js", import.meta.url).pathname;
const run = promisify(execFile);

/** The parsed result of a command with `--json`. */
export async function drift<Result>(...args: string[]): Promise<Result> {
  const { stdout } = await run(process.execPath, [bin, ...args, "--json"], { maxBuffer: 64 * 2 ** 20 });
  return JSON.parse(stdout) as Result;
}

export interface Edge {
  url: string;
  mcp: string;
  token: string;
  project: string;
  operatorToken: string;
  stop(): Promise<void>;
}

/** `drift up` on a free port, until `stop`. */
export async function startEdge(folder: string, state: string): Promise<Edge> {
  const operatorToken = crypto.randomUUID();
  const child: ChildProcess = spawn(process.execPath, [bin, "up", folder, "--port", "0", "--state", state, "--json"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, DRIFT_OPERATOR_TOKEN: operatorToken },
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`drift up ended with ${code}`)));
    if (child.stdout) createInterface(child.stdout).once("line", resolve);
  });
  return {
    ...(JSON.parse(line) as Omit<Edge, "stop" | "operatorToken">),
    operatorToken,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
