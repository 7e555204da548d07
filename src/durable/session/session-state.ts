import type { InitializeRequestParams } from "@modelcontextprotocol/server";
import type { Caller } from "#mcp/caller";
import { type Cost, RateWindow, type Refusal, sessionLimits, type WindowState } from "#mcp/rate-window";

/** What `initialize` agreed, with the negotiated version in `protocolVersion`, and who called it. */
export interface Agreed {
  caller: Caller;
  initialize: InitializeRequestParams;
}

/** Whose the session is, what it is called, and the key that signs its cursors. */
export interface Identity {
  owner: string;
  handle: string;
  secret: Uint8Array<ArrayBuffer>;
}

/** The window is written once in so many calls, not on each: an eviction forgives fewer calls than this. */
const WINDOW_EVERY = 10;

/**
 * A session's small state.
 *
 * Layout, in the object's key-value store: `identity` makes an object a session; `agreed` is there in the
 * 2025 era only; `active` is the active project; `window` the rate window. Reading writes nothing, so a
 * stranger's handle costs no storage.
 */
export class SessionState {
  readonly #kv: SyncKvStorage;
  #window: RateWindow | undefined;
  #unwritten = 0;

  constructor(storage: DurableObjectStorage) {
    this.#kv = storage.kv;
  }

  get identity(): Identity | undefined {
    return this.#kv.get<Identity>("identity");
  }

  /** Begins a session. */
  create(owner: string, handle: string): Identity {
    const identity: Identity = { owner, handle, secret: crypto.getRandomValues(new Uint8Array(32)) };
    this.#kv.put("identity", identity);
    return identity;
  }

  get agreed(): Agreed | undefined {
    return this.#kv.get<Agreed>("agreed");
  }

  set agreed(agreed: Agreed) {
    this.#kv.put("agreed", agreed);
  }

  get activeProject(): string | undefined {
    return this.#kv.get<string>("active");
  }

  set activeProject(project: string) {
    this.#kv.put("active", project);
  }

  /** Counts a call. */
  admit(cost: Cost, now: number): Refusal | undefined {
    this.#window ??= new RateWindow(sessionLimits, this.#kv.get<WindowState>("window"));
    const refusal = this.#window.admit(cost, now);
    this.#unwritten += 1;
    if (this.#unwritten >= WINDOW_EVERY) {
      this.#unwritten = 0;
      this.#kv.put("window", this.#window.state);
    }
    return refusal;
  }
}
