/**
 * `drift push` and `drift up` are killed at random moments, and what is there in the end is what an
 * undisturbed push leaves. How many rounds, on what, and how to have a run again: see `kills`.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { LocalEdge } from "#cli/local-edge";
import { type Run, runDrift, startDrift } from "#cli/testing/run-drift";
import { merkleRoot } from "#contract/unit";
import { DriftDb } from "#engine/scan/drift-db";
import { ChangingRepository } from "#harness/changing-repository";
import { driftUp, startUp } from "#harness/drift-up";
import { startDyingProxy } from "#harness/dying-proxy";
import { temporaryFolder } from "#harness/edge";
import { kills, Random, tell } from "#harness/random";
import { countStrays, holdersOf, readShown } from "#harness/state-folder";

const random = new Random(kills.seed);
let home: Awaited<ReturnType<typeof temporaryFolder>>;
let repository: ChangingRepository;
let state: string;
let branch: string;
let up: ReturnType<typeof startUp> | undefined;
let edge: LocalEdge;
/** Milliseconds that each lived when it was left alone: its death is somewhere within. */
const life = { push: 1_000, start: 2_000 };

const service = ({ url, token, project }: LocalEdge) => ["--server", url, "--token", token, "--project", project];
const pushArgs = (to: LocalEdge) => ["push", repository.folder, ...service(to), "--json"];

async function scan(): Promise<string> {
  const { code, stderr } = await runDrift(["scan", repository.folder, "--json"]);
  expect(code, stderr).toBe(0);
  const db = DriftDb.open(repository.folder);
  const root = await merkleRoot(db.unitHashes());
  db.close();
  return root;
}

async function scanAndPush(): Promise<{ target: string; last: Run }> {
  const target = await scan();
  const last = await runDrift(pushArgs(edge));
  expect(last.code, last.stderr).toBe(0);
  return { target, last };
}

/** On the same folder and port each time. */
async function serve(): Promise<void> {
  if (up) return;
  const startedAt = performance.now();
  up = startUp(repository.folder, "--port", edge ? new URL(edge.url).port : "0", "--state", state);
  edge = await up.ready;
  life.start = performance.now() - startedAt;
}

/** Nothing of it stays: no runtime that serves on, or holds the databases. */
async function killUp(): Promise<void> {
  await up?.stop("SIGKILL");
  up = undefined;
  await expect.poll(() => holdersOf(state), { timeout: 2_000 }).toEqual([]);
}

async function request<T>(path: string): Promise<T> {
  const at = `/v1/projects/${edge.project}/branches/${encodeURIComponent(branch)}${path}`;
  const response = await fetch(edge.url + at, { headers: { authorization: `Bearer ${edge.token}` } });
  return (await response.json()) as T;
}

/** The root hash of what the branch shows, once by its head and once by its units. */
async function shown(): Promise<string | undefined> {
  const { rootHash } = await request<{ rootHash?: string }>("");
  if (rootHash !== undefined) expect(await merkleRoot(await request<string[]>("/units"))).toBe(rootHash);
  return rootHash;
}

/** What the tools say, but for when and in which number of the branch. */
async function answers(to: LocalEdge): Promise<unknown[]> {
  const db = DriftDb.open(repository.folder);
  // Of what is called more often, an answer holds a part.
  const called = db.all(`select callee from calls
    where callee is not null and callee_name in (select callee_name from calls group by 1 having count(*) < 1000)
    group by callee order by count(*) desc, callee limit 3`);
  db.close();
  const questions = called.map(({ callee }) => {
    const [file, name] = String(callee).split("#");
    return ["drift_callers", JSON.stringify({ function: name, file })];
  });
  const said: unknown[] = [];
  for (const question of [...questions, ["drift_status", "{}"]]) {
    const run = await runDrift(["call", ...question, ...service(to), "--json"]);
    expect(run.code, run.stderr).toBe(0);
    const { summary, data } = run.json() as { summary: string; data: { pushedAt?: string } };
    delete data.pushedAt;
    said.push({ summary, data });
  }
  return said;
}

beforeAll(async () => {
  home = await temporaryFolder();
  state = join(home.folder, "state");
  repository = new ChangingRepository(join(home.folder, "shop"), random, kills.repository);
  branch = repository.branch;
  tell(`seed ${kills.seed}, ${kills.rounds} rounds`);
});
afterAll(async () => {
  await up?.stop();
  await home.remove();
});

/** What a push asks for, by how the paths end; each has its turn, what shows the push first. */
const steps = ["/commit", "/packs/0", "/pushes"] as const;
let stepsTaken = 0;
/** A step takes about so long: the edge dies somewhere within, or soon after. */
const stepMs = 100;

/** One edit and its push, of which one party is killed. */
async function disturbedRound(number: number): Promise<void> {
  if (number > 1) repository.edit();
  const target = await scan();
  if (edge && random.chance(0.2)) await killStart(number);
  await serve();
  const before = await shown();
  const { run, died } = await random.pick([killPush, killEdge, killEdgeAtStep, killEdgeAtStep])();
  const after = await shown();
  const seen = after === target ? "new" : after === before ? "old" : "neither";
  const end = run.code === null ? "was killed" : `ended with ${run.code}`;
  tell(`${number}: ${died}; the push ${end}; the ${seen} state is shown`);
  expect(seen, run.stderr).not.toBe("neither");
  if (run.code === 0) expect(after).toBe(target);
  if (random.chance(0.5)) {
    expect(await up?.stop()).toBe(0);
    up = undefined;
  }
}

