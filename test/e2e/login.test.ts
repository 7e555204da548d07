/** Signing in with the command line, as processes of their own, at the built Worker in workerd. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { driftPath, type Run, runDrift, startDrift } from "#cli/testing/run-drift";
import { startBetween } from "#harness/between";
import { type Edge, startEdge, temporaryFolder } from "#harness/edge";
import { fakeScan } from "#harness/fake-scan";
import { decide, decideDevice, ownersBrowser, signInByBrowser, startLogin } from "#harness/sign-in";

let state: Awaited<ReturnType<typeof temporaryFolder>>;
let edge: Edge;
/** Where the command keeps sign-ins: one a test. */
let home: string;
let made = 0;

beforeAll(async () => {
  state = await temporaryFolder();
  edge = await startEdge({ state: state.folder });
});
afterAll(async () => {
  await edge.stop();
  await state.remove();
});
beforeEach(() => {
  home = join(state.folder, `home-${++made}`);
});

const env = (more: Record<string, string> = {}) => ({ DRIFT_HOME: home, DRIFT_KEYCHAIN: "off", ...more });
const drift = (args: string[], more?: Record<string, string>): Promise<Run> =>
  runDrift(args, { cwd: state.folder, env: env(more) });
const authorizeUrl = /http:\S+\/oauth\/authorize\S+/;

/** The one file of a kind in the store; what a killed process left half written is none. */
const only = (kind: "accounts" | "secrets"): string => {
  const names = readdirSync(join(home, kind)).filter((name) => name.endsWith(".json"));
  expect(names).toHaveLength(1);
  return join(home, kind, names[0] ?? "");
};
// biome-ignore lint/suspicious/noExplicitAny: what the command keeps
const readJson = (path: string): any => JSON.parse(readFileSync(path, "utf8"));
const tokensOf = () => readJson(only("secrets")) as { accessToken: string; refreshToken: string; expiresAt: number };

/** As if an hour had passed. */
const expire = () => writeFileSync(only("secrets"), JSON.stringify({ ...tokensOf(), expiresAt: 0 }));

test("by the browser: signed in, asked as oneself, signed out at the server too", async () => {
  const { page, run } = await signInByBrowser(edge, env());
  expect([page.status, page.text]).toEqual([200, expect.stringContaining("You are signed in")]);
  expect(run.code, run.stderr).toBe(0);
  expect(run.json()).toMatchObject({
    server: edge.url,
    organisation: { slug: "local" },
    role: "owner",
    scopes: expect.arrayContaining(["drift:read", "drift:push"]),
    kept: "file",
  });

  const who = await drift(["whoami", "--json"]);
  expect(who.json()).toMatchObject({ server: edge.url, source: "account", role: "owner", kept: "file" });
  expect((await drift(["projects", "--json"])).json()).toMatchObject({ projects: [{ project: "local/shop" }] });
  expect((await drift(["call", "drift_projects"])).code).toBe(0);

  const { accessToken, refreshToken } = tokensOf();
  const out = await drift(["logout", "--json"]);
  expect(out.json()).toMatchObject({ ended: [{ server: edge.url, organisation: "local", revoked: true }] });
  expect([...readdirSync(join(home, "accounts")), ...readdirSync(join(home, "secrets"))]).toEqual([]);
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await fetch(`${edge.url}/v1/whoami`, { headers })).status).toBe(401);
  const form = { grant_type: "refresh_token", refresh_token: refreshToken, client_id: "drift-cli" };
  expect((await fetch(`${edge.url}/oauth/token`, { method: "POST", body: new URLSearchParams(form) })).status).toBe(
    400,
  );

  const after = await drift(["whoami", "--server", edge.url]);
  expect([after.code, after.stderr]).toEqual([11, expect.stringContaining(`drift login --server ${edge.url}`)]);
});

