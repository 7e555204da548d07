import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, it, vi } from "vitest";
import { AccountDb } from "#db/account-db";
import type { Head, Project } from "#db/account-rows";
import { hashToken } from "#db/tokens";
import { fileUnit } from "#durable/project/fixture";
import { servicePorts } from "#durable/services";
import { Organisation, type Person } from "#harness/accounts";
import { pushUnits } from "#harness/push";
import { answer, call, fetchEdge, frames, modern, nextMessage } from "#harness/rpc";

let acme: Organisation;
let globex: Organisation;
let alice: Person;
let bob: Person;
let carol: Person;
let pusher: Person;

const push = async (body: string, who = pusher, project = `${acme.slug}/shop`) =>
  pushUnits(who.token, project, [await fileUnit("src/run.ts", body), await fileUnit("src/other.ts")]);

beforeAll(async () => {
  acme = await Organisation.create("acme");
  globex = await Organisation.create("globex");
  alice = await acme.member("alice");
  bob = await acme.member("bob");
  carol = await globex.member("carol");
  pusher = await acme.member("pusher", { role: "admin", scopes: ["drift:push"] });
  await acme.project("shop");
  await push("first");
});

const signature = { symbol: "src/run.ts#run" };
const uriOf = (path: string) => `drift://${acme.slug}/shop/files/${path}`;

it("discovers, lists and calls without a session", async () => {
  const discovered = await answer(await modern(alice.token, "server/discover"));
  expect(discovered.result.supportedVersions).toEqual(["2026-07-28"]);
  const { result } = await answer(await modern(alice.token, "tools/list"));
  expect(result).toMatchObject({ ttlMs: 60_000, cacheScope: "private" });
  const response = await modern(alice.token, "tools/call", { name: "drift_signature", arguments: signature });
  expect(response.headers.get("mcp-session-id")).toBeNull();
  const { structuredContent, content } = (await answer(response)).result;
  expect(structuredContent.meta.snapshot).toMatchObject({
    project: `${acme.slug}/shop`,
    branch: "main",
    freshness: "fresh",
  });
  expect(content[0].text.startsWith(structuredContent.summary)).toBe(true);
});

it("lists what the URL asks for", async () => {
  const names = async (path: string) =>
    (await answer(await modern(alice.token, "tools/list", {}, path))).result.tools.map(
      (tool: { name: string }) => tool.name,
    );
  expect(await names("/mcp?tools=drift_callers,drift_type")).toEqual(["drift_callers", "drift_type"]);
  expect(await names("/mcp?tools=surgical")).toContain("drift_signature");
  expect((await names("/mcp?tools=all")).length).toBeGreaterThan((await names("/mcp?tools=surgical")).length);
  const unknown = await modern(alice.token, "tools/list", {}, "/mcp?tools=drift_caller");
  expect(unknown.status).toBe(400);
  expect((await answer(unknown)).error.data).toMatchObject({ code: "INVALID_ARGUMENT", similar: ["drift_callers"] });
});

it("takes no project where one is pinned, and offers a session where none is sent", async () => {
  const properties = async (path: string) => {
    const { result } = await answer(await modern(alice.token, "tools/list", {}, path));
    return Object.keys(result.tools[0].inputSchema.properties);
  };
  expect(await properties("/mcp?tools=drift_callers")).toEqual(
    expect.arrayContaining(["project", "session", "maxTokens"]),
  );
  expect(await properties(`/mcp/${acme.slug}/shop?tools=drift_callers`)).not.toContain("project");
  const refused = await call(
    alice.token,
    "drift_signature",
    { ...signature, project: "shop" },
    `/mcp/${acme.slug}/shop`,
  );
  expect(refused).toMatchObject({ isError: true, structuredContent: { code: "INVALID_ARGUMENT" } });
});

