/**
 * Real clients against the built Worker, with a real OpenID provider and a person in Chromium: each signs in once,
 * and is not asked again when its access token has expired, or when the service was started anew.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Response } from "miniflare";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Edge, startEdge, temporaryFolder } from "#harness/edge";
import { freePort, type OidcProcess, startOidc } from "#harness/oidc-process";
import { hasChromium, launch } from "../browser/chromium.ts";
import { Visitor } from "../browser/visitor.ts";

/** Access tokens live so long here: the library would not go under a minute, the store does. */
const TOKEN_SECONDS = 2;
const bin = (name: string) => fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url));

let folder: string;
let remove: () => Promise<void>;
let oidc: OidcProcess;
let edge: Edge;
let browser: Browser;
let visitor: Visitor;
let callback: { url: string; server: Server };
let port: number;

/** A client that is known by the document at its id. Its host is a public one to the Worker, and is answered here. */
const documentUrl = "https://clients.acme.dev/oauth/client.json";
const elsewhere = (url: URL) =>
  url.href === documentUrl
    ? Response.json({ client_id: documentUrl, client_name: "By its document", redirect_uris: [callback.url] })
    : undefined;

const start = async (token?: string) => {
  const provider = { id: "company", kind: "oidc", name: "Company", issuer: oidc.issuer };
  edge = await startEdge({
    ...{ state: folder, port, elsewhere, ...(token !== undefined && { token }) },
    settings: {
      ACCESS_TOKEN_SECONDS: String(TOKEN_SECONDS),
      IDENTITY_PROVIDERS: JSON.stringify([{ ...provider, clientId: "drift", clientSecret: "s3cret" }]),
    },
  });
};

/** As a deploy does: what was kept is there, and nothing else. */
const restart = async () => {
  const { token } = edge;
  await edge.stop();
  await start(token);
};

beforeAll(async () => {
  if (!hasChromium) return;
  ({ folder, remove } = await temporaryFolder());
  port = await freePort();
  oidc = await startOidc(() => `http://127.0.0.1:${port}/sign-in/company/callback`);
  await start();
  browser = await launch();
  visitor = await Visitor.at(browser, edge.url);
  const server = createServer((_, response) => response.end("You can close this page."));
  const at = await freePort();
  await new Promise<void>((resolve) => server.listen(at, "127.0.0.1", resolve));
  callback = { url: `http://127.0.0.1:${at}/callback`, server };
  const headers = { authorization: `Bearer ${edge.token}`, "content-type": "application/json" };
  const invitation = await fetch(`${edge.url}/v1/organisations/local/invitations`, {
    ...{ method: "POST", headers, body: JSON.stringify({ role: "member" }) },
  });
  const { url } = (await invitation.json()) as { url: string };
  await visitor.follow(url, `${edge.url}/o/local`, "alice");
});

afterAll(async () => {
  if (!hasChromium) return;
  callback.server.close();
  await browser.close();
  await edge.stop();
  await oidc.stop();
  await remove();
});

/** A client's own part, as the SDKs want it. The person's part is the visitor's. */
class Store {
  readonly redirectUrl = callback.url;
  readonly clientMetadata = {
    client_name: "SDK client",
    redirect_uris: [callback.url],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
  declare clientMetadataUrl?: string;
  readonly sent: URL[] = [];
  // biome-ignore lint/suspicious/noExplicitAny: each SDK has types of its own for the same records
  client: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  kept: any;
  verifier = "";

  clientInformation = () => this.client;
  saveClientInformation = (client: unknown) => {
    this.client = client;
  };
  tokens = () => this.kept;
  saveTokens = (tokens: unknown) => {
    this.kept = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.sent.push(url);
  };
  saveCodeVerifier = (verifier: string) => {
    this.verifier = verifier;
  };
  codeVerifier = () => this.verifier;
}

/** What both SDKs' clients have. */
interface Calling {
  // biome-ignore lint/suspicious/noExplicitAny: each SDK has types of its own
  connect(transport: any): Promise<void>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: object }): Promise<unknown>;
  close(): Promise<void>;
}

const sdks = {
  "1.x": {
    client: (): Calling => new Client({ name: "e2e", version: "0" }) as unknown as Calling,
    transport: (store: Store) => new StreamableHTTPClientTransport(edge.mcp, { authProvider: store }),
  },
  "2.x": {
    client: (): Calling => new Client2({ name: "e2e", version: "0" }) as unknown as Calling,
    transport: (store: Store) => new Transport2(edge.mcp, { authProvider: store }),
  },
};

async function works(client: Calling): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("drift_tool");
  const answer = await client.callTool({ name: "drift_tool", arguments: { name: "drift_projects", args: {} } });
  expect(JSON.stringify(answer)).toContain("local/shop");
}

