import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { scopes } from "#contract/principal";
import { tokenLimits } from "#db/account/tokens";
import { AccountDb } from "#db/account-db";
import { randomText } from "#db/tokens";
import { fileUnits } from "#durable/project/fixture";
import { Organisation, type Person } from "#harness/accounts";
import { pushUnits } from "#harness/push";
import { fetchEdge } from "#harness/rpc";

const all = [...scopes];
let acme: Organisation;
let owner: Person;
let admin: Person;
let member: Person;
let base: string;

beforeEach(async () => {
  acme = await Organisation.create("acme");
  [owner, admin, member] = await Promise.all([
    acme.member("Olga", { role: "owner", scopes: all }),
    acme.member("Adam", { role: "admin", scopes: all }),
    acme.member("Mia", { role: "member", scopes: all }),
  ]);
  base = `/v1/organisations/${acme.slug}`;
});

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the service answers
  body: any;
}

async function request(by: Person, method: string, path: string, body?: unknown): Promise<Answer> {
  const headers = { "cf-connecting-ip": "203.0.113.7" };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await fetchEdge(path, init, by.token);
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}

describe("an organisation", () => {
  it("is shown to its members, and changed by its owners", async () => {
    expect((await request(member, "GET", "/v1/organisations")).body).toEqual({
      organisations: [{ organisation: acme.slug, name: "acme", role: "member" }],
    });
    expect(await request(admin, "PATCH", base, { name: "Other" })).toMatchObject({
      status: 403,
      body: { code: "ROLE_REQUIRED", message: "This needs the role owner; yours is admin." },
    });
    expect((await request(owner, "PATCH", base, { name: "Acme Ltd" })).status).toBe(204);
    expect((await request(owner, "PATCH", base, { requiredIssuer: "https://sso.example" })).status).toBe(409);
    expect((await request(member, "GET", base)).body).toMatchObject({ name: "Acme Ltd", requiredIssuer: null });
  });

  it.each([
    [{}, "nothing is changed"],
    [{ name: "" }, "name"],
    [{ name: "a\u0000b" }, "name: no control characters"],
    [{ requiredIssuer: "http://plain.example" }, "requiredIssuer: an https URL"],
    [{ emailDomain: "Acme.example" }, "emailDomain: a domain"],
    [{ slug: "other" }, "slug"],
  ])("is not changed by %j", async (body, message) => {
    const refused = await request(owner, "PATCH", base, body);
    expect(refused).toMatchObject({ status: 400, body: { code: "INVALID_ARGUMENT" } });
    expect(refused.body.message).toContain(message);
  });

  it("refuses a body that is too long, and one that is no JSON", async () => {
    expect((await request(owner, "PATCH", base, { name: "x".repeat(20_000) })).status).toBe(413);
    expect((await fetchEdge(base, { method: "PATCH", body: "{" }, owner.token)).status).toBe(400);
  });
});

describe("members", () => {
  it("are listed, given roles, removed, and leave", async () => {
    const { body } = await request(member, "GET", `${base}/members`);
    expect(body.members.map(({ name, role }: { name: string; role: string }) => [name, role])).toEqual([
      ["Adam", "admin"],
      ["Mia", "member"],
      ["Olga", "owner"],
      ["founder of acme", "owner"],
    ]);
    const path = `${base}/members/${member.user}`;
    expect((await request(admin, "PATCH", path, { role: "admin" })).status).toBe(403);
    expect((await request(owner, "PATCH", path, { role: "chief" })).status).toBe(400);
    expect((await request(owner, "PATCH", path, { role: "admin" })).status).toBe(204);
    expect((await request(admin, "DELETE", path)).body).toMatchObject({ code: "ROLE_REQUIRED" });
    expect((await request(owner, "DELETE", path)).status).toBe(204);
    expect((await request(member, "GET", base)).status).toBe(401);
    expect((await request(owner, "DELETE", path)).status).toBe(404);
    expect((await request(admin, "POST", `${base}/leave`)).status).toBe(204);
    expect((await request(admin, "GET", base)).status).toBe(401);
  });

  it("never lose their last owner by parallel requests", async () => {
    const owners = [owner, await acme.member("Otto", { role: "owner", scopes: all })];
    await env.ACCOUNT.prepare("delete from memberships where organisation = ? and user = ?")
      .bind(acme.id, acme.founder)
      .run();
    const [one, two] = owners as [Person, Person];
    const answers = await Promise.all([
      request(one, "DELETE", `${base}/members/${two.user}`),
      request(two, "DELETE", `${base}/members/${one.user}`),
      request(one, "PATCH", `${base}/members/${two.user}`, { role: "viewer" }),
      request(two, "PATCH", `${base}/members/${one.user}`, { role: "viewer" }),
      request(one, "POST", `${base}/leave`),
      request(two, "POST", `${base}/leave`),
    ]);
    expect(answers.every(({ status }) => [204, 401, 403, 404, 409].includes(status))).toBe(true);
    const members = await new AccountDb(env.ACCOUNT).members.of(acme.id);
    expect(members.filter(({ role }) => role === "owner")).toHaveLength(1);
  });

  it("get a new owner", async () => {
    expect((await request(owner, "POST", `${base}/transfer`, { user: member.user })).status).toBe(204);
    expect((await request(owner, "POST", `${base}/transfer`, { user: member.user })).status).toBe(403);
  });
});

