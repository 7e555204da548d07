/**
 * A person at `drift login`, then a client of `drift mcp`, without a screen: for the suite's scenarios of clients, which
 * start `node test/conformance/client.ts URL`.
 *
 * The service of a `drift` is its own authorization server, and its address is what a person gives. The suite has the
 * two at different ports, so here that address is read where the suite tells it. All else is the command's own code.
 */
import { once } from "node:events";
import { PassThrough } from "node:stream";
import * as z from "zod";
import { signInByBrowser } from "#cli/login/code-flow";
import { givenToken } from "#cli/login/credential";
import { listenForRedirect } from "#cli/login/redirect";
import { discover } from "#cli/login/server";
import { Bridge } from "#cli/mcp-bridge";

const url = process.argv.at(-1) as string;
const revision = process.env.MCP_CONFORMANCE_PROTOCOL_VERSION ?? "2025-11-25";
const stateless = revision >= "2026";
const client = { name: "drift", version: "0" };

async function signIn(): Promise<string> {
  const { origin, pathname } = new URL(url);
  const told = await fetch(`${origin}/.well-known/oauth-protected-resource${pathname}`);
  const { authorization_servers } = z.object({ authorization_servers: z.array(z.string()) }).parse(await told.json());
  const server = await discover(authorization_servers[0] as string);
  const redirect = await listenForRedirect();
  try {
    const wanted = { scopes: ["drift:read"], organisation: undefined };
    // The browser: it goes where it is sent, and on to the address that the command listens at.
    const answer = await signInByBrowser(server, redirect, wanted, (address) => void fetch(address));
    return answer.access_token;
  } finally {
    redirect.close();
  }
}

const message = (id: number, method: string, params: object) => ({
  ...{ jsonrpc: "2.0", id, method },
  params: stateless
    ? {
        ...params,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": revision,
          "io.modelcontextprotocol/clientCapabilities": {},
          "io.modelcontextprotocol/clientInfo": client,
        },
      }
    : params,
});

/** Lists the tools and calls one. Answers whether all of it was answered without an error. */
async function ask(token: string): Promise<boolean> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const run = new Bridge(url, givenToken("option", token)).run(input, output);
  const send = async (sent: object, isAnswered = true): Promise<boolean> => {
    input.write(`${JSON.stringify(sent)}\n`);
    return !isAnswered || !("error" in JSON.parse(String((await once(output, "data"))[0])));
  };
  const opened =
    stateless ||
    ((await send(message(0, "initialize", { protocolVersion: revision, capabilities: {}, clientInfo: client }))) &&
      (await send({ jsonrpc: "2.0", method: "notifications/initialized" }, false)));
  const answered =
    opened &&
    (await send(message(1, "tools/list", {}))) &&
    (await send(message(2, "tools/call", { name: "test-tool", arguments: {} })));
  input.end();
  await run;
  return answered;
}

process.exit((await ask(await signIn())) ? 0 : 1);
