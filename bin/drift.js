#!/usr/bin/env node
// Plain JavaScript of any age: it runs on whatever Node there is, and finds one that is new enough.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const needed = [22, 18];
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const version = process.versions.node.split(".").map(Number);
const isNewEnough = version[0] > needed[0] || (version[0] === needed[0] && version[1] >= needed[1]);

if (isNewEnough) {
  // A package brings built files, since Node strips no types below node_modules; a checkout runs its sources.
  const built = at("dist/cli/main.js");
  const { main } = await import(existsSync(built) ? "../dist/cli/main.js" : "../src/cli/main.ts");
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
  const run = spawnSync(bundled, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: "inherit" });
  if (run.error) throw run.error;
  if (run.signal) process.kill(process.pid, run.signal);
  process.exit(run.status);
}
