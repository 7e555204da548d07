/** Refresh tokens: nobody who refreshes in good faith is signed out, and who replays an old one ends its family alone. */
import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { AccountDb } from "#db/account-db";
import { Organisation } from "#harness/accounts";
import {
  consent,
  type Json,
  json,
  obtainTokens,
  postForm,
  redirectUri,
  refresh,
  registerClient,
  signIn,
} from "#harness/oauth";
import { modern } from "#harness/rpc";

let acme: Organisation;
beforeAll(async () => {
  acme = await Organisation.create("acme");
});
afterEach(() => {
  vi.useRealTimers();
});

const wait = (seconds: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
const statusOf = async (token: string) => (await modern(token, "tools/list")).status;

async function connected() {
  const { client_id: clientId } = await registerClient();
  const { browser, user } = await signIn(acme);
  return { clientId: clientId as string, browser, user, tokens: await obtainTokens(browser, { clientId }) };
}

test("200 refreshes at once leave every caller with one working pair of tokens", async () => {
  const { clientId, tokens } = await connected();
  const answers = await Promise.all(Array.from({ length: 200 }, () => json(refresh(clientId, tokens.refresh_token))));

  expect(new Set(answers.map((answer) => answer.access_token)).size).toBe(1);
  expect(new Set(answers.map((answer) => answer.refresh_token)).size).toBe(1);
  expect(await statusOf(answers[0]?.access_token)).toBe(200);

  // And all stay signed in: the next round, an hour later, works for the same 200.
  wait(3600);
  const next = await Promise.all(answers.map((answer) => refresh(clientId, answer.refresh_token)));
  expect(next.filter((response) => response.ok)).toHaveLength(200);
});

test("a caller that comes late within the grace step gets the same answer, after an eviction too", async () => {
  const { clientId, user, tokens } = await connected();
  const first = await json(refresh(clientId, tokens.refresh_token));
  await evictDurableObject(env.USERS.getByName(user));
  wait(50);
  expect(await json(refresh(clientId, tokens.refresh_token))).toEqual(first);
});

test("a late caller gets what the others have by now, and stays signed in with it", async () => {
  const { clientId, tokens } = await connected();
  let newest: Json = tokens;
  for (let round = 0; round < 3; round++) newest = await json(refresh(clientId, newest.refresh_token));
  const late = await json(refresh(clientId, tokens.refresh_token));
  expect(late).toEqual(newest);
  wait(3600);
  expect((await refresh(clientId, late.refresh_token)).status).toBe(200);
});

test("an old refresh token after the grace step revokes its family, and no other", async () => {
  const { clientId, browser, tokens } = await connected();
  const other = await obtainTokens(browser, { clientId });
  const first = await json(refresh(clientId, tokens.refresh_token));
  const second = await json(refresh(clientId, first.refresh_token));
  expect(await statusOf(second.access_token)).toBe(200);

  wait(61);
  const replay = await refresh(clientId, tokens.refresh_token);
  expect([replay.status, (await json(replay)).error]).toEqual([400, "invalid_grant"]);
  expect(await statusOf(second.access_token)).toBe(401);
  expect((await refresh(clientId, second.refresh_token)).status).toBe(400);
  expect(await statusOf(other.access_token)).toBe(200);
  expect((await refresh(clientId, other.refresh_token)).status).toBe(200);
});

test("a refresh whose answer was lost can be repeated after the grace step", async () => {
  const { clientId, tokens } = await connected();
  const lost = await json(refresh(clientId, tokens.refresh_token));
  wait(8 * 3600);
  const again = await json(refresh(clientId, tokens.refresh_token));
  expect(await statusOf(again.access_token)).toBe(200);

  // Had it not been lost, two parties would now hold the family: whoever shows it ends both.
  expect((await refresh(clientId, lost.refresh_token)).status).toBe(400);
  expect(await statusOf(again.access_token)).toBe(401);
});

test("a made-up refresh token for a known grant revokes nothing", async () => {
  const { clientId, tokens } = await connected();
  const [user, grant] = tokens.refresh_token.split(":");
  expect((await refresh(clientId, `${user}:${grant}:${"x".repeat(32)}`)).status).toBe(400);
  expect((await refresh(clientId, tokens.refresh_token)).status).toBe(200);
});

test("the grace answer is not given to another client", async () => {
  const { clientId, tokens } = await connected();
  const other = await registerClient();
  await refresh(clientId, tokens.refresh_token);
  expect((await refresh(other.client_id, tokens.refresh_token)).status).toBe(400);
});

test("the grace answer is not given without the client's secret", async () => {
  const client = await registerClient({ token_endpoint_auth_method: "client_secret_basic" });
  const { browser } = await signIn(acme);
  const { code, verifier } = await consent(browser, { clientId: client.client_id });
  const basic = { authorization: `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}` };
  const redeemed = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri };
  const tokens = await json(postForm("/oauth/token", redeemed, basic));
  const form = { grant_type: "refresh_token", refresh_token: tokens.refresh_token };
  const first = await json(postForm("/oauth/token", form, basic));
  expect(await json(postForm("/oauth/token", form, basic))).toEqual(first);
  expect((await postForm("/oauth/token", { ...form, client_id: client.client_id })).status).toBe(401);
});

