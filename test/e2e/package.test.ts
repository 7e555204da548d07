/** The tarball, where it is installed: an empty folder with nothing of this checkout. */
import { execFile, spawn } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "#harness/edge";

const run = promisify(execFile);
let home: Awaited<ReturnType<typeof temporaryFolder>>;
let installed: string;
let folder: string;
let bin: string;

beforeAll(async () => {
  home = await temporaryFolder();
  installed = join(home.folder, "installed");
  folder = join(home.folder, "shop");
  mkdirSync(installed);
  cpSync("test/fixtures/repository", folder, { recursive: true });
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", home.folder]);
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf("[")));
  writeFileSync(join(installed, "package.json"), "{}");
  const quiet = ["--no-audit", "--no-fund", "--prefer-offline", "--loglevel", "error"];
  await run("npm", ["install", join(home.folder, filename), ...quiet], { cwd: installed });
  bin = join(installed, "node_modules", "drift-edge", "bin", "drift.js");
}, 300_000);

afterAll(() => home.remove());

it("scans, serves, pushes and answers", async () => {
  const drift = async (...args: string[]) => JSON.parse((await run(process.execPath, [bin, ...args, "--json"])).stdout);
  expect(await drift("scan", folder)).toMatchObject({ languages: { typescript: expect.any(Number) } });

  const up = spawn(process.execPath, [bin, "up", folder, "--port", "0", "--json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => up.on("close", resolve));
  const [line] = await new Promise<Buffer[]>((resolve) => up.stdout.once("data", (...data) => resolve(data)));
  const { url, token, project } = JSON.parse(String(line));
  const service = ["--server", url, "--token", token, "--project", project];

  expect(await drift("push", folder, ...service)).toMatchObject({ upToDate: false });
  const { data } = await drift("call", "drift_callers", '{"function": "addMoney"}', ...service);
  expect(data.directCallers.length).toBeGreaterThan(0);
  up.kill("SIGTERM");
  expect(await ended).toBe(0);
}, 120_000);
