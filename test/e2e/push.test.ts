/** `drift push` as a process of its own, against the built Worker in workerd. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Serving, serve } from "#cli/edge/serve";
import { driftPath, type Run, runDrift } from "#cli/testing/run-drift";
import { startDyingProxy, type Verdict } from "#harness/dying-proxy";
import { fakeScan } from "#harness/fake-scan";

const home = mkdtempSync(join(tmpdir(), "drift-push-"));
let edge: Serving;
let folder: string;
let project: string;
let made = 0;

const texts = (count: number, text = ""): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`src/f${at}.ts`, text]));

async function request(path: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${edge.edge.token}` };
  const response = await fetch(edge.edge.url + path, { ...init, headers });
  // biome-ignore lint/suspicious/noExplicitAny: whatever the service answers
  return { status: response.status, body: (await response.json()) as any };
}
const head = () => request(`/v1/projects/${project}/branches/main`);

const push = (...more: string[]): Promise<Run> =>
  runDrift([
    "push",
    folder,
    "--server",
    edge.edge.url,
    "--token",
    edge.edge.token,
    "--project",
    project,
    "--json",
    ...more,
  ]);

beforeAll(async () => {
  edge = await serve({ folder: home, state: join(home, "state"), port: 0 });
});
afterAll(async () => {
  await edge.stop();
  rmSync(home, { recursive: true, force: true });
});
beforeEach(async () => {
  folder = mkdtempSync(join(home, "repository-"));
  const { body } = await request("/v1/projects", {
    method: "POST",
    body: JSON.stringify({ project: `shop-${++made}` }),
  });
  project = body.project;
});

describe("drift push", () => {
  it("brings a scan, then nothing, then what changed", async () => {
    const first = await fakeScan(folder, texts(20));
    const result = (await push()).json();
    expect(result).toEqual({
      project,
      branch: "main",
      seq: 1,
      unitsTotal: 20,
      unitsSent: 20,
      bytesSent: expect.any(Number),
      requests: 4,
      ms: expect.any(Number),
      upToDate: false,
    });
    expect((await head()).body).toMatchObject({ seq: 1, rootHash: first });
    expect((await push()).json()).toMatchObject({ seq: 1, unitsSent: 0, requests: 2, upToDate: true });
    const second = await fakeScan(folder, { ...texts(20), "src/f3.ts": "edited" });
    const delta = (await push()).json() as { bytesSent: number };
    expect(delta).toMatchObject({ seq: 2, unitsTotal: 20, unitsSent: 1, requests: 4 });
    // One hash come and one gone beside the unit itself: no list of all.
    expect(delta.bytesSent).toBeLessThan(1_500);
    expect((await head()).body).toMatchObject({ seq: 2, rootHash: second });
  });

  it("needs no memory of what it pushed", async () => {
    await fakeScan(folder, texts(3));
    await push();
    rmSync(join(folder, ".drift", "push.json"));
    await fakeScan(folder, { ...texts(3), "src/f1.ts": "edited" });
    expect((await push()).json()).toMatchObject({ seq: 2, unitsSent: 1 });
  });

  it("lists what it would send, and sends nothing", async () => {
    await fakeScan(folder, texts(2));
    await push();
    await fakeScan(folder, { ...texts(2), "src/f1.ts": "edited" });
    expect((await push("--dry-run")).json()).toMatchObject({
      dryRun: true,
      unitsTotal: 2,
      upToDate: false,
      units: [{ path: "src/f1.ts", bytes: expect.any(Number) }],
    });
    expect((await head()).body.seq).toBe(1);
  });
});

describe("drift push says what is wrong", () => {
  const failure = async (run: Promise<Run>) => {
    const { code, json } = await run;
    return { code, ...(json() as { error: object }).error };
  };
  const with_ = (server: string, token: string, name = project) =>
    runDrift(["push", folder, "--server", server, "--token", token, "--project", name, "--json"]);

  beforeEach(() => fakeScan(folder, texts(1)));

  it("with the token", async () => {
    expect(await failure(with_(edge.edge.url, "dpa_wrong"))).toMatchObject({ code: "refused", exit: 11 });
  });

  it("with the project, naming how to make it", async () => {
    const name = project.replace(/\/.*/, "/none");
    expect(await failure(with_(edge.edge.url, edge.edge.token, name))).toMatchObject({
      code: "unknown_project",
      exit: 12,
      hint: expect.stringContaining("drift projects create none"),
    });
  });

  it("with a server that is away", async () => {
    expect(await failure(with_("http://127.0.0.1:1", "x"))).toMatchObject({ code: "unreachable", exit: 9 });
  });

  it.each([
    ["text", "hello"],
    ["JSON of another kind", '{"branch":7}'],
  ])("with a server that answers %s", async (_, text) => {
    const server = createServer((_request, response) => response.end(text)).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    expect(await failure(with_(`http://127.0.0.1:${port}`, "x"))).toMatchObject({ code: "garbage", exit: 10 });
    server.close();
  });

  it("with a folder that was never scanned", async () => {
    folder = mkdtempSync(join(home, "empty-"));
    expect(await failure(push())).toMatchObject({ code: "no_scan", exit: 4 });
  });

  it("with facts that were damaged on this disk", async () => {
    const { DatabaseSync } = await import("node:sqlite");
    const db = new DatabaseSync(join(folder, ".drift", "drift.db"));
    db.exec("update calls set line = line + 1");
    db.close();
    expect(await failure(push())).toMatchObject({ code: "damaged", exit: 6 });
  });
});

/** Runs a push through a proxy that kills it at a request; resolves once the process is gone. */
async function killedPush(at: number, verdict: Verdict): Promise<void> {
  let kill = () => {};
  const proxy = await startDyingProxy(edge.edge.url, (request) => {
    if (request < at) return "pass";
    kill();
    return request === at ? verdict : "drop";
  });
  const args = ["push", folder, "--server", proxy.url, "--token", edge.edge.token, "--project", project];
  const child = spawn(process.execPath, [driftPath, ...args], { stdio: "ignore" });
  kill = () => child.kill("SIGKILL");
  await new Promise((resolve) => child.once("close", resolve));
  await proxy.close();
}

describe("a push that is killed", () => {
  // Head, open, two packs, commit.
  it.each([1, 2, 3, 4, 5].flatMap((at) => [[at, "drop"] as const, [at, "drop_answer"] as const]))(
    "at request %i (%s) shows nothing or all, and completes when it is run again",
    async (at, verdict) => {
      const before = await fakeScan(folder, texts(2));
      await push();
      const after = await fakeScan(folder, texts(70, "x"), 600);
      await killedPush(at, verdict);
      const { body } = await head();
      expect([before, after]).toContain(body.rootHash);
      expect((await push()).code).toBe(0);
      expect((await head()).body).toMatchObject({ seq: 2, rootHash: after });
      const { body: units } = await request(`/v1/projects/${project}/branches/main/units`);
      expect(units).toHaveLength(70);
    },
  );

  // Opened, with an answer and without, or on the way.
  it.each([
    [2, "drop_answer"],
    [3, "drop"],
    [4, "drop_answer"],
  ] as const)("at request %i (%s) does not hold up a push of another state", async (at, verdict) => {
    await fakeScan(folder, texts(70, "x"), 600);
    await killedPush(at, verdict);
    const after = await fakeScan(folder, texts(3, "edited"));
    const { code, json } = await push();
    expect(code).toBe(0);
    expect(json()).toMatchObject({ seq: 1, unitsSent: 3 });
    expect((await head()).body.rootHash).toBe(after);
  });
});
