/** The authorization endpoint, from discovery to the code. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { AccountDb } from "#db/account-db";
import { Organisation } from "#harness/accounts";
import {
  authorizeUrl,
  consent,
  errorOf,
  formOf,
  issuer,
  json,
  locationOf,
  obtainTokens,
  postForm,
  registerClient,
  send,
  signIn,
  signInStranger,
} from "#harness/oauth";
import { modern } from "#harness/rpc";

let acme: Organisation;
beforeAll(async () => {
  acme = await Organisation.create("acme");
});

test("metadata documents name each other, for every path", async () => {
  const server = await json(send("/.well-known/oauth-authorization-server"));
  expect(server).toMatchInlineSnapshot(`
    {
      "authorization_endpoint": "http://localhost/oauth/authorize",
      "authorization_response_iss_parameter_supported": true,
      "client_id_metadata_document_supported": true,
      "code_challenge_methods_supported": [
        "S256",
      ],
      "device_authorization_endpoint": "http://localhost/oauth/device_authorization",
      "grant_types_supported": [
        "authorization_code",
        "refresh_token",
        "urn:ietf:params:oauth:grant-type:device_code",
        "urn:ietf:params:oauth:grant-type:token-exchange",
      ],
      "issuer": "http://localhost",
      "registration_endpoint": "http://localhost/oauth/register",
      "response_modes_supported": [
        "query",
      ],
      "response_types_supported": [
        "code",
      ],
      "revocation_endpoint": "http://localhost/oauth/revoke",
      "revocation_endpoint_auth_methods_supported": [
        "none",
        "client_secret_basic",
        "client_secret_post",
      ],
      "scopes_supported": [
        "drift:read",
        "drift:write",
        "drift:admin",
      ],
      "token_endpoint": "http://localhost/oauth/token",
      "token_endpoint_auth_methods_supported": [
        "none",
        "client_secret_basic",
        "client_secret_post",
      ],
    }
  `);
  expect(await json(send("/.well-known/openid-configuration"))).toEqual(server);
  for (const path of ["/mcp", "/mcp/analysis", "/mcp/acme/web", "/mcp/acme/web@feature%2Fx", "/v1"]) {
    const document = await json(send(`/.well-known/oauth-protected-resource${path}`));
    expect(document).toMatchObject({ resource: issuer + path, authorization_servers: [issuer] });
  }
  expect((await send("/.well-known/oauth-protected-resource/elsewhere")).status).toBe(404);
  expect((await send("/.well-known/oauth-protected-resource/mcp/acme")).status).toBe(404);
});

test("a page of another origin may read discovery, register and ask for tokens, and nothing else", async () => {
  const headers = { origin: "https://inspector.example" };
  const open = await send("/.well-known/oauth-authorization-server", { headers });
  expect(open.headers.get("access-control-allow-origin")).toBe("*");
  expect((await postForm("/oauth/token", { grant_type: "refresh_token" }, headers)).status).toBe(401);
  expect((await send("/oauth/authorize", { headers })).status).toBe(403);
});

test("who is not signed in comes back to the same question", async () => {
  const { client_id: clientId } = await registerClient();
  const asked = authorizeUrl({ clientId });
  const answer = await send(asked);
  expect(answer.status).toBe(303);
  expect(locationOf(answer).searchParams.get("return")).toBe(asked);
});

test("a request that cannot succeed is refused before anybody is asked to sign in", async () => {
  const { client_id: clientId } = await registerClient();
  expect((await send(authorizeUrl({ clientId: "x".repeat(16) }))).status).toBe(400);
  expect(errorOf(await send(authorizeUrl({ clientId, resource: "https://elsewhere.example/mcp" })))).toBe(
    "invalid_target",
  );
});

test("answers carry iss and state, on success and on refusal", async () => {
  const { client_id: clientId } = await registerClient();
  const { browser } = await signIn(acme);
  const { location } = await consent(browser, { clientId });
  expect(location.searchParams.get("iss")).toBe(issuer);

  const form = await formOf(await browser.send(authorizeUrl({ clientId })));
  form.set("decision", "deny");
  const denied = locationOf(await browser.submit("/oauth/authorize", form));
  expect(Object.fromEntries(denied.searchParams)).toMatchObject({ error: "access_denied", iss: issuer, state: "s" });
});

test("unticking every scope is a refusal, and a scope that was not offered is not given", async () => {
  const { client_id: clientId } = await registerClient();
  const { browser } = await signIn(acme);
  const decide = async (scopes: string[]) => {
    const form = await formOf(await browser.send(authorizeUrl({ clientId })));
    form.delete("scope");
    for (const scope of scopes) form.append("scope", scope);
    form.set("decision", "allow");
    return errorOf(await browser.submit("/oauth/authorize", form));
  };
  expect(await decide([])).toBe("access_denied");
  expect(await decide(["drift:write"])).toBe("access_denied");
  expect(await decide(["drift:read", "drift:write"])).toBeNull();
});

test("drift:push is given to the service's own client alone, and to a role that has it", async () => {
  const { client_id: clientId } = await registerClient();
  const { browser } = await signIn(acme, "admin");
  const scope = "drift:read drift:write drift:admin drift:push";
  expect((await obtainTokens(browser, { clientId, scope })).scope).toBe("drift:read drift:write drift:admin");
  const own = { clientId: "drift-cli", scope, resource: issuer };
  expect((await obtainTokens(browser, own)).scope).toBe(scope);
  const { browser: viewer } = await signIn(acme, "viewer");
  expect((await obtainTokens(viewer, own)).scope).toBe("drift:read");
});

test("a member pushes in person to a project that lets members, and to no other", async () => {
  const lets = await acme.project("lets-members");
  await acme.project("lets-admins");
  const { browser } = await signIn(acme, "member");
  const scope = "drift:read drift:push";
  const { access_token } = await obtainTokens(browser, { clientId: "drift-cli", scope, resource: issuer });
  const statusOf = async (project: string) => {
    const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
    const answer = await send(`/v1/projects/${acme.slug}/${project}/pushes`, { method: "POST", headers, body: "{}" });
    if (answer.status === 403) refusals.push((await json(answer)).message);
    return answer.status;
  };
  const refusals: string[] = [];
  expect([await statusOf("lets-members"), await statusOf("lets-admins")]).toEqual([403, 403]);
  await new AccountDb(env.ACCOUNT).projects.set(lets, { pushers: "members" }, { user: acme.founder });
  // 400: let in, and told what is wrong with an empty body.
  expect([await statusOf("lets-members"), await statusOf("lets-admins")]).toEqual([400, 403]);
  // Consent gave the scope: another one would change nothing, so none is asked for.
  expect(refusals.at(-1)).toBe(
    `${acme.slug}/lets-admins takes pushes of its admins, push tokens and trusted CI; your role is member.`,
  );
});

test("the whole service is a resource for the service's own client alone", async () => {
  const { client_id: clientId } = await registerClient();
  const { browser } = await signIn(acme);
  expect(errorOf(await browser.send(authorizeUrl({ clientId, resource: issuer })))).toBe("invalid_target");
  expect(errorOf(await browser.send(authorizeUrl({ clientId, resource: `${issuer}/v1` })))).toBe("invalid_target");
  const { access_token } = await obtainTokens(browser, { clientId: "drift-cli", resource: issuer });
  expect((await modern(access_token, "tools/list")).status).toBe(200);
  const headers = { authorization: `Bearer ${access_token}` };
  expect((await send("/v1/projects", { headers })).status).toBe(200);
});

test("somebody who belongs to no organisation is told what to do, and the client gets nothing", async () => {
  const { client_id: clientId } = await registerClient();
  const { browser } = await signInStranger();
  const answer = await browser.send(authorizeUrl({ clientId }));
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain("ask a colleague for an invitation");
});

test("somebody who makes their first organisation comes back to the client's question", async () => {
  const { client_id: clientId } = await registerClient();
  const { browser } = await signInStranger();
  const asked = authorizeUrl({ clientId });
  const [, link = ""] = /href="(\/new\?[^"]*)"/.exec(await (await browser.send(asked)).text()) ?? [];
  const form = await formOf(await browser.send(link.replaceAll("&amp;", "&")));
  const slug = `first-${crypto.randomUUID().slice(0, 8)}`;
  form.set("name", "First");
  form.set("slug", slug);
  const answer = await browser.submit("/new", form);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, asked]);
  expect((await obtainTokens(browser, { clientId })).access_token).toBeTruthy();
});

test("an address of another site to go back to is passed over once the organisation is made", async () => {
  const { browser } = await signInStranger();
  const form = await formOf(await browser.send(`/new?return=${encodeURIComponent("//evil.example/x")}`));
  form.set("name", "Mine");
  form.set("slug", `mine-${crypto.randomUUID().slice(0, 8)}`);
  expect((await browser.submit("/new", form)).headers.get("location")).toBe("/");
});

test("an organisation that asks for an issuer or a domain gets no consent from who signed in otherwise", async () => {
  const strict = await Organisation.create("strict");
  const { organisations, identities } = new AccountDb(env.ACCOUNT);
  const { client_id: clientId } = await registerClient();
  const { browser, user } = await signIn(strict);
  const rule = (requiredIssuer: string | null, emailDomain: string | null) =>
    organisations.settings(strict.id, { requiredIssuer, emailDomain }, { user: null });
  const ask = async () => {
    const answer = await browser.send(authorizeUrl({ clientId, organisation: strict.slug }));
    return { status: answer.status, text: await answer.text() };
  };
  const waiting = await formOf(await browser.send(authorizeUrl({ clientId })));
  const claims = { issuer: "https://id.strict.example", subject: user, name: "S", emailVerified: true };
  await identities.link(user, { ...claims, email: "s@elsewhere.example" });

  await rule("https://other.example", null);
  expect(await ask()).toMatchObject({ status: 403, text: expect.stringContaining("with https://other.example") });
  await rule("https://id.strict.example", "strict.example");
  const both = await ask();
  expect(both.status).toBe(403);
  expect(both.text).toContain("with https://id.strict.example and with a verified address at strict.example");
  expect(both.text).toContain('href="/account"');

  // A page that was made before the rule gives nothing either.
  waiting.set("decision", "allow");
  const late = await browser.submit("/oauth/authorize", waiting);
  expect([late.status, late.headers.get("location")]).toEqual([403, null]);

  await identities.signIn({ ...claims, email: "s@strict.example" });
  expect((await ask()).status).toBe(200);
});

test("an organisation can be chosen, and one that is not theirs is like one that is not there", async () => {
  const globex = await Organisation.create("globex");
  const { browser, user } = await signIn(acme);
  const { client_id: clientId } = await registerClient();
  const ask = async (organisation: string) => {
    const answer = await browser.send(authorizeUrl({ clientId, organisation }));
    return [answer.status, (await answer.text()).replace(/Request [0-9a-f-]+/, "")];
  };
  expect(await ask(globex.slug)).toEqual(await ask("nobody"));
  await globex.admit(user, "viewer");
  const tokens = await obtainTokens(browser, { clientId, organisation: globex.slug });
  expect((await modern(tokens.access_token, "tools/list")).status).toBe(200);
});

test("a grant can be limited to projects, by ticks or by the URL that is asked for", async () => {
  const [web, api] = [await acme.project("web"), await acme.project("api")];
  const { browser } = await signIn(acme);
  const { client_id: clientId } = await registerClient();
  const form = await formOf(await browser.send(authorizeUrl({ clientId }, "x".repeat(43))));
  form.set("decision", "allow");
  form.set("projects", "some");
  form.append("project", String(web.id));
  form.append("project", "999999");
  expect(errorOf(await browser.submit("/oauth/authorize", form))).toBeNull();

  const pinned = await obtainTokens(browser, { clientId, resource: `${issuer}/mcp/${acme.slug}/${web.slug}` });
  const statusAt = async (path: string) => (await modern(pinned.access_token, "tools/list", {}, path)).status;
  expect(await statusAt(`/mcp/${acme.slug}/${web.slug}`)).toBe(200);
  expect(await statusAt(`/mcp/${acme.slug}/${web.slug}@main`)).toBe(200);
  for (const path of ["/mcp", `/mcp/${acme.slug}/${api.slug}`, `/mcp/analysis/${acme.slug}/${web.slug}`]) {
    expect([path, await statusAt(path)]).toEqual([path, 401]);
  }
  const again = { grant_type: "refresh_token", refresh_token: pinned.refresh_token, client_id: clientId };
  expect((await json(postForm("/oauth/token", { ...again, resource: `${issuer}/mcp` }))).error).toBe("invalid_target");
  expect((await json(postForm("/oauth/token", again))).resource).toBe(`${issuer}/mcp/${acme.slug}/${web.slug}`);
});

test("a project that is another organisation's gets no consent, like one that is not there", async () => {
  const globex = await Organisation.create("globex");
  await globex.project("secret");
  const { browser } = await signIn(acme);
  const { client_id: clientId } = await registerClient();
  const ask = async (path: string) => {
    const answer = await browser.send(authorizeUrl({ clientId, resource: `${issuer}/mcp/${path}` }));
    return [answer.status, (await answer.text()).replace(/Request [0-9a-f-]+/, "")];
  };
  expect(await ask(`${globex.slug}/secret`)).toEqual(await ask(`${globex.slug}/nothing`));
  expect((await ask(`${globex.slug}/secret`))[0]).toBe(403);
});

test("a call that needs more is told every scope it needs, and a new consent gives it", async () => {
  const { client_id: clientId } = await registerClient();
  const { browser } = await signIn(acme);
  const form = await formOf(await browser.send(authorizeUrl({ clientId, scope: "drift:write" })));
  expect(form.getAll("scope")).toEqual(["drift:write"]);
  const narrow = await obtainTokens(browser, { clientId, scope: "drift:write" });
  const refused = await modern(narrow.access_token, "tools/list");
  expect(refused.status).toBe(403);
  expect(refused.headers.get("www-authenticate")).toMatchInlineSnapshot(
    `"Bearer error="insufficient_scope", scope="drift:read", resource_metadata="http://localhost/.well-known/oauth-protected-resource/mcp""`,
  );
  const more = await obtainTokens(browser, { clientId, scope: "drift:read drift:write" });
  expect((await modern(more.access_token, "tools/list")).status).toBe(200);
});

test("a token stops with its membership, its role's scopes, its revocation and its grant's", async () => {
  const { client_id: clientId } = await registerClient();
  const { browser, user } = await signIn(acme);
  const tokens = await obtainTokens(browser, { clientId });
  const statusOf = async (token: string) => (await modern(token, "tools/list")).status;
  expect(await statusOf(tokens.access_token)).toBe(200);

  const stranger = await registerClient();
  await postForm("/oauth/revoke", { token: tokens.refresh_token, client_id: stranger.client_id });
  expect(await statusOf(tokens.access_token)).toBe(200);
  await postForm("/oauth/revoke", { token: tokens.refresh_token, client_id: clientId });
  expect(await statusOf(tokens.access_token)).toBe(401);

  const others = await obtainTokens(browser, { clientId });
  expect(await statusOf(others.access_token)).toBe(200);
  await acme.dismiss(user);
  expect(await statusOf(others.access_token)).toBe(401);
});
