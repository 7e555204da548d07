/** Signing in: with an OpenID Connect issuer, with GitHub, and on one's own machine. */
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AccountDb } from "#db/account-db";
import { Organisation } from "#harness/accounts";
import { formSent, IdentityProvider, playServers } from "#harness/identity-provider";
import { Browser, browserOf, formOf, locationOf, send } from "#harness/oauth";

const account = new AccountDb(env.ACCOUNT);
let idp: IdentityProvider;
let later = 0;

beforeEach(async () => {
  // Days later each time, so that no document of another test's issuer is remembered.
  later += 3 * 86_400_000;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + later });
  idp = await IdentityProvider.create();
  idp.account = { sub: crypto.randomUUID() };
  playServers({ [idp.issuer]: (request) => idp.answer(request) });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const wait = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

/** The user that a browser is signed in as. */
const userOf = (browser: Browser): string => browser.cookies.get("drift")?.split(".")[0] ?? "";

async function signInAt(provider = "idp", browser = new Browser()) {
  const callback = await idp.visit(browser, `/sign-in/${provider}?return=/account`);
  return { browser, callback, answer: await browser.send(callback) };
}

const messageOf = async (response: Response): Promise<string> =>
  (/<div class="notice[^>]*>([\s\S]*?)<\/div>/.exec(await response.text())?.[1] ?? "none")
    .replace(/<[^>]*>/g, "")
    .trim();

describe("an OpenID Connect issuer", () => {
  test("signs a person in, as the same user each time, and back to where they wanted to go", async () => {
    idp.account = { ...idp.account, email: "Alice@Acme.test", email_verified: true, name: "Alice" };
    const { browser, answer } = await signInAt();
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/account"]);
    const again = await signInAt();
    expect(userOf(again.browser)).toBe(userOf(browser));
    expect(await account.identities.of(userOf(browser))).toMatchObject([
      { issuer: idp.issuer, subject: idp.account.sub, email: "alice@acme.test", emailVerified: true },
    ]);
    expect(idp.asked.filter((path) => path.includes("well-known"))).toHaveLength(1);
  });

  test("is asked for the address that its ID token does not hold", async () => {
    idp.userInfo = { sub: idp.account.sub, email: "bob@acme.test", email_verified: true };
    const { browser } = await signInAt();
    expect(await account.identities.of(userOf(browser))).toMatchObject([
      { email: "bob@acme.test", emailVerified: true },
    ]);
  });

  test("says nothing of somebody else, and an address that it did not check is not verified", async () => {
    idp.userInfo = { sub: "somebody else", email: "carol@acme.test", email_verified: true };
    const { browser } = await signInAt();
    expect(await account.identities.of(userOf(browser))).toMatchObject([{ email: null, emailVerified: false }]);
    idp.userInfo = { sub: idp.account.sub, email: "dave@acme.test" };
    const { browser: later } = await signInAt();
    expect(await account.identities.of(userOf(later))).toMatchObject([
      { email: "dave@acme.test", emailVerified: false },
    ]);
  });

  test("may change its keys: an unknown one has them read again, though not for every forgery", async () => {
    await signInAt();
    wait(31);
    await idp.rotate();
    expect((await signInAt()).answer.status).toBe(303);
    const reads = () => idp.asked.filter((path) => path === "/jwks").length;
    const before = reads();
    idp.forged = { header: { kid: "unknown" } };
    for (let round = 0; round < 3; round++) expect((await signInAt()).answer.status).toBe(400);
    expect(reads()).toBe(before);
  });

  test("may be down for its documents: those that are known count for a day", async () => {
    await signInAt();
    const callback = await idp.visit(new Browser(), "/sign-in/idp");
    expect(callback).toContain("/sign-in/idp/callback");
    wait(3 * 3600);
    const documents = idp.answer.bind(idp);
    idp.answer = async (request) =>
      /token$/.test(request.url) ? documents(request) : new Response(null, { status: 503 });
    expect((await signInAt()).answer.status).toBe(303);
    wait(25 * 3600);
    const answer = await new Browser().send("/sign-in/idp");
    expect(answer.status).toBe(400);
    expect(await messageOf(answer)).toContain("Acme ID does not answer as it should");
  });

  test("is two users with the same address at two issuers, until they are linked while signed in with both", async () => {
    const other = await IdentityProvider.create("https://other.example");
    playServers({
      [idp.issuer]: (request) => idp.answer(request),
      [other.issuer]: (request) => other.answer(request),
    });
    idp.account = { sub: "same", email: "eve@acme.test", email_verified: true };
    other.account = { sub: crypto.randomUUID(), email: "eve@acme.test", email_verified: true };
    const { browser } = await signInAt();
    const stranger = new Browser();
    await stranger.send(await other.visit(stranger, "/sign-in/other"));
    expect(userOf(stranger)).not.toBe(userOf(browser));

    // Taken already, by the user that it made.
    const link = await linkOf(browser, "other");
    const refused = await browser.send(await other.visit(browser, link));
    expect(refused.status).toBe(409);
    other.account = { sub: crypto.randomUUID(), email: "eve@acme.test", email_verified: true };
    const fresh = await linkOf(browser, "other");
    const linked = await browser.send(await other.visit(browser, fresh));
    expect(linked.headers.get("location")).toBe("/account");
    expect(await account.identities.of(userOf(browser))).toHaveLength(2);
    const later = new Browser();
    await later.send(await other.visit(later, "/sign-in/other"));
    expect(userOf(later)).toBe(userOf(browser));
    // A handle is good once, and in its own session.
    expect((await browser.send(fresh)).status).toBe(400);
    expect((await stranger.send(await linkOf(browser, "other"))).status).toBe(400);
  });
});

/** The link that the page leads to after asking for another way to sign in. */
async function linkOf(browser: Browser, provider: string): Promise<string> {
  const form = await formOf(await browser.send("/device"));
  form.set("provider", provider);
  const page = await (await browser.submit("/account/link", form)).text();
  return /href="(\/sign-in\/[^"]+link=[^"]+)"/.exec(page)?.[1] ?? "";
}

test("GitHub signs a person in by their number, with their primary address", async () => {
  const browser = new Browser();
  const id = Math.floor(Math.random() * 1e9);
  playServers({
    "https://github.com": async (request) => {
      const form = await formSent(request);
      expect(form.get("client_secret")).toBe("gh-s3cret");
      return Response.json({ access_token: "gho" });
    },
    "https://api.github.com": (request) =>
      request.url.endsWith("/emails")
        ? Response.json([
            { email: "old@x.test", primary: false, verified: true },
            { email: "Octo@X.test", primary: true, verified: true },
          ])
        : Response.json({ id, login: "octo", name: null }),
  });
  const sent = locationOf(await browser.send("/sign-in/github"));
  expect(sent.origin + sent.pathname).toBe("https://github.com/login/oauth/authorize");
  const answer = await browser.send(`/sign-in/github/callback?code=c&state=${sent.searchParams.get("state")}`);
  expect(answer.status).toBe(303);
  expect(await account.identities.of(userOf(browser))).toMatchObject([
    { issuer: "https://github.com", subject: String(id), email: "octo@x.test", emailVerified: true },
  ]);
});

describe("on one's own machine", () => {
  const local = (browser: Browser, typed: string) =>
    browser.submit("/sign-in/local", new URLSearchParams({ email: typed, return: "/account" }));

  test("the token that may do everything signs its user in, and a lesser one nobody", async () => {
    const acme = await Organisation.create("acme");
    const all = ["drift:read", "drift:write", "drift:admin", "drift:push"] as const;
    const owner = await acme.member("owner", { role: "owner", scopes: [...all] });
    const browser = new Browser();
    expect((await local(browser, owner.token)).headers.get("location")).toBe("/account");
    expect(userOf(browser)).toBe(owner.user);
    const lesser = await acme.member("lesser", { role: "owner", scopes: ["drift:read"] });
    const refused = await local(new Browser(), lesser.token);
    expect(refused.status).toBe(400);
    expect(await refused.text()).not.toContain(lesser.token);
  });

  test("an address makes a person who belongs to nothing", async () => {
    const browser = new Browser();
    await local(browser, "Frank@x.test");
    expect(await account.members.organisationsOf(userOf(browser))).toEqual([]);
    expect((await local(new Browser(), "no address")).status).toBe(400);
  });

  test("tokens cannot be tried without end", async () => {
    const statuses: number[] = [];
    for (let round = 0; round < 22; round++) statuses.push((await local(new Browser(), "nothing")).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await local(new Browser(), "nothing")).headers.get("retry-after")).toMatch(/^\d+$/);
    wait(600);
    expect((await local(new Browser(), "nothing")).status).toBe(400);
  });
});

