/** The person's browser. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Whether a browser that is opened from here would be seen by who sits in front. */
export function hasBrowser(env: NodeJS.ProcessEnv = process.env, platform = process.platform): boolean {
  if (env.BROWSER) return env.BROWSER !== "none";
  if (env.SSH_CONNECTION || env.SSH_TTY || env.CI) return false;
  if (platform === "darwin" || platform === "win32") return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY) || (platform === "linux" && isWsl());
}

/** Opens an address. Resolves to whether a program took it; never waits for that program's end beyond a moment. */
export function openBrowser(url: string, env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const [program, ...args] = opener(env);
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
    const settle = (isOpen: boolean) => {
      clearTimeout(timer);
      child.unref();
      resolve(isOpen);
    };
    // An opener that has not failed by now has become the browser.
    const timer = setTimeout(() => settle(true), SETTLED_MS);
    child.once("error", () => settle(false));
    child.once("exit", (code) => settle(code === 0));
  });
}

const SETTLED_MS = 2_000;

/** No shell reads the address: its ampersands are its own. */
function opener(env: NodeJS.ProcessEnv, platform = process.platform): [program: string, ...args: string[]] {
  if (env.BROWSER) return [env.BROWSER];
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32.exe", "url.dll,FileProtocolHandler"];
  return isWsl() ? ["rundll32.exe", "url.dll,FileProtocolHandler"] : ["xdg-open"];
}

function isWsl(): boolean {
  if (!existsSync("/proc/sys/fs/binfmt_misc/WSLInterop")) return false;
  return /microsoft/i.test(readFileSync("/proc/version", "utf8"));
}
