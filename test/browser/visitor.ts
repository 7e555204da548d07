/** A person in front of the pages: a browser of their own, with JavaScript off. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { personal } from "./chromium.ts";

export class Visitor {
  readonly page: Page;
  readonly #context: BrowserContext;

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
