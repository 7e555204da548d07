/**
 * Resource identifiers (RFC 8707 audiences, RFC 9728 documents):
 *
 *   {issuer}/mcp, and what `parseEndpoint` reads   an MCP endpoint, pinned to a project or not
 *   {issuer}/v1                                    the REST interface
 *   {issuer}                                       both, for the service's own clients alone
 *
 * A token holds exactly one, and works there and below it: a token for `/mcp/acme/web` is useless at
 * `/mcp/acme/other`, which is how a token is tied to a project.
 */
import { type Endpoint, parseEndpoint } from "#contract/endpoint";
import { ownClient } from "./clients/own.ts";

export interface Resource {
  uri: string;
  kind: "mcp" | "rest" | "service";
  pinned?: Endpoint["pinned"];
}

export const mcpResource = (issuer: string): string => `${issuer}/mcp`;
export const restResource = (issuer: string): string => `${issuer}/v1`;

/**
 * The resource that a URL names, or undefined. A query is no part of an identifier here, so
 * `?tools=all` needs no token of its own.
 */
export function parseResource(issuer: string, url: string): Resource | undefined {
  if (url.length > 1_000 || !URL.canParse(url)) return undefined;
  const { origin, pathname, hash, username, password } = new URL(url);
  // Compared after parsing, with the path as the parser left it: `%2e%2e` and `..` are gone by now.
  if (origin !== issuer || hash || username || password) return undefined;
  if (pathname === "/") return { uri: issuer, kind: "service" };
  if (pathname === "/v1") return { uri: restResource(issuer), kind: "rest" };
  const endpoint = parseEndpoint(pathname);
  if (!endpoint) return undefined;
  return { uri: issuer + endpoint.path, kind: "mcp", ...(endpoint.pinned && { pinned: endpoint.pinned }) };
}

/**
 * Whether a token for `audience` may be used at `target`, a URL without query. The boundary keeps
 * `/mcp/acme/web` from covering `/mcp/acme/web-admin`.
 */
export const covers = (audience: string, target: string): boolean =>
  target === audience || target.startsWith(`${audience}/`) || target.startsWith(`${audience}@`);

/**
 * The resource that an authorization request names: the MCP server when absent, undefined when it is
 * named twice, not ours, or not for this client.
 */
export function requestedResource(issuer: string, params: URLSearchParams, clientId: string): Resource | undefined {
  const named = params.getAll("resource");
  if (named.length === 0) return { uri: mcpResource(issuer), kind: "mcp" };
  const resource = named.length === 1 ? parseResource(issuer, named[0] as string) : undefined;
  return resource?.kind === "mcp" || ownClient(clientId) ? resource : undefined;
}
