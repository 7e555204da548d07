/** CI that pushes without a stored secret: runs that a CI system signs for, against an edge that `drift up` runs. */
import { cpSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runDrift } from "#cli/testing/run-drift";
import { driftUp, type Up } from "#harness/drift-up";
import { temporaryFolder } from "#harness/edge";

const requestToken = "what GitHub puts into the job's environment";
let home: Awaited<ReturnType<typeof temporaryFolder>>;
let folder: string;
let up: Up;
let ci: Server;
let issuer: string;
let sign: (claims: JWTPayload) => Promise<string>;
/** What the simulated GitHub says of the run that asks. */
let claims: JWTPayload;

beforeAll(async () => {
  home = await temporaryFolder();
  folder = join(home.folder, "shop");
  cpSync("test/fixtures/repository", folder, { recursive: true });
  up = await driftUp(folder, "--port", "0", "--state", join(home.folder, "state"));
  await startCi();
  const owner = { DRIFT_SERVER: up.edge.url, DRIFT_TOKEN: up.edge.token };
  for (const kind of ["github", "gitlab"]) {
    const args = ["projects", "trust", "shop", `--${kind}`, `acme/${kind}`, "--issuer", issuer];
    const { code, stderr } = await runDrift(args, { cwd: home.folder, env: owner });
    expect(code, stderr).toBe(0);
  }
  expect((await runDrift(["scan"], { cwd: folder })).code).toBe(0);
});

afterAll(async () => {
  ci.close();
  await up.stop();
  await home.remove();
});

/** Stands for the CI system: its discovery document, its keys, and GitHub's answer to a job that asks for a token. */
async function startCi(): Promise<void> {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const keys = [{ ...(await exportJWK(publicKey)), kid: "one", alg: "RS256", use: "sig" }];
  sign = (payload) =>
    new SignJWT({ jti: crypto.randomUUID(), ...payload })
      .setProtectedHeader({ alg: "RS256", kid: "one" })
      .setIssuer(issuer)
      .setIssuedAt()
      .setExpirationTime("5 minutes")
      .sign(privateKey);
  ci = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", issuer);
    const allowed = request.headers.authorization === `Bearer ${requestToken}`;
    const answers: Record<string, () => unknown> = {
      "/.well-known/openid-configuration": () => ({ issuer, jwks_uri: `${issuer}/keys` }),
      "/keys": () => ({ keys }),
      "/token": async () =>
        allowed ? { value: await sign({ ...claims, aud: url.searchParams.get("audience") ?? "" }) } : {},
    };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify((await answers[url.pathname]?.()) ?? {}));
  });
  await new Promise<void>((resolve) => ci.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(ci.address() as AddressInfo).port}`;
}

const run = { repository: "acme/github", repository_id: "42", ref: "refs/heads/main", run_id: "7" };
const push = (env: Record<string, string>) =>
  runDrift(["push", "--server", up.edge.url, "--project", up.edge.project, "--branch", "main", "--json"], {
    // The state of the edge lies elsewhere: nothing in this folder lends its token.
    cwd: folder,
    env: { ...env, GITHUB_ACTIONS: "true" },
  });
const github = (more: JWTPayload = {}) => {
  claims = { ...run, ...more };
  return push({
    ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer}/token?api-version=2`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: requestToken,
  });
};

it("a GitHub Actions run pushes with what GitHub signs, and the log names it", async () => {
  const pushed = await github();
  expect(pushed.code, pushed.stderr).toBe(0);
  expect(pushed.json()).toMatchObject({ project: "local/shop", seq: 1 });
  const env = { DRIFT_SERVER: up.edge.url, DRIFT_TOKEN: up.edge.token };
  const { stdout } = await runDrift(["audit", "--action", "trust.use"], { cwd: home.folder, env });
  expect(stdout).toContain('"run":"acme/github#7"');
});

it.each([
  ["another branch", { ref: "refs/heads/feature" }],
  ["a pull request", { ref: "refs/pull/1/merge" }],
  ["another repository", { repository: "mallory/shop" }],
  ["another repository that took the name", { repository_id: "43" }],
])("a run of %s is refused, and told what to do", async (_, more) => {
  const refused = await github(more);
  expect(refused.code).toBe(11);
  expect(refused.stderr).toContain("Let the project trust this repository");
});

it("a GitLab job pushes with the token in its environment, once", async () => {
  const gitlab = { project_path: "acme/gitlab", project_id: "9", ref: "main", ref_type: "branch", pipeline_id: "5" };
  const env = { DRIFT_ID_TOKEN: await sign({ ...gitlab, aud: up.edge.url }) };
  const pushed = await push(env);
  expect(pushed.code, pushed.stderr).toBe(0);
  expect(pushed.json()).toMatchObject({ upToDate: true });
  const replayed = await push(env);
  expect([replayed.code, replayed.stderr]).toEqual([11, expect.stringContaining("already used")]);
});

it("a job that may not ask for a token is told which permission it lacks", async () => {
  const env = { ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer}/token`, ACTIONS_ID_TOKEN_REQUEST_TOKEN: "wrong" };
  const refused = await push(env);
  expect([refused.code, refused.stderr]).toEqual([11, expect.stringContaining("id-token: write")]);
});
