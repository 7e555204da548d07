/** MCP over Streamable HTTP: 2026-07-28 is served here, older eras in a session object. */
import {
  createMcpHandler,
  isInitializeRequest,
  isJsonContentType,
  isLegacyRequest,
} from "@modelcontextprotocol/server";
import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { type Endpoint, parseEndpoint } from "#contract/endpoint";
import { DriftError } from "#contract/errors";
import type { Target } from "#db/account/access";
import { unwrap } from "#durable/outcome";
import { servicePorts } from "#durable/services";
import { authInfoOf, type Caller, ownerOf, setCaller } from "#mcp/caller";
import { checkListing } from "#mcp/find-tool";
import { implicitHandle, isHandle, newHandle } from "#mcp/handle";
import { jsonRpcError } from "#mcp/json-rpc-error";
import type { CallSession, Ports, SessionRequest } from "#mcp/ports";
import { visibleUris } from "#mcp/resources";
import { buildServer, type Surface } from "#mcp/server";
import { challenge, missingScopes, signedIn } from "./auth.ts";
import { bounded } from "./bounded.ts";
import type { Edge } from "./edge.ts";
import { EventFeed } from "./event-feed.ts";
import { peek } from "./mcp-message.ts";

interface McpEdge extends Edge {
  Variables: Edge["Variables"] & {
    endpoint: Endpoint;
    /** The parsed body of a POST. */
    message: unknown;
  };
}

type McpContext = Context<McpEdge>;

/** Where MCP is served, and whether what was sent can be a message: no token is looked up before that. */
const readable = createMiddleware<McpEdge>(async (c, next) => {
  const endpoint = parseEndpoint(new URL(c.req.url).pathname);
  if (!endpoint) return c.notFound();
  c.set("endpoint", endpoint);
  return next();
});

/** The token's read finds the project too: the pinned one, or the one that the message names. */
async function target(c: McpContext): Promise<Target> {
  const { pinned } = c.var.endpoint;
  if (c.req.method === "POST" && isJsonContentType(c.req.header("content-type") ?? null)) {
    c.set("message", await c.req.json().catch(() => undefined));
  }
  if (pinned) return pinned;
  const named = peek(c.var.message).project?.split("/") ?? [];
  const project = named.pop();
  return project === undefined
    ? { only: true }
    : { ...(named[0] !== undefined && { organisation: named[0] }), project };
}

export const mcpRoutes = (surface: Surface): Hono<McpEdge> =>
  new Hono<McpEdge>()
    .use("/mcp", readable, bounded(), signedIn("drift:read", target as never))
    .use("/mcp/*", readable, bounded(), signedIn("drift:read", target as never))
    .all("/mcp", (c) => serve(c, surface))
    .all("/mcp/*", (c) => serve(c, surface));

async function serve(c: McpContext, surface: Surface): Promise<Response> {
  const { endpoint, message, resolved } = c.var;
  if (c.req.method === "POST") {
    if (!isJsonContentType(c.req.header("content-type") ?? null)) {
      return jsonRpcError(415, -32000, "Content-Type must be application/json");
    }
    if (message === undefined) return jsonRpcError(400, -32700, "The body is not JSON");
  }
  if (endpoint.pinned && !resolved.project) {
    const { body } = new DriftError("PROJECT_NOT_FOUND", "There is no such project.");
    return jsonRpcError(404, -32001, body.message, body);
  }
  const tools = c.req.query("tools");
  if (tools !== undefined) {
    try {
      checkListing(tools);
    } catch (error) {
      if (!(error instanceof DriftError)) throw error;
      return jsonRpcError(400, -32602, error.message, error.body);
    }
  }
  const legacy = await isLegacyRequest(c.req.raw, message);
  const caller: Caller = {
    requestId: c.var.requestId,
    principal: resolved.principal,
    organisation: resolved.organisation,
    endpoint,
    sessionful: legacy,
    client: peek(message).client ?? "",
    ...(tools !== undefined && { tools }),
    ...(resolved.project && { project: resolved.project }),
    ...(resolved.head && { head: resolved.head }),
  };
  const needed = peek(message).needs;
  if (missingScopes(caller.principal, needed).length > 0)
    return challenge(c as never, 403, needed, "insufficient_scope");
  return legacy ? serveSession(c, caller) : serveStateless(c, caller, surface);
}

async function serveStateless(c: McpContext, caller: Caller, surface: Surface): Promise<Response> {
  const { env } = c;
  const hub = env.HUBS.getByName(caller.principal.organisation);
  const services = servicePorts(env, (work) => c.executionCtx.waitUntil(work));
  // The handler compares this header with the body, so it can be trusted to tell a subscription.
  const listens = c.req.header("mcp-method") === "subscriptions/listen";
  const feed = listens ? await EventFeed.open(hub, caller.principal, await visibleUris(caller, services)) : undefined;
  const ports: Ports = {
    ...services,
    session: (request) => statelessSession(env, request),
    publish: (event) => hub.publish(event),
  };
  const handler = createMcpHandler(() => buildServer(caller, ports, surface), {
    legacy: "reject",
    ...(feed && { bus: feed }),
  });
  if (feed) feed.onclose = () => void handler.close();
  return handler.fetch(c.req.raw, { parsedBody: c.var.message, authInfo: authInfoOf(caller) });
}

/** The session that the call names, or else the one that its token, client and project have. */
async function statelessSession(
  env: Cloudflare.Env,
  { caller, cost, handle, project }: SessionRequest,
): Promise<CallSession> {
  const owner = ownerOf(caller);
  const own = await implicitHandle(env.STATE_KEY, owner, caller.client, project ?? "");
  if (handle !== undefined && !(await isHandle(env.STATE_KEY, handle))) {
    throw new DriftError("INVALID_ARGUMENT", "There is no such session, or it has expired.", {
      hint: "Leave `session` out: the answer's `meta.session` names the one you get.",
    });
  }
  const name = handle ?? own;
  const session = env.SESSIONS.getByName(name);
  const begun = unwrap(await session.begin({ owner, handle: name, cost, create: name === own }));
  return {
    ...begun,
    handle: name,
    activate: (active) => session.activate(owner, active),
    recognise: (items) => session.recognise(owner, items),
  };
}

async function serveSession(c: McpContext, caller: Caller): Promise<Response> {
  const { env } = c;
  const { message } = c.var;
  const headers = new Headers(c.req.raw.headers);
  setCaller(headers, caller);
  headers.delete("content-length");
  let handle = headers.get("mcp-session-id");
  if (isInitializeRequest(message)) {
    // A stale session id beside it is ignored: the client is starting again.
    handle = await newHandle(env.STATE_KEY);
    headers.set("mcp-session-id", handle);
  }
  if (handle === null) return jsonRpcError(400, -32000, "Mcp-Session-Id header is required");
  // An invented id is refused here and wakes no object.
  if (!(await isHandle(env.STATE_KEY, handle))) return jsonRpcError(404, -32001, "Session not found");
  const { url, method, signal } = c.req.raw;
  const body = method === "POST" ? { body: JSON.stringify(message) } : {};
  return env.SESSIONS.getByName(handle).fetch(url, { method, headers, signal, ...body });
}
