import { DurableObject } from "cloudflare:workers";
import {
  type InitializeRequestParams,
  isInitializeRequest,
  type McpServer,
  type ServerEvent,
} from "@modelcontextprotocol/server";
import { DriftError } from "#contract/errors";
import { type Outcome, settle } from "#durable/outcome";
import { servicePorts } from "#durable/services";
import { authInfoOf, type Caller, getCaller, ownerOf, readOwner } from "#mcp/caller";
import { LISTS, notificationOf } from "#mcp/events";
import { jsonRpcError } from "#mcp/json-rpc-error";
import type { CallSession, Ports, Recognition, Shown } from "#mcp/ports";
import { type Cost, rateLimited } from "#mcp/rate-window";
import { visibleUris } from "#mcp/resources";
import { buildServer, product, type Surface } from "#mcp/server";
import { SqlEventStore } from "./event-store.ts";
import { Ledger } from "./ledger.ts";
import { type Agreed, type Identity, SessionState } from "./session-state.ts";
import { SessionTransport } from "./session-transport.ts";

const IDLE_MS = 30 * 60_000;
/** The alarm moves only once this much has passed: moving it on every call would be a write a call. */
const SLACK_MS = 5 * 60_000;

interface Live {
  server: McpServer;
  transport: SessionTransport;
  events: SqlEventStore;
}

export interface Begin {
  owner: string;
  handle: string;
  cost: Cost;
  /** Whether to begin a session where there is none. */
  create: boolean;
}

/** A session's state for one call. */
export interface Begun {
  secret: Uint8Array<ArrayBuffer>;
  activeProject: string | undefined;
}

/**
 * One session, named by its handle, of either era.
 *
 * 2025 and earlier: the handle is the `Mcp-Session-Id`, and the server runs here. `initialize` stores what
 * was agreed. An instance that finds that record repeats the handshake before its first call, so an
 * eviction or a deploy goes unnoticed. Stateless era: the server runs in the Worker, and asks here by RPC.
 *
 * A session belongs to one owner. DELETE, and 25 to 30 minutes without a call, delete all storage; the
 * handle is then unknown for good.
 */
export class Session extends DurableObject<Cloudflare.Env> {
  protected readonly surface: Surface = product;
  readonly #state = new SessionState(this.ctx.storage);
  #live: Promise<Live | undefined> | undefined;

  /** Counts a call and gives what it needs. Throws as `Ports.session` does. */
  async begin({ owner, handle, cost, create }: Begin): Promise<Outcome<Begun>> {
    return settle(async () => {
      const known = this.#state.identity;
      if (known ? known.owner !== owner : !create) {
        throw new DriftError("INVALID_ARGUMENT", "There is no such session, or it has expired.", {
          hint: "Leave `session` out: the answer's `meta.session` names the one you get.",
        });
      }
      const identity = known ?? this.#state.create(owner, handle);
      await this.#postponeEnd();
      return this.#count(identity, cost);
    });
  }

