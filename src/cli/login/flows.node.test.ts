/** The parts of signing in that a real service takes minutes for, or never does: a server that answers as it is told. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { TempFolder } from "#engine/scan/testing/temp-repository";
import { AccountBook, accountId } from "./account-book.ts";
import { AccountSession } from "./account-session.ts";
import { hasBrowser } from "./browser.ts";
import { ciCredential } from "./ci.ts";
import { givenToken } from "./credential.ts";
import { signInByDevice } from "./device-flow.ts";
import { clockHint, discover, postForm } from "./server.ts";
import { tellIdentity } from "./tell.ts";
import { whoIs } from "./whoami.ts";

type Answer = { status?: number; body: unknown; headers?: Record<string, string> };
interface Asked {
  path: string;
  form: URLSearchParams;
  headers: IncomingMessage["headers"];
}

/** Discovery is answered as RFC 8414 has it, with `metadata` over it; all else by `answer`. */
async function play(answer: (asked: Asked) => Answer | undefined, metadata: object = {}) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const path = request.url ?? "";
    const told: Answer | undefined = path.startsWith("/.well-known/")
      ? { body: { ...document(), ...metadata } }
      : answer(asked[asked.push({ path, form: new URLSearchParams(text), headers: request.headers }) - 1] as Asked);
    if (!told) return void response.destroy();
    response.writeHead(told.status ?? 200, { "content-type": "application/json", ...told.headers });
    response.end(JSON.stringify(told.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const document = () => ({
    issuer: url,
    authorization_endpoint: `${url}/oauth/authorize`,
    token_endpoint: `${url}/oauth/token`,
    device_authorization_endpoint: `${url}/oauth/device_authorization`,
    code_challenge_methods_supported: ["S256"],
  });
  return { url, asked };
}

const error = (code: string, more: Partial<Answer> = {}): Answer => ({ status: 400, body: { error: code }, ...more });
const tokens: Answer = { body: { access_token: "a", token_type: "bearer", expires_in: 3600, refresh_token: "r" } };

/** Polls that are answered one after the other, and how long was waited before each. */
async function device(answers: (Answer | undefined)[], code: object = {}) {
  const waits: number[] = [];
  const { url } = await play(({ path }) =>
    path === "/oauth/token"
      ? answers.shift()
      : {
          body: {
            ...{ device_code: "d", user_code: "BCDF-GHJK", verification_uri: `${url}/device` },
            ...{ expires_in: 600, interval: 5, ...code },
          },
        },
  );
  const server = await discover(url);
  const wanted = { scopes: ["drift:read"], organisation: undefined };
  const wait = async (ms: number) => waits.push(ms / 1_000);
  const answer = await signInByDevice(server, wanted, () => {}, wait).catch((thrown: Error) => thrown.message);
  return { answer, waits };
}

test("a device polls as it is told: slower when asked to, and less often where nobody answers", async () => {
  const answers = [error("authorization_pending"), error("slow_down"), undefined, { status: 502, body: "" }, tokens];
  const { answer, waits } = await device(answers);
  expect(answer).toMatchObject({ access_token: "a" });
  expect(waits).toEqual([5, 5, 10, 20, 40]);
});

test("a device code that expires, at the server or by its own time, and one that is no code", async () => {
  expect((await device([error("expired_token")])).answer).toBe("the code has expired before anybody typed it");
  expect((await device([], { expires_in: 0.001 })).answer).toBe("the code has expired before anybody typed it");
  const elsewhere = { verification_uri: "https://evil.example/device" };
  expect((await device([], elsewhere)).answer).toMatch(/something that is no device code$/);
  const escapes = { user_code: "\u001b]0;x\u0007BCDF" };
  expect((await device([], escapes)).answer).toMatch(/something that is no device code$/);
});

test.each([
  ["another issuer", { issuer: "https://other.example" }, "is called https://other.example by itself"],
  [
    "a token endpoint of another's",
    { token_endpoint: "https://evil.example/token" },
    "names an endpoint that is not its own",
  ],
  ["no PKCE", { code_challenge_methods_supported: ["plain"] }, "does not know PKCE with S256"],
])("metadata with %s are refused", async (_, metadata, message) => {
  const { url } = await play(() => undefined, metadata);
  await expect(discover(url)).rejects.toMatchObject({ failure: "garbage", message: `${url} ${message}` });
});

/** Somebody who is signed in there with a token that has expired. */
async function signedIn(url: string) {
  const book = new AccountBook(new TempFolder().path, async () => undefined);
  const account = await book.keep(
    {
      id: accountId(url, "ada", "acme"),
      server: url,
      user: { id: "ada", name: "Ada", email: null },
      organisation: { id: "acme", slug: "acme" },
      scopes: [],
      signedInAt: "2026-01-01T00:00:00.000Z",
      chosenAt: "2026-01-01T00:00:00.000Z",
    },
    { accessToken: "old", refreshToken: "spent", expiresAt: 0 },
  );
  return { book, account, session: new AccountSession(book, account) };
}

test("a server that is out of order, or takes no more requests, ends no sign-in", async () => {
  const busy = error("temporarily_unavailable", { status: 429, headers: { "retry-after": "7" } });
  const { url } = await play(() => busy);
  const { book, account, session } = await signedIn(url);
  await expect(session.bearer()).rejects.toMatchObject({ failure: "unreachable", hint: "Try again in 7 seconds." });
  expect(await book.secret(account)).toMatchObject({ refreshToken: "spent" });
});

test("a refused refresh ends the sign-in, says drift login, and the clock where that may be why", async () => {
  const headers = { date: new Date(Date.now() + 600_000).toUTCString() };
  const { url, asked } = await play(() => error("invalid_grant", { headers }));
  const { book, account, session } = await signedIn(url);
  await expect(session.bearer()).rejects.toMatchObject({
    failure: "refused",
    message: expect.stringMatching(/^the sign-in of Ada for acme at 127\.0\.0\.1:\d+ has ended$/),
    hint: `Run drift login --server ${url}\nThis machine's clock is 10 minutes behind the server's: set it right.`,
  });
  expect(book.find(account.id)?.kept).toBe("nowhere");
  await expect(session.bearer()).rejects.toMatchObject({ failure: "refused" });
  expect(asked).toHaveLength(1);
});

test("a server that keeps refresh tokens as they are is understood; an answer that is none is not shown", async () => {
  const { refresh_token: _, ...answer } = tokens.body as Record<string, unknown>;
  const kept = await play(() => ({ body: answer }));
  const { book, account, session } = await signedIn(kept.url);
  expect(await session.bearer()).toBe("a");
  expect(await book.secret(account)).toMatchObject({ accessToken: "a", refreshToken: "spent" });
  const odd = await play(() => ({ body: { access_token: "marked" } }));
  const { session: other } = await signedIn(odd.url);
  const thrown = await other.bearer().catch((error: Error) => error);
  expect(JSON.stringify([thrown, String(thrown)])).not.toContain("marked");
});

test("what a server says reaches a terminal as one line without control characters", async () => {
  const user = { id: "u", name: "Ada\u001b[2J\u202e\nroot", email: null };
  const organisation = { id: "o", slug: "acme", name: "A\u0007cme" };
  const more = { role: "owner", scopes: [], projects: null, expiresAt: "" };
  const { url } = await play(() => ({ body: { kind: "user", user, organisation, ...more } }));
  expect(
    tellIdentity(await whoIs(url, givenToken("option", "t")))
      .split("\n")
      .slice(0, 2),
  ).toEqual(["user          Ada [2J root", "organisation  acme (A cme)"]);
  const refused = await play(() => error("x", { body: { error: "x", error_description: "no\r\n\u001b]0;t" } }));
  await expect(postForm(refused.url, {})).rejects.toThrow(/^no \]0;t$/);
});

