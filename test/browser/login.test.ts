/** `drift login` and a person in Chromium: the address that it says is opened, and the browser comes back to it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runDrift } from "#cli/testing/run-drift";
import { type Edge, startEdge } from "#harness/edge";
import { startLogin } from "#harness/sign-in";
import { hasChromium, keep, launch, personal } from "./chromium.ts";

describe.runIf(hasChromium)("drift login", () => {
  const folder = mkdtempSync(join(tmpdir(), "drift-login-"));
  const env = { DRIFT_HOME: join(folder, "home"), DRIFT_KEYCHAIN: "off" };
  let edge: Edge;
  let chromium: Browser;

  beforeAll(async () => {
    [edge, chromium] = await Promise.all([startEdge({ state: folder }), launch()]);
  });
  afterAll(async () => {
    await Promise.all([edge.stop(), chromium.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  /** Signs in at the page that every other leads to. */
  async function signedInPage() {
    const page = await (await personal(chromium, edge.url)).newPage();
    await page.goto("/sign-in");
    await page.fill('[name="email"]', edge.token);
    await page.click('form[action="/sign-in/local"] [type="submit"]');
    return page;
  }

  test("by consent: the page on this machine says that one is signed in, and so does the terminal", async () => {
    const { shown, ended } = await startLogin([edge.url, "--no-browser"], env, /http:\S+\/oauth\/authorize\S+/);
    const page = await (await personal(chromium, edge.url)).newPage();
    await page.goto(await shown);
    await page.fill('[name="email"]', edge.token);
    await page.click('form[action="/sign-in/local"] [type="submit"]');
    await keep(page, "drift login consent");
    await page.click('[name="decision"][value="allow"]');
    await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/callback\?/);
    expect(await page.textContent("h1")).toBe("You are signed in");
    await keep(page, "drift login done");
    const { code, stdout, stderr } = await ended;
    expect([code, stdout], stderr).toEqual([0, expect.stringContaining("signed in to local at 127.0.0.1")]);
    expect((await runDrift(["whoami"], { cwd: folder, env })).code).toBe(0);
  });

  test("by a code that is typed", async () => {
    const { shown, ended } = await startLogin([edge.url, "--device"], env, /[A-Z]{4}-[A-Z]{4}/);
    const page = await signedInPage();
    await page.goto("/device");
    await page.fill('[name="user_code"]', (await shown).toLowerCase());
    await page.click('form[action="/device"] [type="submit"]');
    await page.click('[name="decision"][value="allow"]');
    expect((await ended).code).toBe(0);
  });
});
