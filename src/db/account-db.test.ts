import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Role, Scope } from "#contract/principal";
import { lastUsedMs, type Target } from "./account/access.ts";
import { branchesOfProject } from "./account/branches.ts";
import { projectLimits } from "./account/projects.ts";
import { AccountDb } from "./account-db.ts";
import { hashToken } from "./tokens.ts";

const author = { user: null, origin: "203.0.113.7" };
const hour = 3_600_000;
let now = Date.now();
const account = new AccountDb(env.ACCOUNT, () => now);
let organisation: string;
let slug: string;
let user: string;

beforeAll(async () => {
  slug = `acme-${crypto.randomUUID().slice(0, 8)}`;
  organisation = await makeOrganisation(slug);
});

beforeEach(async () => {
  user = await account.identities.createLocal("Alice");
  await account.members.add(organisation, user, "member", author);
});

async function makeOrganisation(name: string) {
  const owner = await account.identities.createLocal("Olga");
  return account.organisations.create({ slug: name, name: "Acme", owner }, author);
}

async function token(scopes: Scope[] = ["drift:read", "drift:push"], projects?: number[]) {
  const made = await account.tokens.create(
    {
      kind: "personal",
      name: "laptop",
      organisation,
      user,
      scopes,
      expiresAt: now + hour,
      ...(projects && { projects }),
    },
    author,
  );
  return { ...made, hash: (await hashToken(made.token)) ?? "" };
}

const project = (name = `shop-${crypto.randomUUID().slice(0, 8)}`) =>
  account.projects.create(organisation, name, ["SHARD_1", "SHARD_2"], author);

const audited = async (action: string) =>
  (
    await env.ACCOUNT.prepare("select subject, actor, origin, detail from audit where organisation = ? and action = ?")
      .bind(organisation, action)
      .all()
  ).results;

describe("a token", () => {
  it("is kept by its hash alone", async () => {
    const { token: text, id } = await token();
    const row = await env.ACCOUNT.prepare("select * from tokens where id = ?").bind(id).first();
    expect(text).toMatch(/^dpa_[0-9A-Za-z]{49}$/);
    expect(JSON.stringify(row)).not.toContain(text);
    expect(JSON.stringify(await audited("token.create"))).not.toContain(text);
  });

  it("with a character changed is none, without a look-up", async () => {
    const { token: text } = await token();
    const other = text.slice(0, 20) + (text[20] === "a" ? "b" : "a") + text.slice(21);
    expect(await hashToken(other)).toBeUndefined();
    expect(await hashToken("dpx_")).toBeUndefined();
  });

  it.each<[Role, Scope[]]>([
    ["viewer", ["drift:read"]],
    ["member", ["drift:read"]],
    ["admin", ["drift:read", "drift:push"]],
  ])("of a %s gives no more than role and token grant", async (role, granted) => {
    await account.members.set(organisation, user, role, author);
    const { hash } = await token();
    expect(await account.resolve({ token: hash })).toMatchObject({ ok: true, principal: { role, scopes: granted } });
  });

  it("is refused once it is unknown, expired, revoked or of no member", async () => {
    const { hash, id } = await token();
    expect(await account.resolve({ token: "0".repeat(64) })).toEqual({ ok: false, why: "unknown" });
    await env.ACCOUNT.prepare("delete from memberships where user = ?").bind(user).run();
    expect(await account.resolve({ token: hash })).toEqual({ ok: false, why: "no_member" });
    now += hour;
    expect(await account.resolve({ token: hash })).toEqual({ ok: false, why: "expired" });
    await account.tokens.revoke(organisation, id, author);
    expect(await account.resolve({ token: hash })).toEqual({ ok: false, why: "revoked" });
  });

  it("is not revoked by another organisation", async () => {
    const { hash, id } = await token();
    await expect(account.tokens.revoke("org_other", id, author)).rejects.toMatchObject({ body: { code: "NOT_FOUND" } });
    expect(await account.resolve({ token: hash })).toMatchObject({ ok: true });
  });

  it("has its use noted once in a while", async () => {
    const { id, hash } = await token();
    const resolved = await account.resolve({ token: hash });
    if (!resolved.ok) throw new Error(resolved.why);
    const touch = (lastUsedAt: number | null) => account.access.touch({ ...resolved, lastUsedAt });
    const used = () =>
      env.ACCOUNT.prepare("select last_used_at from tokens where id = ?").bind(id).first("last_used_at");
    await touch(null);
    const first = now;
    now += lastUsedMs - 1;
    await touch(first);
    expect(await used()).toBe(first);
    now += 1;
    await touch(first);
    expect(await used()).toBe(now);
  });
});

