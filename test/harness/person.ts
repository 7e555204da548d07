/** A person with a small browser, outside of workerd: cookies, redirects and forms, and what they answer to questions. */

export interface Answers {
  /** Of the sign-in on one's own machine. */
  token?: string;
  /** Of an identity provider. */
  login?: string;
}

export class Person {
  readonly #cookies = new Map<string, string>();
  readonly #answers: Answers;
  /** How many pages asked for something. */
  prompts = 0;

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  /** Goes to `url` and on, until a redirect leads to `until`; gives that URL. */
  async follow(start: string, until: string): Promise<URL> {
    let url = start;
    let response = await this.#fetch(url);
    for (let steps = 0; steps < 30; steps++) {
      const location = response.headers.get("location");
      if (location !== null) {
        url = new URL(location, url).href;
        if (url.startsWith(until)) return new URL(url);
        response = await this.#fetch(url);
        continue;
      }
      const page = await response.text();
      const form = readForm(page, url);
      if (!form) throw new Error(`Stuck at ${url} (${response.status}): ${page.slice(0, 300)}`);
      this.prompts += 1;
      const { token = "", login = "" } = this.#answers;
      const answers = { email: token, login, password: "x", decision: "allow" };
      for (const [name, value] of Object.entries(answers)) if (form.names.has(name)) form.fields.set(name, value);
      url = form.action;
      const headers = { origin: new URL(url).origin };
      response = await this.#fetch(url, { method: "POST", body: form.fields, headers });
    }
    throw new Error("Too many steps");
  }

  async #fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("accept", "text/html");
    if (this.#cookies.size > 0) {
      headers.set("cookie", [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      const gone = /max-age=0|expires=Thu, 01 Jan 1970/i.test(line);
      if (gone) this.#cookies.delete(pair.slice(0, at));
      else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }
}

/** The first form that is posted, with what a browser would send of it. */
function readForm(page: string, base: string) {
  const [, attributes = "", inner] = /<form([^>]*method="post"[^>]*)>([\s\S]*?)<\/form>/i.exec(page) ?? [];
  if (inner === undefined) return undefined;
  const fields = new URLSearchParams();
  const names = new Set<string>();
  for (const [tag] of inner.matchAll(/<(?:input|button)\b[^>]*>/g)) {
    const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
    const name = attribute("name");
    if (name === undefined) continue;
    names.add(name);
    if (attribute("type") === "hidden" || /\bchecked\b/.test(tag)) {
      fields.append(name, (attribute("value") ?? "").replaceAll("&amp;", "&"));
    }
  }
  return { action: new URL(/action="([^"]*)"/.exec(attributes)?.[1] ?? "", base).href, fields, names };
}
