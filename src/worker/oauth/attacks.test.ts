/** Attacks on signing in and on consent, each by its name. */
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { returnPath } from "#contract/return-path";
import { Organisation } from "#harness/accounts";
import {
  authorizeUrl,
  Browser,
  browserOf,
  consent,
  errorOf,
  formOf,
  issuer,
  json,
  locationOf,
  obtainTokens,
  postForm,
  redirectUri,
  refresh,
  registerClient,
  send,
  signIn,
} from "#harness/oauth";
import { modern } from "#harness/rpc";

let acme: Organisation;
let clientId: string;

beforeAll(async () => {
  acme = await Organisation.create("acme");
  ({ client_id: clientId } = await registerClient());
});
afterEach(() => {
  vi.useRealTimers();
});

const redeem = (form: Record<string, string>) =>
  json(postForm("/oauth/token", { grant_type: "authorization_code", redirect_uri: redirectUri, ...form }));

describe("code injection", () => {
  test("a code is worth nothing without the verifier of who asked for it", async () => {
    const victim = await consent((await signIn(acme)).browser, { clientId });
    const attacker = await consent((await signIn(acme)).browser, { clientId });
    const injected = { code: victim.code, code_verifier: attacker.verifier, client_id: clientId };
    expect((await redeem(injected)).error).toBe("invalid_grant");
    expect((await redeem({ ...injected, code_verifier: victim.verifier })).access_token).toBeDefined();
  });

  test("nor for another client, nor with another redirect URI", async () => {
    const other = await registerClient();
    const { code, verifier } = await consent((await signIn(acme)).browser, { clientId });
    const form = { code, code_verifier: verifier };
    expect((await redeem({ ...form, client_id: other.client_id })).error).toBe("invalid_grant");
    const elsewhere = { ...form, client_id: clientId, redirect_uri: "http://127.0.0.1:9999/callback" };
    expect((await redeem(elsewhere)).error).toBe("invalid_grant");
  });
});

test("code replay: the second use ends what the first gave", async () => {
  const { code, verifier } = await consent((await signIn(acme)).browser, { clientId });
  const form = { code, code_verifier: verifier, client_id: clientId };
  const first = await redeem(form);
  expect((await modern(first.access_token, "tools/list")).status).toBe(200);
  expect((await redeem(form)).error).toBe("invalid_grant");
  expect((await modern(first.access_token, "tools/list")).status).toBe(401);
  expect((await refresh(clientId, first.refresh_token)).status).toBe(400);
});

test("PKCE downgrade: only S256 is accepted, from clients with a secret too, and a verifier is always needed", async () => {
  const { browser } = await signIn(acme);
  const secret = await registerClient({ token_endpoint_auth_method: "client_secret_basic" });
  const refused = [
    { clientId, code_challenge_method: "plain" },
    { clientId, code_challenge_method: "" },
    { clientId, code_challenge: "" },
    { clientId: secret.client_id, code_challenge: "", code_challenge_method: "" },
    { clientId: secret.client_id, code_challenge_method: "plain" },
  ];
  for (const ask of refused) expect(errorOf(await browser.send(authorizeUrl(ask)))).toBe("invalid_request");
  const { code } = await consent(browser, { clientId });
  expect((await redeem({ code, client_id: clientId })).error).toBeDefined();
});

test("mix-up: answers say who gives them, and the redirect is a client's own", async () => {
  const { browser } = await signIn(acme);
  const { location } = await consent(browser, { clientId });
  expect(location.searchParams.get("iss")).toBe(issuer);
  const metadata = await json(send("/.well-known/oauth-authorization-server"));
  expect(metadata.authorization_response_iss_parameter_supported).toBe(true);
});