it("tells an unknown tool from a wrong call", async () => {
  const unknown = await answer(await modern(alice.token, "tools/call", { name: "drift_signatur", arguments: {} }));
  expect(unknown.error).toMatchObject({ code: -32602, data: { similar: ["drift_signature"] } });
  const missing = await call(alice.token, "drift_signature", {});
  expect(missing.structuredContent).toMatchObject({
    code: "MISSING_REQUIRED_PARAM",
    message: expect.stringContaining("`symbol`"),
  });
  const misspelt = await call(alice.token, "drift_signature", { symbl: "run" });
  expect(misspelt.structuredContent).toMatchObject({ code: "INVALID_ARGUMENT", similar: ["symbol"] });
  const wrong = await call(alice.token, "drift_signature", { symbol: 7 });
  expect(wrong.structuredContent).toMatchObject({
    code: "INVALID_ARGUMENT",
    message: expect.stringContaining("`symbol`"),
  });
});

it("finds the project by argument or because it is the only one, and says which there are", async () => {
  await acme.project("empty");
  const named = await call(alice.token, "drift_signature", { ...signature, project: "shop" });
  expect(named.structuredContent.meta.snapshot.project).toBe(`${acme.slug}/shop`);
  const several = await call(alice.token, "drift_signature", signature);
  expect(several.structuredContent).toMatchObject({
    code: "PROJECT_NOT_FOUND",
    similar: [`${acme.slug}/empty`, `${acme.slug}/shop`],
  });
  const misspelt = await call(alice.token, "drift_signature", { ...signature, project: `${acme.slug}/shp` });
  expect(misspelt.structuredContent).toMatchObject({ code: "PROJECT_NOT_FOUND", similar: [`${acme.slug}/shop`] });
  const empty = await call(alice.token, "drift_signature", { ...signature, project: "empty" });
  expect(empty.structuredContent).toMatchObject({ code: "SCAN_REQUIRED", command: "drift scan && drift push" });
  const foreign = await call(carol.token, "drift_signature", { ...signature, project: `${acme.slug}/shop` });
  expect(foreign.structuredContent).toMatchObject({ code: "PROJECT_NOT_FOUND" });
});

it("finds the only project in the very read that checks the token, and none where there are several", async () => {
  const initech = await Organisation.create("initech");
  const peter = await initech.member("peter");
  const resolve = async () => {
    const resolved = await new AccountDb(env.ACCOUNT).resolve(
      { token: (await hashToken(peter.token)) as string },
      { only: true },
    );
    return resolved.ok && resolved.project?.slug;
  };
  expect(await resolve()).toBeUndefined();
  await initech.project("one");
  expect(await resolve()).toBe("one");
  await initech.project("two");
  expect(await resolve()).toBeUndefined();
});

it("keeps a session by its handle, for its owner alone", async () => {
  const args = { ...signature, project: "shop" };
  const { session } = (await call(alice.token, "drift_signature", args)).structuredContent.meta;
  expect((await call(alice.token, "drift_signature", args)).structuredContent.meta.session).toBe(session);
  expect((await call(alice.token, "drift_signature", { ...args, session })).structuredContent.meta.session).toBe(
    session,
  );
  for (const stranger of [
    await call(bob.token, "drift_signature", { ...args, session }),
    await call(alice.token, "drift_signature", { ...args, session: "x".repeat(32) }),
  ]) {
    expect(stranger.structuredContent).toMatchObject({
      code: "INVALID_ARGUMENT",
      message: "There is no such session, or it has expired.",
    });
  }
  expect((await call(bob.token, "drift_signature", args)).structuredContent.meta.session).not.toBe(session);
});

it("answers from the cache until a push, and never across tenants", async () => {
  const args = { ...signature, project: "shop" };
  await call(alice.token, "drift_signature", args);
  expect((await call(bob.token, "drift_signature", args)).structuredContent.meta.cached).toBe(true);
  await push("second");
  const after = (await call(bob.token, "drift_signature", args)).structuredContent;
  expect(after.meta).toMatchObject({ cached: false, snapshot: { seq: 2 } });
});

