import { Hono } from "hono";
import { expect, it } from "vitest";
import { ConsentPage, type ConsentProps } from "./consent.tsx";
import { MessagePage } from "./message.tsx";
import { type PageOptions, page } from "./page.tsx";
import { SignInPage } from "./sign-in.tsx";

const markup = "<script>alert(1)</script>\"'&";

const answer = (content: Parameters<typeof page>[1], options?: number | PageOptions) =>
  new Hono().get("/", (c) => page(c, content, options)).request("/");

const message = <MessagePage title="Start again" text="This page has expired." />;

const consent: ConsentProps = {
  client: { name: "Editor", verified: false, redirectHost: "127.0.0.1:33418" },
  person: { name: "Alice", email: "alice@acme.test" },
  organisation: { slug: "acme", name: "Acme", role: "member" },
  otherOrganisations: [],
  projects: [{ id: 1, slug: "shop" }],
  scopes: ["drift:read", "drift:write"],
  action: "/oauth/authorize",
  csrf: "c",
};

it("sends the same strict headers with every page", async () => {
  const { headers, status } = await answer(message, 403);
  expect(status).toBe(403);
  expect(Object.fromEntries(headers)).toMatchInlineSnapshot(`
    {
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      "content-type": "text/html; charset=UTF-8",
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": "camera=(), geolocation=(), microphone=()",
      "referrer-policy": "same-origin",
      "strict-transport-security": "max-age=31536000; includeSubDomains",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    }
  `);
});

it("names a form's target in the policy by its origin alone, or by the scheme of an app", async () => {
  const policy = async (...formTargets: string[]) =>
    (await answer(message, { formTargets })).headers.get("content-security-policy")?.match(/form-action ([^;]*)/)?.[1];
  expect(await policy("https://client.example:8443/cb?x=1; script-src *")).toBe("'self' https://client.example:8443");
  expect(await policy("http://127.0.0.1:33418/callback")).toBe("'self' http://127.0.0.1:33418");
  expect(await policy("cursor://anysphere.cursor-deeplink/mcp")).toBe("'self' cursor:");
});

it("keeps every cookie it is given, and its own headers", async () => {
  const headers = new Headers([
    ["set-cookie", "a=1"],
    ["set-cookie", "b=2"],
    ["content-security-policy", "default-src *"],
  ]);
  const sent = (await answer(message, { headers })).headers;
  expect(sent.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(sent.get("content-security-policy")).toMatch(/^default-src 'none'/);
});

it("is a whole document, without script, inline style or handler", async () => {
  const text = await (await answer(<ConsentPage {...consent} />)).text();
  expect(text).toMatch(/^<!doctype html><html lang="en">/);
  expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/i);
});

it.each<[string, Parameters<typeof page>[1]]>([
  ["a message", <MessagePage title={markup} text={markup} action={{ label: markup, href: markup }} />],
  [
    "sign-in",
    <SignInPage
      local
      value={markup}
      providers={[{ id: markup, name: markup }]}
      returnTo={markup}
      error={{ tone: "danger", text: markup, hint: markup }}
    />,
  ],
  [
    "consent",
    <ConsentPage
      {...consent}
      client={{ name: markup, host: markup, verified: true, redirectHost: markup }}
      person={{ name: markup, email: markup }}
      organisation={{ slug: markup, name: markup, role: "owner" }}
      otherOrganisations={[{ name: markup, href: markup }]}
      projects={[{ id: markup, slug: markup }]}
      userCode={markup}
      hidden={{ handle: markup }}
      error={markup}
    />,
  ],
])("escapes other people's text in %s", async (_, content) => {
  const text = await (await answer(content)).text();
  expect(text).toContain("&lt;script&gt;");
  expect(text).not.toContain("<script>");
  expect(text).not.toContain(markup.slice(-3));
});

it("says of a client whether anybody checked its name", async () => {
  const text = async (client: ConsentProps["client"]) =>
    (await answer(<ConsentPage {...consent} client={client} />)).text();
  expect(await text(consent.client)).toContain("Anyone can choose this name.");
  const checked = await text({ name: "Claude", host: "claude.ai", verified: true, redirectHost: "claude.ai" });
  expect(checked).toContain("Verified: claude.ai says so");
  expect(checked).not.toContain("Anyone can choose this name.");
});
