import {
  type AuthInfo,
  type EventStore,
  type InitializeRequestParams,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";

interface SessionTransportOptions {
  sessionId: string;
  eventStore: EventStore;
  /** Called with the version `initialize` settled on, before its result is sent. */
  onagreed(protocolVersion: string): void;
  onended(): Promise<void>;
}

/** The SDK's sessionful transport, able to take up a session that another instance opened. */
export class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  readonly #options: SessionTransportOptions;

  constructor(options: SessionTransportOptions) {
    super({
      sessionIdGenerator: () => options.sessionId,
      eventStore: options.eventStore,
      onsessionclosed: options.onended,
      retryInterval: 1_000,
    });
    this.#options = options;
  }

  /** The server calls this while it answers `initialize`: the only public sign of the agreed version. */
  setProtocolVersion(version: string): void {
    this.#options.onagreed(version);
  }

  /** Repeats the handshake against a fresh server. False: this build cannot honour what was agreed. */
  async resume(initialize: InitializeRequestParams, authInfo: AuthInfo): Promise<boolean> {
    const answer = await this.#post({ id: 0, method: "initialize", params: initialize }, authInfo);
    await this.#post({ method: "notifications/initialized" }, authInfo);
    return answer.includes(`"protocolVersion":"${initialize.protocolVersion}"`);
  }

  async #post(message: object, authInfo: AuthInfo): Promise<string> {
    const headers = {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-session-id": this.#options.sessionId,
    };
    const request = new Request("http://session/", { method: "POST", headers });
    const parsedBody = { jsonrpc: "2.0", ...message };
    const response = await this.handleRequest(request, { parsedBody, authInfo });
    return response.text();
  }
}
