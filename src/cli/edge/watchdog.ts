/**
 * Ends the runtime with the process that started it.
 *
 * Against SIGKILL a process can do nothing, and workerd would serve on, with the port and the databases in
 * its hands. So each runtime gets a watchdog: it waits for the pipe from this process to close, which the
 * system does in every case, and then kills that one runtime. Told that all is done, it leaves it alone.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { basename } from "node:path";

/** Guards every runtime that is started until the answer is called, which also calls the watchdogs off. */
export function guardRuntimes(): () => void {
  const watchdogs: ChildProcess[] = [];
  const seen = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess };
    // The process has no number yet when it is announced.
    process.nextTick(() => {
      if (child.pid !== undefined && basename(child.spawnfile ?? "").startsWith("workerd"))
        watchdogs.push(watch(child.pid));
    });
  };
  subscribe("child_process", seen);
  return () => {
    unsubscribe("child_process", seen);
    for (const watchdog of watchdogs) watchdog.stdin?.end("done\n");
  };
}

function watch(pid: number): ChildProcess {
  const [command, args] =
    process.platform === "win32"
      ? [
          process.execPath,
          ["-e", `process.stdin.once("data", () => process.exit()).once("end", () => process.kill(${pid}))`],
        ]
      : ["sh", ["-c", 'read done || kill -9 "$1"', "sh", String(pid)]];
  // In a session of its own, so that what is sent to the terminal's group does not reach it.
  const watchdog = spawn(command, args, { detached: true, stdio: ["pipe", "ignore", "ignore"], windowsHide: true });
  // Without a watchdog the runtime serves all the same.
  watchdog.on("error", () => {});
  watchdog.stdin?.on("error", () => {});
  watchdog.unref();
  (watchdog.stdin as unknown as { unref?(): void } | null)?.unref?.();
  return watchdog;
}
