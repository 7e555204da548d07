/** Deleting one's own account. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { AccountDb } from "#db/account-db";
import { Organisation } from "#harness/accounts";
import { type Browser, browserOf, formOf, obtainTokens, refresh, registerClient } from "#harness/oauth";
import { modern } from "#harness/rpc";

const email = "ada@example.com";
const account = new AccountDb(env.ACCOUNT);
let acme: Organisation;
let ada: { user: string; browser: Browser; claims: Parameters<typeof account.identities.signIn>[0] };

beforeEach(async () => {
  acme = await Organisation.create("acme");
  const subject = crypto.randomUUID();
  const claims = { issuer: "https://id.example.com", subject, email, emailVerified: true, name: "Ada" };
  const { user } = await account.identities.signIn(claims);
  ada = { user, claims, browser: await browserOf(user, { email, name: "Ada" }) };
});

async function end(confirm = email): Promise<{ status: number; text: string }> {
  const form = await formOf(await ada.browser.send("/account/delete"));
  form.set("confirm", confirm);
  const answer = await ada.browser.submit("/account/delete", form);
  return { status: answer.status, text: await answer.text() };
}

test("it ends memberships, tokens, grants and browsers; name and address are gone, and the audit stays", async () => {
  await acme.admit(ada.user, "member");
  const { client_id: clientId } = await registerClient();
  const { access_token, refresh_token } = await obtainTokens(ada.browser, { clientId });
  const personal = { kind: "personal" as const, name: "x", organisation: acme.id, scopes: ["drift:read" as const] };
  const { token } = await account.tokens.create(
    { ...personal, user: ada.user, expiresAt: Date.now() + 86_400_000 },
    { user: ada.user },
  );
  const opens = async () => [
    (await modern(access_token, "tools/list")).status,
    (await modern(token, "tools/list")).status,
    (await ada.browser.send("/account")).status,
  ];
  expect(await opens()).toEqual([200, 200, 200]);
  expect((await end("somebody else")).status).toBe(409);
  expect(await opens()).toEqual([200, 200, 200]);

  expect(await end()).toMatchObject({ status: 200, text: expect.stringContaining("Your account is deleted") });
  expect(await opens()).toEqual([401, 401, 303]);
  expect((await refresh(clientId, refresh_token)).ok).toBe(false);
  expect(await account.identities.user(ada.user)).toEqual({ id: ada.user, name: "Deleted", email: null });
  const rows = await account.auditLog.page({ organisation: acme.id, actor: ada.user, limit: 20 });
  expect(rows.map(({ action, actorName }) => [action, actorName])).toContainEqual(["member.leave", "Deleted"]);
  expect(JSON.stringify(rows)).not.toContain(email);
  const again = await account.identities.signIn(ada.claims);
  expect(again.user).not.toBe(ada.user);
  expect(await account.members.organisationsOf(again.user)).toEqual([]);
});

test("it is refused while they are an organisation's only owner, and nothing is gone then", async () => {
  const slug = `ada-${crypto.randomUUID().slice(0, 8)}`;
  await account.organisations.create({ slug, name: "Ada's", owner: ada.user }, { user: ada.user });
  await acme.admit(ada.user, "member");
  const refused = await end();
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("You are the only owner of Ada&#39;s");
  expect(await account.members.organisationsOf(ada.user)).toHaveLength(2);
  expect((await ada.browser.send("/account")).status).toBe(200);
});

test("it is not ended while it belongs to an organisation, whatever was looked at before", async () => {
  await acme.admit(ada.user, "member");
  expect(await account.identities.forget(ada.user)).toBe(false);
  expect(await account.identities.user(ada.user)).toMatchObject({ name: "Ada" });
  expect((await account.identities.signIn(ada.claims)).user).toBe(ada.user);
});
