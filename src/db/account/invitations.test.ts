import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { type Role, roles } from "#contract/principal";
import { mayInviteAs } from "#contract/teams";
import { AccountDb } from "#db/account-db";
import { as, Company, outcome } from "#harness/company";
import { identitiesOfUser } from "./identities.ts";
import { invitationLimits } from "./invitations.ts";

const day = 86_400_000;
let now = Date.now();
const account = new AccountDb(env.ACCOUNT, () => now);
let company: Company;
beforeEach(async () => {
  company = await Company.create(account);
});

const invite = (more: { role?: Role; email?: string; by?: string } = {}) => {
  const { by = company.owner, ...asked } = more;
  return account.invitations.create(
    { organisation: company.id, role: "member", expiresAt: now + 7 * day, ...asked },
    as(by),
  );
};
const accept = (secret: string, user: string) => outcome(account.invitations.accept(secret, user, as(user)));
const person = async (email: string | null = null, more: { verified?: boolean; issuer?: string } = {}) => {
  const { verified = true, issuer = "https://id.example.com" } = more;
  const claims = { issuer, subject: crypto.randomUUID(), email, emailVerified: verified, name: "Paula" };
  return (await account.identities.signIn(claims)).user;
};

describe("an invitation", () => {
  it("makes whoever has the link a member, once", async () => {
    const { secret, id } = await invite({ role: "viewer" });
    const [one, two] = [await person(), await person()];
    expect(await account.invitations.offer(secret, one)).toEqual({
      organisation: { id: company.id, slug: company.slug, name: "Company" },
      ...{ role: "viewer", email: null, invitedBy: "Olga" },
    });
    expect(await accept(secret, one)).toBe("done");
    expect(await accept(secret, two)).toBe("NOT_FOUND");
    expect(await outcome(account.invitations.offer(secret, two))).toBe("NOT_FOUND");
    expect(await company.roles()).toEqual({ [company.owner]: "owner", [one]: "viewer" });
    expect(await company.told("invitation.accept")).toEqual([`invitation.accept ${id}`]);
  });

  it("is used up by one of many who follow it at once", async () => {
    const { secret } = await invite();
    const people = await Promise.all(Array.from({ length: 12 }, () => person()));
    const answers = await Promise.all(people.map((one) => accept(secret, one)));
    expect(answers.filter((one) => one === "done")).toHaveLength(1);
    expect(Object.keys(await company.roles())).toHaveLength(2);
    expect(await company.told("invitation.accept")).toHaveLength(1);
  });

  it("to an address is for who has it verified, whatever its case", async () => {
    const { secret } = await invite({ email: "Paula@Example.com" });
    expect(await outcome(account.invitations.offer(secret, await person("mallory@example.com")))).toBe("NOT_FOUND");
    expect(await accept(secret, await person("mallory@example.com"))).toBe("NOT_FOUND");
    expect(await accept(secret, await person("paula@example.com", { verified: false }))).toBe("NOT_FOUND");
    expect(await accept(secret, await person())).toBe("NOT_FOUND");
    expect(await accept(secret, await person("PAULA@example.com"))).toBe("done");
  });

  it("expires, is revoked, and goes with its organisation", async () => {
    const [late, revoked, gone] = [await invite(), await invite(), await invite()];
    await account.invitations.revoke(company.id, revoked.id, as(company.owner));
    expect(await accept(revoked.secret, await person())).toBe("NOT_FOUND");
    now += 7 * day;
    expect(await accept(late.secret, await person())).toBe("NOT_FOUND");
    expect((await account.invitations.list(company.id)).map(({ state }) => state).sort()).toEqual([
      ...["expired", "expired", "revoked"],
    ]);
    now -= 7 * day;
    await account.organisations.end(company, as(company.owner));
    expect(await accept(gone.secret, await person())).toBe("NOT_FOUND");
  });

  it("is kept by its hash, and is neither in the list nor in the log", async () => {
    const { secret, id } = await invite();
    const row = await env.ACCOUNT.prepare("select * from invitations where id = ?").bind(id).first();
    const log = await account.auditLog.page({ organisation: company.id, limit: 100 });
    expect(secret).toMatch(/^dpi_[0-9A-Za-z]{49}$/);
    expect(JSON.stringify([row, log, await account.invitations.list(company.id)])).not.toContain(secret);
  });

  it("does not change the role of a member, and stays open for somebody else", async () => {
    const { secret } = await invite({ role: "viewer" });
    expect(await accept(secret, company.owner)).toBe("CONFLICT");
    expect((await company.roles())[company.owner]).toBe("owner");
    expect(await accept(secret, await person())).toBe("done");
  });

  it.each(roles.flatMap((actor) => roles.map((role) => [actor, role] as const)))(
    "by a %s as %s is decided by the rule",
    async (actor, role) => {
      const by = await company.add(actor);
      expect(await outcome(invite({ role, by }))).toBe(mayInviteAs(actor, role) ? "done" : "ROLE_REQUIRED");
    },
  );

  it("of another organisation is not there to be revoked", async () => {
    const other = await Company.create(account);
    const { id } = await invite();
    const revoke = (organisation: string, by: string) => outcome(account.invitations.revoke(organisation, id, as(by)));
    expect(await revoke(other.id, other.owner)).toBe("NOT_FOUND");
    expect(await revoke(company.id, other.owner)).toBe("NOT_FOUND");
    expect(await revoke(company.id, company.owner)).toBe("done");
    expect(await revoke(company.id, company.owner)).toBe("NOT_FOUND");
  });

  it("is one of at most so many, good for at most so long, to what is an address", async () => {
    const made = (more: object) =>
      outcome(
        account.invitations.create(
          { organisation: company.id, role: "member", expiresAt: now + day, ...more },
          as(company.owner),
        ),
      );
    expect(await made({ expiresAt: now + invitationLimits.longestMs + 1 })).toBe("INVALID_ARGUMENT");
    expect(await made({ expiresAt: now })).toBe("INVALID_ARGUMENT");
    expect(await made({ email: "a@b@c.example" })).toBe("INVALID_ARGUMENT");
    await env.ACCOUNT.prepare(
      `insert into invitations (id, hash, organisation, role, invited_by, created_at, expires_at)
      select 'inv_' || ?1 || key, 'x' || ?1 || key, ?1, 'viewer', ?2, 0, ?3 from json_each(?4)`,
    )
      .bind(company.id, company.owner, now + day, JSON.stringify(new Array(invitationLimits.open).fill(0)))
      .run();
    expect(await made({})).toBe("LIMIT_EXCEEDED");
  });

  it("is refused where the organisation is full", async () => {
    const { secret } = await invite();
    await env.ACCOUNT.batch([
      env.ACCOUNT.prepare("insert into users (id, name, created_at) select ?1 || key, 'x', 0 from json_each(?2)").bind(
        ...[company.id, JSON.stringify(new Array(invitationLimits.members).fill(0))],
      ),
      env.ACCOUNT.prepare(
        "insert into memberships (organisation, user, role, created_at) select ?1, ?1 || key, 'viewer', 0 from json_each(?2)",
      ).bind(...[company.id, JSON.stringify(new Array(invitationLimits.members - 1).fill(0))]),
    ]);
    expect(await accept(secret, await person())).toBe("LIMIT_EXCEEDED");
  });
});

