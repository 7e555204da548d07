/**
 * Streamable HTTP on one side, stdio on the other.
 *
 * In the 2025 era the bridge keeps the session: it opens the stream of the server's own messages, and when
 * the session is gone it repeats the client's `initialize` and sends the message again, so that a client
 * that was idle for an hour notices nothing. In the stateless era it adds the headers that mirror a message.
 */
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { toCliError } from "./errors.ts";
import { type Credential, withBearer } from "./login/credential.ts";
import { commonHeaders, messagesOf, postMessage } from "./mcp-client.ts";
import { note } from "./output.ts";

interface Message {
  id?: string | number;
  method?: string;
  params?: { name?: string; uri?: string; protocolVersion?: string; _meta?: Record<string, unknown> };
}

const REVISION = "io.modelcontextprotocol/protocolVersion";
/** Until the stream of the server's own messages is opened again. */
const REOPEN_MS = 1_000;

export class Bridge {
  readonly #url: string;
  readonly #credential: Credential | undefined;
  readonly #ended = new AbortController();
  #initialize: Message | undefined;
  #session: string | undefined;
  #version: string | undefined;
  /** The session whose stream is open. */
  #listening: string | undefined;
  #write: (message: unknown) => void = () => {};

  constructor(url: string, credential: Credential | undefined) {
    this.#url = url;
    this.#credential = credential;
  }

  /** Passes messages on until the input ends; what is under way then is still answered. */
  async run(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Promise<void> {
    this.#write = (message) => output.write(`${JSON.stringify(message)}\n`);
    const underWay = new Set<Promise<void>>();
    for await (const line of createInterface({ input })) {
      if (line.trim() === "") continue;
      const work = this.#pass(line).finally(() => underWay.delete(work));
      underWay.add(work);
      // What comes after `initialize` belongs to the session that it opens.
      if (line.includes('"initialize"')) await work;
    }
    await Promise.all(underWay);
    this.#ended.abort();
  }

  async #pass(line: string): Promise<void> {
    let message: Message;
    try {
      message = JSON.parse(line) as Message;
    } catch {
      return this.#write({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "The line is not JSON" } });
    }
    try {
      await this.#send(message);
    } catch (error) {
      const known = toCliError(error);
      note(`drift: ${known?.message ?? String(error)}`);
      if (message.id === undefined || message.method === undefined) return;
      const said = known ? [known.message, known.hint].filter(Boolean).join(". ") : "The bridge failed";
      this.#write({ jsonrpc: "2.0", id: message.id, error: { code: -32000, message: said } });
    }
  }

  async #send(message: Message): Promise<void> {
    if (message.method === "initialize") {
      this.#initialize = message;
      this.#session = undefined;
      this.#version = undefined;
    }
    let response = await this.#post(message);
    if (response.status === 404 && this.#session && this.#initialize) {
      await response.body?.cancel();
      await this.#reopen(this.#initialize);
      response = await this.#post(message);
    }
    this.#keepSession(response);
    for await (const answer of messagesOf(response)) {
      this.#version = agreedVersion(answer) ?? this.#version;
      this.#write(answer);
    }
    if (message.method === "notifications/initialized") void this.#listen();
  }

  #post(message: Message): Promise<Response> {
    return postMessage(this.#url, this.#credential, message, this.#headersOf(message), this.#ended.signal);
  }

  #headersOf({ method, params }: Message): Record<string, string> {
    const revision = params?._meta?.[REVISION];
    if (typeof revision === "string") {
      const name = params?.name ?? params?.uri;
      return {
        "mcp-protocol-version": revision,
        ...(method && { "mcp-method": method }),
        ...(name && { "mcp-name": name }),
      };
    }
    return this.#sessionHeaders();
  }

  #sessionHeaders(): Record<string, string> {
    return {
      ...(this.#session && { "mcp-session-id": this.#session }),
      ...(this.#version && { "mcp-protocol-version": this.#version }),
    };
  }

  #keepSession(response: Response): void {
    this.#session = response.headers.get("mcp-session-id") ?? this.#session;
  }

  /** A new session in place of one that has expired; the client asked for it once and is not told. */
  async #reopen(initialize: Message): Promise<void> {
    this.#session = undefined;
    this.#version = undefined;
    const response = await this.#post(initialize);
    this.#keepSession(response);
    for await (const answer of messagesOf(response)) this.#version = agreedVersion(answer) ?? this.#version;
    const accepted = await this.#post({ jsonrpc: "2.0", method: "notifications/initialized" } as Message);
    await accepted.body?.cancel();
    void this.#listen();
  }

  /** The server's own messages, as long as the session is the current one. */
  async #listen(): Promise<void> {
    const session = this.#session;
    if (!session || this.#listening === session) return;
    this.#listening = session;
    while (this.#session === session && !this.#ended.signal.aborted) {
      try {
        const open = (token: string | undefined) => {
          const headers = { ...commonHeaders(token), ...this.#sessionHeaders(), accept: "text/event-stream" };
          return fetch(this.#url, { headers, signal: this.#ended.signal });
        };
        const response = await withBearer(this.#credential, open, ({ status }) => status === 401);
        // 404: the session is gone, and the next message opens another.
        if (!response.ok) return;
        for await (const message of messagesOf(response)) this.#write(message);
      } catch {
        if (this.#ended.signal.aborted) return;
      }
      await setTimeout(REOPEN_MS, undefined, { signal: this.#ended.signal }).catch(() => {});
    }
  }
}

function agreedVersion(answer: Record<string, unknown>): string | undefined {
  const { protocolVersion } = (answer.result ?? {}) as { protocolVersion?: unknown };
  return typeof protocolVersion === "string" ? protocolVersion : undefined;
}