test("a grace answer whose access token was revoked is not given again", async () => {
  const { clientId, tokens } = await connected();
  const first = await json(refresh(clientId, tokens.refresh_token));
  expect((await postForm("/oauth/revoke", { token: first.access_token, client_id: clientId })).status).toBe(200);
  const again = await json(refresh(clientId, tokens.refresh_token));
  expect(again.access_token).not.toBe(first.access_token);
  expect(await statusOf(again.access_token)).toBe(200);
});

test("what nobody uses ends, and leaves the list of connections, with a row in the audit", async () => {
  const { clientId, browser, user, tokens } = await connected();
  await consent(browser, { clientId });
  const account = new AccountDb(env.ACCOUNT);
  const listed = async () => (await account.grants.ofUser(user)).length;
  const sweep = () => runDurableObjectAlarm(env.USERS.getByName(user));
  expect(await listed()).toBe(2);
  // A code that was never redeemed.
  wait(2 * 3_600);
  await sweep();
  expect(await listed()).toBe(1);
  wait(89 * 86_400);
  const { refresh_token } = await json(refresh(clientId, tokens.refresh_token));
  wait(89 * 86_400);
  await sweep();
  expect(await listed()).toBe(1);
  wait(2 * 86_400);
  await sweep();
  expect(await listed()).toBe(0);
  expect((await refresh(clientId, refresh_token)).ok).toBe(false);
  const rows = await account.auditLog.page({ organisation: acme.id, action: "grant.expire", limit: 10 });
  expect(rows.map(({ actor }) => actor)).toEqual([null, null]);
});

test("a second device does not sign out the first", async () => {
  const { clientId, browser, tokens } = await connected();
  const second = await obtainTokens(browser, { clientId });
  expect(await statusOf(tokens.access_token)).toBe(200);
  expect((await refresh(clientId, tokens.refresh_token)).status).toBe(200);
  expect((await refresh(clientId, second.refresh_token)).status).toBe(200);
});

test("a client that is used outlives its registration, and one that nobody uses does not", async () => {
  const { clientId, tokens } = await connected();
  const idle = await registerClient();
  let { refresh_token: token } = tokens;
  for (let month = 0; month < 8; month++) {
    wait(30 * 86_400);
    const answer = await refresh(clientId, token);
    expect(answer.status).toBe(200);
    token = (await json(answer)).refresh_token;
  }
  const { browser } = await signIn(acme);
  const asked = await browser.send(`/oauth/authorize?client_id=${idle.client_id}&redirect_uri=${redirectUri}`);
  expect(asked.status).toBe(400);
});

test("one code redeemed many times at once gives one pair of tokens, which the replays revoke", async () => {
  const { client_id: clientId } = await registerClient();
  const { browser } = await signIn(acme);
  const { code, verifier } = await consent(browser, { clientId });
  const form = {
    grant_type: "authorization_code",
    code,
    code_verifier: verifier,
    client_id: clientId,
    redirect_uri: redirectUri,
  };
  const answers = await Promise.all(Array.from({ length: 20 }, () => postForm("/oauth/token", form)));
  const accepted = answers.filter((answer) => answer.ok);
  expect(accepted).toHaveLength(1);
  const { access_token } = await json(accepted[0] as Response);
  expect(await statusOf(access_token)).toBe(401);
});