describe("a required identity", () => {
  const policy = { requiredIssuer: "https://sso.acme.example", emailDomain: "acme.example" };
  const sso = { issuer: policy.requiredIssuer };

  it("is one identity that keeps both rules, for members and for who is invited", async () => {
    await account.organisations.settings(company.id, policy, { user: null });
    const { secret } = await invite();
    expect(await accept(secret, await person("a@acme.example"))).toBe("CONFLICT");
    expect(await accept(secret, await person("a@other.example", sso))).toBe("CONFLICT");
    expect(await accept(secret, await person("a@acme.example", { ...sso, verified: false }))).toBe("CONFLICT");
    expect(await accept(secret, await person('"x@acme.example"@evil.example', sso))).toBe("CONFLICT");
    expect(await accept(secret, await person("a@acme.example.evil.example", sso))).toBe("CONFLICT");
    expect(await accept(secret, await person("a@acme.example", sso))).toBe("done");
  });

  it("that a member lacks ends their calls from the next on, and linking it lets them in again", async () => {
    const user = await company.add("member");
    const grant = { id: crypto.randomUUID(), user, organisation: company.id, client: "c", clientName: "Client" };
    await account.grants.add({ ...grant, scopes: ["drift:read"] }, as(user));
    const resolve = async () => {
      const found = await account.resolve({ grant: grant.id, user });
      return found.ok || found.why;
    };
    expect(await resolve()).toBe(true);
    await account.organisations.settings(company.id, policy, { user: null });
    expect(await resolve()).toBe("identity");
    expect(await account.access.good(company.id, [grant.id])).toEqual(new Set());
    const claims = { ...sso, subject: user, email: "p@acme.example", emailVerified: true, name: "P" };
    await account.identities.link(user, { ...claims, issuer: policy.requiredIssuer });
    expect(await resolve()).toBe(true);
  });

  it("cannot be required by an owner who lacks it", async () => {
    const set = (by: string) => outcome(account.organisations.settings(company.id, policy, as(by)));
    expect(await set(company.owner)).toBe("CONFLICT");
    expect(await set(await company.add("admin"))).toBe("ROLE_REQUIRED");
    const claims = { subject: company.owner, email: "o@acme.example", emailVerified: true, name: "O" };
    await account.identities.link(company.owner, { issuer: policy.requiredIssuer, ...claims });
    expect(await set(company.owner)).toBe("done");
  });
});