  async activate(owner: string, project: string): Promise<void> {
    if (this.#state.identity?.owner === owner) this.#state.activeProject = project;
  }

  async recognise(owner: string, items: readonly Shown[]): Promise<Recognition[]> {
    if (this.#state.identity?.owner !== owner) return items.map(() => "new");
    return new Ledger(this.ctx.storage.sql).recognise(items);
  }

  /**
   * The 2025 era. Not an RPC method: a stream that RPC returns never learns that its client has left,
   * which would keep the object in memory and refuse the client's next GET as a second stream.
   */
  override async fetch(request: Request): Promise<Response> {
    const caller = getCaller(request.headers);
    const handle = request.headers.get("mcp-session-id") ?? "";
    const body: unknown = request.method === "POST" ? await request.json() : undefined;
    const live = await this.#admit(caller, handle, body);
    if (!live) return jsonRpcError(404, -32001, "Session not found");
    if (request.method === "GET") {
      const last = request.headers.get("last-event-id");
      if (last !== null && !live.events.has(last)) return jsonRpcError(400, -32000, "Unknown Last-Event-ID");
      // A client that comes back is not told 409 because its broken connection is still open here.
      if (last === null) live.transport.closeStandaloneSSEStream();
      await this.#hub(caller).watch({ session: handle, grant: caller.principal.grant }, LISTS);
    }
    const response = await live.transport.handleRequest(request, { parsedBody: body, authInfo: authInfoOf(caller) });
    if (request.method !== "DELETE") await this.#postponeEnd();
    return response;
  }

  /** Delivers an event of the hub. False: the session has ended and should be forgotten. */
  async deliver(event: ServerEvent): Promise<boolean> {
    const { agreed, identity } = this.#state;
    if (!agreed || !identity) return false;
    const live = await this.#begin(() => this.#resume(agreed, identity));
    await live?.server.server.notification(notificationOf(event));
    return live !== undefined;
  }

  override async alarm(): Promise<void> {
    await this.dismiss();
  }

  /** Ends the session, and with it an open stream. */
  async dismiss(): Promise<void> {
    const live = await this.#live;
    await live?.transport.close();
    await this.#end();
  }

  async #admit(caller: Caller, handle: string, body: unknown): Promise<Live | undefined> {
    const { agreed, identity } = this.#state;
    if (agreed && identity) {
      return identity.owner === ownerOf(caller) ? this.#begin(() => this.#resume(agreed, identity)) : undefined;
    }
    return isInitializeRequest(body) ? this.#begin(() => this.#open(caller, handle, body.params)) : undefined;
  }

  /** At most one server an instance; a beginning that failed is tried again by the next call. */
  #begin(begin: () => Promise<Live | undefined>): Promise<Live | undefined> {
    this.#live ??= begin().catch((error: unknown) => {
      this.#live = undefined;
      throw error;
    });
    return this.#live;
  }

  #open(caller: Caller, handle: string, initialize: InitializeRequestParams): Promise<Live> {
    return this.#connect(caller, handle, (protocolVersion) => {
      this.#state.create(ownerOf(caller), handle);
      this.#state.agreed = { caller, initialize: { ...initialize, protocolVersion } };
    });
  }

  async #resume({ caller, initialize }: Agreed, { handle }: Identity): Promise<Live | undefined> {
    const live = await this.#connect(caller, handle, () => {});
    if (await live.transport.resume(initialize, authInfoOf(caller))) return live;
    await this.#end();
    return undefined;
  }

  async #connect(caller: Caller, handle: string, onagreed: (protocolVersion: string) => void): Promise<Live> {
    const server = buildServer(caller, this.#ports(caller, handle), this.surface);
    const events = new SqlEventStore(this.ctx.storage.sql);
    const transport = new SessionTransport({
      sessionId: handle,
      eventStore: events,
      onagreed,
      onended: () => this.#end(),
    });
    await server.connect(transport);
    return { server, transport, events };
  }

  #ports(opener: Caller, handle: string): Ports {
    const hub = this.#hub(opener);
    const services = servicePorts(this.env, (work) => this.ctx.waitUntil(work));
    return {
      ...services,
      session: ({ cost }) => this.#callSession(cost),
      publish: (event) => hub.publish(event),
      watching: {
        watch: async (uri, caller) => {
          if (!(await visibleUris(caller, services))(uri)) throw new DriftError("FILE_NOT_FOUND", "No such resource.");
          await hub.watch({ session: handle, grant: caller.principal.grant }, uri);
        },
        unwatch: (uri) => hub.unwatch(handle, uri),
      },
    };
  }

  /** The state of this very session: its owner was checked before the server saw the request. */
  async #callSession(cost: Cost): Promise<CallSession> {
    const { identity } = this.#state;
    if (!identity) throw new Error("The session ended during a call");
    const begun = await this.#count(identity, cost);
    return {
      ...begun,
      handle: identity.handle,
      activate: (project) => this.activate(identity.owner, project),
      recognise: (items) => this.recognise(identity.owner, items),
    };
  }

  /** The session's own window first, so that what it refuses costs the organisation nothing. */
  async #count({ owner, handle, secret }: Identity, cost: Cost): Promise<Begun> {
    const refused = this.#state.admit(cost, Date.now());
    if (refused) throw rateLimited(refused, "in this session");
    const { organisation, grant } = readOwner(owner);
    const refusedAll = await this.env.HUBS.getByName(organisation).admit(cost, { session: handle, grant });
    if (refusedAll) throw rateLimited(refusedAll, "in this organisation");
    return { secret, activeProject: this.#state.activeProject };
  }

  async #postponeEnd(): Promise<void> {
    const latest = Date.now() + IDLE_MS;
    const set = await this.ctx.storage.getAlarm();
    if (set === null || set < latest - SLACK_MS) await this.ctx.storage.setAlarm(latest);
  }

  async #end(): Promise<void> {
    const { identity } = this.#state;
    await this.ctx.storage.deleteAll();
    this.#live = undefined;
    if (identity) await this.env.HUBS.getByName(readOwner(identity.owner).organisation).forget(identity.handle);
  }

  #hub({ principal }: Caller) {
    return this.env.HUBS.getByName(principal.organisation);
  }
}
