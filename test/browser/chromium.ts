/** A real browser, in the three ways that every page is looked at. */
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Whether there is one. CI installs it; elsewhere the tests that need it say that they were left out. */
export const hasChromium = existsSync(executablePath);
if (!hasChromium) {
  if (process.env.CI) throw new Error(`There is no Chromium at ${executablePath}: install the package chromium`);
  process.stderr.write(
    `No Chromium at ${executablePath}: the tests of the pages are left out. CHROMIUM names another.\n`,
  );
}

/** Without the flags behind the first, its connections hang where the network is closed. */
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const launch = (): Promise<Browser> => chromium.launch({ executablePath, args });

/** The ways in which a page is looked at. */
export const looks = {
  light: { colorScheme: "light", viewport: { width: 1200, height: 900 } },
  dark: { colorScheme: "dark", viewport: { width: 1200, height: 900 } },
  "390 px": { colorScheme: "light", viewport: { width: 390, height: 844 } },
} as const;
export type Look = keyof typeof looks;

export async function look(page: Page, { colorScheme, viewport }: (typeof looks)[Look]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
}

/** A browser of its own for one person, with JavaScript off. */
export const personal = (browser: Browser, baseURL: string): Promise<BrowserContext> =>
  browser.newContext({ baseURL, javaScriptEnabled: false, ...looks.light });

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Looks for faults in pages: axe-core needs timers, which a page without JavaScript does not have. */
export class Inspector {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async open(browser: Browser): Promise<Inspector> {
    return new Inspector(await browser.newPage({ reducedMotion: "reduce" }));
  }

  /**
   * What is wrong with a page as it stands, in every look, one line each: what axe-core finds, and whether it is wider
   * than the window. The same document is shown a second time, from the same address.
   */
  async faults(page: Page, name: string): Promise<string[]> {
    const body = await page.content();
    const url = page.url();
    await this.#page.route(url, (route) => route.fulfill({ body, contentType: "text/html; charset=utf-8" }), {
      times: 1,
    });
    await this.#page.goto(url);
    // A menu that is open there is opened here.
    if ((await page.locator(":popover-open").count()) > 0) {
      await this.#page.evaluate("document.querySelector('[popover]').showPopover()");
    }
    // Evaluated from outside: the policy of the pages lets no script in.
    await this.#page.evaluate(axe);
    const found: string[] = [];
    for (const [as, how] of Object.entries(looks)) {
      await look(this.#page, how);
      await keep(this.#page, `${name} ${as}`);
      for (const fault of await this.#page.evaluate(inspect)) found.push(`${as}: ${fault}`);
    }
    return found;
  }
}

/** Runs in the page. */
async function inspect(): Promise<string[]> {
  const { axe: runner, document } = globalThis as unknown as {
    axe: typeof import("axe-core");
    document: { documentElement: { scrollWidth: number; clientWidth: number } };
  };
  const { violations } = await runner.run({
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  });
  const { scrollWidth, clientWidth } = document.documentElement;
  return [
    ...violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} ${node.html.slice(0, 200)}`)),
    ...(scrollWidth > clientWidth ? [`wider than the window: ${scrollWidth}`] : []),
  ];
}

/** Keeps a picture of the whole page, where DRIFT_SCREENSHOTS names a folder. */
export async function keep(page: Page, name: string): Promise<void> {
  const folder = process.env.DRIFT_SCREENSHOTS;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name.replaceAll(/[^a-z0-9]+/gi, "-")}.png`), fullPage: true });
}
