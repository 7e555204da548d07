/**
 * Runs the official suite against the Worker: the server scenarios of both revisions, with its bearer check on, those
 * of authorization servers, and against the command line those of clients.
 *
 * A required scenario that fails must stand in `expected` with its reason. One that stands there and passes
 * fails the run: the list says what is true now.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { startEdge, temporaryFolder } from "../test/harness/edge.ts";
import { Person } from "../test/harness/person.ts";
import { startTokenProxy } from "../test/harness/token-proxy.ts";
import { buildWorker } from "./build.mjs";
import { clients } from "./conformance-clients.ts";

const required: Record<string, number> = { "2026-07-28": 37, "2025-11-25": 30 };

/** Scenario → why it fails. */
const expected: Record<string, string> = {};

const { folder, remove } = await temporaryFolder();
const worker = join(folder, "worker");
await buildWorker(worker, "test/conformance/worker.ts");
const edge = await startEdge({ state: folder, worker });
const proxy = await startTokenProxy(edge.mcp, edge.token);

function run(revision: string): Promise<string> {
  const args = ["server", "--url", proxy.url.href, "--requirements", revision, "-o", `results/${revision}`];
  const suite = spawn("conformance", args, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  suite.stdout.on("data", (chunk) => {
    output += chunk;
  });
  return new Promise((resolve, reject) => suite.on("error", reject).on("close", () => resolve(output)));
}

/** The suite also runs scenarios that no revision requires, and lists those after "Not scored". */
function read(output: string): { passed: string[]; failed: string[]; unscored: string[] } {
  const summary = output.slice(output.indexOf("=== SUMMARY ==="));
  const named = (pattern: RegExp, text = summary) => [...text.matchAll(pattern)].map(([, name]) => name as string);
  const unscored = named(/^ +[✓✗] (\S+) \(/gm, summary.slice(summary.indexOf("Not scored")));
  const scored = (mark: string) =>
    named(new RegExp(`^${mark} (\\S+): `, "gm")).filter((name) => !unscored.includes(name));
  return { passed: scored("✓"), failed: scored("✗"), unscored };
}

/** Of authorization servers, both of them. */
const AUTHORIZATION_SCENARIOS = 2;
const CALLBACK_PORT = 19300;

/** The suite prints where its client sends the person, and waits for them to come back. */
async function authorization(): Promise<string> {
  const settings = ["--url", edge.url, "--client-id", "drift-cli", "--resource", edge.mcp.href];
  const args = ["authorization", ...settings, "-p", String(CALLBACK_PORT), "-o", "results/authorization"];
  const suite = spawn("conformance", args, { stdio: ["ignore", "pipe", "pipe"] });
  const person = new Person({ token: edge.token });
  let output = "";
  let visited: Promise<unknown> | undefined;
  const read = (chunk: Buffer) => {
    output += chunk;
    const url = new RegExp(`${edge.url}/oauth/authorize\\?\\S+`).exec(output)?.[0];
    if (url) visited ??= person.follow(url, `http://127.0.0.1:${CALLBACK_PORT}`).then((answer) => fetch(answer));
  };
  suite.stdout.on("data", read);
  suite.stderr.on("data", read);
  await new Promise((resolve, reject) => suite.on("error", reject).on("close", resolve));
  await visited;
  return output;
}

let complete = true;
try {
  for (const [revision, count] of Object.entries(required)) {
    const output = await run(revision);
    const { passed, failed, unscored } = read(output);
    console.log(
      `${revision}: ${passed.length} of ${count} required scenarios pass (${unscored.length} more are not scored)`,
    );
    const unexpected = failed.filter((name) => !(name in expected));
    const stale = passed.filter((name) => name in expected);
    for (const name of stale) console.log(`${name} passes, but is listed as failing: ${expected[name]}`);
    if (passed.length + failed.length !== count || unexpected.length > 0 || stale.length > 0) {
      complete = false;
      console.log(output.slice(output.indexOf("=== SUMMARY ===")));
    }
  }
  const output = await authorization();
  const { passed, failed } = read(output);
  console.log(`authorization: ${passed.length} of ${AUTHORIZATION_SCENARIOS} scenarios pass`);
  if (passed.length !== AUTHORIZATION_SCENARIOS || failed.length > 0) {
    complete = false;
    console.log(output);
  }
  complete = (await clients()) && complete;
} finally {
  proxy.stop();
  await edge.stop();
  await remove();
}
process.exit(complete ? 0 : 1);
