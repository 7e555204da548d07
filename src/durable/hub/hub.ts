import { DurableObject } from "cloudflare:workers";
import type { ServerEvent } from "@modelcontextprotocol/server";
import { topicOf } from "#mcp/events";
import { type Cost, organisationLimits, RateWindow, type Refusal } from "#mcp/rate-window";
import { Watchers } from "./watchers.ts";

/**
 * What one organisation's sessions share: change events, and the rate of calls. Named by the
 * organisation's row.
 *
 * Stateless era: each open `subscriptions/listen` holds one WebSocket here, hibernating, so an idle
 * subscriber costs no duration. Session era: a watched session is woken by RPC, and keeps the event
 * for `Last-Event-ID` even when its client is away.
 *
 * The window lives in memory. An object that calls keep busy is not evicted; an eviction forgives at
 * most the calls of the minute before it, while the sessions' own windows stand.
 */
export class Hub extends DurableObject<Cloudflare.Env> {
  readonly #watchers = new Watchers(this.ctx.storage.sql);
  readonly #window = new RateWindow(organisationLimits);

  /** Opens a feed. The socket is registered before the 101 goes out: what is published later is heard. */
  override async fetch(): Promise<Response> {
    const { 0: theirs, 1: ours } = new WebSocketPair();
    this.ctx.acceptWebSocket(ours);
    return new Response(null, { status: 101, webSocket: theirs });
  }

  async publish(event: ServerEvent): Promise<void> {
    const text = JSON.stringify(event);
    for (const socket of this.ctx.getWebSockets()) socket.send(text);
    await Promise.allSettled(this.#watchers.of(topicOf(event)).map((session) => this.#deliver(session, event)));
  }

  /** Counts a call of the organisation. */
  async admit(cost: Cost): Promise<Refusal | undefined> {
    return this.#window.admit(cost, Date.now());
  }

  async watch(session: string, topic: string): Promise<void> {
    this.#watchers.add(session, topic);
  }

  async unwatch(session: string, topic: string): Promise<void> {
    this.#watchers.remove(session, topic);
  }

  async forget(session: string): Promise<void> {
    this.#watchers.forget(session);
  }

  async #deliver(session: string, event: ServerEvent): Promise<void> {
    if (!(await this.env.SESSIONS.getByName(session).deliver(event))) this.#watchers.forget(session);
  }
}
