/** What the Worker reads of an MCP message before the server does. Everything in it is unchecked input. */
import type { Scope } from "#contract/principal";
import { neededScopes } from "#mcp/find-tool";

export interface Peeked {
  /** The project that a tool call names, by itself or for the tool that it runs. */
  project?: string;
  client?: string;
  /** Scopes of the tool that is called: a client learns of them by the HTTP answer. */
  needs: readonly Scope[];
}

const CLIENT_INFO = "io.modelcontextprotocol/clientInfo";

export function peek(message: unknown): Peeked {
  const { method, params } = record(message);
  const { name, arguments: raw, _meta, clientInfo } = record(params);
  const client = record(clientInfo ?? record(_meta)[CLIENT_INFO]).name;
  const named = typeof client === "string" ? { client: client.slice(0, 100) } : {};
  if (method !== "tools/call" || typeof name !== "string") return { needs: [], ...named };
  const { project, args, name: inner } = record(raw);
  const wanted = project ?? record(args).project;
  const needs = [...neededScopes(name), ...(typeof inner === "string" ? neededScopes(inner) : [])];
  return { needs: [...new Set(needs)], ...named, ...(typeof wanted === "string" && { project: wanted.slice(0, 100) }) };
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
