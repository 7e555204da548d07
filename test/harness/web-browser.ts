/** A browser without JavaScript, for pages that a real server serves: cookies, forms, and redirects one at a time. */
export class WebBrowser {
  readonly #cookies = new Map<string, string>();

  /** Follows redirects as long as they stay at the origin; answers the page, or the address that leads away. */
  async open(url: string, init: RequestInit = {}): Promise<{ url: string; status: number; text: string }> {
    const { origin } = new URL(url);
    const headers = { accept: "text/html", cookie: [...this.#cookies].map((pair) => pair.join("=")).join("; ") };
    const response = await fetch(url, { redirect: "manual", ...init, headers: { ...headers, ...init.headers } });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
      this.#cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) return { url, status: response.status, text: await response.text() };
    await response.body?.cancel();
    const next = new URL(location, url);
    return next.origin === origin ? this.open(next.href) : { url: next.href, status: response.status, text: "" };
  }

  /** Posts the page's form that goes to `action`, with what it holds and is ticked, and `more`. */
  submit(page: { url: string; text: string }, action: string, more: Record<string, string>) {
    const { origin } = new URL(page.url);
    const form = formIn(page.text, action);
    for (const [name, value] of Object.entries(more)) form.set(name, value);
    const headers = { origin, "sec-fetch-site": "same-origin" };
    return this.open(new URL(action, page.url).href, { method: "POST", body: form, headers });
  }
}

function formIn(html: string, action: string): URLSearchParams {
  const [, fields] = new RegExp(`<form[^>]*action="${action}"[^>]*>(.*?)</form>`, "s").exec(html) ?? [];
  if (fields === undefined) throw new Error(`there is no form for ${action} in: ${html.replace(/<[^>]*>/g, " ")}`);
  const form = new URLSearchParams();
  for (const [tag] of fields.matchAll(/<input\b[^>]*>/g)) {
    const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll("&amp;", "&");
    const isSent = !/^(?:checkbox|radio|submit)$/.test(attribute("type") ?? "") || /\bchecked\b/.test(tag);
    const [name, value] = [attribute("name"), attribute("value")];
    if (isSent && name !== undefined) form.append(name, value ?? "");
  }
  return form;
}