test("mix-up: what comes to one provider's callback is not sent to another", async () => {
  const browser = new Browser();
  const fetches = vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { origin } = new URL(new Request(input as string).url);
    return Response.json({
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/jwks`,
    });
  });
  const begin = async () => locationOf(await browser.send("/sign-in/idp")).searchParams.get("state");
  const other = await browser.send(`/sign-in/other/callback?code=c&state=${await begin()}`);
  expect([other.status, await other.text()]).toEqual([400, expect.stringContaining("another provider")]);
  const named = await browser.send(`/sign-in/idp/callback?code=c&state=${await begin()}&iss=https://evil.example`);
  expect(await named.text()).toContain("another provider");
  expect(fetches.mock.calls.filter(([url]) => String(url).endsWith("/token"))).toEqual([]);
  vi.restoreAllMocks();
});

test("redirect URI tricks: none but the registered address is ever sent anything", async () => {
  const { client_id } = await registerClient({
    redirect_uris: ["http://127.0.0.1/callback", "https://app.example.com/cb"],
  });
  const { browser } = await signIn(acme);
  const tricks = [
    "HTTPS://APP.EXAMPLE.COM/CB",
    "https://app.example.com/CB",
    "https://app.example.com/cb/",
    "https://app.example.com/cb?x=1",
    "https://app.example.com/cb#fragment",
    "https://app.example.com/cb/../evil",
    "https://app.example.com/cb/%2e%2e/evil",
    "https://app.example.com/evil/../cb",
    "https://app.example.com:444/cb",
    "https://app.example.com@evil.example/cb",
    "https://user@app.example.com/cb",
    "https://app.example.com.evil.example/cb",
    "https://app.example.com\\@evil.example/cb",
    "https://аpp.example.com/cb",
    "http://app.example.com/cb",
    "//app.example.com/cb",
    "javascript:alert(1)",
    "data:text/html,x",
    "http://localhost:4711/callback",
    "http://127.0.0.1.evil.example/callback",
    "http://127.0.0.1@evil.example/callback",
    "http://127.0.0.2:4711/callback",
    "http://[::1]:4711/callback",
    "http://[::ffff:127.0.0.1]:4711/callback",
    "http://2130706433:4711/callback",
    "http://127.1:4711/callback",
    "https://127.0.0.1:4711/callback",
    "http://127.0.0.1:4711/callback/../evil",
    "http://127.0.0.1:4711/callback#x",
    "",
  ];
  for (const redirectUri of tricks) {
    const answer = await browser.send(authorizeUrl({ clientId: client_id, redirectUri }));
    expect([redirectUri, answer.status, answer.headers.get("location")]).toEqual([redirectUri, 400, null]);
  }
  for (const good of ["https://app.example.com/cb", "http://127.0.0.1:50123/callback"]) {
    expect((await browser.send(authorizeUrl({ clientId: client_id, redirectUri: good }))).status).toBe(200);
  }
});

test("redirect URI tricks: what no client may have is not registered", async () => {
  for (const uri of ["javascript:alert(1)", "http://evil.example/cb", "https://a.example/cb#x", "data:text/html,x"]) {
    expect([uri, (await registerClient({ redirect_uris: [uri] })).client_id]).toEqual([uri, undefined]);
  }
});

test.each([
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https://evil.example",
  "https:evil.example",
  "/\t/evil.example",
  "/\n//evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "javascript:alert(1)",
  "@evil.example",
  "",
])("open redirect: %j leads home", (path) => {
  expect(returnPath(path)).toBe("/");
});

test("open redirect: signing in leads to a path of ours alone", async () => {
  expect(returnPath("/oauth/authorize?a=b#c")).toBe("/oauth/authorize?a=b");
  const { browser } = await signIn(acme);
  for (const path of ["//evil.example", "https://evil.example", "/\\evil.example"]) {
    const answer = await browser.send(`/sign-in?return=${encodeURIComponent(path)}`);
    expect(answer.headers.get("location")).toBe("/");
  }
});

describe("CSRF", () => {
  const forms = ["/oauth/authorize", "/device", "/sign-out", "/account/link"];

  test.each(forms)("on %s: no form counts but one of this browser's own pages", async (path) => {
    const { browser } = await signIn(acme);
    const own = await formOf(await browser.send("/device"));
    const { browser: other } = await signIn(acme);
    const foreign = await formOf(await other.send("/device"));
    const body = (csrf?: string | null) => new URLSearchParams(csrf ? { csrf } : {});
    const statusOf = async (form: URLSearchParams, headers: Record<string, string>) =>
      (await browser.send(path, { method: "POST", body: form, headers })).status;
    const origin = { origin: issuer };
    expect(await statusOf(body(), origin)).toBe(403);
    expect(await statusOf(body(foreign.get("csrf")), origin)).toBe(403);
    expect(await statusOf(body(own.get("csrf")), { origin: "https://evil.example" })).toBe(403);
    expect(await statusOf(body(own.get("csrf")), { origin: "null" })).toBe(403);
    expect(await statusOf(body(own.get("csrf")), { "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await statusOf(body(own.get("csrf")), { "sec-fetch-site": "same-site" })).toBe(403);
  });

  test("on /sign-in/local: a foreign page signs nobody in", async () => {
    const body = new URLSearchParams({ email: "mallory@x.test" });
    const headers = { "sec-fetch-site": "cross-site" };
    const answer = await send("/sign-in/local", { method: "POST", body, headers });
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([403, null]);
  });

  test("login CSRF: a callback that another browser began signs nobody in", async () => {
    const answer = await new Browser().send("/sign-in/idp/callback?state=abc&code=def");
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("not begun in this browser")]);
  });

  test("a consent form works once, in its own session", async () => {
    const { browser } = await signIn(acme);
    const form = await formOf(await browser.send(authorizeUrl({ clientId })));
    form.set("decision", "allow");
    const { browser: other } = await signIn(acme);
    const stolen = new URLSearchParams(form);
    stolen.set("csrf", (await formOf(await other.send("/device"))).get("csrf") ?? "");
    expect((await other.submit("/oauth/authorize", stolen)).status).toBe(400);
    const twice = await Promise.all([1, 2].map(() => browser.submit("/oauth/authorize", form)));
    expect(twice.map(({ status }) => status).sort()).toEqual([303, 400]);
  });
});

test("clickjacking: no page may be framed, and none runs a script", async () => {
  const { browser } = await signIn(acme);
  const paths = ["/sign-in", "/device", "/device?user_code=BBBB-BBBB", authorizeUrl({ clientId }), "/nowhere"];
  for (const path of [...paths, authorizeUrl({ clientId: "x".repeat(16) })]) {
    const { headers } = await (path === "/sign-in" ? new Browser() : browser).send(path);
    expect([path, headers.get("x-frame-options")]).toEqual([path, "DENY"]);
    expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers.get("cache-control")).toBe("no-store");
  }
});

test("session fixation: a planted cookie stays worthless, and signing in makes a new one", async () => {
  const { user } = await acme.member("victim");
  const planted = new Browser();
  planted.keep(`drift=${user}.${"x".repeat(43)}`);
  expect((await planted.send("/device")).status).toBe(303);
  const before = planted.cookies.get("drift");
  await planted.submit("/sign-in/local", new URLSearchParams({ email: "victim@x.test" }));
  expect(planted.cookies.get("drift")).not.toBe(before);
  const stale = new Browser();
  stale.keep(`drift=${before}`);
  expect((await stale.send("/device")).status).toBe(303);
});

test("token in URL: it opens nothing", async () => {
  const { access_token } = await obtainTokens((await signIn(acme)).browser, { clientId });
  for (const name of ["access_token", "token", "authorization"]) {
    expect((await send(`/mcp?${name}=${access_token}`, { method: "POST" })).status).toBe(401);
  }
});

test("header injection: line breaks stay in their value, or are refused", async () => {
  const { browser } = await signIn(acme);
  const { location } = await consent(browser, { clientId, state: "s\r\nSet-Cookie: a=b" });
  expect(location.searchParams.get("state")).toBe("s\r\nSet-Cookie: a=b");
  const answer = await new Browser().send(`/sign-in/idp?return=${encodeURIComponent("/x\r\nSet-Cookie: a=b")}`);
  expect(answer.headers.get("set-cookie") ?? "").not.toContain("a=b");
  const named = await registerClient({ client_name: "Evil\r\n\u202eEditor<script>" });
  const page = await (await browser.send(authorizeUrl({ clientId: named.client_id }))).text();
  expect(page).toContain("EvilEditor&lt;script&gt;");
});

test("parameter pollution: a parameter that comes twice is refused", async () => {
  const { browser } = await signIn(acme);
  const twice = `${authorizeUrl({ clientId })}&resource=${encodeURIComponent("https://evil.example/mcp")}`;
  expect(errorOf(await browser.send(twice))).toBe("invalid_target");
  for (const extra of ["client_id=x", "redirect_uri=https://evil.example", "scope=drift:admin", "code_challenge=y"]) {
    expect((await browser.send(`${authorizeUrl({ clientId })}&${extra}`)).status).toBe(400);
  }
  const body = "grant_type=refresh_token&refresh_token=a&refresh_token=b&client_id=c";
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  expect((await json(send("/oauth/token", { method: "POST", body, headers }))).error).toBe("invalid_request");
});

describe("device codes", () => {
  const start = () => json(postForm("/oauth/device_authorization", { client_id: "drift-cli", scope: "drift:read" }));

  test("phishing: a link shows its code and asks, and approves nothing by itself", async () => {
    const { browser } = await signIn(acme);
    const device = await start();
    const page = await (await browser.send(device.verification_uri_complete.slice(issuer.length))).text();
    expect(page).toContain(device.user_code);
    expect(page).toContain("If somebody sent you a code or a link, deny.");
    const poll = { client_id: "drift-cli", device_code: device.device_code };
    const grant = "urn:ietf:params:oauth:grant-type:device_code";
    expect((await json(postForm("/oauth/token", { ...poll, grant_type: grant }))).error).toBe("authorization_pending");
  });

  test("brute force: a person may try ten in ten minutes, and is told when to come again", async () => {
    const { browser } = await signIn(acme);
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries++) statuses.push((await browser.send("/device?user_code=BBBB-BBBB")).status);
    expect(statuses.slice(9)).toEqual([404, 429, 429]);
    const refused = await browser.send("/device?user_code=BBBB-BBBB");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const device = await start();
    expect((await browser.send(`/device?user_code=${device.user_code}`)).status).toBe(429);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 600_000 });
    expect((await browser.send("/device?user_code=BBBB-BBBB")).status).toBe(404);
  });
});