describe("invitations", () => {
  it("are made, listed without their secret, and revoked", async () => {
    const made = await request(admin, "POST", `${base}/invitations`, { role: "viewer", email: "x@y.example", days: 1 });
    expect(made).toMatchObject({ status: 201, body: { url: expect.stringContaining("/invitations/dpi_") } });
    expect((await request(admin, "POST", `${base}/invitations`, { role: "owner" })).status).toBe(403);
    expect((await request(admin, "POST", `${base}/invitations`, { days: 31 })).status).toBe(400);
    const { body } = await request(admin, "GET", `${base}/invitations`);
    expect(body.invitations).toMatchObject([{ id: made.body.id, role: "viewer", email: "x@y.example", state: "open" }]);
    expect(JSON.stringify(body)).not.toContain("dpi_");
    const path = `${base}/invitations/${made.body.id}`;
    expect((await request(admin, "DELETE", path)).status).toBe(204);
    expect((await request(admin, "DELETE", path)).status).toBe(404);
    expect((await request(member, "GET", `${base}/invitations`)).status).toBe(403);
  });
});

describe("tokens", () => {
  it("are made, used, listed by what they are and when they were used, and revoked", async () => {
    await acme.project("shop");
    const made = await request(admin, "POST", `${base}/tokens`, { kind: "push", name: "ci", projects: ["shop"] });
    expect(made).toMatchObject({
      status: 201,
      body: { token: expect.stringMatching(/^dpt_/), scopes: ["drift:push"] },
    });
    const ci = { user: admin.user, token: made.body.token };
    expect((await request(ci, "GET", `/v1/projects/${acme.slug}/shop/branches/main`)).body.code).toBe("SCAN_REQUIRED");
    expect((await request(ci, "GET", `/v1/projects/${acme.slug}/shop`)).status).toBe(403);
    const listed = async () =>
      (await request(admin, "GET", `${base}/tokens`)).body.tokens.find(({ id }: { id: string }) => id === made.body.id);
    await vi.waitFor(async () => expect((await listed()).lastUsedAt).not.toBeNull());
    expect(await listed()).toMatchObject({
      ...{ kind: "push", name: "ci", userName: "Adam", projects: ["shop"], scopes: ["drift:push"], revokedAt: null },
    });
    expect(JSON.stringify(await listed())).not.toContain("dpt_");
    expect((await request(owner, "DELETE", `${base}/tokens/${made.body.id}`)).status).toBe(204);
    expect((await request(owner, "DELETE", `${base}/tokens/${made.body.id}`)).status).toBe(404);
    expect((await request(ci, "GET", `/v1/projects/${acme.slug}/shop/branches/main`)).status).toBe(401);
  });

  it("hold no more than the token that makes them, and a push token nothing but pushing", async () => {
    const lesser = await acme.member("Lea", { role: "owner", scopes: ["drift:read", "drift:admin"] });
    const make = async (by: Person, body: object) =>
      (await request(by, "POST", `${base}/tokens`, { name: "x", ...body })).status;
    expect(await make(lesser, { kind: "personal", scopes: ["drift:write"] })).toBe(403);
    expect(await make(lesser, { kind: "personal", scopes: ["drift:read"] })).toBe(201);
    expect(await make(owner, { kind: "push", scopes: ["drift:push", "drift:read"] })).toBe(400);
    expect(await make(owner, { kind: "personal", days: 366 })).toBe(400);
    expect(await make(owner, { kind: "push", projects: ["nothing"] })).toBe(404);
    expect(await make(member, { kind: "personal" })).toBe(403);
    const limited = await acme.member("Lim", { role: "owner", scopes: all, projects: [1] });
    expect(await make(limited, { kind: "personal" })).toBe(403);
  });

  it("are at most so many", async () => {
    await env.ACCOUNT.prepare(
      `insert into tokens (id, hash, name, user, organisation, scopes, created_at, expires_at)
      select ?1 || key, ?1 || key, 'x', ?2, ?1, '[]', 0, 9e15 from json_each(?3)`,
    )
      .bind(acme.id, owner.user, JSON.stringify(new Array(tokenLimits.good).fill(0)))
      .run();
    const refused = await request(owner, "POST", `${base}/tokens`, { kind: "push", name: "x" });
    expect(refused).toMatchObject({ status: 413, body: { code: "LIMIT_EXCEEDED" } });
  });

  it("grants of clients are listed and revoked beside them", async () => {
    const { grants } = new AccountDb(env.ACCOUNT);
    const id = randomText(16);
    const client = { client: "c", clientName: "Client", scopes: ["drift:read" as const] };
    await grants.add({ id, user: member.user, organisation: acme.id, ...client }, { user: member.user });
    expect((await request(admin, "GET", `${base}/grants`)).body.grants).toMatchObject([
      { id, userName: "Mia", clientName: "Client", projects: null, lastUsedAt: null },
    ]);
    expect((await request(admin, "DELETE", `${base}/grants/${id}`)).status).toBe(204);
    const again = await request(admin, "DELETE", `${base}/grants/${id}`);
    expect([again.status, JSON.stringify(again.body)]).toEqual([404, expect.stringContaining("drift tokens clients")]);
    expect((await request(admin, "GET", `${base}/grants`)).body).toEqual({ grants: [] });
  });
});