describe("resolving", () => {
  it("is one statement, with the project and its head", async () => {
    const { hash } = await token();
    const shop = await project();
    const prepare = vi.spyOn(env.ACCOUNT, "prepare");
    const found = await new AccountDb(env.ACCOUNT).resolve({ token: hash }, { organisation: slug, project: shop.slug });
    expect(prepare).toHaveBeenCalledTimes(1);
    prepare.mockRestore();
    expect(found).toMatchObject({ ok: true, organisation: slug, project: shop, head: undefined });
  });

  it("finds no project of another organisation, of another name, deleted, or kept from the token", async () => {
    const other = `globex-${crypto.randomUUID().slice(0, 8)}`;
    const globex = await makeOrganisation(other);
    await account.projects.create(globex, "theirs", ["SHARD_1"], author);
    const [shop, gone] = [await project(), await project()];
    await account.projects.hide(gone, author);
    const { hash } = await token(["drift:read"], [gone.id]);
    const targets: Target[] = [
      { organisation: other, project: "theirs" },
      { organisation: slug, project: "theirs" },
      { organisation: slug, project: gone.slug },
      { organisation: slug, project: shop.slug },
      {},
    ];
    for (const target of targets)
      expect(await account.resolve({ token: hash }, target)).toMatchObject({ project: undefined });
  });
});

describe("a project", () => {
  it("goes to the shard that holds least", async () => {
    const shards = await Promise.all(
      ["SHARD_7", "SHARD_8"].map(() => account.projects.create(organisation, crypto.randomUUID(), ["SHARD_7"], author)),
    );
    expect(shards.map(({ shard }) => shard)).toEqual(["SHARD_7", "SHARD_7"]);
    const next = await account.projects.create(organisation, crypto.randomUUID(), ["SHARD_7", "SHARD_8"], author);
    expect(next.shard).toBe("SHARD_8");
  });

  it("has a name that no other of the organisation has, until it is deleted", async () => {
    const shop = await project();
    await expect(project(shop.slug)).rejects.toMatchObject({ body: { code: "CONFLICT" } });
    const deletion = await account.projects.hide(shop, author);
    expect(await account.projects.hide(shop, author)).toBe(deletion);
    expect((await project(shop.slug)).id).not.toBe(shop.id);
    expect(await audited("project.delete")).toEqual(
      expect.arrayContaining([
        { subject: String(shop.id), actor: author.user, origin: author.origin, detail: `{"slug":"${shop.slug}"}` },
      ]),
    );
    expect((await audited("project.delete")).filter(({ subject }) => subject === String(shop.id))).toHaveLength(1);
  });

  it("is one of at most so many", async () => {
    const full = await makeOrganisation(`full-${crypto.randomUUID().slice(0, 8)}`);
    await env.ACCOUNT.prepare(
      `insert into projects (organisation, slug, shard, default_branch, source_mode, keep_snapshots, keep_days, created_at)
      select ?, 'p' || key, 'SHARD_9', 'main', 'none', 1, 1, 0 from json_each(?)`,
    )
      .bind(full, JSON.stringify(new Array(projectLimits.projects).fill(0)))
      .run();
    await expect(account.projects.create(full, "more", ["SHARD_1"], author)).rejects.toMatchObject({
      body: { code: "LIMIT_EXCEEDED" },
    });
  });

  it("has at most so many branches", async () => {
    const shop = await project();
    await env.ACCOUNT.prepare(
      "insert into branches (project, name, head_seq) select ?, 'b' || key, 0 from json_each(?)",
    )
      .bind(shop.id, JSON.stringify(new Array(branchesOfProject).fill(0)))
      .run();
    await expect(account.branches.create(shop, "more")).rejects.toMatchObject({ body: { code: "LIMIT_EXCEEDED" } });
  });
});
