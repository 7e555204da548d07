/** No secret is written anywhere: every flow is driven, and everything that was written is searched for what went through. */
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { Organisation } from "#harness/accounts";
import { formSent, IdentityProvider, playServers } from "#harness/identity-provider";
import { Browser, consent, formOf, issuer, json, postForm, redirectUri, refresh, registerClient } from "#harness/oauth";
import { fetchEdge, modern } from "#harness/rpc";
import { DEVICE_GRANT } from "#oauth/device/codes";
import { EXCHANGE_GRANT } from "#oauth/metadata";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Everything that the account database holds, as text. */
async function accountRows(): Promise<string> {
  const { results } = await env.ACCOUNT.prepare("select name from sqlite_master where type = 'table'").all<{
    name: string;
  }>();
  const tables = results.map(({ name }) => name).filter((name) => !/^(?:_|sqlite_)/.test(name));
  const rows = await Promise.all(tables.map((name) => env.ACCOUNT.prepare(`select * from "${name}"`).all()));
  return JSON.stringify(rows.map((answer) => answer.results));
}

test("no token, code, secret or cookie is in a log line, an error, a metric, an audit row or another's answer", async () => {
  const logged: string[] = [];
  for (const level of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, level).mockImplementation((...said) => void logged.push(JSON.stringify(said)));
  }
  const [idp, github] = await Promise.all([
    IdentityProvider.create(),
    IdentityProvider.create("https://token.actions.githubusercontent.com"),
  ]);
  idp.account = { sub: crypto.randomUUID(), email: "marked@acme.test", email_verified: true };
  const upstream: string[] = [];
  playServers({
    [idp.issuer]: async (request) => {
      if (request.url.endsWith("/token")) {
        const form = await formSent(request.clone() as Request);
        upstream.push(
          form.get("code") ?? "",
          form.get("code_verifier") ?? "",
          request.headers.get("authorization") ?? "",
        );
      }
      return idp.answer(request);
    },
    [github.issuer]: (request) => github.answer(request),
  });

  // Signing in, registering, consenting, refreshing, replaying.
  const acme = await Organisation.create("acme");
  const browser = new Browser();
  const callback = await idp.visit(browser, "/sign-in/idp?return=/account");
  await browser.send(callback);
  const cookie = browser.cookies.get("drift") ?? "";
  const user = cookie.split(".")[0] ?? "";
  await acme.admit(user, "admin");
  const client = await registerClient({ token_endpoint_auth_method: "client_secret_post" });
  const { code, verifier } = await consent(browser, { clientId: client.client_id });
  const credentials = { client_id: client.client_id, client_secret: client.client_secret };
  const redeem = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri };
  const tokens = await json(postForm("/oauth/token", { ...redeem, ...credentials }));
  const again = { grant_type: "refresh_token", refresh_token: tokens.refresh_token, ...credentials };
  const refreshed = await json(postForm("/oauth/token", again));
  expect((await modern(refreshed.access_token, "tools/list")).status).toBe(200);
  await postForm("/oauth/token", { ...redeem, ...credentials });

  // A device, a CI run, a personal token, and what is refused.
  const device = await json(postForm("/oauth/device_authorization", { client_id: "drift-cli", scope: "drift:read" }));
  const form = await formOf(await browser.send(device.verification_uri_complete.slice(issuer.length)));
  form.set("decision", "allow");
  await browser.submit("/device", form);
  const poll = { grant_type: DEVICE_GRANT, device_code: device.device_code, client_id: "drift-cli" };
  const onDevice = await json(postForm("/oauth/token", poll));
  await acme.project("web");
  const { token: personal } = await acme.member("holder", { role: "admin", scopes: ["drift:read", "drift:admin"] });
  const trust = { kind: "github", repository: "acme/web" };
  const headers = { "content-type": "application/json" };
  const path = `/v1/projects/${acme.slug}/web`;
  await fetchEdge(`${path}/trusts`, { method: "POST", headers, body: JSON.stringify(trust) }, personal);
  const run = await github.sign({
    ...{ aud: issuer, jti: crypto.randomUUID(), repository: "acme/web", repository_id: "1" },
    ...{ ref: "refs/heads/main", run_id: "1" },
  });
  const exchange = { grant_type: EXCHANGE_GRANT, subject_token: run, resource: issuer + path };
  const machine = await json(
    postForm("/oauth/token", { ...exchange, subject_token_type: "urn:ietf:params:oauth:token-type:jwt" }),
  );
  const refusals = await Promise.all(
    [
      postForm("/oauth/token", { ...redeem, ...credentials }),
      refresh(client.client_id, `${refreshed.refresh_token}x`),
      modern(`${refreshed.access_token}x`, "tools/list"),
      modern(`${personal}x`, "tools/list"),
      browser.send(
        `/oauth/authorize?client_id=${client.client_id}&redirect_uri=https://evil.example/&state=${verifier}`,
      ),
      browser.submit("/sign-in/local", new URLSearchParams({ email: `${personal}x` })),
      fetchEdge("/metrics", {}, "operator"),
    ].map(async (answer) => (await answer).text()),
  );

  const secrets = {
    cookie,
    csrf: form.get("csrf") ?? "",
    "client secret": client.client_secret,
    code,
    verifier,
    "access token": tokens.access_token,
    "refresh token": tokens.refresh_token,
    "second access token": refreshed.access_token,
    "second refresh token": refreshed.refresh_token,
    "device code": device.device_code,
    "device's access token": onDevice.access_token,
    "device's refresh token": onDevice.refresh_token,
    "personal token": personal,
    "run's token": run,
    "push token": machine.access_token,
    "provider's state": new URL(callback, issuer).searchParams.get("state") ?? "",
    "provider's client secret": "s3cret",
    ...Object.fromEntries(upstream.map((secret, at) => [`upstream ${at}`, secret])),
  };
  for (const [name, secret] of Object.entries(secrets)) expect([name, secret.length > 5]).toEqual([name, true]);
  const written = {
    logs: logged.join("\n"),
    rows: await accountRows(),
    refusals: refusals.join("\n"),
  };
  for (const [place, text] of Object.entries(written)) {
    for (const [name, secret] of Object.entries(secrets)) {
      // The secret part of a token that names its user; the names themselves are no secret.
      const part = secret.split(/[:.]/).at(-1) as string;
      expect([place, name, text.includes(part)]).toEqual([place, name, false]);
    }
  }
  expect(written.rows).toContain("grant.create");
});