it("fits the answer into the tokens that were asked for", async () => {
  const { structuredContent } = await call(alice.token, "drift_signature", {
    ...signature,
    project: "shop",
    maxTokens: 100,
  });
  expect(structuredContent.meta.tokenEstimate).toBeLessThanOrEqual(100);
  const refused = await call(alice.token, "drift_signature", { ...signature, maxTokens: 50_000 });
  expect(refused.structuredContent).toMatchObject({
    code: "INVALID_ARGUMENT",
    message: expect.stringContaining("`maxTokens`"),
  });
});

it("reads, lists and completes resources, and shows nothing of someone else's", async () => {
  const read = (token: string, uri: string, path?: string) =>
    modern(token, "resources/read", { uri }, path).then(answer);
  const file = JSON.parse((await read(alice.token, uriOf("src/run.ts"))).result.contents[0].text);
  expect(file).toMatchObject({ path: "src/run.ts", symbols: [{ id: "src/run.ts#run" }], snapshot: { branch: "main" } });
  const symbol = JSON.parse(
    (await read(alice.token, `drift://${acme.slug}/shop/symbols/${encodeURIComponent("src/run.ts#run")}`)).result
      .contents[0].text,
  );
  expect(symbol).toMatchObject({ name: "run", kind: "function" });
  expect(JSON.parse((await read(alice.token, `drift://${acme.slug}/shop`)).result.contents[0].text)).toMatchObject({
    units: 2,
  });
  const notFound = (await read(alice.token, uriOf("src/none.ts"))).error;
  expect((await read(carol.token, uriOf("src/run.ts"))).error.code).toBe(notFound.code);
  expect((await read(alice.token, uriOf("src/run.ts"), `/mcp/${acme.slug}/empty`)).error.code).toBe(notFound.code);

  const { resources } = (await answer(await modern(alice.token, "resources/list", {}, `/mcp/${acme.slug}/shop`)))
    .result;
  expect(resources.map(({ uri }: { uri: string }) => uri)).toEqual([
    `drift://${acme.slug}/shop`,
    uriOf("src/other.ts"),
    uriOf("src/run.ts"),
  ]);
  const complete = async (token: string, name: string, value: string) => {
    const ref = { type: "ref/resource", uri: "drift://{organisation}/{project}/files/{+path}" };
    const context = { arguments: { organisation: acme.slug, project: "shop" } };
    return (await answer(await modern(token, "completion/complete", { ref, argument: { name, value }, context })))
      .result.completion.values;
  };
  expect(await complete(alice.token, "path", "src/r")).toEqual(["src/run.ts"]);
  expect(await complete(alice.token, "project", "sh")).toEqual(["shop"]);
  expect(await complete(carol.token, "path", "src/r")).toEqual([]);
});

it("asks about the active project where a call names none, in that session alone", async () => {
  const switched = await call(alice.token, "drift_tool", {
    name: "drift_projects",
    args: { action: "switch", name: "shop" },
  });
  expect(switched.structuredContent.data.active).toBe(`${acme.slug}/shop`);
  const active = await call(alice.token, "drift_signature", signature);
  expect(active.structuredContent.meta.snapshot.project).toBe(`${acme.slug}/shop`);
  expect((await call(bob.token, "drift_signature", signature)).structuredContent.code).toBe("PROJECT_NOT_FOUND");
});

it("answers a tool that another one ran as that tool's own answer", async () => {
  const direct = await call(alice.token, "drift_signature", { ...signature, project: "shop" });
  const inner = { name: "drift_signature", args: { ...signature, project: "shop" } };
  const { structuredContent } = await call(alice.token, "drift_tool", inner);
  expect(structuredContent.data).toEqual(direct.structuredContent.data);
  const outer = await call(alice.token, "drift_tool", { name: "drift_signature", args: signature, project: "shop" });
  expect(outer.structuredContent.data).toEqual(direct.structuredContent.data);
  const nested = await call(alice.token, "drift_tool", { name: "drift_tool", args: inner });
  expect(nested.structuredContent.code).toBe("INVALID_ARGUMENT");
  const unknown = await call(alice.token, "drift_tool", { name: "drift_signatur" });
  expect(unknown).toMatchObject({
    isError: true,
    structuredContent: { code: "TOOL_NOT_FOUND", similar: ["drift_signature"] },
  });
});