describe("an identity", () => {
  const claims = (more: object = {}) => ({
    ...{ issuer: "https://id.example.com", subject: crypto.randomUUID(), email: "a@b.example" },
    ...{ emailVerified: true, name: "Ann", ...more },
  });

  it("seen again is the same user; the same address from another issuer is another, until it is linked", async () => {
    const [here, there] = [claims(), claims({ issuer: "https://github.com/login/oauth" })];
    const { user } = await account.identities.signIn(here);
    expect(await account.identities.signIn({ ...here, email: "new@b.example" })).toEqual({ user });
    expect((await account.identities.of(user)).map(({ email }) => email)).toEqual(["new@b.example"]);
    const other = claims({ issuer: "https://github.com/login/oauth" });
    expect((await account.identities.signIn(other)).user).not.toBe(user);
    expect(await outcome(account.identities.link(user, other))).toBe("CONFLICT");
    expect(await outcome(account.identities.link(user, there))).toBe("done");
    expect((await account.identities.signIn(there)).user).toBe(user);
  });

  it("signed in with many times at once is one user", async () => {
    const same = claims();
    const users = await Promise.all(Array.from({ length: 10 }, () => account.identities.signIn(same)));
    expect(new Set(users.map(({ user }) => user)).size).toBe(1);
  });

  it("is unlinked unless it is the only one, and is one of at most so many", async () => {
    const first = claims();
    const { user } = await account.identities.signIn(first);
    expect(await outcome(account.identities.unlink(user, first))).toBe("CONFLICT");
    expect(await outcome(account.identities.unlink(user, claims()))).toBe("NOT_FOUND");
    for (let more = 1; more < identitiesOfUser; more++) await account.identities.link(user, claims());
    expect(await outcome(account.identities.link(user, claims()))).toBe("LIMIT_EXCEEDED");
    expect(await outcome(account.identities.unlink(user, first))).toBe("done");
  });
});
