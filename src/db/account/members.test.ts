import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { roles } from "#contract/principal";
import { mayRemove } from "#contract/teams";
import { hashToken } from "#db/tokens";
import { as, Company, outcome } from "#harness/company";

let company: Company;
beforeEach(async () => {
  company = await Company.create();
});
const members = () => company.account.members;
const week = () => Date.now() + 7 * 86_400_000;

describe("a role", () => {
  it("is given by owners, to members", async () => {
    const [member, admin] = [await company.add("member"), await company.add("admin")];
    expect(await outcome(members().set(company.id, member, "admin", as(admin)))).toBe("ROLE_REQUIRED");
    expect(await outcome(members().set(company.id, member, "admin", as(company.owner)))).toBe("done");
    expect(await outcome(members().set(company.id, "usr_nobody", "admin", as(company.owner)))).toBe("NOT_FOUND");
    expect((await company.roles())[member]).toBe("admin");
    expect(await company.told("member.role")).toEqual([`member.role ${member}`]);
  });

  it("of another organisation's member is not there to be given", async () => {
    const other = await Company.create();
    const theirs = await other.add("member");
    expect(await outcome(members().set(company.id, theirs, "admin", as(company.owner)))).toBe("NOT_FOUND");
    expect(await outcome(members().set(other.id, theirs, "admin", as(company.owner)))).toBe("NOT_FOUND");
    expect((await other.roles())[theirs]).toBe("member");
  });

  it("that allows less takes the invitations back that it does not allow", async () => {
    const admin = await company.add("owner");
    const invite = (role: "member" | "admin") =>
      company.account.invitations.create({ organisation: company.id, role, expiresAt: week() }, as(admin));
    const [less, more] = [await invite("member"), await invite("admin")];
    await members().set(company.id, admin, "admin", as(company.owner));
    const states = Object.fromEntries(
      (await company.account.invitations.list(company.id)).map(({ id, state }) => [id, state]),
    );
    expect(states).toEqual({ [less.id]: "open", [more.id]: "revoked" });
  });
});

describe("the last owner", () => {
  it("neither leaves, nor is removed, nor becomes less, whoever asks", async () => {
    const { id, owner } = company;
    expect(await outcome(members().leave(id, owner, as(owner)))).toBe("CONFLICT");
    expect(await outcome(members().remove(id, owner, { user: null }))).toBe("CONFLICT");
    expect(await outcome(members().set(id, owner, "admin", as(owner)))).toBe("CONFLICT");
    expect(await company.roles()).toEqual({ [owner]: "owner" });
  });

  it("stays, when all owners leave at once", async () => {
    const owners = [company.owner, ...(await Promise.all([1, 2, 3, 4].map(() => company.add("owner"))))];
    const left = await Promise.all(owners.map((owner) => outcome(members().leave(company.id, owner, as(owner)))));
    expect(left.sort()).toEqual(["CONFLICT", "done", "done", "done", "done"]);
    expect(Object.values(await company.roles())).toEqual(["owner"]);
    expect(await company.told("member.leave")).toHaveLength(4);
  });

  it("stays, when owners make each other less at once", async () => {
    const two = await company.add("owner");
    const changed = await Promise.all([
      outcome(members().set(company.id, two, "member", as(company.owner))),
      outcome(members().set(company.id, company.owner, "member", as(two))),
      outcome(members().remove(company.id, company.owner, as(two))),
    ]);
    expect(changed.filter((one) => one === "done")).toHaveLength(1);
    expect(Object.values(await company.roles())).toContain("owner");
  });

  it("stays, when every owner is changed in every way by parallel calls, round after round", async () => {
    for (let round = 0; round < 5; round++) {
      const one = await Company.create();
      const owners = [one.owner, await one.add("owner"), await one.add("owner")];
      await Promise.all(
        owners.flatMap((owner, at) => {
          const other = owners[(at + 1 + (round % 2)) % 3] ?? "";
          return [
            outcome(one.account.members.leave(one.id, owner, as(owner))),
            outcome(one.account.members.remove(one.id, other, as(owner))),
            outcome(one.account.members.set(one.id, other, "viewer", as(owner))),
            outcome(one.account.members.transfer(one.id, other, as(owner))),
          ];
        }),
      );
      expect(Object.values(await one.roles())).toContain("owner");
    }
  });
});

describe("privilege escalation by parallel role changes", () => {
  it("an owner who is made less cannot make anybody owner by a call that is under way", async () => {
    const [two, friend] = [await company.add("owner"), await company.add("member")];
    await Promise.all([
      members().set(company.id, two, "viewer", as(company.owner)),
      outcome(members().set(company.id, friend, "owner", as(two))),
      outcome(members().set(company.id, two, "owner", as(two))),
    ]);
    const after = await company.roles();
    const [demotion, ...rest] = (await company.told("member.role")).slice(-2);
    // Either the friend was made owner while `two` still was one, or not at all; never afterwards.
    if (after[friend] === "owner") expect(demotion).toBe(`member.role ${friend}`);
    expect(after[two]).toBe("viewer");
    expect(rest.length).toBeLessThan(2);
  });

  it("an admin who is removed leaves no invitation behind", async () => {
    const admin = await company.add("admin");
    await Promise.all([
      members().remove(company.id, admin, as(company.owner)),
      ...[1, 2, 3].map(() =>
        outcome(
          company.account.invitations.create(
            { organisation: company.id, role: "member", expiresAt: week() },
            as(admin),
          ),
        ),
      ),
    ]);
    const open = (await company.account.invitations.list(company.id)).filter(({ state }) => state === "open");
    expect(open).toEqual([]);
  });
});