test("by a device code: typed in another browser, with no browser here", async () => {
  const { shown, ended } = await startLogin([edge.url, "--device"], env(), /[A-Z]{4}-[A-Z]{4}/);
  await decideDevice(await ownersBrowser(edge), edge.url, await shown, "allow");
  const run = await ended;
  expect([run.code, run.stdout], run.stderr).toEqual([0, expect.stringContaining("signed in to local at 127.0.0.1")]);
  expect((await drift(["whoami"])).stdout).toContain("your sign-in, kept in a file");
});

test("over SSH a device code is shown without being asked for; what cannot open a browser falls back to one", async () => {
  const overSsh = await startLogin([edge.url], env({ SSH_CONNECTION: "a b c d", BROWSER: "" }), /[A-Z]{4}-[A-Z]{4}/);
  const noProgram = await startLogin([edge.url], env({ BROWSER: "/nowhere/browser" }), /[A-Z]{4}-[A-Z]{4}/);
  for (const login of [overSsh, noProgram]) {
    expect(await login.shown).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
    login.process.kill();
    await login.ended;
  }
});

test("the browser that is opened gets the address, whatever is in it, and no token is on any command line", async () => {
  const seen = join(state.folder, "opened");
  const program = join(state.folder, "browser.sh");
  writeFileSync(program, `#!/bin/sh\nprintf '%s' "$#:$1" > "${seen}"\n`, { mode: 0o755 });
  const { shown, ended, process } = await startLogin(
    [edge.url, "--organisation", "local"],
    env({ BROWSER: program }),
    authorizeUrl,
  );
  const url = new URL(await shown);
  await expect.poll(() => readFileSync(seen, "utf8")).toBe(`1:${url.href}`);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: "drift-cli",
    code_challenge_method: "S256",
    organisation: "local",
    resource: edge.url,
    redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
  });
  process.kill();
  await ended;
});

test("who says no is told so, by the browser and by the code", async () => {
  const browser = await ownersBrowser(edge);
  const byBrowser = await startLogin([edge.url, "--no-browser"], env(), authorizeUrl);
  const page = await decide(browser, await byBrowser.shown, "deny");
  expect([page.status, page.text]).toEqual([400, expect.stringContaining("You are not signed in")]);
  const denied = await byBrowser.ended;
  expect([denied.code, denied.stderr]).toEqual([11, expect.stringContaining("access was denied in the browser")]);

  const byCode = await startLogin([edge.url, "--device"], env(), /[A-Z]{4}-[A-Z]{4}/);
  await decideDevice(browser, edge.url, await byCode.shown, "deny");
  const refused = await byCode.ended;
  expect([refused.code, refused.stderr]).toEqual([11, expect.stringContaining("access was denied in the browser")]);
});

test("what others send to the redirect address changes nothing: the true answer is still taken", async () => {
  const { shown, ended } = await startLogin([edge.url, "--no-browser", "--json"], env(), authorizeUrl);
  const url = await shown;
  const redirect = new URL(url).searchParams.get("redirect_uri") ?? "";
  const state = new URL(url).searchParams.get("state") ?? "";
  const statusOf = async (query: string, init: RequestInit = {}) => (await fetch(`${redirect}?${query}`, init)).status;
  expect(await statusOf("code=stolen")).toBe(400);
  expect(await statusOf(`code=stolen&state=${"x".repeat(43)}&iss=${edge.url}`)).toBe(400);
  expect(await statusOf(`code=stolen&state=${state}&iss=${edge.url}`, { method: "POST" })).toBe(400);
  expect((await decide(await ownersBrowser(edge), url, "allow")).status).toBe(200);
  expect((await ended).code).toBe(0);
});

test.each([
  ["names another issuer", `iss=${encodeURIComponent("https://other.example")}`],
  ["names none, where the server says that it does", ""],
])("an answer that %s is refused (mix-up)", async (_, iss) => {
  const { shown, ended } = await startLogin([edge.url, "--no-browser"], env(), authorizeUrl);
  const asked = new URL(await shown).searchParams;
  await fetch(`${asked.get("redirect_uri")}?code=c&state=${asked.get("state")}&${iss}`);
  const { code, stderr } = await ended;
  expect([code, stderr]).toEqual([11, expect.stringContaining("not from the server that was asked")]);
});

