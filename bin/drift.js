#!/usr/bin/env node
// Plain JavaScript of any age: it runs on whatever Node there is, and finds one that is new enough.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";

// Compiled modules are kept between runs: starting is half of a small scan.
module.enableCompileCache?.();

const needed = [22, 18];
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const version = process.versions.node.split(".").map(Number);
const isNewEnough = version[0] > needed[0] || (version[0] === needed[0] && version[1] >= needed[1]);

/**
 * A package brings built files, since Node strips no types below node_modules. A checkout has them from `npm ci`, and
 * runs its sources once one of them is edited: that takes half a second longer.
 */
async function runsSources() {
  if (!existsSync(at("src/cli/main.ts"))) return false;
  const { isBuiltFromThese } = await import("./sources.js");
  return !isBuiltFromThese(at("."));
}

if (isNewEnough) {
  // node:sqlite says on every run that it is experimental.
  const listeners = process.listeners("warning");
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (warning.name !== "ExperimentalWarning") for (const listener of listeners) listener(warning);
  });
  const { main } = await import((await runsSources()) ? "../src/cli/main.ts" : "../dist/cli/main.js");
  process.exitCode = await main(process.argv.slice(2));
} else {
  const bundled = at("node_modules/node/bin/node");
  if (!existsSync(bundled)) {
    console.error(
      `drift needs Node.js ${needed.join(".")} or newer; this is ${process.versions.node}.\n` +
        "  Install a newer one from https://nodejs.org, or with your version manager: nvm install 22",
    );
    process.exit(3);
  }
  const run = spawn(bundled, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: "inherit" });
  // Who stops this process means the one that does the work; a terminal tells both by itself.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => run.kill(signal));
  run.on("error", (error) => {
    throw error;
  });
  run.on("exit", (code, signal) => {
    if (!signal) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
