/** A person in a real browser, who signs in with the company's provider and says yes. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { personal } from "../browser/chromium.ts";

export class Visitor {
  readonly #context: BrowserContext;
  readonly #login: string;
  /** How many pages asked for something. */
  prompts = 0;

  private constructor(context: BrowserContext, login: string) {
    this.#context = context;
    this.#login = login;
  }

  static async open(browser: Browser, url: string, login: string): Promise<Visitor> {
    return new Visitor(await personal(browser, url), login);
  }

  /** Goes to `url` and answers what is asked, until the browser is at an address that begins with `until`. */
  async follow(url: string, until: string): Promise<URL> {
    const page = await this.#context.newPage();
    await page.goto(url);
    for (let steps = 0; steps < 15 && !page.url().startsWith(until); steps++) await this.#answer(page);
    const at = page.url();
    const text = at.startsWith(until) ? undefined : await said(page);
    await page.close();
    if (text !== undefined) throw new Error(`Stuck at ${at}: ${text}`);
    return new URL(at);
  }

  async #answer(page: Page): Promise<void> {
    this.prompts += 1;
    const login = page.locator('input[name="login"]');
    if ((await login.count()) > 0) {
      await login.fill(this.#login);
      await page.locator('input[name="password"]').fill("x");
    }
    const choices = ['button[value="allow"]', 'a:has-text("Continue with Company")', 'main button[type="submit"]'];
    for (const choice of [...choices, 'button[type="submit"]']) {
      const button = page.locator(choice).first();
      if ((await button.count()) === 0) continue;
      await Promise.all([page.waitForEvent("framenavigated"), button.click()]);
      await page.waitForLoadState();
      return;
    }
    throw new Error(`Nothing to answer at ${page.url()}: ${await said(page)}`);
  }
}

const said = async (page: Page): Promise<string> => ((await page.locator("body").textContent()) ?? "").slice(0, 500);