test("a port that is taken, a server that is none, one without TLS and one that is another's are told apart", async () => {
  const taken = createServer((_, response) => response.end('{"issuer": "https://edge.example"}'));
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const port = String((taken.address() as AddressInfo).port);
  const failure = async (...args: string[]) => {
    const { code, stderr } = await drift(["login", ...args]);
    return `${code} ${stderr.split("\n")[0]}`.replaceAll(port, "<port>");
  };
  expect(await failure()).toBe("2 drift: no server is known");
  expect(await failure(edge.url, "--no-browser", "--port", port)).toBe("2 drift: port <port> is taken");
  expect(await failure("http://edge.example")).toBe(
    "2 drift: signing in at http://edge.example would send its tokens in the clear",
  );
  expect(await failure("http://127.0.0.1:9")).toMatch(/^9 drift: http:\/\/127\.0\.0\.1:9 does not answer/);
  expect(await failure(`http://127.0.0.1:${port}`)).toBe(
    "10 drift: http://127.0.0.1:<port> signs nobody in: its metadata are not what RFC 8414 says",
  );
  taken.close();
});

test("the store is its owner's alone", async () => {
  await signInByBrowser(edge, env());
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect([home, join(home, "secrets"), join(home, "accounts")].map(modeOf)).toEqual(["700", "700", "700"]);
  expect([only("secrets"), only("accounts")].map(modeOf)).toEqual(["600", "600"]);
  expect(readFileSync(only("accounts"), "utf8")).not.toContain(tokensOf().accessToken);
});

test("ten processes that refresh at once make one refresh, and none of them is signed out", async () => {
  const between = await startBetween(edge.url);
  await signInByBrowser({ ...edge, url: between.url }, env());
  for (let round = 0; round < 2; round++) {
    const before = tokensOf();
    between.paths.length = 0;
    expire();
    const runs = await Promise.all(Array.from({ length: 10 }, () => drift(["whoami", "--json"])));
    expect(runs.map(({ code, stderr }) => [code, stderr])).toEqual(runs.map(() => [0, ""]));
    expect(between.paths.filter((path) => path === "/oauth/token")).toHaveLength(1);
    expect(tokensOf().refreshToken).not.toBe(before.refreshToken);
    expect(readdirSync(join(home, "locks"))).toEqual([]);
  }
  between.stop();
});

test("a refresh whose answer is lost is asked for again, and a process that was killed on the way leaves no lock", async () => {
  const between = await startBetween(edge.url);
  await signInByBrowser({ ...edge, url: between.url }, env());
  expire();
  between.loseAnswers("/oauth/token", 2);
  expect((await drift(["whoami"])).code).toBe(0);

  const { id } = readJson(only("accounts"));
  const dead = spawnSync(process.execPath, ["-e", "0"]).pid;
  const lock = join(home, "locks", `${id}.lock`);
  writeFileSync(lock, JSON.stringify({ id: "x", host: hostname(), pid: dead }));
  expire();
  const runs = await Promise.all(Array.from({ length: 3 }, () => drift(["whoami"])));
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(readdirSync(join(home, "locks"))).toEqual([]);
  between.stop();
});

test("a push goes on with new tokens when its own ends on the way, and needs no token to be given", async () => {
  await signInByBrowser(edge, env(), "--organisation", "local");
  const folder = join(home, "repository");
  mkdirSync(folder);
  await fakeScan(folder, { "src/a.ts": "a", "src/b.ts": "b" });
  expire();
  const push = await drift(["push", folder, "--project", "local/shop", "--json"]);
  expect(push.json(), push.stderr).toMatchObject({ project: "local/shop", upToDate: false });
  const [user, grant] = tokensOf().accessToken.split(":");
  writeFileSync(only("secrets"), JSON.stringify({ ...tokensOf(), accessToken: `${user}:${grant}:${"x".repeat(32)}` }));
  await fakeScan(folder, { "src/a.ts": "another" });
  const again = await drift(["push", folder, "--project", "local/shop", "--json"]);
  expect(again.json(), again.stderr).toMatchObject({ seq: 2, upToDate: false });
});