describe.skipIf(!hasChromium)("a client signs in once", () => {
  it.each([
    ["1.x", undefined],
    ["2.x", undefined],
    ["1.x", "drift-cli"],
    ["2.x", "drift-cli"],
    ["1.x", documentUrl],
    ["2.x", documentUrl],
  ] as const)("the SDK %s, as the client %s", { timeout: 120_000 }, async (version, registered) => {
    const sdk = sdks[version];
    const store = new Store();
    if (registered === documentUrl) store.clientMetadataUrl = documentUrl;
    else if (registered) store.client = { client_id: registered };
    const connect = async () => {
      const client = sdk.client();
      const transport = sdk.transport(store);
      await client.connect(transport);
      return client;
    };
    const transport = sdk.transport(store);
    await expect(sdk.client().connect(transport)).rejects.toThrow();
    expect(store.sent).toHaveLength(1);
    if (registered) expect(store.sent[0]?.searchParams.get("client_id")).toBe(registered);
    const answer = await visitor.follow(String(store.sent[0]), callback.url, "alice");
    expect(answer.searchParams.get("iss")).toBe(edge.url);
    const finish = transport.finishAuth as (code: string, issuer?: string) => Promise<void>;
    await finish.call(transport, answer.searchParams.get("code") ?? "", edge.url);

    const client = await connect();
    await works(client);
    const { access_token: first } = store.kept;
    await sleep((TOKEN_SECONDS + 1) * 1000);
    await works(client);
    expect(store.kept.access_token).not.toBe(first);
    await restart();
    await works(client);
    await client.close();
    const later = await connect();
    await works(later);
    await later.close();
    expect(store.sent).toHaveLength(1);
  });

  it("mcp-remote", { timeout: 120_000 }, async () => {
    const home = join(folder, "mcp-remote");
    await mkdir(home);
    const { prompts } = visitor;
    const run = async (signsIn: boolean) => {
      const transport = new StdioClientTransport({
        ...{ command: process.execPath, args: [bin("mcp-remote"), edge.mcp.href, "--transport", "http-only"] },
        ...{ env: { ...process.env, MCP_REMOTE_CONFIG_DIR: home } as Record<string, string>, stderr: "pipe" },
      });
      const client = new Client({ name: "e2e", version: "0" });
      const visit = visitAsTold(transport.stderr as never, signsIn);
      await client.connect(transport, { timeout: 60_000 });
      await visit.done();
      return client;
    };
    const client = await run(true);
    await works(client as unknown as Calling);
    await sleep((TOKEN_SECONDS + 1) * 1000);
    await works(client as unknown as Calling);
    await restart();
    await works(client as unknown as Calling);
    await client.close();
    const asked = visitor.prompts;
    expect(asked).toBeGreaterThan(prompts);
    const later = await run(false);
    await works(later as unknown as Calling);
    await later.close();
    expect(visitor.prompts).toBe(asked);
  });

  it("the inspector", { timeout: 120_000 }, async () => {
    const home = join(folder, "inspector");
    await mkdir(home);
    // It asks only where it may open a browser, and remembers only what it has a place for.
    const settings = { HOME: home, MCP_AUTO_OPEN_ENABLED: "true", MCP_INSPECTOR_SECRET_STORE: "file" };
    const back = `http://127.0.0.1:${await freePort()}/oauth/callback`;
    const list = async (signsIn: boolean) => {
      const args = [bin("inspector"), "--cli", edge.mcp.href, "--method", "tools/list", "--callback-url", back];
      const child = spawn(process.execPath, args, { env: { ...process.env, ...settings }, stdio: "pipe" });
      const visit = visitAsTold(child.stderr as never, signsIn, () => child.kill());
      const output = await outputOf(child);
      await visit.done();
      expect(output).toContain("drift_tool");
    };
    await list(true);
    const { prompts } = visitor;
    await sleep((TOKEN_SECONDS + 1) * 1000);
    await list(false);
    await restart();
    await list(false);
    expect(visitor.prompts).toBe(prompts);
  });
});

/** Follows the address that a program prints for the person. */
function visitAsTold(
  stream: NodeJS.ReadableStream,
  signsIn: boolean,
  onFailure: () => unknown = () => {},
): { done(): Promise<unknown> } {
  let said = "";
  let visit: Promise<unknown> | undefined;
  stream.on("data", (chunk) => {
    said += chunk;
    const url = new RegExp(`${edge.url}/oauth/authorize\\?[^\\s"']+(?=\\s)`).exec(said)?.[0];
    if (!url || visit) return;
    const back = new URL(url).searchParams.get("redirect_uri") ?? "";
    visit = signsIn
      ? visitor.follow(url, back, "alice")
      : Promise.reject(new Error(`It asked for a sign-in again: ${said}`));
    visit.catch(onFailure);
  });
  return { done: async () => visit };
}

async function outputOf(child: ChildProcess): Promise<string> {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  await new Promise((resolve) => child.on("close", resolve));
  return output;
}
