/** One server for one caller. It knows neither the era nor the transport. */
import { createRequestStateCodec, McpServer, type RequestStateCodec } from "@modelcontextprotocol/server";
import { type Caller, callerOf } from "./caller.ts";
import type { Ports } from "./ports.ts";
import { serveResources } from "./resources.ts";
import { serveTools } from "./tools.ts";

export interface SurfaceContext {
  /** Who connected. Handlers take the caller of their own request: `callerOf`. */
  caller: Caller;
  ports: Ports;
  /** Protects what an elicitation sends through the client and back. */
  state: RequestStateCodec;
}

/** Sets tools, resources and prompts; the same ones for both eras. */
export type Surface = (server: McpServer, context: SurfaceContext) => void;

export const product: Surface = (server, { ports }) => {
  serveTools(server, ports);
  serveResources(server, ports);
};

/** Read by every client on every connection: at most 120 o200k tokens. */
export const INSTRUCTIONS = [
  "Facts about this team's code, from scans of its repositories.",
  "Call drift_context before you write or change code: it gathers what the task needs.",
  "For one question use drift_tool: drift_callers before changing a function, drift_signature or drift_type before using one,",
  "drift_imports before importing, drift_similar before writing something new, drift_prevalidate before saving.",
  "drift_discover lists every tool and project.",
  "Each answer names its commit and age; a call edge says how it is known.",
].join(" ");

export const VERSION = "0.1.0";

export function buildServer(caller: Caller, ports: Ports, surface: Surface): McpServer {
  const { organisation, user } = caller.principal;
  const state = createRequestStateCodec({
    key: ports.stateKey,
    ttlSeconds: 600,
    // State made for one person or one method is refused from another.
    bind: (context) => `${context.mcpReq.method}\0${organisation}\0${user}`,
  });
  const server = new McpServer(
    { name: "drift-edge", title: "drift-edge", version: VERSION },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        completions: {},
        logging: {},
      },
      instructions: INSTRUCTIONS,
      requestState: { verify: state.verify },
      cacheHints: { "tools/list": { ttlMs: 60_000, cacheScope: "private" } },
    },
  );
  surface(server, { caller, ports, state });
  const { watching } = ports;
  if (watching) {
    server.server.setRequestHandler("resources/subscribe", async ({ params }, context) => {
      await watching.watch(params.uri, callerOf(context));
      return {};
    });
    server.server.setRequestHandler("resources/unsubscribe", async ({ params }) => {
      await watching.unwatch(params.uri);
      return {};
    });
  }
  return server;
}
