import type { ServerEvent, ServerEventBus } from "@modelcontextprotocol/server";
import type { Principal } from "#contract/principal";
import { GRANT_HEADER, type Hub, ORGANISATION_HEADER } from "#durable/hub/hub";

/**
 * The event bus of one `subscriptions/listen` request. It lives in that request: workerd refuses to
 * write one request's stream from another, so a bus shared by an isolate cannot work.
 */
export class EventFeed implements ServerEventBus {
  readonly #socket: WebSocket;
  readonly #visible: (uri: string) => boolean;

  private constructor(socket: WebSocket, visible: (uri: string) => boolean) {
    this.#socket = socket;
    this.#visible = visible;
  }

  /**
   * @param principal whose feed it is: it ends when their access does.
   * @param visible whether the caller may hear of a resource: the hub carries those of the whole organisation.
   */
  static async open(
    hub: DurableObjectStub<Hub>,
    { grant, organisation }: Pick<Principal, "grant" | "organisation">,
    visible: (uri: string) => boolean,
  ): Promise<EventFeed> {
    const headers = { upgrade: "websocket", [GRANT_HEADER]: grant, [ORGANISATION_HEADER]: organisation };
    const { webSocket } = await hub.fetch("http://hub/", { headers });
    if (!webSocket) throw new Error("The hub opened no socket");
    return new EventFeed(webSocket, visible);
  }

  /** Events that came before this call were held back by the unaccepted socket and arrive now. */
  subscribe(listener: (event: ServerEvent) => void): () => void {
    this.#socket.addEventListener("message", ({ data }) => {
      const event = JSON.parse(data as string) as ServerEvent;
      if (event.kind !== "resource_updated" || this.#visible(event.uri)) listener(event);
    });
    this.#socket.accept();
    return () => this.#socket.close();
  }

  publish(): never {
    throw new Error("Publish through the hub");
  }

  /** The hub went away: the stream must end, so that the client listens again. */
  set onclose(listener: () => void) {
    this.#socket.addEventListener("close", listener);
  }
}
