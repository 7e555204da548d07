/** Refreshes in a storm, by processes that do not know of each other. */
import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Edge, startEdge, temporaryFolder } from "#harness/edge";
import { freePort } from "#harness/oidc-process";
import { Person } from "#harness/person";

const run = promisify(execFile);
const refresher = fileURLToPath(new URL("../harness/refresher.mjs", import.meta.url));
const redirectUri = "http://127.0.0.1:45991/callback";
const client = "drift-cli";
const PROCESSES = 10;
const EACH = 20;
const RESTARTS = 10;

let folder: string;
let remove: () => Promise<void>;
let edge: Edge;
let port: number;

beforeAll(async () => {
  ({ folder, remove } = await temporaryFolder());
  port = await freePort();
  edge = await startEdge({ state: folder, port });
});
afterAll(async () => {
  await edge.stop();
  await remove();
});

interface Tokens {
  access_token: string;
  refresh_token: string;
}

async function signIn(): Promise<Tokens> {
  const verifier = randomBytes(32).toString("base64url");
  const asked = new URLSearchParams({
    ...{ response_type: "code", client_id: client, redirect_uri: redirectUri, scope: "drift:read" },
    ...{ resource: edge.mcp.href, state: "s", code_challenge_method: "S256" },
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  });
  const answer = await new Person({ token: edge.token }).follow(`${edge.url}/oauth/authorize?${asked}`, redirectUri);
  const body = new URLSearchParams({
    ...{ grant_type: "authorization_code", client_id: client, redirect_uri: redirectUri, code_verifier: verifier },
    code: answer.searchParams.get("code") ?? "",
  });
  return (await fetch(`${edge.url}/oauth/token`, { method: "POST", body })).json() as Promise<Tokens>;
}

/** In a process of its own. */
async function refreshInProcess({ refresh_token }: Tokens): Promise<Tokens[]> {
  const args = [refresher, `${edge.url}/oauth/token`, client, refresh_token, String(EACH)];
  return JSON.parse((await run(process.execPath, args)).stdout) as Tokens[];
}

const refresh = async ({ refresh_token }: Tokens): Promise<Tokens> => {
  const body = new URLSearchParams({ grant_type: "refresh_token", client_id: client, refresh_token });
  return (await fetch(`${edge.url}/oauth/token`, { method: "POST", body })).json() as Promise<Tokens>;
};

const statusOf = async ({ access_token }: Tokens): Promise<number> => {
  const headers = {
    ...{ authorization: `Bearer ${access_token}`, "content-type": "application/json" },
    accept: "application/json, text/event-stream",
  };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "e2e", version: "0" } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  const answer = await fetch(edge.mcp, { method: "POST", headers, body });
  await answer.text();
  return answer.status;
};

it("200 refreshes at once by ten processes leave all of them signed in, also after ten restarts", {
  timeout: 300_000,
}, async () => {
  const first = await signIn();
  const storm = await Promise.all(Array.from({ length: PROCESSES }, () => refreshInProcess(first)));
  expect(storm.flat()).toHaveLength(PROCESSES * EACH);
  let held = storm.map((answers) => answers.at(-1) as Tokens);
  expect(await Promise.all(held.map(statusOf))).toEqual(Array(PROCESSES).fill(200));

  for (let restart = 0; restart < RESTARTS; restart++) {
    await edge.stop();
    edge = await startEdge({ state: folder, port, token: edge.token });
    held = await Promise.all(held.map(refresh));
    expect([restart, await Promise.all(held.map(statusOf))]).toEqual([restart, Array(PROCESSES).fill(200)]);
  }
});
