/**
 * Letting a client in, in Chromium and without JavaScript: the consent of a client that registered itself, whose answer
 * goes to another origin, and the code of a device. What was let in stands on the account page, and ends there.
 */
import { createHash, randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Edge, startEdge, temporaryFolder } from "#harness/edge";
import { hasChromium, Inspector, launch } from "./chromium.ts";
import { Visitor } from "./visitor.ts";

let home: Awaited<ReturnType<typeof temporaryFolder>>;
let edge: Edge;
let browser: Browser;
let inspector: Inspector;
let you: Visitor;
/** The client's own end: where browsers are sent with its answer. */
let client: Server;
let callback: string;

const sound = async (name: string) => expect(await inspector.faults(you.page, name)).toEqual([]);

const post = async (path: string, body: URLSearchParams | object) => {
  const form = body instanceof URLSearchParams;
  const headers = { "content-type": form ? "application/x-www-form-urlencoded" : "application/json" };
  const response = await fetch(edge.url + path, { method: "POST", headers, body: form ? body : JSON.stringify(body) });
  return (await response.json()) as Record<string, string>;
};

const listTools = (token: string) =>
  fetch(edge.mcp, {
    method: "POST",
    headers: {
      ...{ "content-type": "application/json", accept: "application/json, text/event-stream" },
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "0" } },
    }),
  });

/** A client registers itself and sends the browser to be asked. */
async function asked() {
  const { client_id = "" } = await post("/oauth/register", {
    ...{ client_name: "An editor", redirect_uris: [callback], token_endpoint_auth_method: "none" },
    ...{ grant_types: ["authorization_code", "refresh_token"], response_types: ["code"] },
  });
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    ...{ response_type: "code", client_id, redirect_uri: callback, state: "s", resource: edge.mcp.href },
    ...{ scope: "drift:read drift:write", code_challenge_method: "S256" },
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  });
  return { client_id, verifier, path: `/oauth/authorize?${query}` };
}

/** What the client was sent. */
const answer = () => new URL(you.page.url()).searchParams;

describe.skipIf(!hasChromium)("letting a client in", () => {
  beforeAll(async () => {
    home = await temporaryFolder();
    edge = await startEdge({ state: home.folder });
    client = createServer((_, response) => response.end("the client"));
    await new Promise<void>((resolve) => client.listen(0, "127.0.0.1", resolve));
    callback = `http://127.0.0.1:${(client.address() as AddressInfo).port}/callback`;
    browser = await launch();
    inspector = await Inspector.open(browser);
    you = await Visitor.at(browser, edge.url);
  });

  afterAll(async () => {
    await browser?.close();
    client?.close();
    await edge?.stop();
    await home?.remove();
  });

  it("a person signs in, is asked, takes something away, and the client gets no more; revoked, it gets nothing", async () => {
    const { client_id, verifier, path } = await asked();
    await you.signIn(edge.token, path);
    expect(await you.text()).toMatch(/An editor\s+Name not verified[\s\S]*Anyone can choose this name/);
    expect(await you.text()).toContain(new URL(callback).host);
    await sound("e2e consent");
    await you.page.locator('input[name="scope"][value="drift:write"]').uncheck();
    await you.tick("projects", "some");
    await you.page.getByLabel("shop", { exact: true }).check();
    await sound("e2e consent changed");
    await you.press("Allow");
    expect(you.page.url().startsWith(callback), you.page.url()).toBe(true);
    expect(answer().get("iss")).toBe(edge.url);
    const tokens = await post(
      "/oauth/token",
      new URLSearchParams({
        ...{ grant_type: "authorization_code", client_id, redirect_uri: callback, code_verifier: verifier },
        code: answer().get("code") ?? "",
      }),
    );
    expect(tokens.scope).toBe("drift:read");
    expect((await listTools(tokens.access_token ?? "")).status).toBe(200);

    await you.open("/account");
    expect(await you.text()).toMatch(/An editor[\s\S]*May read · shop/);
    await sound("e2e account with a connection");
    await you.press(/^Revoke An editor/);
    expect(you.path).toBe("/account?done=grant-revoked");
    expect((await listTools(tokens.access_token ?? "")).status).toBe(401);
  });

  it("a refusal reaches the client as one", async () => {
    await you.open((await asked()).path);
    await you.press("Deny");
    expect(you.page.url().startsWith(callback), you.page.url()).toBe(true);
    expect(answer().get("error")).toBe("access_denied");
    expect(answer().has("code")).toBe(false);
  });

  it("a device is let in by its code alone", async () => {
    const { user_code = "", device_code = "" } = await post(
      "/oauth/device_authorization",
      new URLSearchParams({ client_id: "drift-cli", scope: "drift:read drift:push" }),
    );
    await you.open("/device");
    await sound("e2e device");
    await you.fill({ user_code: "BCDF-GHJK" });
    await you.press("Continue");
    expect(await you.text()).toContain("The code is wrong, was used or has expired.");
    await sound("e2e device wrong");
    await you.fill({ user_code });
    await you.press("Continue");
    expect(await you.text()).toContain(`Does your device show ${user_code}?`);
    await sound("e2e device consent");
    await you.press("Allow");
    expect(await you.text()).toContain("Device connected");
    await sound("e2e device done");
    const tokens = await post(
      "/oauth/token",
      new URLSearchParams({
        ...{ grant_type: "urn:ietf:params:oauth:grant-type:device_code", client_id: "drift-cli", device_code },
      }),
    );
    expect(tokens.scope?.split(" ").sort()).toEqual(["drift:push", "drift:read"]);
  });
});