test("a session ends by signing out, after half a day without use, and after a week in any case", async () => {
  const { user } = await account.identities.signIn({
    ...{ issuer: "test", subject: crypto.randomUUID(), email: null, emailVerified: false, name: "Grace" },
  });
  const signedIn = async (browser: Browser) => (await browser.send("/sign-in")).status === 303;
  const first = await browserOf(user);
  const form = await formOf(await first.send("/device"));
  const out = await first.submit("/sign-out", form);
  expect(out.status).toBe(200);
  expect(first.cookies.has("drift")).toBe(false);

  const idle = await browserOf(user);
  expect(await signedIn(idle)).toBe(true);
  wait(13 * 3600);
  expect(await signedIn(idle)).toBe(false);

  const busy = await browserOf(user);
  for (let hours = 0; hours < 7 * 24 - 10; hours += 10) {
    wait(10 * 3600);
    expect(await signedIn(busy)).toBe(true);
  }
  wait(10 * 3600);
  expect(await signedIn(busy)).toBe(false);
});

test("the page offers what there is", async () => {
  const page = await (await send("/sign-in?return=/account", { headers: { accept: "text/html" } })).text();
  expect(page).toContain('href="/sign-in/idp?return=%2Faccount"');
  expect(page).toContain("Continue with GitHub");
  expect((await send("/sign-in/nobody")).status).toBe(404);
});