interface Disturbed {
  run: Run;
  died: string;
}

async function killStart(number: number): Promise<void> {
  await up?.stop();
  up = startUp(repository.folder, "--port", new URL(edge.url).port, "--state", state);
  const at = random.next() * life.start;
  const isReady = await Promise.race([sleep(at, false), up.ready.then(() => true)]);
  await killUp();
  tell(`${number}: up killed ${Math.round(at)} ms after its start${isReady ? ", when it was ready" : ""}`);
}

async function killPush(): Promise<Disturbed> {
  const push = startDrift(pushArgs(edge));
  const at = await someMomentOf(push.ended);
  push.process.kill("SIGKILL");
  return { run: await push.ended, died: `push killed ${at}` };
}

async function killEdge(): Promise<Disturbed> {
  const push = startDrift(pushArgs(edge));
  const at = await someMomentOf(push.ended);
  await killUp();
  await serve();
  const run = await push.ended;
  // 9: nothing had answered it yet.
  expect([0, 9], run.stderr).toContain(run.code);
  return { run, died: `up killed ${at} of a push` };
}

/** A push that is under way outlives the edge it speaks to. */
async function killEdgeAtStep(): Promise<Disturbed> {
  const step = steps[stepsTaken++ % steps.length] as string;
  const at = random.next() * stepMs;
  let killed: Promise<void> | undefined;
  const proxy = await startDyingProxy(edge.url, (_, path) => {
    if (path.endsWith(step)) killed ??= sleep(at).then(killUp).then(serve);
    return "pass";
  });
  const run = await runDrift(pushArgs({ ...edge, url: proxy.url }));
  await killed;
  await proxy.close();
  expect(run.code, run.stderr).toBe(0);
  return { run, died: killed ? `up killed ${Math.round(at)} ms into ${step}` : `nobody killed: no ${step}` };
}

/** Waits for a moment of a push's life, and tells which. */
async function someMomentOf(ended: Promise<Run>): Promise<string> {
  const startedAt = performance.now();
  const at = random.next() * life.push;
  const isOver = await Promise.race([sleep(at, false), ended.then(() => true)]);
  if (!isOver) return `${Math.round(at)} ms into about ${Math.round(life.push)}`;
  life.push = (life.push + performance.now() - startedAt) / 2;
  return "after the end";
}

it(
  "shows in the end what an undisturbed push of the same repository shows",
  async () => {
    for (let number = 1; number <= kills.rounds; number++) await disturbedRound(number);
    await serve();
    const { target, last } = await scanAndPush();
    expect(await shown()).toBe(target);
    const disturbed = await answers(edge);
    expect(await up?.stop()).toBe(0);
    up = undefined;

    const calm = join(home.folder, "calm");
    const other = await driftUp(repository.folder, "--port", "0", "--state", calm);
    const only = await runDrift(pushArgs(other.edge));
    expect(only.json()).toMatchObject({ seq: 1, upToDate: false });
    const undisturbed = await answers(other.edge);
    expect(await other.stop()).toBe(0);

    const [ours, theirs] = [readShown(state, branch), readShown(calm, branch)];
    expect(ours.rootHash).toBe(target);
    expect(ours.rootHash).toBe(theirs.rootHash);
    const sizes = (rows: Record<string, unknown[]>) =>
      Object.fromEntries(Object.entries(rows).map(([name, { length }]) => [name, length]));
    tell(`${last.stdout.trim()}\nrows shown: ${JSON.stringify(sizes(ours.rows))}`);
    expect(sizes(ours.rows)).toEqual(sizes(theirs.rows));
    for (const [name, rows] of Object.entries(theirs.rows)) expect(ours.rows[name], name).toEqual(rows);
    expect(sizes(ours.rows)).toMatchObject({ calls: expect.toSatisfy((rows: number) => rows > 100) });
    for (const folder of [state, calm]) {
      expect(Object.entries(countStrays(folder)).filter(([, strays]) => strays > 0)).toEqual([]);
    }
    expect(disturbed).toEqual(undisturbed);
  },
  30_000 + kills.rounds * 30_000,
);

it("goes on with a 1.x client's session when the edge was killed under it", async () => {
  await serve();
  await scanAndPush();
  const requestInit = { headers: { authorization: `Bearer ${edge.token}` } };
  const reconnectionOptions = {
    initialReconnectionDelay: 200,
    maxReconnectionDelay: 500,
    reconnectionDelayGrowFactor: 1,
    maxRetries: 60,
  };
  const transport = new StreamableHTTPClientTransport(new URL(edge.mcp), { requestInit, reconnectionOptions });
  const client = new Client({ name: "e2e", version: "0.0.0" });
  await client.connect(transport);
  const session = transport.sessionId;
  expect(session).toBeTruthy();
  const uri = `drift://${edge.project}`;
  const heard = new Promise<string>((resolve) => {
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
      if (params.uri === uri) resolve(params.uri);
    });
  });
  await client.subscribeResource({ uri });
  const ask = async () =>
    (await client.callTool({ name: "drift_tool", arguments: { name: "drift_status", args: {} } })).structuredContent;
  expect(await ask()).toMatchObject({ meta: { session } });

  await killUp();
  await expect(ask()).rejects.toThrow();
  await serve();
  expect(await ask()).toMatchObject({ meta: { session } });
  // Its stream of notifications comes back by itself.
  repository.edit();
  await scanAndPush();
  expect(await heard).toBe(uri);
  await client.close();
});