describe("a project", () => {
  it("that is renamed answers to its old name with its new one, until another takes it", async () => {
    const project = await acme.project("shop");
    const path = `/v1/projects/${acme.slug}`;
    expect((await request(admin, "PATCH", `${path}/shop`, { name: "store" })).body.project).toBe(`${acme.slug}/store`);
    expect((await request(member, "GET", `${path}/shop`)).body.project).toBe(`${acme.slug}/store`);
    const limited = await acme.member("Lim", { scopes: ["drift:read"], projects: [project.id + 1] });
    expect((await request(limited, "GET", `${path}/shop`)).status).toBe(404);
    expect((await request(admin, "POST", "/v1/projects", { project: "shop" })).status).toBe(201);
    expect((await request(member, "GET", `${path}/shop`)).body.project).toBe(`${acme.slug}/shop`);
    expect((await request(admin, "PATCH", `${path}/store`, { name: "shop" })).status).toBe(409);
    expect((await request(member, "PATCH", `${path}/store`, { name: "other" })).status).toBe(403);
    await request(admin, "PATCH", `${path}/store`, { name: "mart" });
    expect((await request(admin, "PATCH", `${path}/store`, { name: "store" })).body.project).toBe(`${acme.slug}/store`);
    expect((await request(member, "GET", `${path}/mart`)).body.project).toBe(`${acme.slug}/store`);
  });

  it("has settings, and its log tells who changed them", async () => {
    await acme.project("shop");
    const path = `/v1/projects/${acme.slug}/shop`;
    const settings = { defaultBranch: "trunk", sourceMode: "none", keepSnapshots: 5, keepDays: 0, pushers: "members" };
    expect((await request(admin, "PATCH", path, settings)).body).toMatchObject(settings);
    expect((await request(member, "GET", path)).body).toMatchObject(settings);
    for (const wrong of [{ keepSnapshots: 0 }, { pushers: "all" }, { defaultBranch: "a..b" }, { name: "A b" }, {}]) {
      expect((await request(admin, "PATCH", path, wrong)).status).toBe(400);
    }
    const { body } = await request(admin, "GET", `${base}/audit?action=project.settings`);
    expect(body.rows).toMatchObject([{ actorName: "Adam", detail: settings, origin: "203.0.113.7" }]);
  });

  it("is pushed to in person by whom it lets", async () => {
    await acme.project("shop");
    const path = `/v1/projects/${acme.slug}/shop`;
    const head = async (by: Person) => (await request(by, "GET", `${path}/branches/main`)).body.code;
    const machine = await acme.member("Bot", { role: "admin", scopes: ["drift:push"], kind: "push" });
    const who = async () => [await head(member), await head(admin), await head(machine)];
    expect(await who()).toEqual(["ROLE_REQUIRED", "SCAN_REQUIRED", "SCAN_REQUIRED"]);
    await request(admin, "PATCH", path, { pushers: "members" });
    expect(await who()).toEqual(["SCAN_REQUIRED", "SCAN_REQUIRED", "SCAN_REQUIRED"]);
    await request(admin, "PATCH", path, { pushers: "machines" });
    expect(await who()).toEqual(["ROLE_REQUIRED", "ROLE_REQUIRED", "SCAN_REQUIRED"]);
    expect((await request(admin, "POST", `${path}/pushes`, {})).status).toBe(403);
  });

  it("trusts CI runs, whose tokens fall with the trust", async () => {
    const project = await acme.project("shop");
    const path = `/v1/projects/${acme.slug}/shop/trusts`;
    const asked = { kind: "github", repository: "Acme/Shop" };
    const made = await request(admin, "POST", path, asked);
    expect(made).toMatchObject({
      status: 201,
      body: { repository: "acme/shop", ref: "refs/heads/main", issuer: "https://token.actions.githubusercontent.com" },
    });
    for (const wrong of [{ ...asked, repository: "shop" }, { ...asked, ref: "main" }, { kind: "other" }]) {
      expect((await request(admin, "POST", path, wrong)).status).toBe(400);
    }
    const { trusts } = new AccountDb(env.ACCOUNT);
    const [candidate] = await trusts.candidates(made.body.issuer, "ACME/shop", {
      ...{ organisation: acme.slug, project: "shop" },
    });
    if (!candidate) throw new Error("no candidate");
    expect(candidate).toMatchObject({ projectName: `${acme.slug}/shop`, organisation: acme.id, repositoryId: null });
    const run = await trusts.mint(candidate, { repositoryId: "77", name: "acme/shop#1" }, { user: null });
    expect(await trusts.mint(candidate, { repositoryId: "78", name: "squatter" }, { user: null })).toBeUndefined();
    const machine = { user: "", token: run?.token ?? "" };
    expect((await request(machine, "GET", `/v1/projects/${acme.slug}/shop/branches/main`)).body.code).toBe(
      "SCAN_REQUIRED",
    );
    const units = (await fileUnits(1)).map(({ hash, line }) => ({ hash, line }));
    expect(await pushUnits(machine.token, `${acme.slug}/shop`, units)).toBe(1);
    const { body } = await request(admin, "GET", `${base}/audit?actor=${made.body.id}`);
    expect(body.rows.map(({ action }: { action: string }) => action)).toEqual(["push.commit", "trust.use"]);
    await acme.project("other");
    expect((await request(machine, "GET", `/v1/projects/${acme.slug}/other/branches/main`)).status).toBe(404);
    expect((await request(machine, "GET", base)).status).toBe(403);
    expect((await request(admin, "GET", path)).body.trusts).toMatchObject([{ repositoryId: "77" }]);
    expect((await request(admin, "DELETE", `${path}/${made.body.id}`)).status).toBe(204);
    expect((await request(machine, "GET", `/v1/projects/${acme.slug}/shop/branches/main`)).status).toBe(401);
    expect((await request(admin, "DELETE", `${path}/${made.body.id}`)).status).toBe(404);
    expect(project.id).toBe(candidate.project);
  });
});

