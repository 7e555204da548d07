/** Speaks MCP with the Worker under test, in its own isolate. */
import { exports } from "cloudflare:workers";

const ORIGIN = "http://localhost";
// biome-ignore lint/suspicious/noExplicitAny: messages are whatever the server says
export type Message = Record<string, any>;

export const fetchEdge = (path: string, init: RequestInit = {}, token?: string): Promise<Response> => {
  const headers = new Headers(init.headers);
  headers.set("host", headers.get("host") ?? "localhost");
  if (token) headers.set("authorization", `Bearer ${token}`);
  return exports.default.fetch(new Request(new URL(path, ORIGIN), { ...init, headers }));
};

export function post(
  message: Message,
  token: string,
  headers: Record<string, string> = {},
  path = "/mcp",
): Promise<Response> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
  };
  return fetchEdge(path, init, token);
}

/** A request of the 2026-07-28 era, with the envelope and the headers that mirror it. */
export function modern(token: string, method: string, params: Message = {}, path = "/mcp"): Promise<Response> {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "0" },
  };
  const name = params.name ?? params.uri;
  const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": method, ...(name && { "mcp-name": name }) };
  return post({ id: 1, method, params: { ...params, _meta } }, token, headers, path);
}

/** Calls a tool without a session and gives the result. */
export async function call(token: string, name: string, args: Message = {}, path?: string): Promise<Message> {
  const { result, error } = await answer(await modern(token, "tools/call", { name, arguments: args }, path));
  if (error) throw new Error(JSON.stringify(error));
  return result;
}

export type SessionHeaders = Record<string, string>;

/** Opens a session of the 2025 era and returns its headers. */
export async function openSession(token: string, capabilities: Message = {}, path?: string): Promise<SessionHeaders> {
  const params = { protocolVersion: "2025-11-25", capabilities, clientInfo: { name: "test", version: "0" } };
  const response = await post({ id: 0, method: "initialize", params }, token, {}, path);
  if (!response.ok) throw new Error(await response.text());
  const session = {
    "mcp-session-id": response.headers.get("mcp-session-id") ?? "",
    "mcp-protocol-version": "2025-11-25",
  };
  await response.text();
  await (await post({ method: "notifications/initialized" }, token, session, path)).text();
  return session;
}

export interface Frame {
  id?: string;
  message?: Message;
}

/** Reads a response's SSE frames as they come; comments and priming frames without data carry no message. */
export async function* frames(response: Response): AsyncGenerator<Frame, undefined> {
  let rest = "";
  if (!response.body) throw new Error("The answer is no stream");
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + chunk).split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const field = (name: string) => part.match(new RegExp(`^${name}: (.+)$`, "m"))?.[1];
      const [id, data] = [field("id"), field("data")];
      yield { ...(id !== undefined && { id }), ...(data && { message: JSON.parse(data) as Message }) };
    }
  }
}

export async function nextMessage(stream: AsyncGenerator<Frame, undefined>): Promise<Message> {
  for (;;) {
    const { value, done } = await stream.next();
    if (done || !value) throw new Error("The stream ended");
    if (value.message) return value.message;
  }
}

/** The answer to a request, whether it came as JSON or as the last frame of a stream. */
export async function answer(response: Response): Promise<Message> {
  if (!response.headers.get("content-type")?.includes("event-stream")) return response.json();
  let last: Message | undefined;
  for await (const { message } of frames(response)) last = message ?? last;
  if (!last) throw new Error("The stream held no message");
  return last;
}
