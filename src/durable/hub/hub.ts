import { DurableObject } from "cloudflare:workers";
import type { ServerEvent } from "@modelcontextprotocol/server";
import { AccountDb } from "#db/account-db";
import { topicOf } from "#mcp/events";
import { logFault } from "#mcp/log";
import { type Cost, organisationLimits, RateWindow, type Refusal } from "#mcp/rate-window";
import { Guests } from "./guests.ts";
import { Removal } from "./removal.ts";
import { Watchers } from "./watchers.ts";

/** A subscription ends at most so long after its token has expired. */
const REVIEW_MS = 15 * 60_000;
/** How soon a change that was announced is looked for, should nobody come to say that it was made. */
const EXPECT_MS = 5_000;
const RETRY_MS = 60_000;
/** Steps of a removal that one alarm takes. */
const STEPS = 10;

/** Name the token or grant that opens a feed, and its organisation. Only the Worker calls this object. */
export const GRANT_HEADER = "x-drift-grant";
export const ORGANISATION_HEADER = "x-drift-organisation";

/** A session, and the token or grant that it belongs to. */
export interface Guest {
  session: string;
  grant: string;
}

/**
 * What one organisation's sessions share: change events, the rate of calls, and their end when whoever
 * they belong to has lost access. Named by the organisation's row.
 *
 * Stateless era: each open `subscriptions/listen` holds one WebSocket here, hibernating, so an idle
 * subscriber costs no duration. Session era: a watched session is woken by RPC, and keeps the event
 * for `Last-Event-ID` even when its client is away.
 *
 * Access is reviewed against the account database, not by being told who left: a review that comes twice
 * or late does the same. One is due before the change that calls for it is made, so none is lost.
 *
 * The window lives in memory. An object that calls keep busy is not evicted; an eviction forgives at
 * most the calls of the minute before it, while the sessions' own windows stand.
 */
export class Hub extends DurableObject<Cloudflare.Env> {
  readonly #watchers = new Watchers(this.ctx.storage.sql);
  readonly #guests = new Guests(this.ctx.storage.sql);
  readonly #window = new RateWindow(organisationLimits);
  readonly #account = new AccountDb(this.env.ACCOUNT);

  /** Opens a feed. The socket is registered before the 101 goes out: what is published later is heard. */
  override async fetch(request: Request): Promise<Response> {
    const grant = request.headers.get(GRANT_HEADER);
    const organisation = request.headers.get(ORGANISATION_HEADER);
    if (!grant || !organisation) throw new Error("A feed was opened for nobody");
    const { 0: theirs, 1: ours } = new WebSocketPair();
    this.ctx.acceptWebSocket(ours, [grant]);
    this.ctx.storage.kv.put("organisation", organisation);
    await this.#wake(REVIEW_MS);
    return new Response(null, { status: 101, webSocket: theirs });
  }

  async publish(event: ServerEvent): Promise<void> {
    const text = JSON.stringify(event);
    for (const socket of this.ctx.getWebSockets()) socket.send(text);
    await Promise.allSettled(this.#watchers.of(topicOf(event)).map((session) => this.#deliver(session, event)));
  }

  /** Counts a call of the organisation, and notes the session that makes it. */
  async admit(cost: Cost, { session, grant }: Guest): Promise<Refusal | undefined> {
    this.#guests.enter(session, grant);
    return this.#window.admit(cost, Date.now());
  }

  async watch({ session, grant }: Guest, topic: string): Promise<void> {
    this.#guests.enter(session, grant);
    this.#watchers.add(session, topic);
  }

  async unwatch(session: string, topic: string): Promise<void> {
    this.#watchers.remove(session, topic);
  }

  async forget(session: string): Promise<void> {
    this.#watchers.forget(session);
    this.#guests.leave(session);
  }

  /** Says that somebody is about to lose access: a review is due, whatever becomes of the caller. */
  async expectChange(organisation: string): Promise<void> {
    this.ctx.storage.kv.put("organisation", organisation);
    await this.#wake(EXPECT_MS);
  }

  /** Ends the subscriptions and sessions of tokens and grants that open nothing any more. */
  async review(): Promise<void> {
    const organisation = this.ctx.storage.kv.get<string>("organisation");
    if (organisation === undefined) return;
    const feeds = this.ctx.getWebSockets().flatMap((socket) => this.ctx.getTags(socket));
    const shown = [...new Set([...feeds, ...this.#guests.grants()])];
    if (shown.length === 0) return;
    const good = await this.#account.access.good(organisation, shown);
    for (const grant of shown) if (!good.has(grant)) await this.#dismiss(grant);
  }

  /** Begins to remove an organisation that was ended in the account database. `issuer`: the service's origin. */
  async remove(organisation: string, issuer: string): Promise<void> {
    this.ctx.storage.kv.put("organisation", organisation);
    this.ctx.storage.kv.put("removing", issuer);
    await this.#wake(0);
  }

  override async alarm(): Promise<void> {
    const next = await this.#due().catch((error: unknown) => {
      // The platform would try a few times and then never again.
      logFault({ requestId: "", at: "hub" }, error);
      return RETRY_MS;
    });
    if (next !== undefined) await this.#wake(next);
  }

  /** Answers after how many milliseconds to come again; undefined: not before somebody calls. */
  async #due(): Promise<number | undefined> {
    await this.review();
    const organisation = this.ctx.storage.kv.get<string>("organisation");
    const removing = this.ctx.storage.kv.get<string>("removing");
    if (organisation !== undefined && removing !== undefined) return this.#remove(organisation, removing);
    return this.ctx.getWebSockets().length > 0 ? REVIEW_MS : undefined;
  }

  async #remove(organisation: string, issuer: string): Promise<number | undefined> {
    const removal = new Removal(this.#account, {
      project: (project) => this.env.PROJECTS.getByName(String(project.id)).remove(project, { user: null }),
      grants: (user, grants) => this.env.USERS.getByName(user).revoke(issuer, grants),
    });
    for (let step = 0; step < STEPS; step++) {
      const next = await removal.step(organisation);
      if (next === "wait") return EXPECT_MS;
      if (next === "done") {
        await this.ctx.storage.deleteAll();
        return undefined;
      }
    }
    return 1_000;
  }

  async #dismiss(grant: string): Promise<void> {
    for (const socket of this.ctx.getWebSockets(grant)) socket.close(1008, "access ended");
    const sessions = this.#guests.of(grant);
    await Promise.all(sessions.map((session) => this.env.SESSIONS.getByName(session).dismiss()));
    for (const session of sessions) await this.forget(session);
  }

  /** Brings the alarm forward, never puts it off. */
  async #wake(afterMs: number): Promise<void> {
    const at = Date.now() + afterMs;
    const set = await this.ctx.storage.getAlarm();
    if (set === null || set > at) await this.ctx.storage.setAlarm(at);
  }

  async #deliver(session: string, event: ServerEvent): Promise<void> {
    if (!(await this.env.SESSIONS.getByName(session).deliver(event))) this.#watchers.forget(session);
  }
}
