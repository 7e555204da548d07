/** The exchange of a CI run's token for a push token (RFC 8693). */
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AccountDb } from "#db/account-db";
import { Organisation } from "#harness/accounts";
import { IdentityProvider, playServers } from "#harness/identity-provider";
import { issuer, type Json, json, postForm, send } from "#harness/oauth";
import { EXCHANGE_GRANT } from "#oauth/metadata";

const GITHUB = "https://token.actions.githubusercontent.com";
const GITLAB = "https://gitlab.com";
let github: IdentityProvider;
let gitlab: IdentityProvider;
let acme: Organisation;
let days = 0;

beforeEach(async () => {
  // Days later each time, so that no keys of another test's issuer are remembered.
  days += 3;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + days * 86_400_000 });
  [github, gitlab] = await Promise.all([IdentityProvider.create(GITHUB), IdentityProvider.create(GITLAB)]);
  playServers({
    [GITHUB]: (request) => github.answer(request),
    [GITLAB]: (request) => gitlab.answer(request),
  });
  acme = await Organisation.create("acme");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function trusting(trust: { ref?: string; environment?: string; kind?: "github" | "gitlab" } = {}) {
  const project = await acme.project("web");
  const { ref = "refs/heads/main", environment = null, kind = "github" } = trust;
  const issuerOf = { github: GITHUB, gitlab: GITLAB };
  await new AccountDb(env.ACCOUNT).trusts.create(
    project,
    { kind, issuer: issuerOf[kind], repository: "Acme/Web", ref, environment },
    { user: acme.founder },
  );
  return project;
}

const run = (claims: Json = {}): Promise<string> =>
  github.sign({
    ...{ aud: issuer, sub: "repo:acme/web", jti: crypto.randomUUID(), repository: "acme/web", repository_id: "42" },
    ...{ ref: "refs/heads/main", run_id: "7", ...claims },
  });

const resourceOf = (project = "web") => `${issuer}/v1/projects/${acme.slug}/${project}`;

const exchange = (subject_token: string, extra: Record<string, string> = {}): Promise<Json> =>
  json(
    postForm("/oauth/token", {
      grant_type: EXCHANGE_GRANT,
      subject_token,
      subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
      resource: resourceOf(),
      ...extra,
    }),
  );

const statusOf = async (token: string, path: string, method = "GET") =>
  (await send(path, { method, headers: { authorization: `Bearer ${token}` } })).status;

test("a trusted run gets a push token of ten minutes, for its project alone", async () => {
  await trusting();
  await acme.project("other");
  const answer = await exchange(await run());
  expect(answer).toMatchObject({
    issued_token_type: "urn:ietf:params:oauth:token-type:access_token",
    token_type: "Bearer",
    expires_in: 600,
    scope: "drift:push",
  });
  expect(answer.access_token).toMatch(/^dpt_/);
  const path = `/v1/projects/${acme.slug}`;
  expect(await statusOf(answer.access_token, `${path}/web/pushes`, "POST")).toBe(400);
  expect(await statusOf(answer.access_token, `${path}/other/pushes`, "POST")).toBe(404);
  expect(await statusOf(answer.access_token, "/mcp", "POST")).toBe(403);
  vi.setSystemTime(Date.now() + 601_000);
  expect(await statusOf(answer.access_token, `${path}/web/pushes`, "POST")).toBe(401);
});

test("a run of GitLab is trusted by the same settings", async () => {
  await trusting({ kind: "gitlab", ref: "refs/tags/v*" });
  const claims = { aud: issuer, sub: "x", project_path: "acme/web", project_id: "42", pipeline_id: "9" };
  const token = (more: Json) => gitlab.sign({ ...claims, jti: crypto.randomUUID(), ...more });
  expect((await exchange(await token({ ref: "v1.2", ref_type: "tag" }))).scope).toBe("drift:push");
  expect((await exchange(await token({ ref: "v1.2", ref_type: "branch" }))).error).toBe("invalid_target");
});

test("another ref, repository, environment or project is not trusted, and all are one answer", async () => {
  await trusting({ environment: "production" });
  await acme.project("bare");
  const good = { environment: "production" };
  const refused = [
    await exchange(await run({ ...good, ref: "refs/heads/main2" })),
    await exchange(await run({ ...good, ref: "refs/pull/1/merge" })),
    await exchange(await run({ ...good, repository: "acme/web-evil" })),
    await exchange(await run({ environment: "staging" })),
    await exchange(await run()),
    await exchange(await run(good), { resource: resourceOf("bare") }),
    await exchange(await run(good), { resource: resourceOf("nothing") }),
  ];
  expect(new Set(refused.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(refused[0]?.error).toBe("invalid_target");
  expect((await exchange(await run(good))).scope).toBe("drift:push");
});

test("a repository that took a name over is not the one that was trusted", async () => {
  await trusting();
  expect((await exchange(await run())).scope).toBe("drift:push");
  expect((await exchange(await run({ repository_id: "43" }))).error).toBe("invalid_target");
});

test("a run's token that was used is worth nothing", async () => {
  await trusting();
  const token = await run();
  const answers = await Promise.all([exchange(token), exchange(token), exchange(token)]);
  expect(answers.filter(({ access_token }) => access_token)).toHaveLength(1);
  expect((await exchange(token)).error).toBe("invalid_request");
});

test("a token that is forged, for somebody else, too old or of an issuer that nobody trusts is refused", async () => {
  await trusting();
  const other = await IdentityProvider.create(GITHUB);
  const forged = await other.sign({ aud: issuer, jti: "x", repository: "acme/web", repository_id: "42", ref: "r" });
  const stranger = await IdentityProvider.create("https://evil.example");
  const unknown = await stranger.sign({ aud: issuer, jti: "x", repository: "acme/web", repository_id: "42" });
  const [head = "", body = ""] = (await run()).split(".");
  const unsigned = `${btoa('{"alg":"none"}').replaceAll("=", "")}.${body}.`;
  const old = await run();
  expect((await exchange(forged)).error).toBe("invalid_request");
  expect((await exchange(unknown)).error).toBe("invalid_target");
  expect((await exchange(await run({ aud: "https://elsewhere.example" }))).error).toBe("invalid_request");
  expect((await exchange(unsigned)).error).toBe("invalid_request");
  expect((await exchange(`${head}.${body}.`)).error).toBe("invalid_request");
  expect((await exchange("no token")).error).toBe("invalid_request");
  expect((await exchange("x".repeat(9_000))).error).toBe("invalid_request");
  vi.setSystemTime(Date.now() + 400_000);
  expect((await exchange(old)).error).toBe("invalid_request");
});

test("the CI system being down is said, and to come again", async () => {
  await trusting();
  github.down = true;
  const response = await postForm("/oauth/token", {
    ...{ grant_type: EXCHANGE_GRANT, subject_token: await run(), resource: resourceOf() },
    subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
  });
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "30"]);
});

test("nothing but a push token can be asked for", async () => {
  await trusting();
  expect((await exchange(await run(), { scope: "drift:admin" })).error).toBe("invalid_scope");
  expect((await exchange(await run(), { resource: `${issuer}/mcp` })).error).toBe("invalid_target");
  expect((await exchange(await run(), { subject_token_type: "urn:x" })).error).toBe("invalid_request");
  expect((await exchange(await run(), { requested_token_type: "urn:x" })).error).toBe("invalid_request");
});
