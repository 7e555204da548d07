/**
 * Teams in Chromium, without JavaScript, on a real edge: from the first run to invitations, roles, a token, a push and
 * its revocation. Two organisations, four roles. Every page that is met is looked at in light, dark and at 390 px.
 */
import { cpSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Runtime, startRuntime } from "#cli/edge/runtime";
import { readBundle } from "#cli/edge/worker-bundle";
import { runDrift } from "#cli/testing/run-drift";
import { temporaryFolder } from "#harness/edge";
import { hasChromium, Inspector, launch } from "./chromium.ts";
import { Visitor } from "./visitor.ts";

const secret = "what only the operator knows";
let home: Awaited<ReturnType<typeof temporaryFolder>>;
let edge: Runtime;
let browser: Browser;
let inspector: Inspector;
let alice: Visitor;
let bob: Visitor;
let carol: Visitor;
let dave: Visitor;
let erin: Visitor;
let repository: string;

/** The page as it stands has no fault. */
const sound = async (visitor: Visitor, name: string) => expect(await inspector.faults(visitor.page, name)).toEqual([]);

/** Somebody invites, with a link that is passed on. */
async function invite(by: Visitor, role: string, email = ""): Promise<string> {
  await by.open("/o/acme/members");
  await by.fill({ email });
  await by.tick("role", role);
  await by.press("Make invitation link");
  return new URL(await by.code("Invitation link")).pathname;
}

async function accept(visitor: Visitor, email: string, link: string): Promise<void> {
  await visitor.signIn(email, link);
  await visitor.press("Join");
}

const push = (token: string) =>
  runDrift(["push", "--server", edge.url, "--token", token, "--project", "acme/shop", "--json"], { cwd: repository });