test("processes that are killed while they refresh sign nobody out", async () => {
  await signInByBrowser(edge, env());
  expire();
  const startedAt = performance.now();
  expect((await drift(["whoami"])).code).toBe(0);
  const life = performance.now() - startedAt;
  // Three side by side live longer than one.
  for (const share of [0.3, 0.6, 0.9, 1.2, 1.5]) {
    expire();
    const started = Array.from({ length: 3 }, () => startDrift(["whoami"], { cwd: state.folder, env: env() }));
    const [doomed] = started;
    setTimeout(() => doomed?.process.kill("SIGKILL"), share * life);
    const [, ...runs] = await Promise.all(started.map(({ ended }) => ended));
    expect(runs.map(({ code, stderr }) => [code, stderr])).toEqual(runs.map(() => [0, ""]));
  }
  expire();
  expect((await drift(["whoami"])).code).toBe(0);
  expect(["accounts", "secrets", "locks"].map((kind) => readdirSync(join(home, kind)).length)).toEqual([1, 1, 0]);
});

test("a token that is refused before its time is replaced, and the command goes on", async () => {
  await signInByBrowser(edge, env());
  const { accessToken } = tokensOf();
  const [user, grant] = accessToken.split(":");
  const broken = `${user}:${grant}:${"x".repeat(32)}`;
  writeFileSync(only("secrets"), JSON.stringify({ ...tokensOf(), accessToken: broken }));
  expect((await drift(["projects"])).code).toBe(0);
  expect(tokensOf().accessToken).not.toBe(broken);
  writeFileSync(only("secrets"), JSON.stringify({ ...tokensOf(), accessToken: broken }));
  expect((await drift(["call", "drift_projects"])).code).toBe(0);
});

test("a sign-in that was ended at the server says so once and for all, and how to begin again", async () => {
  await signInByBrowser(edge, env());
  const { refreshToken } = tokensOf();
  const form = { token: refreshToken, client_id: "drift-cli" };
  await fetch(`${edge.url}/oauth/revoke`, { method: "POST", body: new URLSearchParams(form) });
  for (let run = 0; run < 2; run++) {
    const { code, stderr } = await drift(["whoami"]);
    expect([code, stderr]).toEqual([11, expect.stringMatching(/has ended\n {2}Run drift login --server http:/)]);
  }
  expect((await drift(["use"])).stdout).toContain("ended: run drift login");
  expect((await signInByBrowser(edge, env())).run.code).toBe(0);
});

test("signing in again replaces what was there, and takes it back at the server", async () => {
  await signInByBrowser(edge, env());
  const { accessToken } = tokensOf();
  await signInByBrowser(edge, env());
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await fetch(`${edge.url}/v1/whoami`, { headers })).status).toBe(401);
  expect((await drift(["whoami"])).code).toBe(0);
});

test("signing out where the server is gone forgets all the same, and says what is left to do", async () => {
  await signInByBrowser(edge, env());
  const account = readJson(only("accounts"));
  writeFileSync(only("accounts"), JSON.stringify({ ...account, server: "http://127.0.0.1:9" }));
  const { code, stderr } = await drift(["logout"]);
  expect([code, stderr]).toEqual([9, expect.stringContaining("could not be ended at the server")]);
  expect((await drift(["use"])).stdout).toBe("nobody is signed in: drift login URL\n");
});

