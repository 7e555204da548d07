/**
 * The typed door to `wasm/scan.wasm`: a file's bytes in, its graph out; graphs in, units out.
 *
 * One compiled module serves the main thread and worker threads. What it asks of its host is the tables of a grammar,
 * once it first reads with it (`crates/syntax/src/tables.rs`). A reply is `[u32 status][u32 length][bytes]` in the module's memory and is freed once it is copied out.
 * Memory never shrinks: replace an instance when `bytesHeld()` has grown past what you allow.
 */

import { hash } from "node:crypto";
import type { Resolution } from "#contract/fact-words";
import type { FactRow } from "#contract/unit";
import { fillTables } from "#wasm/scan";
import { type BroughtShares, headed, type Lengths, sharesIn } from "./brought-shares.ts";

/**
 * The instance trapped or ran out of stack (a file nested too deep, memory used up, a fault of ours).
 * Its state is not to be trusted any more: drop it, with every project opened in it, and make a new
 * one from the same module.
 */
export class ScanTrap extends Error {
  override readonly name = "ScanTrap";
}

export type ProblemKind = "encoding" | "syntax" | "left_out" | "gave_up" | "too_deep";

export interface Extracted {
  /** The file's graph, opaque here: store it, and hand it to `ScanProject.resolve`. */
  readonly graph: Uint8Array;
  /** What of it resolving others can consult, opaque too: for `ScanProject.offer`. */
  readonly offer: Uint8Array;
  readonly language: string;
  readonly lines: number;
  readonly symbols: number;
  readonly calls: number;
  /** A tool wrote the file: its name, its head or the shape of its lines says so. */
  readonly generated: boolean;
  readonly problems: readonly { readonly kind: ProblemKind; readonly line: number; readonly message: string }[];
  /**
   * Names everything of the file that resolving another file can consult. While it stays the same,
   * and no file or configuration came, went or changed, the units of other files stay the same.
   */
  readonly interface: string;
  /** What of the file is asked for by name in the whole repository, opaque here: for `ScanProject.outline`. */
  readonly outline: Uint8Array;
  /** The keys of the questions whose answers the outline takes part in, sorted. */
  readonly keys: readonly number[];
  /** The keys of those that only ask whether there is anything at all, sorted: they are not among `keys`. */
  readonly presences: readonly number[];
  /** The key of what the file declares together with the others of its folder; null: with none. */
  readonly package: number | null;
}

export interface ProjectConfig {
  /** Every path of the repository, scanned or not: relative, with `/` between the parts. */
  readonly files: readonly string[];
  /** Further paths of files and folders of these: those of symbolic links, and what they lead to. */
  readonly links?: readonly (readonly [path: string, target: string])[];
  /**
   * Path and text of the files that say how modules are found: `package.json`, `tsconfig*.json`,
   * `jsconfig.json`, `pnpm-workspace.yaml`, `go.mod`, `go.work`, `pyproject.toml`, `setup.cfg`.
   */
  readonly configs: readonly (readonly [path: string, text: string])[];
  /** Whether units hold excerpts of sources (quotes, previews). Off for `source_mode` none. */
  readonly excerpts: boolean;
  /** What libraries' calls mean: the text of `rules.gen.json`. Without it nothing is told of them. */
  readonly rules?: string;
  /** What calls in tests put in the place of others, likewise. */
  readonly test_rules?: string;
  /** What shares are made by, a list a line: `rules.ts`. Without it nobody asks what files bring to what is derived of all. */
  readonly share_rules?: string;
}

export interface Resolved {
  /** The unit's canonical line, in UTF-8: who only passes it on need not decode it. */
  readonly unit: Uint8Array<ArrayBuffer>;
  /** In the same buffer. */
  readonly shares: BroughtShares;
  /** SHA-256 of the line in hexadecimal, made here: by far the quicker side for it. */
  readonly hash: string;
  /** Call sites by how they were resolved. */
  readonly counts: Readonly<Record<Resolution, number>>;
  /**
   * The keys of the questions about the rest of the repository that the unit rests on, sorted: `consulted.ts`. While
   * no answer to them changes, nor the file itself, the unit stays the same.
   */
  readonly consulted: readonly number[];
  /** Stands for where the file's specifiers lead: see `ScanProject.links`. */
  readonly links: number;
  /** Where a compiler's index said otherwise than resolution; absent where it nowhere did. */
  readonly disagreements?: readonly Disagreement[];
}

