/** People at the edge of this machine, as they sign in at its pages; and the command line that they sign in with. */
import { startDrift } from "#cli/testing/run-drift";
import { WebBrowser } from "./web-browser.ts";

const browsers = new Map<string, Promise<WebBrowser>>();

/** The browser of the edge's owner. There is one for each edge: how often people sign in has a rate. */
export function ownersBrowser(edge: { url: string; token: string }): Promise<WebBrowser> {
  const browser = browsers.get(edge.url) ?? signedIn(edge);
  browsers.set(edge.url, browser);
  return browser;
}

async function signedIn(edge: { url: string; token: string }): Promise<WebBrowser> {
  const browser = new WebBrowser();
  const page = await browser.open(`${edge.url}/sign-in`);
  await browser.submit(page, "/sign-in/local", { email: edge.token });
  return browser;
}

/** Opens an authorization address, answers the consent page, and goes where it leads. */
export async function decide(
  browser: WebBrowser,
  url: string,
  decision: "allow" | "deny",
): Promise<{ status: number; text: string }> {
  const page = await browser.open(url);
  const answer = await browser.submit(page, "/oauth/authorize", { decision });
  const back = await fetch(answer.url);
  return { status: back.status, text: await back.text() };
}

/** Types a device code, and answers the page that follows. */
export async function decideDevice(
  browser: WebBrowser,
  edge: string,
  code: string,
  decision: "allow" | "deny",
): Promise<void> {
  const typed = await browser.submit(await browser.open(`${edge}/device`), "/device", { user_code: code });
  await browser.submit(typed, "/device", { decision });
}

/** Starts `drift login`, and gives what it says on the way as soon as `pattern` is found there. */
export async function startLogin(args: readonly string[], env: Record<string, string>, pattern: RegExp) {
  const { process: child, ended } = startDrift(["login", ...args], { env });
  let said = "";
  const shown = new Promise<string>((resolve, reject) => {
    child.stderr?.on("data", (text) => {
      said += text;
      const [found] = pattern.exec(said) ?? [];
      if (found) resolve(found);
    });
    void ended.then(({ stderr }) => reject(new Error(stderr)));
  });
  shown.catch(() => {});
  return { shown, ended, process: child };
}

/** Signs the edge's owner in to the command line, by the browser. */
export async function signInByBrowser(
  edge: { url: string; token: string },
  env: Record<string, string>,
  ...more: string[]
) {
  const browser = await ownersBrowser(edge);
  const { shown, ended } = await startLogin(
    [edge.url, "--no-browser", "--json", ...more],
    env,
    /http:\S+\/oauth\/authorize\S+/,
  );
  const page = await decide(browser, await shown, "allow");
  return { page, run: await ended };
}
