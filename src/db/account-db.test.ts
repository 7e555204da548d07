import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Role, Scope } from "#contract/principal";
import { AccountDb, accountLimits, type Target } from "./account-db.ts";
import { hashToken } from "./tokens.ts";

const author = { user: "usr_admin", origin: "203.0.113.7" };
const hour = 3_600_000;
let now = Date.now();
const account = new AccountDb(env.ACCOUNT, () => now);
let organisation: string;
let slug: string;
let user: string;

beforeAll(async () => {
  slug = `acme-${crypto.randomUUID().slice(0, 8)}`;
  organisation = await account.createOrganisation(slug, "Acme");
});

beforeEach(async () => {
  user = await account.createUser("Alice");
  await account.setMember(organisation, user, "member", author);
});

async function token(scopes: Scope[] = ["drift:read", "drift:push"], projects?: number[]) {
  const made = await account.createToken(
    {
      prefix: "dpa_",
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
  account.createProject(organisation, name, ["SHARD_1", "SHARD_2"], author);

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
    await account.setMember(organisation, user, role, author);
    const { hash } = await token();
    expect(await account.resolve(hash)).toMatchObject({ ok: true, principal: { role, scopes: granted } });
  });

  it("is refused once it is unknown, expired, revoked or of no member", async () => {
    const { hash, id } = await token();
    expect(await account.resolve("0".repeat(64))).toEqual({ ok: false, why: "unknown" });
    await account.removeMember(organisation, user, author);
    expect(await account.resolve(hash)).toEqual({ ok: false, why: "no_member" });
    now += hour;
    expect(await account.resolve(hash)).toEqual({ ok: false, why: "expired" });
    await account.revokeToken(organisation, id, author);
    expect(await account.resolve(hash)).toEqual({ ok: false, why: "revoked" });
  });

  it("is not revoked by another organisation", async () => {
    const { hash, id } = await token();
    await account.revokeToken("org_other", id, author);
    expect(await account.resolve(hash)).toMatchObject({ ok: true });
  });

  it("has its use noted once in a while", async () => {
    const { id } = await token();
    const used = () =>
      env.ACCOUNT.prepare("select last_used_at from tokens where id = ?").bind(id).first("last_used_at");
    await account.touchToken(id, null);
    const first = now;
    now += accountLimits.lastUsedMs - 1;
    await account.touchToken(id, first);
    expect(await used()).toBe(first);
    now += 1;
    await account.touchToken(id, first);
    expect(await used()).toBe(now);
  });
});

describe("resolving", () => {
  it("is one statement, with the project and its head", async () => {
    const { hash } = await token();
    const shop = await project();
    const prepare = vi.spyOn(env.ACCOUNT, "prepare");
    const found = await new AccountDb(env.ACCOUNT).resolve(hash, { organisation: slug, project: shop.slug });
    expect(prepare).toHaveBeenCalledTimes(1);
    prepare.mockRestore();
    expect(found).toMatchObject({ ok: true, organisation: slug, project: shop, head: undefined });
  });

  it("finds no project of another organisation, of another name, deleted, or kept from the token", async () => {
    const other = `globex-${crypto.randomUUID().slice(0, 8)}`;
    const globex = await account.createOrganisation(other, "Globex");
    await account.createProject(globex, "theirs", ["SHARD_1"], author);
    const [shop, gone] = [await project(), await project()];
    await account.hideProject(gone, author);
    const { hash } = await token(["drift:read"], [gone.id]);
    const targets: Target[] = [
      { organisation: other, project: "theirs" },
      { organisation: slug, project: "theirs" },
      { organisation: slug, project: gone.slug },
      { organisation: slug, project: shop.slug },
      {},
    ];
    for (const target of targets) expect(await account.resolve(hash, target)).toMatchObject({ project: undefined });
  });
});

describe("a project", () => {
  it("goes to the shard that holds least", async () => {
    const shards = await Promise.all(
      ["SHARD_7", "SHARD_8"].map(() => account.createProject(organisation, crypto.randomUUID(), ["SHARD_7"], author)),
    );
    expect(shards.map(({ shard }) => shard)).toEqual(["SHARD_7", "SHARD_7"]);
    const next = await account.createProject(organisation, crypto.randomUUID(), ["SHARD_7", "SHARD_8"], author);
    expect(next.shard).toBe("SHARD_8");
  });

  it("has a name that no other of the organisation has, until it is deleted", async () => {
    const shop = await project();
    await expect(project(shop.slug)).rejects.toMatchObject({ body: { code: "CONFLICT" } });
    expect(await account.hideProject(shop, author)).toBe(true);
    expect(await account.hideProject(shop, author)).toBe(false);
    expect((await project(shop.slug)).id).not.toBe(shop.id);
    expect(await audited("project.delete")).toEqual(
      expect.arrayContaining([
        { subject: String(shop.id), actor: author.user, origin: author.origin, detail: `{"slug":"${shop.slug}"}` },
      ]),
    );
    expect((await audited("project.delete")).filter(({ subject }) => subject === String(shop.id))).toHaveLength(1);
  });

  it("is one of at most so many", async () => {
    const full = await account.createOrganisation(`full-${crypto.randomUUID().slice(0, 8)}`, "Full");
    await env.ACCOUNT.prepare(
      `insert into projects (organisation, slug, shard, default_branch, source_mode, keep_snapshots, keep_days, created_at)
      select ?, 'p' || key, 'SHARD_9', 'main', 'none', 1, 1, 0 from json_each(?)`,
    )
      .bind(full, JSON.stringify(new Array(accountLimits.projects).fill(0)))
      .run();
    await expect(account.createProject(full, "more", ["SHARD_1"], author)).rejects.toMatchObject({
      body: { code: "LIMIT_EXCEEDED" },
    });
  });

  it("has at most so many branches", async () => {
    const shop = await project();
    await env.ACCOUNT.prepare(
      "insert into branches (project, name, head_seq) select ?, 'b' || key, 0 from json_each(?)",
    )
      .bind(shop.id, JSON.stringify(new Array(accountLimits.branches).fill(0)))
      .run();
    await expect(account.createBranch(shop, "more")).rejects.toMatchObject({ body: { code: "LIMIT_EXCEEDED" } });
  });
});