/** A site of which resolution had said something else than a compiler's index. */
export interface Disagreement {
  readonly line: number;
  readonly name: string;
  /**
   * missed: nothing was found, or several declarations. outside: it was led outside. inside: it leads outside.
   * other: it was led to another declaration.
   */
  readonly kind: "missed" | "outside" | "inside" | "other";
  readonly ours: string;
  readonly theirs: string;
}

/** A call, and what led from its text to its resolution. */
export interface ExplainedCall {
  readonly line: number;
  /** In bytes, from 1. */
  readonly column: number;
  readonly caller: string;
  readonly text: string;
  readonly resolution: Resolution | "conversion";
  readonly steps: readonly string[];
  /** `path:line name` of each declaration that it leads to; of what is outside, its dotted path. */
  readonly targets: readonly string[];
  readonly because: string;
}

/** Resolving consults files of which only outlines were added: add their graphs, then ask again. */
export interface Needs {
  readonly needs: readonly string[];
}

/**
 * A repository whose files' graphs have been added. A unit is a pure function of the file's graph,
 * the graphs of the others and the configuration: neither the order of `add` nor of `resolve` matters.
 */
export interface ScanProject {
  /** Adds a file to be explained, or replaces it. `contentHash` is the SHA-256 of its bytes in hexadecimal. */
  add(graph: Uint8Array, contentHash: string): void;
  /** Adds what a file offers to others, or replaces it. */
  offer(offer: Uint8Array): void;
  /** Takes what a compiler's index says of a file's names: JSON of `Hint`s, see `scip/hints.ts`. */
  tell(path: string, hints: Uint8Array): void;
  /** Adds outlines of files whose graphs are added when they are needed: `[u32 length][outline]…`. */
  outline(outlines: Uint8Array): void;
  /** The calls of a line of an added file, with what led to them. A RangeError where none of that path was added. */
  explain(path: string, line: number): { readonly calls: readonly ExplainedCall[] } | Needs;
  /** The unit of a file, of which no more is kept than was offered. `contentHash` as for `add`. */
  resolve(graph: Uint8Array, contentHash: string): Resolved | Needs;
  /** What a unit brings that is another than what resolving gave, by its canonical line. */
  shares(unit: string): BroughtShares;
  /**
   * Of each file that was added, a number for where its specifiers lead. While it stays the same, paths and
   * configurations that came, went or changed mean nothing to the file's unit beyond its keys.
   */
  links(): readonly (readonly [path: string, links: number])[];
  /** `Extracted.interface` of an added file. */
  interfaceHash(path: string): string;
  /** Gives the project's memory back to the instance. */
  close(): void;
}

/**
 * `schema`: what an SQL file's statements make and change, lists as `Change` of `scan/schemas/sql.ts`.
 * `settings`: where secrets stand in a file of names and values, lists of kind, severity, fingerprint and line.
 */
export type TextQuestion = "schema" | "settings";

export interface ScanModule {
  /** Undefined where no front end knows the file by its name. */
  extract(path: string, bytes: Uint8Array): Extracted | undefined;
  /** Parses a file and keeps nothing: what reading it costs at least. False where no parser reads such files alone. */
  parse(path: string, bytes: Uint8Array): boolean;
  openProject(config: ProjectConfig): ScanProject;
  /**
   * The keys of the names under which two versions of a file differ, by their graphs. Null: the file as a whole is
   * another, and who consulted it for anything may see something else. A version without bytes: the file was not there.
   */
  changes(before: Uint8Array, after: Uint8Array): readonly number[] | null;
  /** A text with its secrets replaced by `‹redacted:kind›`, by the rules that hold for every excerpt. */
  redact(text: string): string;
  /** What a text says that is no source, as JSON without secrets. */
  ask(question: TextQuestion, text: string): string;
  /**
   * What a documentation file says: the rows of its unit, by table, without secrets; without excerpts no sentence is
   * quoted. Undefined where it is no documentation by its path.
   */
  document(path: string, bytes: Uint8Array, excerpts: boolean): Record<string, FactRow[]> | undefined;
  /** `TABLES` of `crates/facts`: the tables of a file's unit and their columns. */
  tables(): readonly (readonly [name: string, columns: readonly string[]])[];
  /** Version of the graphs' shape: a stored graph of another version must be extracted again. */
  graphVersion(): number;
  bytesHeld(): number;
  /** A small function of the instance, as V8 exports it. */
  readonly entry: (length: number) => number;
}

