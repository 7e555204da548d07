/** From a repository to an agent's question: scan, serve, push, ask, edit, hear of it, restart. */
import { execFile, execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { driftPath, runDrift, startDrift } from "#cli/testing/run-drift";
import { driftUp, type Up } from "#harness/drift-up";
import { temporaryFolder } from "#harness/edge";

const info = { name: "e2e", version: "0.0.0" };
const money = "web/src/utils/money.ts";
let home: Awaited<ReturnType<typeof temporaryFolder>>;
let folder: string;
let state: string;
let up: Up;

const git = (...args: string[]) =>
  execFileSync("git", ["-C", folder, "-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
    stdio: "pipe",
  });
const drift = (...args: string[]) => runDrift(args, { cwd: folder });
const push = () =>
  drift("push", "--server", up.edge.url, "--token", up.edge.token, "--project", up.edge.project, "--json");
const requestInit = () => ({ headers: { authorization: `Bearer ${up.edge.token}` } });

/** Changes the body of one function, then scans and pushes. */
async function edit(text: string): Promise<{ unitsSent: number; seq: number }> {
  const path = join(folder, money);
  writeFileSync(
    path,
    readFileSync(path, "utf8")
      .replace("digits = 2", text)
      .replace(/digits = \d+/, text),
  );
  const scanned = await drift("scan", "--json");
  expect(scanned.code, scanned.stderr).toBe(0);
  const pushed = await push();
  expect(pushed.code, pushed.stderr).toBe(0);
  return pushed.json();
}

beforeAll(async () => {
  home = await temporaryFolder();
  folder = join(home.folder, "shop");
  state = join(home.folder, "state");
  cpSync("test/fixtures/repository", folder, { recursive: true });
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-q", "-m", "feat: the shop");
  up = await driftUp(folder, "--port", "0", "--state", state);
});

afterAll(async () => {
  await up.stop();
  await home.remove();
});

it("scans three languages, pushes all of it once, and nothing the second time", async () => {
  const scanned = await drift("scan", "--json");
  expect(scanned.code, scanned.stderr).toBe(0);
  expect(scanned.json()).toMatchObject({
    languages: { typescript: expect.any(Number), python: expect.any(Number), go: expect.any(Number) },
  });
  const first = await push();
  expect(first.json()).toMatchObject({ project: "local/shop", branch: "main", seq: 1, upToDate: false });
  const second = await push();
  expect(second.json()).toMatchObject({ seq: 1, unitsSent: 0, upToDate: true });
});

it("watches, and pushes what it sees", async () => {
  const args = ["watch", folder, "--push", "--server", up.edge.url, "--token", up.edge.token];
  const { process: watching, ended } = startDrift([
    ...args,
    "--project",
    up.edge.project,
    "--branch",
    "seen",
    "--json",
  ]);
  const lines = createInterface(watching.stdout as Readable)[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value ?? "null");
  expect(await next()).toMatchObject({ units: { changed: 0 }, pushed: { branch: "seen", seq: 1 } });
  writeFileSync(join(folder, "web/src/seen.ts"), "export const seen = 1;\n");
  // The file's, its folder's, and those of two patterns that count it.
  expect(await next()).toMatchObject({ units: { changed: 4 }, pushed: { branch: "seen", seq: 2, unitsSent: 4 } });
  rmSync(join(folder, "web/src/seen.ts"));
  expect(await next()).toMatchObject({ units: { changed: 4 }, pushed: { branch: "seen", seq: 3, unitsSent: 0 } });
  watching.kill("SIGINT");
  expect((await ended).code).toBe(0);
});

it("keeps the token to its owner, and prints the same one again", async () => {
  const mode = statSync(join(state, "edge.json")).mode & 0o777;
  if (process.platform !== "win32") expect(mode).toBe(0o600);
  const { token } = JSON.parse(readFileSync(join(state, "edge.json"), "utf8"));
  expect(token).toBe(up.edge.token);
});

it("answers the 2.x client, tells it of a push within two seconds, and shows the edit", async () => {
  const client = new Client(info, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL(up.edge.mcp), { requestInit: requestInit() }));
  expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
    "drift_context",
    "drift_discover",
    "drift_tool",
  ]);
  const signature = async () => {
    const args = { name: "drift_signature", args: { symbol: "formatMoney" } };
    const { structuredContent } = await client.callTool({ name: "drift_tool", arguments: args });
    return JSON.stringify(structuredContent);
  };
  expect(await signature()).toContain("digits = 2");

  const uri = `drift://local/shop/files/${money}`;
  let pushed = 0;
  const heard = new Promise<number>((resolve) => {
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
      if (params.uri === uri) resolve(Date.now());
    });
  });
  const subscription = await client.listen({ resourceSubscriptions: [uri] });
  const { unitsSent } = await edit("digits = 3");
  pushed = Date.now();
  expect(unitsSent).toBeLessThanOrEqual(3);
  expect((await heard) - pushed).toBeLessThan(2_000);
  expect(await signature()).toContain("digits = 3");
  await subscription.close();
  await client.close();
});

