/** What a server needs of the world, supplied alike by the Worker and by a session object. */
import type { ServerEvent } from "@modelcontextprotocol/server";
import type { Principal } from "#contract/principal";
import type { Head, Project } from "#db/account-rows";
import type { FileResource, SymbolResource } from "#db/resource-reader";
import type { ToolContext } from "#tools/kit/define-tool";
import type { Caller } from "./caller.ts";
import type { CallRecord } from "./metrics.ts";
import type { Cost } from "./rate-window.ts";

/** A snapshot of a project: what a call reads. */
export interface View {
  project: Project;
  head: Head;
}

/** What a session remembers of an item it was given: a hash of its content, by a key of its own. */
export interface Shown {
  key: string;
  hash: string;
}
export type Recognition = "new" | "unchanged" | "changed";

/** The state of one session, as long as a call lasts. */
export interface CallSession {
  readonly handle: string;
  /** Signs cursors. */
  readonly secret: Uint8Array<ArrayBuffer>;
  /** `organisation/project`. */
  readonly activeProject: string | undefined;
  activate(project: string): Promise<void>;
  /** Compares items with what the session was given before, and notes them. */
  recognise(items: readonly Shown[]): Promise<Recognition[]>;
}

export interface SessionRequest {
  caller: Caller;
  /** Counted against the session's and the organisation's rates. */
  cost: Cost;
  /** The argument `session`. */
  handle: string | undefined;
  /** The project that the call names, if it names one. */
  project: string | undefined;
}

export interface Ports {
  /** Throws `RATE_LIMITED`, and `INVALID_ARGUMENT` for a handle that is not the caller's. */
  session(request: SessionRequest): Promise<CallSession>;
  account(principal: Principal): ToolContext["account"];
  openProject(view: View): ToolContext["db"];
  /** Whether the snapshot `seq` of the view's branch can still be read. */
  retained(view: View, seq: number): Promise<boolean>;
  resources: ResourceReader;
  outline: ToolContext["outline"];
  /** Counts o200k tokens. */
  tokenCounter(): Promise<(text: string) => number>;
  /** Answers that outlive the isolate. */
  store: AnswerStore;
  /** Counts a call that has ended. */
  measure(call: CallRecord): void;
  /** Lets work go on after the answer. */
  afterwards(work: Promise<unknown>): void;
  now(): number;
  /** HMAC key of handles and of `requestState`: at least 32 bytes. */
  stateKey: string;
  /** Tells every subscriber of the caller's organisation, in both eras. */
  publish(event: ServerEvent): Promise<void>;
  /** Only where there is a session: in the stateless era `subscriptions/listen` takes their place. */
  watching?: {
    /** Throws where the caller may not see the resource. */
    watch(uri: string, caller: Caller): Promise<void>;
    unwatch(uri: string): Promise<void>;
  };
}

/** What resources show; see `#db/resource-reader`. */
export interface ResourceReader {
  file(view: View, path: string): Promise<FileResource | undefined>;
  symbol(view: View, id: string): Promise<SymbolResource | undefined>;
  paths(view: View, prefix: string, limit: number): Promise<string[]>;
  symbols(view: View, prefix: string, limit: number): Promise<string[]>;
}

export interface AnswerStore {
  get(key: string): Promise<string | undefined>;
  put(key: string, value: string, seconds: number): Promise<void>;
}