test("GitHub's token is asked for with the service as audience, and exchanged for the one project", async () => {
  let given = 0;
  const { url, asked } = await play(({ path }) =>
    path.startsWith("/id")
      ? { body: { value: `id${++given}` } }
      : { body: { ...(tokens.body as object), access_token: `t${given}` } },
  );
  const env = { ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/id?v=1`, ACTIONS_ID_TOKEN_REQUEST_TOKEN: "secret" };
  const credential = ciCredential(url, "acme/shop", env);
  expect(await Promise.all([credential?.bearer(), credential?.bearer()])).toEqual(["t1", "t1"]);
  expect(asked[0]).toMatchObject({
    path: `/id?v=1&audience=${encodeURIComponent(url)}`,
    headers: { authorization: "Bearer secret" },
  });
  expect(Object.fromEntries(asked[1]?.form ?? [])).toEqual({
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token: "id1",
    subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
    scope: "drift:push",
    resource: `${url}/v1/projects/acme/shop`,
  });
  // Two requests whose token was refused have it replaced once; a late one is given what is there.
  expect(await Promise.all([credential?.renew("t1"), credential?.renew("t1")])).toEqual(["t2", "t2"]);
  expect(await credential?.renew("t1")).toBe("t2");
});

test("GitLab's variable is exchanged; a run that nobody trusts is told what to do, one without a project what to give", async () => {
  const { url } = await play(() => error("invalid_target"));
  const env = { DRIFT_ID_TOKEN: "id" };
  await expect(ciCredential(url, "acme/shop", env)?.bearer()).rejects.toMatchObject({
    failure: "refused",
    message: `${url} gives this CI run no token: invalid_target`,
    hint: expect.stringContaining("trust this repository"),
  });
  await expect(ciCredential(url, undefined, env)?.bearer()).rejects.toMatchObject({ failure: "usage" });
  expect(ciCredential(url, "acme/shop", { ACTIONS_ID_TOKEN_REQUEST_URL: url })).toBeUndefined();
});

test("clocks that agree within two minutes are not spoken of", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  expect(clockHint("Thu, 01 Jan 2026 00:01:30 GMT", now)).toBeUndefined();
  expect(clockHint(null, now)).toBeUndefined();
  expect(clockHint("Wed, 31 Dec 2025 23:00:00 GMT", now)).toMatch(/60 minutes ahead of/);
});

test.each([
  [{ DISPLAY: ":0" }, "linux", true],
  [{}, "linux", false],
  [{ WAYLAND_DISPLAY: "w", SSH_CONNECTION: "a" }, "linux", false],
  [{}, "darwin", true],
  [{ SSH_TTY: "/dev/pts/0" }, "darwin", false],
  [{}, "win32", true],
  [{ CI: "true" }, "win32", false],
  [{ BROWSER: "firefox", SSH_TTY: "x" }, "linux", true],
  [{ BROWSER: "none" }, "darwin", false],
] as const)("with %j on %s, whether there is a browser: %s", (env, platform, expected) => {
  expect(hasBrowser(env, platform)).toBe(expected);
});
