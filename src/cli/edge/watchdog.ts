/**
 * Ends the runtime with the process that started it.
 *
 * Against SIGKILL a process can do nothing, and workerd would serve on, with the port and the databases in
 * its hands. So a watchdog waits for the pipe from this process to close, which the system does in every case,
 * and then kills the runtime that it was told of last. It is there before the runtime is, and is told of it as
 * soon as it has a number, and of its end: a number is given out again.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { basename } from "node:path";

/** Guards the runtime that is started until the answer is called, which ends one that is still there. */
export function guardRuntimes(): () => void {
  const watchdog = startWatchdog();
  const tell = (pid: number | "") => watchdog.stdin?.write(`${pid}\n`);
  const seen = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess };
    // The process has neither a number nor a file yet when it is announced.
    process.nextTick(() => {
      if (child.pid === undefined || !basename(child.spawnfile ?? "").startsWith("workerd")) return;
      tell(child.pid);
      child.once("exit", () => tell(""));
    });
  };
  subscribe("child_process", seen);
  return () => {
    unsubscribe("child_process", seen);
    watchdog.stdin?.end();
  };
}

/** It is told a number a line; an empty line: none. */
const inShell = 'pid=; while read -r told; do pid=$told; done; [ -z "$pid" ] || kill -9 "$pid"';
const inNode = `let told = "";
  process.stdin.on("data", (text) => { told += text; }).on("end", () => {
    const pid = Number(told.split("\\n").at(-2));
    if (pid) process.kill(pid);
  });`;

function startWatchdog(): ChildProcess {
  const [command, args] =
    process.platform === "win32" ? [process.execPath, ["-e", inNode]] : ["sh", ["-c", inShell, "drift-watchdog"]];
  // In a session of its own, so that what is sent to the terminal's group does not reach it.
  const watchdog = spawn(command, args, { detached: true, stdio: ["pipe", "ignore", "ignore"], windowsHide: true });
  // Without a watchdog the runtime serves all the same.
  watchdog.on("error", () => {});
  watchdog.stdin?.on("error", () => {});
  watchdog.unref();
  (watchdog.stdin as unknown as { unref?(): void } | null)?.unref?.();
  return watchdog;
}