it("does not send a session twice what has not changed", async () => {
  const args = { intent: "understand_code", focus: "src/run.ts", project: "shop" };
  const files = async () => (await call(bob.token, "drift_context", args)).structuredContent.data.files;
  const [first] = await files();
  expect(first).toMatchObject({ id: "src/run.ts" });
  expect(first.unchanged).toBeUndefined();
  expect((await files())[0]).toEqual({ id: "src/run.ts", unchanged: true });
  await push("changed");
  expect((await files())[0]).toMatchObject({ id: "src/run.ts", changed: true });
});

it("counts calls by tool and outcome", async () => {
  await call(alice.token, "drift_signature", { symbol: "noSuchSymbol", project: "shop" });
  const page = await (await fetchEdge("/metrics", {}, "operator")).text();
  expect(page).toMatch(/^drift_calls_total\{tool="drift_signature",category="surgical",outcome="ok"\} [1-9]/m);
  expect(page).toMatch(
    /^drift_calls_total\{tool="drift_signature",category="surgical",outcome="SYMBOL_NOT_FOUND"\} [1-9]/m,
  );
  expect(page).toMatch(/^drift_shard_round_trips_total\{tool="drift_signature",category="surgical"\} [1-9]/m);
  expect(page).toMatch(/^drift_call_seconds_bucket\{tool="drift_signature",category="surgical",le="\+Inf"\} [1-9]/m);
});

it("knows which snapshots can still be read", async () => {
  const { project, head } = (await new AccountDb(env.ACCOUNT).resolve(
    { token: (await hashToken(pusher.token)) as string },
    {
      organisation: acme.slug,
      project: "shop",
    },
  )) as { project: Project; head: Head };
  const { retained } = servicePorts(env, () => {});
  expect(await retained({ project, head }, head.seq)).toBe(true);
  expect(await retained({ project, head }, head.seq + 1)).toBe(false);
});

const listen = async (who: Person, notifications: object, path?: string) => {
  const stream = frames(await modern(who.token, "subscriptions/listen", { notifications }, path));
  expect((await nextMessage(stream)).method).toBe("notifications/subscriptions/acknowledged");
  return stream;
};
const sockets = () => runInDurableObject(env.HUBS.getByName(acme.id), (_, state) => state.getWebSockets().length);

it("tells a listener of a push to the file, and nobody of another organisation or of another project", async () => {
  const uri = uriOf("src/run.ts");
  const theirs = `drift://${globex.slug}/theirs`;
  await globex.project("theirs");
  const [ours, foreign, elsewhere] = await Promise.all([
    listen(alice, { resourceSubscriptions: [uri] }),
    listen(carol, { resourceSubscriptions: [uri, theirs] }),
    listen(alice, { resourceSubscriptions: [uri, `drift://${acme.slug}/empty`] }, `/mcp/${acme.slug}/empty`),
  ]);
  const started = performance.now();
  await push("third");
  expect(await nextMessage(ours)).toMatchObject({ method: "notifications/resources/updated", params: { uri } });
  expect(performance.now() - started).toBeLessThan(2_000);
  // The first thing that they hear is what came after.
  await push("theirs", await globex.member("ci", { role: "admin", scopes: ["drift:push"] }), `${globex.slug}/theirs`);
  expect((await nextMessage(foreign)).params.uri).toBe(theirs);
  await push("empty", pusher, `${acme.slug}/empty`);
  expect((await nextMessage(elsewhere)).params.uri).toBe(`drift://${acme.slug}/empty`);
  await Promise.all([ours, foreign, elsewhere].map((stream) => stream.return(undefined)));
  await vi.waitFor(async () => expect(await sockets()).toBe(0));
});

