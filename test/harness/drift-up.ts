/** `drift up` as a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import type { LocalEdge } from "#cli/local-edge";
import { driftPath } from "#cli/testing/run-drift";

export interface Up {
  edge: LocalEdge;
  process: ChildProcess;
  /** Gives the exit code, or the signal that ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
}

/** Resolves when it says that it is ready. */
export async function driftUp(...args: string[]): Promise<Up> {
  const child = spawn(process.execPath, [driftPath, "up", "--json", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on("close", (code, signal) => resolve(code ?? signal));
  });
  let said = "";
  child.stderr.on("data", (text) => {
    said += text;
  });
  const edge = await new Promise<LocalEdge>((resolve, reject) => {
    let line = "";
    child.stdout.on("data", (text) => {
      line += text;
      const said = line.includes("\n") ? (JSON.parse(line) as LocalEdge) : undefined;
      if (said?.url) resolve(said);
    });
    void ended.then((code) => reject(new Error(`drift up ended with ${code}: ${said}`)));
  });
  return {
    edge,
    process: child,
    stop: (signal = "SIGTERM") => {
      child.kill(signal);
      return ended;
    },
  };
}
