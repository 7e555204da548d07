import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { AccountDb } from "#db/account-db";
import { as, Company, outcome } from "#harness/company";
import { ownedOrganisations } from "./organisations.ts";
import { projectLimits } from "./projects.ts";
import { trustsOfProject } from "./trusts.ts";

const account = new AccountDb(env.ACCOUNT);
let company: Company;
beforeEach(async () => {
  company = await Company.create(account);
});

const slugs = (count: number) => Array.from({ length: count }, (_, at) => `s-${at}-${crypto.randomUUID().slice(0, 8)}`);
const project = () => account.projects.create(company.id, "shop", ["SHARD_1"], as(company.owner));

it("a person owns at most so many organisations, and none of a name that is taken", async () => {
  const make = (slug: string) =>
    outcome(account.organisations.create({ slug, name: "Next", owner: company.owner }, as(company.owner)));
  expect(await make(company.slug)).toBe("CONFLICT");
  for (const slug of slugs(ownedOrganisations - 1)) expect(await make(slug)).toBe("done");
  expect(await make("one-too-many")).toBe("LIMIT_EXCEEDED");
});

it("a project keeps at most so many earlier names, and may go back to any of them", async () => {
  let shop = await project();
  const names = slugs(projectLimits.aliases);
  for (const name of names) shop = await account.projects.rename(shop, name, as(company.owner));
  const rename = (name: string) => outcome(account.projects.rename(shop, name, as(company.owner)));
  expect(await rename("one-too-many")).toBe("LIMIT_EXCEEDED");
  expect(await rename("shop")).toBe("done");
  expect(await company.told("project.rename")).toHaveLength(projectLimits.aliases + 1);
});

it("of projects that are given one name at once, one gets it", async () => {
  const create = (name: string) => account.projects.create(company.id, name, ["SHARD_1"], as(company.owner));
  const [one, two] = [await create("one"), await create("two")];
  const answers = await Promise.all([
    ...[one, two].map((each) => outcome(account.projects.rename(each, "wanted", as(company.owner)))),
    outcome(create("wanted")),
  ]);
  expect(answers.sort()).toEqual(["CONFLICT", "CONFLICT", "done"]);
  const { results } = await env.ACCOUNT.prepare("select slug from projects where organisation = ? and slug = ?")
    .bind(company.id, "wanted")
    .all();
  expect(results).toHaveLength(1);
});

it("a project trusts at most so many repositories and refs", async () => {
  const shop = await project();
  const trust = { kind: "github" as const, issuer: "https://ci.example", ref: "refs/heads/main", environment: null };
  const make = (repository: string) =>
    outcome(account.trusts.create(shop, { ...trust, repository }, as(company.owner)));
  for (let more = 0; more < trustsOfProject; more++) expect(await make(`acme/${more}`)).toBe("done");
  expect(await make("acme/more")).toBe("LIMIT_EXCEEDED");
});

it("what an admin may do is refused to who is none as the statement runs", async () => {
  const shop = await project();
  const member = await company.add("member");
  const trust = { kind: "github" as const, issuer: "https://ci.example", repository: "a/b", ref: "refs/heads/main" };
  const token = { kind: "push" as const, name: "x", organisation: company.id, user: member, scopes: [] };
  expect(
    await Promise.all([
      outcome(account.projects.create(company.id, "other", ["SHARD_1"], as(member))),
      outcome(account.projects.set(shop, { keepDays: 1 }, as(member))),
      outcome(account.projects.rename(shop, "other", as(member))),
      outcome(account.trusts.create(shop, { ...trust, environment: null }, as(member))),
      outcome(account.tokens.create({ ...token, expiresAt: Date.now() + 60_000 }, as(member))),
      outcome(account.organisations.rename(company.id, "Mine", as(member))),
      outcome(account.organisations.end(company, as(member))),
    ]),
  ).toEqual(new Array(7).fill("ROLE_REQUIRED"));
  expect(await company.told()).toEqual([
    `organisation.create ${company.id}`,
    `project.create ${shop.id}`,
    `member.add ${member}`,
  ]);
});