interface Exports {
  memory: { buffer: ArrayBuffer };
  drift_alloc(length: number): number;
  drift_free(at: number, length: number): void;
  drift_graph_version(): number;
  drift_tables(): number;
  drift_redact(at: number, length: number): number;
  drift_schema(at: number, length: number): number;
  drift_settings(at: number, length: number): number;
  drift_document(at: number, path: number, bytes: number, excerpts: number): number;
  drift_extract(at: number, path: number, bytes: number): number;
  drift_parse(at: number, path: number, bytes: number): number;
  drift_open(at: number, config: number, files: number, rules: number, testRules: number, shareRules: number): number;
  drift_shares(project: number, at: number, length: number): number;
  drift_add(project: number, at: number, hash: number, graph: number): number;
  drift_offer(project: number, at: number, length: number): number;
  drift_outline(project: number, at: number, length: number): number;
  drift_tell(project: number, at: number, path: number, hints: number): number;
  drift_links(project: number): number;
  drift_resolve(project: number, at: number, hash: number, graph: number): number;
  drift_explain(project: number, at: number, length: number, line: number): number;
  drift_interface_hash(project: number, at: number, length: number): number;
  drift_changes(at: number, before: number, after: number): number;
  drift_close(project: number): void;
}

/** Reply statuses, as in `crates/wasm-scan/src/abi.rs`. */
const done = 0;
const nothing = 1;

/**
 * Bytes by which memory grows at least. Each time, V8 takes the whole memory for newly allocated, and soon collects
 * garbage of which there is none: growing by the pages that are needed made that a fifth of a scan's CPU.
 */
const leastGrowth = 16 * 2 ** 20;

