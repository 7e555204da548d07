/** Whoever loses access loses it at once: the next call, an open session and an open subscription. */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { scopes } from "#contract/principal";
import { AccountDb } from "#db/account-db";
import { Organisation, type Person } from "./harness/accounts.ts";
import { browserOf, obtainTokens, refresh, registerClient } from "./harness/oauth.ts";
import { fetchEdge, frames, modern, nextMessage, openSession, post } from "./harness/rpc.ts";

let acme: Organisation;
let owner: Person;
let leaver: Person;
let stayer: Person;
let base: string;

beforeEach(async () => {
  acme = await Organisation.create("acme");
  owner = await acme.member("owner", { role: "owner", scopes: [...scopes] });
  leaver = await acme.member("leaver");
  stayer = await acme.member("stayer");
  base = `/v1/organisations/${acme.slug}`;
  await acme.project("shop");
});

const hub = () => env.HUBS.getByName(acme.id);
const feeds = () => runInDurableObject(hub(), (_, state) => state.getWebSockets().length);
const send = (method: string, path: string, by = owner, body?: object) =>
  fetchEdge(path, { method, ...(body && { body: JSON.stringify(body) }) }, by.token);

/** A subscription of the stateless era. */
async function subscribe(token: string) {
  const notifications = { resourceSubscriptions: [`drift://${acme.slug}/shop`] };
  const stream = frames(await modern(token, "subscriptions/listen", { notifications }));
  expect((await nextMessage(stream)).method).toBe("notifications/subscriptions/acknowledged");
  return stream;
}

/** A session of the 2025 era with an open stream. */
async function session(token: string) {
  const headers = await openSession(token);
  const accept = { accept: "text/event-stream", ...headers };
  const stream = await fetchEdge("/mcp", { headers: accept }, token);
  expect(stream.status).toBe(200);
  await post({ id: 1, method: "tools/list" }, token, headers).then((answer) => answer.text());
  const handle = headers["mcp-session-id"] as string;
  const kept = () => runInDurableObject(env.SESSIONS.getByName(handle), (_, state) => state.storage.kv.get("identity"));
  expect(await kept()).toBeDefined();
  return { headers, stream: frames(stream), kept };
}

/** Reads what is left of a stream; it ends, or this does not. */
async function drain(stream: AsyncGenerator<unknown, undefined>) {
  while (!(await stream.next()).done);
}

async function everythingOf(token: string) {
  const [open, subscription] = [await session(token), await subscribe(token)];
  return {
    async expectEnded() {
      await Promise.all([drain(subscription), drain(open.stream)]);
      expect(await open.kept()).toBeUndefined();
      expect((await post({ id: 2, method: "tools/list" }, token, open.headers)).status).toBe(401);
      expect((await modern(token, "tools/list")).status).toBe(401);
    },
    async expectOpen() {
      expect(await open.kept()).toBeDefined();
      expect((await post({ id: 2, method: "tools/list" }, token, open.headers)).status).toBe(200);
      await Promise.all([subscription.return(undefined), open.stream.return(undefined)]);
    },
  };
}

describe("all that somebody has open ends", () => {
  it.each<[string, () => Promise<Response>]>([
    ["they are removed", () => send("DELETE", `${base}/members/${leaver.user}`)],
    ["they leave", () => send("POST", `${base}/leave`, leaver)],
    [
      "their token is revoked",
      async () => {
        const [token] = await new AccountDb(env.ACCOUNT).tokens.list(acme.id, leaver.user);
        return send("DELETE", `${base}/tokens/${token?.id}`);
      },
    ],
    ["the organisation is deleted", () => send("DELETE", base, owner, { confirm: acme.slug })],
  ])("when %s", async (what, change) => {
    const [theirs, others] = [await everythingOf(leaver.token), await everythingOf(stayer.token)];
    expect((await change()).status).toBeLessThan(300);
    await theirs.expectEnded();
    if (what.includes("organisation")) await others.expectEnded();
    else await others.expectOpen();
    await vi.waitFor(async () => expect(await feeds()).toBe(0));
  });

  it("when they are removed, also what they opened by OAuth, whose refresh token is then worth nothing", async () => {
    const client = await registerClient();
    const clientId = client.client_id as string;
    const tokens = await obtainTokens(await browserOf(leaver.user), { clientId });
    const theirs = await everythingOf(tokens.access_token);
    await send("DELETE", `${base}/members/${leaver.user}`);
    await theirs.expectEnded();
    const again = await refresh(clientId, tokens.refresh_token);
    expect(again.status).toBe(400);
    expect(await again.json()).toMatchObject({ error: "invalid_grant" });
  });

  it("when the client's grant is revoked, and their other tokens go on", async () => {
    const client = await registerClient();
    const tokens = await obtainTokens(await browserOf(leaver.user), { clientId: client.client_id as string });
    const [theirs, own] = [await everythingOf(tokens.access_token), await everythingOf(leaver.token)];
    const { grants } = (await (await send("GET", `${base}/grants`)).json()) as { grants: { id: string }[] };
    expect((await send("DELETE", `${base}/grants/${grants[0]?.id}`)).status).toBe(204);
    await theirs.expectEnded();
    await own.expectOpen();
  });

  it("though the request that removed them died before it told the hub", async () => {
    const theirs = await everythingOf(leaver.token);
    await hub().expectChange(acme.id);
    await new AccountDb(env.ACCOUNT).members.remove(acme.id, leaver.user, { user: owner.user });
    expect(await runDurableObjectAlarm(hub())).toBe(true);
    await theirs.expectEnded();
  });

  it("when their token has expired, though nobody changed anything", async () => {
    const theirs = await everythingOf(leaver.token);
    await env.ACCOUNT.prepare("update tokens set expires_at = 1 where user = ?").bind(leaver.user).run();
    expect(await runDurableObjectAlarm(hub())).toBe(true);
    await theirs.expectEnded();
  });
});

it("an organisation's removal goes on where an alarm was cut off", async () => {
  for (let more = 0; more < 30; more++) await acme.project(`p${more}`);
  const response = await send("DELETE", base, owner, { confirm: acme.slug });
  const { status } = (await response.json()) as { status: string };
  // The hub forgets what it was about to do next; what is left is seen from the rows.
  await runInDurableObject(hub(), (_, state) => state.storage.deleteAlarm());
  await hub().expectChange(acme.id);
  await vi.waitFor(
    async () => {
      await runDurableObjectAlarm(hub());
      expect(await (await fetchEdge(status)).json()).toMatchObject({
        kind: "organisation",
        name: acme.slug,
        done: true,
      });
    },
    { timeout: 25_000, interval: 500 },
  );
}, 40_000);
