/** A team's administration by the command line, against an edge that `drift up` runs. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Run, runDrift } from "#cli/testing/run-drift";
import { driftUp, type Up } from "#harness/drift-up";
import { temporaryFolder } from "#harness/edge";

let home: Awaited<ReturnType<typeof temporaryFolder>>;
let up: Up;

beforeAll(async () => {
  home = await temporaryFolder();
  const folder = join(home.folder, "shop");
  mkdirSync(folder);
  up = await driftUp(folder, "--port", "0", "--state", join(home.folder, "state"));
});

afterAll(async () => {
  await up.stop();
  await home.remove();
});

const drift = (args: string[], token = up.edge.token): Promise<Run> =>
  runDrift(args, { cwd: home.folder, env: { DRIFT_SERVER: up.edge.url, DRIFT_TOKEN: token } });
const done = async (args: string[], token?: string): Promise<string> => {
  const { code, stdout, stderr } = await drift(args, token);
  expect(code, stderr).toBe(0);
  return stdout;
};
// biome-ignore lint/suspicious/noExplicitAny: whatever the command prints
const json = async (args: string[], token?: string): Promise<any> => JSON.parse(await done([...args, "--json"], token));

it("shows and changes the organisation, and refuses to leave it without an owner", async () => {
  expect(await done(["orgs"])).toBe("local  owner  This machine\n");
  await done(["orgs", "set", "--name", "My team"]);
  expect((await json(["orgs", "list"])).organisations[0].name).toBe("My team");
  const left = await drift(["orgs", "leave"]);
  expect(left.code).toBe(13);
  expect(left.stderr).toContain("drift: An organisation is never without an owner, and this is the last one.\n");
  expect((await drift(["orgs", "set"])).code).toBe(2);
  expect((await drift(["orgs", "set", "--email-domain", "acme.example"])).code).toBe(13);
});

it("lists members, and knows them by name", async () => {
  const { members } = await json(["members"]);
  expect(members).toMatchObject([{ name: "you", role: "owner" }]);
  expect((await drift(["members", "role", "you", "viewer"])).code).toBe(13);
  expect((await drift(["members", "role", "nobody", "viewer"])).code).toBe(2);
  expect((await drift(["members", "remove", members[0].user])).code).toBe(13);
});

it("invites, lists invitations without their links, and revokes one", async () => {
  const { id, url } = await json(["invite", "ada@acme.example", "--role", "admin", "--days", "1"]);
  expect(url).toMatch(new RegExp(`^${up.edge.url}/invitations/dpi_`));
  const { invitations } = await json(["invite", "list"]);
  expect(invitations).toMatchObject([{ id, role: "admin", email: "ada@acme.example", state: "open" }]);
  await done(["invite", "revoke", id]);
  expect((await json(["invite", "list"])).invitations[0].state).toBe("revoked");
});

it("sets up, renames and deletes a project, and waits until it is gone", async () => {
  await done(["projects", "create", "web"]);
  await done(["projects", "settings", "web", "--keep-days", "90", "--pushers", "machines"]);
  expect(await done(["projects", "settings", "web"])).toMatchInlineSnapshot(`
    "project         local/web
    default branch  main
    source mode     snippets
    keeps           20 snapshots of a branch, and those of 90 days
    pushed by       push tokens and trusted CI alone
    "
  `);
  await done(["projects", "rename", "web", "site"]);
  expect((await json(["projects", "settings", "web"])).project).toBe("local/site");
  const trust = await json(["projects", "trust", "site", "--github", "Acme/Web", "--ref", "refs/heads/*"]);
  expect((await json(["projects", "trusts", "local/site"])).trusts).toMatchObject([
    { id: trust.id, repository: "acme/web", ref: "refs/heads/*" },
  ]);
  await done(["projects", "untrust", "site", trust.id]);
  expect((await drift(["projects", "delete", "site"])).code).toBe(2);
  expect((await json(["projects", "delete", "site", "--confirm", "site", "--wait"])).done).toBe(true);
  expect((await drift(["projects", "settings", "site"])).code).toBe(12);
});

it("makes tokens that do what they are for, and ends them", async () => {
  const token = (await done(["tokens", "create", "ci", "--for", "shop", "--days", "1"])).trim();
  expect(token).toMatch(/^dpt_/);
  expect((await drift(["projects", "list"], token)).code).toBe(11);
  const mine = await json(["tokens", "create", "script", "--kind", "personal", "--scope", "drift:read"]);
  expect(await done(["projects", "list"], mine.token)).toContain("local/shop");
  expect((await drift(["tokens"], mine.token)).code).toBe(11);
  const { tokens } = await json(["tokens"]);
  expect(tokens.map(({ name }: { name: string }) => name).sort()).toEqual(["ci", "drift up", "script"]);
  await done(["tokens", "revoke", mine.id]);
  expect((await drift(["projects", "list"], mine.token)).code).toBe(11);
  expect((await json(["tokens", "clients"])).grants).toEqual([]);
});

it("tells who did what, page by page", async () => {
  const lines = (await done(["audit", "--limit", "1000", "--json"])).trim().split("\n");
  const actions = lines.map((line) => JSON.parse(line).action);
  expect(actions).toEqual(
    expect.arrayContaining(["organisation.rename", "invitation.revoke", "project.deleted", "token.revoke"]),
  );
  expect(JSON.stringify(lines)).not.toMatch(/dp[ait]_[0-9A-Za-z]{20}/);
  expect(await done(["audit", "--action", "token.revoke"])).toContain("you  token.revoke  tok_");
});

it("deletes the organisation, after which the token opens nothing", async () => {
  expect((await drift(["orgs", "delete", "--confirm", "other"])).code).toBe(2);
  expect(await json(["orgs", "delete", "--confirm", "local", "--wait"])).toMatchObject({ done: true });
  expect((await drift(["orgs"])).code).toBe(11);
});