interface Reply {
  readonly status: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An instance of the compiled module. Instances share code and nothing else. */
export function openScanModule(module: WebAssembly.Module): ScanModule {
  const tables = (at: number, length: number): void =>
    fillTables(decoder.decode(new Uint8Array(wasm.memory.buffer, at >>> 0, length)), wasm.memory.buffer);
  const wasm = new WebAssembly.Instance(module, { drift: { tables } }).exports as unknown as Exports;

  let held = wasm.memory.buffer.byteLength;
  /** Where memory has grown, has it grow by more at once: pages that are not touched cost nothing. */
  const reserve = (): void => {
    if (wasm.memory.buffer.byteLength === held) return;
    const room = Math.max(leastGrowth, held >> 2);
    const at = wasm.drift_alloc(room) >>> 0;
    wasm.drift_free(at, room);
    held = wasm.memory.buffer.byteLength;
  };

  /** Runs `call` with the parts laid out one behind the other; copies the reply out. */
  const ask = (call: (at: number) => number, ...parts: readonly Uint8Array[]): Reply =>
    guarded(() => {
      const length = parts.reduce((sum, part) => sum + part.length, 0);
      const at = wasm.drift_alloc(length) >>> 0;
      const memory = new Uint8Array(wasm.memory.buffer);
      let to = at;
      for (const part of parts) {
        memory.set(part, to);
        to += part.length;
      }
      const reply = call(at) >>> 0;
      wasm.drift_free(at, length);
      reserve();
      const view = new DataView(wasm.memory.buffer);
      const size = view.getUint32(reply + 4, true);
      const answer = {
        status: view.getUint32(reply, true),
        bytes: new Uint8Array(wasm.memory.buffer, reply + 8, size).slice(),
      };
      wasm.drift_free(reply, size + 8);
      return answer;
    });

  /** @throws RangeError with the module's words where it refuses. */
  const text = (reply: Reply): string => {
    const said = decoder.decode(reply.bytes);
    if (reply.status !== done) throw new RangeError(said);
    return said;
  };

  return {
    extract(path, bytes) {
      const name = encoder.encode(path);
      const reply = ask((at) => wasm.drift_extract(at, name.length, bytes.length), name, bytes);
      if (reply.status === nothing) return undefined;
      // `[u32 length][that much JSON][u32 length][outline][u32 length][offer][graph]`
      const view = new DataView(reply.bytes.buffer);
      let at = 0;
      const part = (): Uint8Array => {
        const start = at + 4;
        at = start + view.getUint32(at, true);
        return reply.bytes.subarray(start, at);
      };
      const head = JSON.parse(decoder.decode(part())) as Omit<Extracted, "graph" | "offer" | "outline">;
      const [outline, offer] = [part(), part()];
      return { ...head, outline, offer, graph: reply.bytes.subarray(at) };
    },

    parse(path, bytes) {
      const name = encoder.encode(path);
      return ask((at) => wasm.drift_parse(at, name.length, bytes.length), name, bytes).status === done;
    },

    openProject(config) {
      const { files, rules = "", test_rules = "", share_rules = "", ...rest } = config;
      // What is large is given as it is: written as JSON and read again it took longer than all that is made of it.
      const texts = [JSON.stringify(rest), files.join("\0"), rules, test_rules, share_rules];
      const parts = texts.map((it) => encoder.encode(it));
      const [head = 0, paths = 0, clauses = 0, testClauses = 0, shareRules = 0] = parts.map(({ length }) => length);
      const opened = ask((at) => wasm.drift_open(at, head, paths, clauses, testClauses, shareRules), ...parts);
      const project = Number(text(opened));
      const about = (call: Exports["drift_interface_hash"], path: string): Reply => {
        const name = encoder.encode(path);
        return ask((at) => call(project, at, name.length), name);
      };
      return {
        add(graph, contentHash) {
          const hash = encoder.encode(contentHash);
          text(ask((at) => wasm.drift_add(project, at, hash.length, graph.length), hash, graph));
        },
        offer(offer) {
          text(ask((at) => wasm.drift_offer(project, at, offer.length), offer));
        },
        tell(path, hints) {
          const name = encoder.encode(path);
          text(ask((at) => wasm.drift_tell(project, at, name.length, hints.length), name, hints));
        },
        outline(outlines) {
          text(ask((at) => wasm.drift_outline(project, at, outlines.length), outlines));
        },
        resolve(graph, contentHash) {
          const digest = encoder.encode(contentHash);
          const reply = ask((at) => wasm.drift_resolve(project, at, digest.length, graph.length), digest, graph);
          if (reply.status !== done) text(reply);
          const { head, behind } = headed<(Lengths & Omit<Resolved, "unit" | "hash" | "shares">) | Needs>(reply.bytes);
          if ("needs" in head) return head;
          const unit = behind.subarray(0, head.unit);
          return { ...head, unit, shares: sharesIn(behind, head), hash: hash("sha256", unit) };
        },
        shares(unit) {
          const line = encoder.encode(unit);
          const reply = ask((at) => wasm.drift_shares(project, at, line.length), line);
          if (reply.status !== done) text(reply);
          const { head, behind } = headed<Lengths>(reply.bytes);
          return sharesIn(behind, head);
        },
        explain(path, line) {
          const name = encoder.encode(path);
          return JSON.parse(text(ask((at) => wasm.drift_explain(project, at, name.length, line), name)));
        },
        links: () => JSON.parse(text(ask(() => wasm.drift_links(project)))) as ReturnType<ScanProject["links"]>,
        interfaceHash: (path) => text(about(wasm.drift_interface_hash, path)),
        close: () => guarded(() => wasm.drift_close(project)),
      };
    },

    changes(before, after) {
      const reply = ask((at) => wasm.drift_changes(at, before.length, after.length), before, after);
      return JSON.parse(text(reply)) as readonly number[] | null;
    },

    redact(said) {
      const input = encoder.encode(said);
      return text(ask((at) => wasm.drift_redact(at, input.length), input));
    },
    ask(question, said) {
      const input = encoder.encode(said);
      const asked = { schema: wasm.drift_schema, settings: wasm.drift_settings }[question];
      return text(ask((at) => asked(at, input.length), input));
    },
    document(path, bytes, excerpts) {
      const name = encoder.encode(path);
      const reply = ask((at) => wasm.drift_document(at, name.length, bytes.length, Number(excerpts)), name, bytes);
      return reply.status === nothing ? undefined : (JSON.parse(text(reply)) as Record<string, FactRow[]>);
    },
    tables: () => JSON.parse(text(ask(() => wasm.drift_tables()))) as ReturnType<ScanModule["tables"]>,
    graphVersion: () => guarded(() => wasm.drift_graph_version()),
    bytesHeld: () => wasm.memory.buffer.byteLength,
    entry: wasm.drift_alloc,
  };
}

/** A trap is a `WebAssembly.RuntimeError`; the end of the host's stack is a `RangeError`. */
function guarded<T>(run: () => T): T {
  try {
    return run();
  } catch (cause) {
    throw new ScanTrap(`the scan module stopped: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
