import { beforeAll, describe, expect, it } from "vitest";
import { Organisation, type Person } from "#harness/accounts";
import { fetchEdge, modern, post } from "#harness/rpc";

const METADATA = "http://localhost/.well-known/oauth-protected-resource";
const list = { id: 1, method: "tools/list" };
let acme: Organisation;
let alice: Person;

beforeAll(async () => {
  acme = await Organisation.create("acme");
  alice = await acme.member("alice");
});

describe("the bearer check", () => {
  it.each(["/mcp", "/mcp/analysis", "/mcp/acme/shop@feature%2Fx"])(
    "answers 401 without a token at %s, naming the document of that very path and the scope",
    async (path) => {
      const response = await fetchEdge(path, { method: "POST" });
      expect(response.status).toBe(401);
      const challenge = response.headers.get("www-authenticate");
      expect(challenge).toContain(`resource_metadata="${METADATA}${path}"`);
      expect(challenge).toContain('scope="drift:read"');
      expect(challenge).not.toContain("error=");
    },
  );

  it("answers 401 to a token that is unknown, malformed or of someone who is no member any more", async () => {
    expect((await post(list, "forged")).status).toBe(401);
    const unknown = `${alice.token.slice(0, -1)}${alice.token.endsWith("0") ? "1" : "0"}`;
    const response = await post(list, unknown);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain('error="invalid_token"');
  });

  it("answers 403 to a token without the scope, naming it", async () => {
    const pusher = await acme.member("pusher", { role: "admin", scopes: ["drift:push"] });
    const response = await modern(pusher.token, "tools/list");
    expect(response.status).toBe(403);
    expect(response.headers.get("www-authenticate")).toContain('error="insufficient_scope", scope="drift:read"');
  });

  it("gives no more than the role grants", async () => {
    const viewer = await acme.member("viewer", { role: "viewer", scopes: ["drift:push"] });
    expect((await modern(viewer.token, "tools/list")).status).toBe(403);
  });
});

it("serves the RFC 9728 document of each resource, and no other", async () => {
  const document = async (path: string) => (await fetchEdge(`/.well-known/oauth-protected-resource${path}`)).json();
  expect(await document("/mcp")).toMatchInlineSnapshot(`
    {
      "authorization_servers": [
        "http://localhost",
      ],
      "bearer_methods_supported": [
        "header",
      ],
      "resource": "http://localhost/mcp",
      "resource_name": "drift-edge",
      "scopes_supported": [
        "drift:read",
        "drift:write",
      ],
    }
  `);
  expect(await document("/mcp/analysis/acme/shop@a%2Fb")).toMatchObject({
    resource: "http://localhost/mcp/analysis/acme/shop@a%2Fb",
  });
  expect((await fetchEdge("/.well-known/oauth-protected-resource/mcpx")).status).toBe(404);
});

it("refuses a rebound host and a foreign origin before it looks at the token", async () => {
  expect((await fetchEdge("/mcp", { headers: { host: "evil.example" } })).status).toBe(403);
  expect((await fetchEdge("/mcp", { headers: { origin: "https://evil.example" } })).status).toBe(403);
  expect((await modern(alice.token, "tools/list")).status).toBe(200);
});

it("bounds the body, and names what is not JSON", async () => {
  const send = (body: string, type = "application/json") =>
    fetchEdge("/mcp", { method: "POST", headers: { "content-type": type }, body }, alice.token);
  expect((await send(`"${"x".repeat(1024 * 1024)}"`)).status).toBe(413);
  expect((await send("{")).status).toBe(400);
  expect((await send("{}", "text/plain")).status).toBe(415);
});

it("answers a pinned project of someone else as one that does not exist", async () => {
  const globex = await Organisation.create("globex");
  await globex.project("secret");
  const theirs = await modern(alice.token, "tools/list", {}, `/mcp/${globex.slug}/secret`);
  const nobodys = await modern(alice.token, "tools/list", {}, `/mcp/${globex.slug}/nothing`);
  expect(theirs.status).toBe(404);
  expect(await theirs.text()).toBe(await nobodys.text());
});

it("shows the operator, and nobody else, the counts of calls", async () => {
  expect((await fetchEdge("/metrics")).status).toBe(401);
  expect((await fetchEdge("/metrics", {}, alice.token)).status).toBe(401);
  const page = await fetchEdge("/metrics", {}, "operator");
  expect(page.headers.get("content-type")).toContain("text/plain");
  expect(await page.text()).toContain("# TYPE drift_calls_total counter");
});

it("names each request in its answer", async () => {
  const response = await fetchEdge("/nowhere");
  expect(response.status).toBe(404);
  expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

it("tells a browser as a page what it tells a script as JSON", async () => {
  const ask = (path: string, accept: string) => fetchEdge(path, { headers: { accept } });
  const shown = await ask("/nowhere", "text/html,application/xhtml+xml");
  expect(shown.status).toBe(404);
  expect(shown.headers.get("content-type")).toContain("text/html");
  expect(shown.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await shown.text()).toContain(`Request ${shown.headers.get("x-request-id")}`);
  expect((await ask("/nowhere", "*/*")).headers.get("content-type")).toContain("application/json");
});

it("serves the stylesheet under the name of its content, for good", async () => {
  const shown = await (await fetchEdge("/nowhere", { headers: { accept: "text/html" } })).text();
  const [, path = ""] = /href="(\/assets\/style-[0-9a-f]{12}\.css)"/.exec(shown) ?? [];
  const style = await fetchEdge(path);
  expect(style.headers.get("content-type")).toBe("text/css; charset=utf-8");
  expect(style.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect((await fetchEdge("/assets/style-000000000000.css")).status).toBe(404);
});
