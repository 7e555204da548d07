import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { fileUnit } from "#durable/project/fixture";
import { Organisation, type Person } from "#harness/accounts";
import { pushUnits } from "#harness/push";
import {
  answer,
  type Frame,
  fetchEdge,
  frames,
  nextMessage,
  openSession,
  post,
  type SessionHeaders,
} from "#harness/rpc";
import { newHandle } from "#mcp/handle";

let acme: Organisation;
let alice: Person;
let bob: Person;
let pusher: Person;

const push = async (body: string, path = "src/run.ts") =>
  pushUnits(pusher.token, `${acme.slug}/shop`, [await fileUnit(path, body), await fileUnit("src/other.ts")]);
const uriOf = (path: string) => `drift://${acme.slug}/shop/files/${path}`;

beforeAll(async () => {
  acme = await Organisation.create("acme");
  alice = await acme.member("alice");
  bob = await acme.member("bob");
  pusher = await acme.member("pusher", { role: "admin", scopes: ["drift:push"] });
  await acme.project("shop");
  await push("first");
});

const listTools = (session: SessionHeaders, who = alice, path?: string) =>
  post({ id: 1, method: "tools/list" }, who.token, session, path);
const listen = (session: SessionHeaders, last?: string) =>
  fetchEdge(
    "/mcp",
    { headers: { ...session, accept: "text/event-stream", ...(last && { "last-event-id": last }) } },
    alice.token,
  );
const subscribe = async (session: SessionHeaders, uri: string) =>
  answer(await post({ id: 4, method: "resources/subscribe", params: { uri } }, alice.token, session));
const objectOf = (session: SessionHeaders) => env.SESSIONS.getByName(session["mcp-session-id"] ?? "");
const isStored = (session: SessionHeaders) =>
  runInDurableObject(objectOf(session), (_, { storage }) => storage.kv.get("identity") !== undefined);
const signature = { name: "drift_signature", arguments: { symbol: "src/run.ts#run" } };
const call = async (session: SessionHeaders, params: object = signature) =>
  (await answer(await post({ id: 7, method: "tools/call", params }, alice.token, session))).result;

/** Reads on until the stream tells of `uri`, and gives that event's id. */
async function heard(stream: AsyncGenerator<Frame, undefined>, uri: string): Promise<string | undefined> {
  for (;;) {
    const { value } = await stream.next();
    if (!value) throw new Error("The stream ended");
    if (value.message?.params?.uri === uri) return value.id;
  }
}

it("serves a session, whose answers name it, and offers no session argument", async () => {
  const session = await openSession(alice.token);
  const { result } = await answer(await listTools(session, alice, "/mcp?tools=drift_signature"));
  expect(result.tools.map((tool: { name: string }) => tool.name)).toEqual(["drift_signature"]);
  expect(Object.keys(result.tools[0].inputSchema.properties)).not.toContain("session");
  expect((await call(session)).structuredContent.meta.session).toBe(session["mcp-session-id"]);
});

it("answers 400 without a session id, 404 to an unknown or invented one, and stores nothing for them", async () => {
  const unknown = { "mcp-session-id": await newHandle(env.STATE_KEY) };
  expect((await listTools({})).status).toBe(400);
  expect((await listTools({ "mcp-session-id": "invented" })).status).toBe(404);
  expect((await listTools(unknown)).status).toBe(404);
  const tables = await runInDurableObject(objectOf(unknown), (_, { storage }) =>
    storage.sql.exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'").toArray(),
  );
  expect(tables).toEqual([]);
});

it("does not exist for another person, nor at another endpoint", async () => {
  const session = await openSession(alice.token);
  expect((await listTools(session, bob)).status).toBe(404);
  expect((await listTools(session, alice, "/mcp/analysis")).status).toBe(404);
  expect((await listTools(session)).status).toBe(200);
});

it("goes on after an eviction", async () => {
  const session = await openSession(alice.token, { elicitation: {} });
  await evictDurableObject(objectOf(session));
  expect((await call(session)).structuredContent.meta.session).toBe(session["mcp-session-id"]);
});

it("ends on DELETE and cannot be brought back", async () => {
  const session = await openSession(alice.token);
  expect((await fetchEdge("/mcp", { method: "DELETE", headers: session }, alice.token)).status).toBe(200);
  expect((await listTools(session)).status).toBe(404);
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "0" } };
  const again = await post({ id: 2, method: "initialize", params }, alice.token, session);
  expect(again.headers.get("mcp-session-id")).not.toBe(session["mcp-session-id"]);
  expect(await isStored(session)).toBe(false);
});

it("expires by alarm, with all its storage", async () => {
  const session = await openSession(alice.token);
  expect(await runDurableObjectAlarm(objectOf(session))).toBe(true);
  expect((await listTools(session)).status).toBe(404);
  expect(await isStored(session)).toBe(false);
});

it("hears of a push on the GET stream within two seconds", async () => {
  const session = await openSession(alice.token);
  const uri = uriOf("src/run.ts");
  await subscribe(session, uri);
  const stream = frames(await listen(session));
  const started = performance.now();
  await push("second");
  const message = await nextMessage(stream);
  expect(message).toMatchObject({ method: "notifications/resources/updated", params: { uri } });
  expect(performance.now() - started).toBeLessThan(2_000);
  await stream.return(undefined);
});

it("subscribes to nothing of another organisation", async () => {
  const session = await openSession(alice.token);
  const { error } = await subscribe(session, "drift://globex/secret/files/a.ts");
  expect(error).toBeDefined();
});

it("lets the newest GET stream win over one whose client may be gone", async () => {
  const session = await openSession(alice.token);
  await listen(session);
  const { status, body } = await listen(session);
  expect(status).toBe(200);
  await body?.cancel();
  expect((await listen(session, "999")).status).toBe(400);
});

it("can be evicted as soon as the listener has left", async () => {
  const session = await openSession(alice.token);
  await (await listen(session)).body?.cancel();
  await evictDurableObject(objectOf(session));
});

it("replays what was missed, after an eviction, from Last-Event-ID", async () => {
  const session = await openSession(alice.token);
  const uri = uriOf("src/replayed.ts");
  await subscribe(session, uri);
  const stream = frames(await listen(session));
  await push("third", "src/replayed.ts");
  const seen = await heard(stream, uri);
  await stream.return(undefined);
  await evictDurableObject(objectOf(session));
  await push("fourth", "src/replayed.ts");
  const resumed = frames(await listen(session, seen));
  await heard(resumed, uri);
  await resumed.return(undefined);
});

it("replays the answer of a call whose stream was lost", async () => {
  const session = await openSession(alice.token);
  const stream = frames(await listTools(session));
  const { value: priming } = await stream.next();
  await stream.return(undefined);
  await evictDurableObject(objectOf(session));
  const { result } = await answer(await listen(session, priming?.id));
  expect(result.tools.length).toBeGreaterThan(0);
});