describe("a removal", () => {
  it.each(roles.flatMap((actor) => roles.map((subject) => [actor, subject] as const)))(
    "by a %s of a %s is decided by the rule",
    async (actor, subject) => {
      const [by, of] = [await company.add(actor), await company.add(subject)];
      const expected = mayRemove(actor, subject) ? "done" : "ROLE_REQUIRED";
      expect(await outcome(members().remove(company.id, of, as(by)))).toBe(expected);
    },
  );

  it("ends tokens, grants and open invitations there, and nothing elsewhere", async () => {
    const { account, id } = company;
    const other = await Company.create();
    const user = await company.add("admin");
    await account.members.add(other.id, user, "admin", { user: null });
    const made = async (organisation: string) => {
      const expiresAt = week();
      const { token } = await account.tokens.create(
        { kind: "personal", name: "laptop", organisation, user, scopes: ["drift:read"], expiresAt },
        as(user),
      );
      const grant = crypto.randomUUID();
      const client = { client: "c", clientName: "Client", scopes: ["drift:read" as const] };
      await account.grants.add({ id: grant, user, organisation, ...client }, as(user));
      await account.invitations.create({ organisation, role: "viewer", expiresAt }, as(user));
      return { grant, hash: (await hashToken(token)) as string };
    };
    const [here, there] = [await made(id), await made(other.id)];
    expect(await account.resolve({ grant: here.grant, user })).toMatchObject({ ok: true, by: "grant" });
    expect(await account.members.remove(id, user, as(company.owner))).toEqual({ grants: [here.grant] });
    expect(await account.resolve({ token: here.hash })).toEqual({ ok: false, why: "revoked" });
    expect(await account.resolve({ grant: here.grant, user })).toEqual({ ok: false, why: "revoked" });
    expect(await account.resolve({ token: there.hash })).toMatchObject({ ok: true });
    expect(await account.resolve({ grant: there.grant, user })).toMatchObject({ ok: true });
    expect((await account.invitations.list(id)).map(({ state }) => state)).toEqual(["revoked"]);
    expect((await account.invitations.list(other.id)).map(({ state }) => state)).toEqual(["open"]);
    expect(await account.access.good(id, [here.grant])).toEqual(new Set());
    expect(await account.access.good(other.id, [here.grant, there.grant])).toEqual(new Set([there.grant]));
    // Who comes back begins anew.
    await account.members.add(id, user, "admin", { user: null });
    expect(await account.resolve({ token: here.hash })).toEqual({ ok: false, why: "revoked" });
  });
});

it("ownership goes to a member, whose predecessor stays as an admin", async () => {
  const [member, stranger] = [await company.add("member"), await (await Company.create()).add("member")];
  const transfer = (to: string, by: string) => outcome(members().transfer(company.id, to, as(by)));
  expect(await transfer(stranger, company.owner)).toBe("NOT_FOUND");
  expect(await transfer(member, member)).toBe("CONFLICT");
  expect(await transfer(company.owner, member)).toBe("ROLE_REQUIRED");
  expect(await transfer(member, company.owner)).toBe("done");
  expect(await company.roles()).toEqual({ [member]: "owner", [company.owner]: "admin" });
});

it("tells a user's organisations with role and policy", async () => {
  await company.account.organisations.settings(
    company.id,
    { requiredIssuer: "https://id.example.com", emailDomain: null },
    { user: null },
  );
  expect(await members().organisationsOf(company.owner)).toEqual([
    {
      ...{ id: company.id, slug: company.slug, name: "Company", role: "owner" },
      ...{ requiredIssuer: "https://id.example.com", emailDomain: null },
    },
  ]);
});

it("every change of a membership is one row of the log, with actor and origin", async () => {
  const member = await company.add("member");
  await members().set(company.id, member, "admin", as(company.owner));
  await members().leave(company.id, member, as(member));
  await outcome(members().leave(company.id, member, as(member)));
  const { results } = await env.ACCOUNT.prepare(
    "select action, actor, subject, detail, origin from audit where organisation = ? order by id",
  )
    .bind(company.id)
    .all();
  const origin = "203.0.113.7";
  expect(results).toEqual([
    {
      ...{ action: "organisation.create", actor: company.owner, subject: company.id, origin },
      detail: `{"slug":"${company.slug}","name":"Company"}`,
    },
    { action: "member.add", actor: null, subject: member, detail: '{"role":"member"}', origin: null },
    { action: "member.role", actor: company.owner, subject: member, detail: '{"role":"admin"}', origin },
    { action: "member.leave", actor: member, subject: member, detail: null, origin },
  ]);
});