describe("the audit", () => {
  it("is paged, filtered, and exported whole as NDJSON and CSV, to admins", async () => {
    await acme.project("shop");
    await request(owner, "PATCH", base, { name: '=HYPERLINK("x")' });
    for (const name of ["a", "b", "c"]) await request(owner, "PATCH", base, { name });
    const first = await request(admin, "GET", `${base}/audit?action=organisation.rename&limit=2`);
    expect(first.body.rows.map(({ detail }: { detail: object }) => detail)).toEqual([{ name: "c" }, { name: "b" }]);
    const next = `${base}/audit?action=organisation.rename&limit=3&before=${first.body.next}`;
    expect((await request(admin, "GET", next)).body).toMatchObject({ rows: [{ detail: { name: "a" } }, {}] });
    expect((await request(admin, "GET", next)).body.next).toBeUndefined();
    const actor = await request(admin, "GET", `${base}/audit?actor=${owner.user}&limit=500`);
    expect(new Set(actor.body.rows.map((row: { actor: string }) => row.actor))).toEqual(new Set([owner.user]));
    const text = async (query: string) =>
      new TextDecoder().decode(await (await fetchEdge(`${base}/audit?${query}`, {}, admin.token)).arrayBuffer());
    const whole = (await request(admin, "GET", `${base}/audit?limit=500`)).body.rows;
    const lines = (await text("format=ndjson")).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(whole);
    const csv = (await text("format=csv&action=organisation.rename")).trimEnd().split("\r\n");
    expect(csv[0]).toBe("id,at,actor,actorName,action,subject,detail,origin");
    expect(csv).toHaveLength(5);
    expect(csv[4]).toContain('"{""name"":""=HYPERLINK(\\""x\\"")""}"');
    expect((await request(admin, "GET", `${base}/audit?limit=501`)).status).toBe(400);
    expect((await request(admin, "GET", `${base}/audit?since=1`)).status).toBe(400);
    expect((await request(member, "GET", `${base}/audit`)).status).toBe(403);
  });
});

