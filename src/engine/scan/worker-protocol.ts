/**
 * What a scan's main thread and its workers say to each other. A worker does one task after the other and answers each
 * item of it in order, then says `done`; so the first item without an answer is the one that a worker died of.
 */
import type { Resolution } from "#contract/fact-words";
import type { BroughtShares } from "#engine/brought-shares";
import type { Disagreement, ProblemKind, ProjectConfig, ScanProject, TextQuestion } from "#engine/scan-module";
import type { Keys } from "./consulted.ts";
import type { KeptReach } from "./derive/tests/kept-reach.ts";
import type { Asked, Looked } from "./derive/tests/look-through.ts";
import type { MadeDocument } from "./documents/make-document.ts";
import type { SkipReason } from "./skip-reason.ts";

/** Which files that tools wrote are read: all, none, or those that read like sources. */
export type GeneratedRead = boolean | "source";

export interface WorkerData {
  /** Undefined: the worker compiles it. */
  readonly module?: WebAssembly.Module | undefined;
  /** Where compiled code is kept; undefined: nowhere. */
  readonly codeFolder?: string | undefined;
  readonly folder: string;
  /** Whether files that tools wrote are read too. */
  readonly generated: GeneratedRead;
  /** Bytes of the largest file that is read. */
  readonly maxFileBytes: number;
}

/** Why the module gave up on a file. The file keeps its row, without facts, and a row of `problems`. */
export interface Fault {
  readonly kind: Extract<ProblemKind, "gave_up" | "too_deep">;
  readonly message: string;
}

export interface ReadJob {
  readonly path: string;
  /** SHA-256 of the bytes whose facts are known already. */
  readonly knownHash: string | null;
  /** Set where the file's content brought a worker down: it is read as blank. */
  readonly fault?: Fault;
}

/** State of the file whose bytes were read, by which the next scan tells whether it may have changed. */
export interface FileState {
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
}

export type ReadOutcome =
  /** No longer there: as if never listed. */
  | { readonly kind: "gone" }
  | { readonly kind: "skipped"; readonly reason: SkipReason; readonly state: FileState | null }
  /** The bytes are those of `knownHash`. */
  | { readonly kind: "same"; readonly state: FileState }
  | {
      readonly kind: "read";
      readonly state: FileState;
      readonly hash: string;
      readonly language: string;
      readonly interface: string;
      readonly graph: Uint8Array;
      readonly offer: Uint8Array;
      readonly outline: Uint8Array;
      /** As `Extracted.keys`. */
      readonly keys: Keys;
      /** As `Extracted.presences`. */
      readonly presences: Keys;
      /** As `Extracted.package`. */
      readonly package: number | null;
      readonly fault: Fault | null;
    };

export interface StoredGraph {
  readonly path: string;
  readonly hash: string;
  readonly graph: Uint8Array;
}

/** What a file offers to others: `Extracted.offer`. */
export interface StoredOffer {
  readonly path: string;
  readonly offer: Uint8Array;
}

/** The graphs of a file before and after it was read anew; without bytes where it was not there. */
export interface Versions {
  readonly path: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

export interface ResolveJob {
  readonly path: string;
  /** Added to the unit as a row of `problems`. */
  readonly fault: Fault | null;
  /** The file is to be taken as blank, since resolving what it holds brought a worker down. */
  readonly blank?: true;
  /** What compilers' indexes say of the file: JSON, see `scip/hints.ts`. */
  readonly hints?: Uint8Array;
}

/** A job as a worker gets it: with the file's graph. */
export interface GivenJob {
  readonly job: ResolveJob;
  readonly graph: Uint8Array;
  readonly contentHash: string;
}

export interface ResolvedFile {
  readonly path: string;
  readonly hash: string;
  /** The unit's canonical line, in UTF-8. */
  readonly line: Uint8Array<ArrayBuffer>;
  readonly shares: BroughtShares;
  readonly counts: Readonly<Record<Resolution, number>>;
  /** As `Resolved.consulted`. */
  readonly consulted: Keys;
  readonly links: number;
  readonly disagreements: readonly Disagreement[];
}

export type Task =
  /** From here on of another scan, whose module is the same. */
  | { readonly task: "begin"; readonly data: WorkerData }
  | { readonly task: "read"; readonly jobs: readonly ReadJob[] }
  | { readonly task: "open"; readonly config: ProjectConfig; readonly outlines: Uint8Array }
  /** Of files that were read anew since the project was opened. */
  | { readonly task: "outline"; readonly outlines: Uint8Array }
  | { readonly task: "offer"; readonly offers: readonly StoredOffer[] }
  | { readonly task: "resolve"; readonly jobs: readonly GivenJob[] }
  | { readonly task: "links" }
  | { readonly task: "compare"; readonly versions: readonly Versions[] }
  | { readonly task: "redact"; readonly texts: readonly string[] }
  | { readonly task: "ask"; readonly question: TextQuestion; readonly texts: readonly string[] }
  | { readonly task: "documents"; readonly paths: readonly string[]; readonly excerpts: boolean }
  /** Keeps the code that V8 made, where the worker's data says. */
  | { readonly task: "keep" }
  | { readonly task: "look"; readonly kept: KeptReach; readonly asked: Asked };

export type Reply =
  /** The worker has started; before that its silence means nothing. */
  | { readonly reply: "ready"; readonly module: WebAssembly.Module }
  | { readonly reply: "read"; readonly path: string; readonly outcome: ReadOutcome }
  | { readonly reply: "resolved"; readonly file: ResolvedFile }
  /** Instead: tell what these files offer, then ask again. */
  | { readonly reply: "needs"; readonly path: string; readonly paths: readonly string[] }
  | { readonly reply: "links"; readonly links: ReturnType<ScanProject["links"]> }
  /** As `ScanModule.changes`. */
  | { readonly reply: "compared"; readonly path: string; readonly names: readonly number[] | null }
  | { readonly reply: "redacted"; readonly texts: readonly string[] }
  /** Of each text, as `ScanModule.ask`. */
  | { readonly reply: "told"; readonly told: string }
  | { readonly reply: "document"; readonly made: MadeDocument }
  | { readonly reply: "looked"; readonly looked: Looked }
  /** The instance trapped: the worker is of no more use. */
  | { readonly reply: "trapped"; readonly message: string }
  | { readonly reply: "done" };