it("hears an event through a hub that hibernated, and ends when the hub goes away", async () => {
  const hub = env.HUBS.getByName(acme.id);
  const uri = uriOf("src/run.ts");
  const stream = await listen(alice, { resourceSubscriptions: [uri] });
  await evictDurableObject(hub, { webSockets: "hibernate" });
  await push("fourth");
  expect((await nextMessage(stream)).params.uri).toBe(uri);
  await evictDurableObject(hub, { webSockets: "close" });
  expect((await nextMessage(stream)).result.resultType).toBe("complete");
  expect((await stream.next()).done).toBe(true);
});

it("lets go of the hub when the subscription is refused", async () => {
  const refused = await answer(await modern(alice.token, "subscriptions/listen", { notifications: "all" }));
  expect(refused.error.code).toBe(-32602);
  await vi.waitFor(async () => expect(await sockets()).toBe(0));
});

it("refuses what goes over the rate, and says when to come back", async () => {
  const dave = await acme.member("dave");
  const path = `/mcp/${acme.slug}/shop`;
  let refused: Record<string, unknown> | undefined;
  for (let at = 0; at <= 120 && !refused; at++) {
    const { isError, structuredContent } = await call(dave.token, "drift_signature", signature, path);
    if (isError) refused = { ...structuredContent, at };
  }
  expect(refused).toMatchObject({ code: "RATE_LIMITED", at: 120, limit: 120, remaining: 0 });
  expect(refused?.retryAfterMs).toBeGreaterThan(0);
});

it("counts the reading of resources, too", async () => {
  const other = await acme.member("erin");
  let resource: Record<string, unknown> | undefined;
  for (let at = 0; at <= 120 && !resource; at++) {
    const { error } = await answer(await modern(other.token, "resources/read", { uri: uriOf("src/run.ts") }));
    if (error) resource = { ...error.data, at };
  }
  expect(resource).toMatchObject({ code: "RATE_LIMITED", at: 120 });
});

it("finds a project that was renamed by its earlier name, and says the new one", async () => {
  const hooli = await Organisation.create("hooli");
  const gavin = await hooli.member("gavin", { role: "admin", scopes: ["drift:read", "drift:push", "drift:admin"] });
  for (const slug of ["nucleus", "other"]) await hooli.project(slug);
  await push("renamed", gavin, `${hooli.slug}/nucleus`);
  const watcher = await listen(gavin, { resourcesListChanged: true });
  const rename = { method: "PATCH", body: JSON.stringify({ name: "core" }) };
  expect((await fetchEdge(`/v1/projects/${hooli.slug}/nucleus`, rename, gavin.token)).status).toBe(200);
  expect((await nextMessage(watcher)).method).toBe("notifications/resources/list_changed");
  await watcher.return(undefined);
  const named = async (project: string) =>
    (await call(gavin.token, "drift_signature", { ...signature, project })).structuredContent.meta.snapshot.project;
  for (const name of ["nucleus", `${hooli.slug}/nucleus`, "core"]) expect(await named(name)).toBe(`${hooli.slug}/core`);
  const pinned = await call(gavin.token, "drift_signature", signature, `/mcp/${hooli.slug}/nucleus`);
  expect(pinned.structuredContent.meta.snapshot.project).toBe(`${hooli.slug}/core`);
  for (const [uri, path] of [
    [`drift://${hooli.slug}/nucleus`, "/mcp"],
    [`drift://${hooli.slug}/core`, `/mcp/${hooli.slug}/nucleus`],
  ]) {
    const read = await answer(await modern(gavin.token, "resources/read", { uri }, path));
    expect(JSON.parse(read.result.contents[0].text).snapshot.project).toBe(`${hooli.slug}/core`);
  }
  const foreign = await call(carol.token, "drift_signature", { ...signature, project: `${hooli.slug}/nucleus` });
  expect(foreign.structuredContent).toMatchObject({ code: "PROJECT_NOT_FOUND" });
});