test("where no keychain can be reached, the sign-in lies in a file, and later commands find it", async () => {
  const nowhere = { DRIFT_HOME: home, DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere", XDG_RUNTIME_DIR: "/nowhere" };
  const { run } = await signInByBrowser(edge, nowhere);
  expect(run.json(), run.stderr).toMatchObject({ kept: "file" });
  expire();
  const who = await runDrift(["whoami", "--json"], { cwd: state.folder, env: nowhere });
  expect(who.json(), who.stderr).toMatchObject({ source: "account", kept: "file" });
});

test("two organisations stand side by side: a project's own is used, else the one chosen", async () => {
  const browser = await ownersBrowser(edge);
  const slug = `beta-${made}`;
  await browser.submit(await browser.open(`${edge.url}/new`), "/new", { name: "Beta", slug });
  await signInByBrowser(edge, env(), "--organisation", "local");
  const { run } = await signInByBrowser(edge, env(), "--organisation", slug);
  expect(run.json()).toMatchObject({ organisation: { slug } });
  const host = new URL(edge.url).host;

  const whose = async (...args: string[]) => {
    const { stdout, stderr } = await drift(["whoami", "--json", ...args]);
    return JSON.parse(stdout || stderr).organisation?.slug;
  };
  expect(await whose()).toBe(slug);
  expect(await whose("--account", "local")).toBe("local");
  expect((await drift(["use", `${host}/local`])).stdout).toContain(`using local at ${host} as you`);
  expect(await whose()).toBe("local");
  expect((await drift(["use"])).stdout.split("\n")[0]).toBe(`* ${host}/local  you  in a file`);
  const two = await drift(["use", host]);
  expect([two.code, two.stderr]).toEqual([2, expect.stringContaining(`Give one of: ${host}/local, ${host}/${slug}`)]);
  // The project's organisation, though another account is in use.
  expect((await drift(["projects", "create", "shop", "--account", slug])).stdout).toContain(`created ${slug}/shop`);
  expect((await drift(["projects", "settings", `${slug}/shop`])).stdout).toContain(`${slug}/shop`);
  expect((await drift(["projects", "settings", "local/shop"])).stdout).toContain("local/shop");

  expect((await drift(["logout", slug])).code).toBe(0);
  expect(await whose()).toBe("local");
});

test("the stdio bridge goes on with a new token when its own is refused", async () => {
  await signInByBrowser(edge, env());
  const bridge = spawn(process.execPath, [driftPath, "mcp"], {
    cwd: state.folder,
    env: { ...process.env, ...env() },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const answers = createInterface({ input: bridge.stdout })[Symbol.asyncIterator]();
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  };
  const list = async (id: number) => {
    bridge.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/list", params: { _meta } })}\n`);
    return JSON.parse((await answers.next()).value);
  };
  expect(await list(1)).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
  // Another process refreshes until the bridge's token is none of those that are good.
  const { accessToken } = tokensOf();
  for (let round = 0; round < 2; round++) {
    expire();
    expect((await drift(["whoami"])).code).toBe(0);
  }
  const form = { token: accessToken, token_type_hint: "access_token", client_id: "drift-cli" };
  await fetch(`${edge.url}/oauth/revoke`, { method: "POST", body: new URLSearchParams(form) });
  expect(await list(2)).toMatchObject({ id: 2, result: { tools: expect.any(Array) } });
  bridge.stdin.end();
  expect(await new Promise((resolve) => bridge.once("close", resolve))).toBe(0);
});

test("no token is in what any command says", async () => {
  const said: string[] = [];
  const { page, run } = await signInByBrowser(edge, env());
  said.push(page.text, run.stdout, run.stderr);
  const secrets = [tokensOf()];
  expire();
  for (const args of [["whoami"], ["use", "--json"], ["projects", "--json"], ["doctor"], ["connect", "--json"]]) {
    const { stdout, stderr } = await drift(args);
    said.push(stdout, stderr);
  }
  secrets.push(tokensOf());
  for (const { stdout, stderr } of [await drift(["logout"]), await drift(["whoami", "--server", edge.url])])
    said.push(stdout, stderr);
  for (const { accessToken, refreshToken } of secrets) {
    expect(said.join("\n")).not.toContain(accessToken.split(":")[2]);
    expect(said.join("\n")).not.toContain(refreshToken.split(":")[2]);
  }
});