describe.skipIf(!hasChromium)("teams in Chromium", () => {
  beforeAll(async () => {
    home = await temporaryFolder();
    repository = join(home.folder, "shop");
    cpSync("test/fixtures/repository", repository, { recursive: true });
    edge = await startRuntime({
      bundle: await readBundle(join(inject("product"), "dist", "worker")),
      state: join(home.folder, "state"),
      port: 0,
      stateKey: "a key for tests, of at least 32 bytes",
      settings: { BOOTSTRAP_SECRET: secret, LOCAL_SIGN_IN: "1" },
    });
    browser = await launch();
    inspector = await Inspector.open(browser);
    const visitor = () => Visitor.at(browser, edge.url);
    [alice, bob, carol] = [await visitor(), await visitor(), await visitor()];
    [dave, erin] = [await visitor(), await visitor()];
  });

  afterAll(async () => {
    await browser?.close();
    await edge?.stop();
    await home?.remove();
  });

  it("the operator's secret makes the first owner, once", async () => {
    await alice.open("/");
    expect(alice.path).toMatch(/^\/sign-in\?return=%2Fsetup$/);
    await sound(alice, "e2e sign-in");
    await alice.fill({ email: "nobody" });
    await alice.press("Continue");
    await sound(alice, "e2e sign-in refused");
    await alice.fill({ email: "alice@acme.com" });
    await alice.press("Continue");
    expect(alice.path).toBe("/setup");
    await alice.fill({ secret: "a guess", name: "Acme", slug: "acme" });
    await alice.press("Create organisation");
    expect(await alice.text()).toContain("This is not the secret");
    await sound(alice, "e2e setup refused");
    await alice.fill({ secret, name: "Acme", slug: "acme" });
    await alice.press("Create organisation");
    expect(alice.path).toBe("/o/acme");
    await sound(alice, "e2e organisation empty");
    expect(await alice.open("/setup")).toBe(404);
    expect(await alice.text()).toContain("This service is set up");
    await sound(alice, "e2e set up");
    expect(await alice.open("/nowhere")).toBe(404);
    await sound(alice, "e2e not found");
  });

  it("an owner makes a project, and is told beside the field what is wrong", async () => {
    await alice.open("/o/acme");
    await alice.press("New project");
    await alice.fill({ slug: "My Shop" });
    await alice.press("Create project");
    expect(await alice.text()).toContain("Use lower-case letters");
    await sound(alice, "e2e new project refused");
    await alice.fill({ slug: "shop" });
    await alice.press("Create project");
    expect(alice.path).toBe("/o/acme/projects/shop");
    expect(await alice.code("MCP address")).toBe(`${edge.url}/mcp/acme/shop`);
    await sound(alice, "e2e project empty");
  });

  it("an invitation for an address lets in whoever has it, and nobody else, once", async () => {
    const link = await invite(alice, "admin", "bob@acme.com");
    await sound(alice, "e2e invitation made");
    await carol.signIn("carol@acme.com", link);
    expect(await carol.text()).toContain("not for you");
    expect(await carol.text()).not.toContain("Acme");
    await bob.signIn("bob@acme.com", link);
    expect(await bob.text()).toMatch(/Join Acme\?[\s\S]*alice invites you as admin/);
    await sound(bob, "e2e invitation");
    await bob.press("Join");
    expect(bob.path).toBe("/o/acme?done=joined");
    await sound(bob, "e2e joined");
    expect(await carol.open(link)).toBe(404);
  });

  it("an open invitation lets in whoever follows it; a revoked one nobody", async () => {
    await accept(carol, "carol@acme.com", await invite(alice, "member"));
    expect(carol.path).toBe("/o/acme?done=joined");
    await accept(dave, "dave@acme.com", await invite(bob, "viewer"));
    const revoked = await invite(bob, "member");
    await bob.open("/o/acme/members");
    await bob.press(/^Revoke/);
    expect(bob.path).toBe("/o/acme/members?done=invitation-revoked");
    await erin.signIn("erin@globex.com", revoked);
    expect(await erin.text()).toContain("This invitation is not good");
  });

  it("each role sees what it may do, and is refused the rest", async () => {
    const tabs = async (visitor: Visitor) => {
      expect(await visitor.open("/o/acme/members"), await visitor.text()).toBe(200);
      return visitor.page.locator(".tabs a").allInnerTexts();
    };
    expect(await tabs(alice)).toEqual(["Projects", "Members", "Tokens", "Audit", "Settings"]);
    await sound(alice, "e2e members as owner");
    expect(await tabs(bob)).toEqual(["Projects", "Members", "Tokens", "Audit"]);
    expect(await bob.page.getByRole("radio").evaluateAll((all) => all.map((one) => one.getAttribute("value")))).toEqual(
      ["viewer", "member"],
    );
    expect(await tabs(carol)).toEqual(["Projects", "Members", "Tokens"]);
    expect(await tabs(dave)).toEqual(["Projects", "Members", "Tokens"]);
    await sound(dave, "e2e members as viewer");
    expect(await bob.open("/o/acme/settings")).toBe(403);
    await sound(bob, "e2e role required");
    expect(await carol.open("/o/acme/audit")).toBe(403);
    expect(await dave.open("/o/acme/new")).toBe(403);
    expect(await dave.open("/o/acme/projects/shop/settings")).toBe(403);
  });

  it("an owner gives roles out, and they hold at once", async () => {
    await alice.open("/o/acme/members");
    const row = alice.page.getByRole("row").filter({ hasText: "carol@acme.com" });
    await row.getByRole("combobox").selectOption("admin");
    await Promise.all([alice.page.waitForNavigation(), row.getByRole("button", { name: "Set" }).click()]);
    expect(alice.path).toBe("/o/acme/members?done=role-set");
    await sound(alice, "e2e role set");
    expect(await carol.open("/o/acme/audit")).toBe(200);
    await sound(carol, "e2e audit");
    expect(await carol.text()).toContain("member.role");
  });

  it("another organisation is not there, whether it exists or not", async () => {
    await erin.open("/");
    await sound(erin, "e2e home empty");
    await erin.press("New organisation");
    await erin.fill({ name: "Globex", slug: "acme" });
    await erin.press("Create organisation");
    expect(await erin.text()).toContain('There is an organisation "acme" already');
    await erin.fill({ name: "Globex", slug: "globex" });
    await erin.press("Create organisation");
    expect(erin.path).toBe("/o/globex");
    await erin.open("/");
    await sound(erin, "e2e home");
    const answers = [];
    for (const path of ["/o/acme", "/o/nothing", "/o/acme/projects/shop", "/o/globex/projects/shop"]) {
      const status = await erin.open(path);
      answers.push(`${status} ${(await erin.text()).replace(/Request \S+/, "")}`);
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^404 /);
  });

  it("a push token is shown once, pushes, and after its revocation does not", async () => {
    await bob.open("/o/acme/tokens");
    await sound(bob, "e2e tokens empty");
    await bob.tick("kind", "push");
    await bob.fill({ name: "nightly build" });
    await bob.tick("projects", "some");
    await bob.press("Make token");
    expect(await bob.text()).toContain("Tick at least one project");
    await bob.page.getByLabel("shop", { exact: true }).check();
    await sound(bob, "e2e tokens refused");
    await bob.press("Make token");
    const token = await bob.code("Push token");
    expect(token).toMatch(/^dpt_/);
    await sound(bob, "e2e token made");

    const scanned = await runDrift(["scan", "--json"], { cwd: repository });
    expect(scanned.code, scanned.stderr).toBe(0);
    const pushed = await push(token);
    expect(pushed.code, pushed.stderr).toBe(0);
    await bob.open("/o/acme/projects/shop");
    expect(await bob.text()).toMatch(/Last pushes[\s\S]*bob/);
    await sound(bob, "e2e project");
    await bob.open("/o/acme");
    expect(await bob.text()).toMatch(/(?:just now|ago) by bob/);
    await dave.open("/o/acme/projects/shop");
    expect(await dave.text()).toMatch(/Last pushes[\s\S]*bob/);
    expect(await dave.page.getByRole("columnheader", { name: "From" }).count()).toBe(0);

    await bob.open("/o/acme/tokens");
    expect(await bob.text()).not.toContain(token);
    await sound(bob, "e2e tokens");
    await bob.press(/^Revoke/);
    await sound(bob, "e2e revoke token");
    await bob.press("Revoke");
    expect(bob.path).toBe("/o/acme/tokens?done=token-revoked");
    const refused = await push(token);
    expect(refused.code).not.toBe(0);
  });

  it("a project is set, trusts a CI, is renamed, and its old address leads to the new one", async () => {
    await bob.open("/o/acme/projects/shop/settings");
    await bob.fill({ defaultBranch: "a..b" });
    await bob.press("Save");
    expect(await bob.text()).toContain("Not a valid branch name.");
    await sound(bob, "e2e project settings refused");
    await bob.fill({ defaultBranch: "main", keepDays: "90" });
    await bob.tick("sourceMode", "full");
    await bob.press("Save");
    expect(bob.path).toBe("/o/acme/projects/shop/settings?done=project-set");
    await bob.open("/o/acme/projects/shop/ci");
    await bob.fill({ repository: "acme", ref: "main" });
    await bob.press("Trust these runs");
    await sound(bob, "e2e ci refused");
    await bob.fill({ repository: "Acme/Shop", ref: "release/*", environment: "production" });
    await bob.press("Trust these runs");
    expect(await bob.text()).toMatch(/acme\/shop[\s\S]*refs\/heads\/release\/\*/);
    await sound(bob, "e2e ci");
    await bob.press(/^Remove/);
    expect(bob.path).toBe("/o/acme/projects/shop/ci?done=trust-removed");
    await bob.open("/o/acme/projects/shop/settings");
    await bob.fill({ slug: "store" });
    await bob.press("Rename");
    expect(bob.path).toBe("/o/acme/projects/store/settings?done=project-renamed");
    await bob.open("/o/acme/projects/shop/ci");
    expect(bob.path).toBe("/o/acme/projects/store/ci");
  });

  it("the audit says who did what, filtered and as a file", async () => {
    await alice.open("/o/acme/audit");
    await alice.page.locator("select[name=action]").selectOption("token.revoke");
    await alice.press("Filter");
    expect(await alice.page.getByRole("row").count()).toBe(2);
    expect(await alice.text()).toMatch(/bob[\s\S]*nightly build/);
    await sound(alice, "e2e audit filtered");
    const file = alice.page.waitForEvent("download");
    await alice.page.getByRole("link", { name: "CSV" }).click();
    expect((await file).suggestedFilename()).toBe("audit-acme.csv");
  });

  it("whoever is removed, or leaves, is outside at once", async () => {
    await alice.open("/o/acme/members");
    await alice.page.getByRole("link", { name: "Remove… dave" }).click();
    await sound(alice, "e2e remove member");
    await alice.press("Remove");
    expect(alice.path).toBe("/o/acme/members?done=member-removed");
    expect(await dave.open("/o/acme")).toBe(404);
    await carol.open("/o/acme/leave");
    await carol.press("Leave");
    expect(carol.path).toBe("/?done=left");
    await alice.open("/o/acme/leave");
    await alice.press("Leave");
    expect(await alice.text()).toContain("never without an owner");
    await sound(alice, "e2e last owner");
  });

  it("ownership goes to another, who renames the organisation and deletes it by its name", async () => {
    await alice.open("/o/acme/members");
    await alice.press(/^Make owner/);
    await alice.press("Make owner");
    expect(await alice.open("/o/acme/settings")).toBe(403);
    await bob.open("/o/acme/settings");
    await bob.fill({ name: "Acme Holding" });
    await bob.press("Rename");
    expect(await bob.text()).toContain("Acme Holding");
    await bob.fill({ emailDomain: "elsewhere.com" });
    await bob.press("Save");
    expect(await bob.text()).toContain("lock yourself out");
    await sound(bob, "e2e settings refused");
    await bob.press("Delete organisation…");
    await bob.fill({ confirm: "Acme" });
    await bob.press("Delete organisation");
    expect(await bob.text()).toContain("This is not its name");
    await sound(bob, "e2e delete organisation");
    await bob.fill({ confirm: "acme" });
    await bob.press("Delete organisation");
    expect(bob.path).toMatch(/^\/deletions\/del_/);
    await sound(bob, "e2e deletion");
    expect(await alice.open("/o/acme")).toBe(404);
  });

  it("an account shows its browsers and identities, signs out, and can be deleted", async () => {
    const phone = await Visitor.at(browser, edge.url);
    await phone.signIn("erin@globex.com", "/account");
    expect(await phone.text()).toContain("this one");
    await sound(phone, "e2e account");
    await phone.press(/^Sign out Chrome/);
    expect(phone.path).toBe("/account?done=session-ended");
    await erin.open("/account");
    expect(erin.path).toMatch(/^\/sign-in\?return=%2Faccount/);
    await phone.page.getByRole("button", { name: "Your account: erin" }).click();
    await sound(phone, "e2e menu");
    await phone.press("Sign out");
    expect(await phone.text()).toContain("This browser is signed out.");
    await phone.signIn("erin@globex.com", "/account");
    await phone.press("Delete account…");
    await phone.fill({ confirm: "erin@globex.com" });
    await phone.press("Delete account");
    expect(await phone.text()).toContain("You are the only owner of Globex");
    await carol.open("/account/delete");
    await carol.fill({ confirm: "carol@acme.com" });
    await carol.press("Delete account");
    expect(await carol.text()).toContain("Your account is deleted");
    await carol.open("/account");
    expect(carol.path).toMatch(/^\/sign-in/);
    await phone.leave();
  });
});