test("user enumeration: a token of a user who is there and of one who is not are one answer", async () => {
  const { access_token, refresh_token } = await obtainTokens((await signIn(acme)).browser, { clientId });
  const [user = "", grant = ""] = access_token.split(":");
  const forged = [`${user}:${grant}:${"x".repeat(32)}`, `usr_${"0".repeat(16)}:${grant}:${"x".repeat(32)}`];
  const shown = async (response: Response) => [
    response.status,
    response.headers.get("www-authenticate"),
    (await response.text()).replace(/"requestId":"[^"]*"/, ""),
  ];
  const [there, nowhere] = await Promise.all(forged.map((token) => modern(token, "tools/list").then(shown)));
  expect(there).toEqual(nowhere);
  const [a, b] = await Promise.all(forged.map((token) => refresh(clientId, token).then(shown)));
  expect(a).toEqual(b);
  expect((await refresh(clientId, refresh_token)).status).toBe(200);
});

test("DNS rebinding: a foreign host name learns nothing, not even where to sign in", async () => {
  for (const path of ["/mcp", "/.well-known/oauth-authorization-server", "/oauth/token", "/sign-in", "/device"]) {
    const answer = await send(path, { headers: { host: "rebound.evil.example" } });
    expect([path, answer.status]).toEqual([path, 403]);
  }
});

test("a session of one user does not name another's: the cookie's user and secret belong together", async () => {
  const [alice, bob] = [await acme.member("alice"), await acme.member("bob")];
  const browser = await browserOf(alice.user);
  const secret = browser.cookies.get("drift")?.split(".")[1];
  const forged = new Browser();
  forged.keep(`drift=${bob.user}.${secret}`);
  expect((await forged.send("/device")).status).toBe(303);
  const sessions = await env.USERS.getByName(alice.user).sessions();
  expect(JSON.stringify(sessions)).not.toContain(secret);
});

test("a form that is too large is refused unread", async () => {
  const { browser } = await signIn(acme);
  const answer = await browser.submit("/oauth/authorize", new URLSearchParams({ handle: "x".repeat(70_000) }));
  expect(answer.status).toBe(413);
  expect((await postForm("/oauth/token", { code: "x".repeat(40_000) })).status).toBe(413);
});
