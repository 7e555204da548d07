/** A person in front of the pages: a browser of their own, with JavaScript off. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { personal } from "./chromium.ts";

export class Visitor {
  readonly page: Page;
  readonly #context: BrowserContext;
  /** How many pages asked for something, of those that were followed. */
  prompts = 0;

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
  }

  static async at(browser: Browser, url: string): Promise<Visitor> {
    const context = await personal(browser, url);
    // A page that answers at all answers sooner than this.
    context.setDefaultTimeout(15_000);
    return new Visitor(context, await context.newPage());
  }

  /** Goes to a page, through the local provider if nobody is signed in. */
  async signIn(email: string, path = "/"): Promise<void> {
    await this.open(path);
    if (!this.path.startsWith("/sign-in")) return;
    await this.fill({ email });
    await this.press("Continue");
  }

  /** The status of the page's answer. */
  async open(path: string): Promise<number> {
    return (await this.page.goto(path))?.status() ?? 0;
  }

  /** Path and query of the page. */
  get path(): string {
    const { pathname, search } = new URL(this.page.url());
    return pathname + search;
  }

  /** Types into fields by their name. */
  async fill(values: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(values)) await this.page.locator(`input[name="${name}"]`).fill(value);
  }

  /** Ticks the box or radio button of that name and value. */
  async tick(name: string, value: string): Promise<void> {
    await this.page.locator(`input[name="${name}"][value="${value}"]`).check();
  }

  /** Presses the button, or follows the link, of that name. */
  async press(name: string | RegExp): Promise<void> {
    const label = { name, exact: typeof name === "string" };
    const found = this.page.getByRole("button", label).or(this.page.getByRole("link", label));
    await Promise.all([this.page.waitForNavigation(), found.first().click()]);
  }

  /**
   * Goes to `url` in a window of its own, says yes to what is asked, as `login` where an identity provider asks, until the
   * browser is at an address that begins with `until`.
   */
  async follow(url: string, until: string, login: string): Promise<URL> {
    const page = await this.#context.newPage();
    await page.goto(url);
    for (let steps = 0; steps < 15 && !page.url().startsWith(until); steps++) {
      this.prompts += 1;
      await answer(page, login);
    }
    const at = page.url();
    const text = at.startsWith(until) ? undefined : await said(page);
    await page.close();
    if (text !== undefined) throw new Error(`Stuck at ${at}: ${text}`);
    return new URL(at);
  }

  /** What the page says. */
  text(): Promise<string> {
    return this.page.locator("body").innerText();
  }

  /** The text to be copied under that label. */
  async code(label: string | RegExp): Promise<string> {
    return (await this.page.locator("figure").filter({ hasText: label }).first().locator("pre").innerText()).trim();
  }

  leave(): Promise<void> {
    return this.#context.close();
  }
}

/** Answers what a page asks: of the provider, of consent, of anything else with one button. */
async function answer(page: Page, login: string): Promise<void> {
  const field = page.locator('input[name="login"]');
  if ((await field.count()) > 0) {
    await field.fill(login);
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

const said = async (page: Page): Promise<string> => ((await page.locator("body").textContent()) ?? "").slice(0, 500);
