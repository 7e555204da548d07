/** What clients read before they ask: RFC 8414, its OpenID twin and RFC 9728. */
import type { Context } from "hono";
import { Hono } from "hono";
import { resourceMetadata, serverMetadata } from "#oauth/metadata";
import { mcpResource, parseResource } from "#oauth/resources";
import type { Edge } from "#worker/edge";
import { originOf } from "#worker/session";
import { open } from "./open.ts";

const RESOURCE = "/.well-known/oauth-protected-resource";

/** Where the document of a resource lies (RFC 9728, section 3.1): the well-known part goes before its path. */
export const resourceDocument = (issuer: string, resource: string): string =>
  issuer + RESOURCE + new URL(resource).pathname;

const cached = { "cache-control": "public, max-age=3600" };

const server = (c: Context<Edge>) => c.json(serverMetadata(originOf(c)), 200, cached);

/** The document of the resource that the path behind the well-known part names; without one, of the MCP server. */
function resource(c: Context<Edge>): Response | Promise<Response> {
  const issuer = originOf(c);
  const path = new URL(c.req.url).pathname.slice(RESOURCE.length);
  const found = parseResource(issuer, path === "" ? mcpResource(issuer) : issuer + path);
  if (!found || found.kind === "service") return c.notFound();
  const scopes = found.kind === "mcp" ? (["drift:read", "drift:write"] as const) : (["drift:read"] as const);
  return c.json(resourceMetadata(issuer, found.uri, scopes), 200, cached);
}

export const discoveryRoutes = new Hono<Edge>()
  .use("/.well-known/*", open)
  .get("/.well-known/oauth-authorization-server", server)
  .get("/.well-known/openid-configuration", server)
  .get(RESOURCE, resource)
  .get(`${RESOURCE}/*`, resource);
