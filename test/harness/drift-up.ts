/** `drift up` as a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import type { LocalEdge } from "#cli/local-edge";
import { driftPath } from "#cli/testing/run-drift";

/** The exit code, or the signal that ended it. */
type End = number | NodeJS.Signals | null;

export interface StartingUp {
  /** Resolves when it says that it is ready; rejects when it ends before. */
  ready: Promise<LocalEdge>;
  ended: Promise<End>;
  stop(signal?: NodeJS.Signals): Promise<End>;
}

export interface Up {
  edge: LocalEdge;
  process: ChildProcess;
  /** Gives the exit code, or the signal that ended it. */
  stop(signal?: NodeJS.Signals): Promise<End>;
}

/** Does not wait for it: it can be stopped while it starts. */
export function startUp(...args: string[]): StartingUp & { process: ChildProcess } {
  const child = spawn(process.execPath, [driftPath, "up", "--json", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<End>((resolve) => {
    child.on("close", (code, signal) => resolve(code ?? signal));
  });
  let said = "";
  child.stderr.on("data", (text) => {
    said += text;
  });
  const ready = new Promise<LocalEdge>((resolve, reject) => {
    let line = "";
    child.stdout.on("data", (text) => {
      line += text;
      const said = line.includes("\n") ? (JSON.parse(line) as LocalEdge) : undefined;
      if (said?.url) resolve(said);
    });
    void ended.then((code) => reject(new Error(`drift up ended with ${code}: ${said}`)));
  });
  // Who stops it while it starts does not wait for it to be ready.
  ready.catch(() => {});
  return {
    ready,
    ended,
    process: child,
    stop: (signal = "SIGTERM") => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Resolves when it says that it is ready. */
export async function driftUp(...args: string[]): Promise<Up> {
  const { ready, process, stop } = startUp(...args);
  return { edge: await ready, process, stop };
}