it("goes on with a 1.x client's session after the edge was restarted, its subscriptions included", async () => {
  const uri = `drift://local/shop/files/${money}`;
  const { port } = new URL(up.edge.url);
  const callers = { name: "drift_tool", arguments: { name: "drift_callers", args: { function: "addMoney" } } };
  const transport = new Transport1(new URL(up.edge.mcp), { requestInit: requestInit() });
  const client = new Client1(info);
  await client.connect(transport);
  expect(transport.sessionId).toBeTruthy();
  await client.subscribeResource({ uri });
  expect((await client.callTool(callers)).isError).toBeFalsy();
  const { sessionId } = transport;
  await client.close();

  expect(await up.stop()).toBe(0);
  up = await driftUp(folder, "--port", port, "--state", state);
  expect(up.edge.token).toBe(requestInit().headers.authorization.slice("Bearer ".length));

  const again = new Transport1(new URL(up.edge.mcp), { requestInit: requestInit(), sessionId: sessionId as string });
  again.setProtocolVersion("2025-11-25");
  const resumed = new Client1(info);
  await resumed.connect(again);
  const answer = await resumed.callTool(callers);
  expect(answer.structuredContent).toMatchObject({ meta: { session: sessionId } });
  // The 1.x client opens its stream of notifications only when it begins a session.
  const stream = fetch(up.edge.mcp, {
    headers: {
      ...requestInit().headers,
      accept: "text/event-stream",
      "mcp-session-id": sessionId as string,
      "mcp-protocol-version": "2025-11-25",
    },
  });
  const reader = (await stream).body?.pipeThrough(new TextDecoderStream()).getReader();
  await edit("digits = 4");
  let told = "";
  while (!told.includes(uri)) told += (await reader?.read())?.value ?? "";
  expect(told).toContain("notifications/resources/updated");
  await reader?.cancel();
  await resumed.close();
});

it("loses nothing when the edge is killed", async () => {
  const { port } = new URL(up.edge.url);
  await up.stop("SIGKILL");
  up = await driftUp(folder, "--port", port, "--state", state);
  const called = await drift(
    "call",
    "drift_signature",
    '{"symbol": "formatMoney"}',
    "--server",
    up.edge.url,
    "--token",
    up.edge.token,
    "--project",
    "local/shop",
    "--json",
  );
  expect(called.code, called.stderr).toBe(0);
  expect(called.json()).toMatchObject({ meta: { snapshot: { project: "local/shop", seq: 3 } } });
});

it("says that a port is taken, and that a state folder is in use", async () => {
  const taken = await drift("up", "--port", new URL(up.edge.url).port, "--state", join(home.folder, "other"));
  expect(taken.code).toBe(2);
  expect(taken.stderr).toContain("is taken");
  const served = await drift("up", "--port", "0", "--state", state);
  expect(served.code).toBe(7);
  expect(served.stderr).toContain(`is served already, by process ${up.edge.pid}`);
});

describe("drift call", () => {
  const call = (...args: string[]) =>
    drift("call", ...args, "--server", up.edge.url, "--token", up.edge.token, "--project", "local/shop", "--json");

  it.each([
    ["an answer", ["drift_callers", '{"function": "addMoney"}'], 0],
    ["a tool's error", ["drift_signature", '{"symbol": "noSuchThing"}'], 1],
    ["arguments that do not fit", ["drift_signature", '{"symbl": "x"}'], 2],
    ["arguments that are no JSON", ["drift_signature", "{"], 2],
    ["an unknown tool", ["drift_caller"], 2],
  ])("tells %s by its exit code", async (_, args, code) => {
    const run = await call(...args);
    expect(run.code, run.stderr).toBe(code);
    expect(run.json()).toBeTypeOf("object");
  });

  it("tells a wrong token and an unknown project apart", async () => {
    const token = await drift("call", "drift_status", "--server", up.edge.url, "--token", "dpa_wrong");
    expect(token.code).toBe(11);
    const project = await drift(
      "call",
      "drift_status",
      "--server",
      up.edge.url,
      "--token",
      up.edge.token,
      "--project",
      "local/none",
    );
    expect(project.code).toBe(12);
  });
});

it("serves a client that speaks stdio only", async () => {
  const client = new Client1(info);
  const env = { ...process.env, DRIFT_SERVER: up.edge.url, DRIFT_TOKEN: up.edge.token } as Record<string, string>;
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [driftPath, "mcp", "--project", "local/shop"], env }),
  );
  expect((await client.listTools()).tools).toHaveLength(3);
  const answer = await client.callTool({
    name: "drift_tool",
    arguments: { name: "drift_callers", args: { function: "addMoney" } },
  });
  expect(answer.structuredContent).toMatchObject({ meta: { snapshot: { project: "local/shop" } } });
  await client.close();
});

describe.each(["modern", "legacy"])("the inspector in the %s era", (era) => {
  const inspect = async (...method: string[]) => {
    const target = ["--cli", up.edge.mcp, "--header", `Authorization: Bearer ${up.edge.token}`, "--protocol-era", era];
    // The inspector keeps a catalogue under HOME.
    const env = { ...process.env, HOME: home.folder };
    const { stdout } = await promisify(execFile)("mcp-inspector", [...target, "--method", ...method], { env });
    return JSON.parse(stdout);
  };

  it("lists three tools and calls each", async () => {
    const { tools } = await inspect("tools/list");
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(["drift_context", "drift_discover", "drift_tool"]);
    const called = [
      await inspect(
        "tools/call",
        "--tool-name",
        "drift_context",
        "--tool-arg",
        "intent=understand_code",
        "focus=money",
      ),
      await inspect("tools/call", "--tool-name", "drift_discover"),
      await inspect("tools/call", "--tool-name", "drift_tool", "--tool-arg", "name=drift_status"),
    ];
    for (const { isError, structuredContent } of called) {
      expect(isError).toBeFalsy();
      expect(structuredContent.summary).toBeTruthy();
    }
  });
});
