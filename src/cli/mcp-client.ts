/** Speaks MCP over HTTP, as much of it as the command line needs. */
import { CliError } from "./errors.ts";
import { type Credential, remedyFor, withBearer } from "./login/credential.ts";
import { causeOf } from "./network.ts";
import type { Service } from "./service.ts";
import { version } from "./version.ts";

const REVISION = "2026-07-28";

export interface JsonRpcError {
  code: number;
  message: string;
  data?: unknown;
}

export interface ToolResult {
  isError?: boolean;
  content: { type: string; text?: string }[];
  structuredContent?: Record<string, unknown>;
}

export type CallAnswer = { result: ToolResult } | { error: JsonRpcError };

/** Where a service is asked: pinned to a project where one is named. */
export const endpointOf = ({ url, project }: Service): string => `${url}/mcp${project ? `/${project}` : ""}`;

/**
 * Calls a tool, without a session.
 *
 * @throws CliError where the service cannot be reached, refuses the token, or is none.
 */
export async function callTool(service: Service, name: string, args: Record<string, unknown>): Promise<CallAnswer> {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": REVISION,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "drift", version },
  };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args, _meta } };
  const response = await postMessage(endpointOf(service), service.credential, message, {
    "mcp-protocol-version": REVISION,
    "mcp-method": "tools/call",
    "mcp-name": name,
  });
  for await (const answer of messagesOf(response)) {
    if ("result" in answer || "error" in answer) return answer as CallAnswer;
  }
  throw garbage(service.url, response.status);
}

/** One HTTP request of the transport. Refusals of the token and of the project are thrown. */
export async function postMessage(
  url: string,
  credential: Credential | undefined,
  message: unknown,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<Response> {
  const send = async (token: string | undefined): Promise<Response> => {
    try {
      return await fetch(url, {
        method: "POST",
        redirect: "error",
        headers: { ...commonHeaders(token), "content-type": "application/json", ...headers },
        body: JSON.stringify(message),
        ...(signal && { signal }),
      });
    } catch (error) {
      throw new CliError(
        "unreachable",
        `${url} does not answer: ${causeOf(error)}`,
        "Check the URL and your network; a local edge is started with drift up.",
      );
    }
  };
  const response = await withBearer(credential, send, ({ status }) => status === 401);
  if (response.status !== 401 && response.status !== 403) return response;
  const { message: why, hint } = (await response.json().catch(() => ({}))) as { message?: string; hint?: string };
  const refusal = response.status === 401 ? "invalid" : "insufficient";
  const remedy = remedyFor(refusal, credential, new URL(url).origin) ?? hint;
  throw new CliError("refused", why ?? `${url} answers ${response.status}`, remedy);
}

export const commonHeaders = (token: string | undefined): Record<string, string> => ({
  accept: "application/json, text/event-stream",
  ...(token && { authorization: `Bearer ${token}` }),
});

/** The messages of an answer as they come, from JSON or from a stream of events. */
export async function* messagesOf(response: Response): AsyncGenerator<Record<string, unknown>> {
  const type = response.headers.get("content-type") ?? "";
  if (!type.includes("text/event-stream")) {
    const text = await response.text();
    if (text === "") return;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw garbage(response.url, response.status);
    }
    if (typeof value !== "object" || value === null || !("jsonrpc" in value))
      throw garbage(response.url, response.status);
    yield value as Record<string, unknown>;
    return;
  }
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    const events = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n\r?\n/);
    rest = events.pop() ?? "";
    for (const event of events) {
      const data = event
        .split(/\r?\n/)
        .filter((line) => line.startsWith("data:"))
        .map((line) => line.slice(5).replace(/^ /, ""))
        .join("\n");
      if (data) yield JSON.parse(data) as Record<string, unknown>;
    }
  }
}

const garbage = (url: string, status: number): CliError =>
  new CliError(
    "garbage",
    `${url} is no drift-edge: it answers ${status} with something else`,
    "Check the URL: it is the service's origin, without a path.",
  );