describe("a deletion", () => {
  const done = async (status: string) => (await request(owner, "GET", status)).body.done;
  const rows = (sql: string, ...values: unknown[]) =>
    env.ACCOUNT.prepare(sql)
      .bind(...values)
      .first<number>("n");

  it("of a project removes its rows, tokens and trusts, and says when it is done", async () => {
    const project = await acme.project("shop");
    const units = (await fileUnits(2)).map(({ hash, line }) => ({ hash, line }));
    await pushUnits(admin.token, `${acme.slug}/shop`, units);
    const path = `/v1/projects/${acme.slug}/shop`;
    await request(admin, "POST", `${base}/tokens`, { kind: "push", name: "ci", projects: ["shop"] });
    await request(admin, "POST", `${path}/trusts`, { kind: "gitlab", repository: "acme/shop" });
    await request(admin, "PATCH", path, { name: "store" });
    const { status, body } = await request(admin, "DELETE", path);
    expect([status, body.project]).toEqual([202, `${acme.slug}/store`]);
    for (const name of ["shop", "store"]) {
      expect((await request(admin, "GET", `/v1/projects/${acme.slug}/${name}`)).status).toBe(404);
    }
    await vi.waitFor(async () => expect(await done(body.status)).toBe(true), 20_000);
    expect((await fetchEdge(body.status)).status).toBe(200);
    expect((await fetchEdge("/v1/deletions/del_0000000000000000000000")).status).toBe(404);
    expect(await rows("select count(*) as n from tokens where organisation = ? and kind = 'push'", acme.id)).toBe(0);
    for (const table of ["trusts", "project_aliases", "branches"]) {
      expect(await rows(`select count(*) as n from ${table} where project = ?`, project.id)).toBe(0);
    }
    expect(
      await env.SHARD_1.prepare("select count(*) as n from units where project = ?").bind(project.id).first("n"),
    ).toBe(0);
    const told = (await request(admin, "GET", `${base}/audit?limit=500`)).body.rows;
    expect(told.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(["project.delete", "project.deleted"]),
    );
  });

  it("of an organisation ends every access at once, leaves the audit alone, and frees the name", async () => {
    const projects = [await acme.project("one"), await acme.project("two", "SHARD_2")];
    const units = (await fileUnits(2)).map(({ hash, line }) => ({ hash, line }));
    for (const { slug } of projects) await pushUnits(admin.token, `${acme.slug}/${slug}`, units);
    expect((await request(admin, "DELETE", base, { confirm: acme.slug })).status).toBe(403);
    expect((await request(owner, "DELETE", base, { confirm: "other" })).status).toBe(400);
    const { status, body } = await request(owner, "DELETE", base, { confirm: acme.slug });
    expect(status).toBe(202);
    for (const one of [owner, admin, member]) expect((await request(one, "GET", base)).status).toBe(401);
    await vi.waitFor(async () => expect(await done(body.status)).toBe(true), 25_000);
    for (const table of ["memberships", "tokens", "grants", "invitations", "projects"]) {
      expect(await rows(`select count(*) as n from ${table} where organisation = ?`, acme.id)).toBe(0);
    }
    for (const [at, { id }] of projects.entries()) {
      const shard = at === 0 ? env.SHARD_1 : env.SHARD_2;
      for (const table of ["units", "symbols", "snapshots"]) {
        expect(await shard.prepare(`select count(*) as n from ${table} where project = ?`).bind(id).first("n")).toBe(0);
      }
      expect((await env.BLOBS.list({ prefix: `projects/${id}/` })).objects).toEqual([]);
    }
    expect(await rows("select count(*) as n from organisations where slug = ?", acme.slug)).toBe(0);
    expect(
      await rows("select count(*) as n from audit where organisation = ? and action = 'organisation.deleted'", acme.id),
    ).toBe(1);
  }, 40_000);
});
