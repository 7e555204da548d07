/** Every page in every state, in Chromium: as people see it, and as axe-core does. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Hono } from "hono";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assets } from "#pages/assets";
import { page } from "#pages/page";
import { hasChromium, Inspector, launch, personal } from "./chromium.ts";
import { gallery } from "./gallery/index.ts";

const app = new Hono().get("/pages/:name", (c) => page(c, gallery[c.req.param("name")] ?? null));
for (const [path, { type, text }] of Object.entries(assets)) {
  app.get(path, (c) => c.body(text, 200, { "content-type": type }));
}

let server: Server;
let browser: Browser;
let tab: Page;
let inspector: Inspector;

describe.skipIf(!hasChromium)("the pages", () => {
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const answer = await app.request(`http://localhost${request.url}`);
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(await answer.text());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launch();
    tab = await (await personal(browser, url)).newPage();
    inspector = await Inspector.open(browser);
  });

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  it.each(Object.keys(gallery))("%s: nothing is refused, out of the window or out of reach", async (name) => {
    const refused: string[] = [];
    const note = (text: { text(): string }) => refused.push(text.text());
    const fail = (request: { url(): string }) => refused.push(request.url());
    tab.on("console", note).on("requestfailed", fail);
    await tab.goto(`/pages/${encodeURIComponent(name)}`);
    expect(await inspector.faults(tab, name)).toEqual([]);
    tab.off("console", note).off("requestfailed", fail);
    expect(refused).toEqual([]);
  });
});
