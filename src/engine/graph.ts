/**
 * A snapshot's call graph, held in the edge module's memory, and the questions asked of it.
 *
 * Symbols are named by their ids (`path#qualified.name`). The artifact is the compact binary of a graph: made once a
 * snapshot, kept in R2, loaded on the first heavy question.
 */
import { DriftError } from "#contract/errors";
import type { Resolution } from "#contract/fact-words";
import { ask, askJson, call, callReply, type EdgeExports, generation } from "./edge-module.ts";

/** What is known of a symbol; the bits are those of `Flags` in `crates/graph/src/lib.rs`. */
export const symbolFlags = {
  /** Visible outside its file by the language's rule. */
  exported: 1,
  /** Called from outside: a route, a job, a command, a page. */
  entry: 2,
  test: 4,
  /** Calls that could not be resolved name something of this name, so it may have callers that are not seen. */
  uncertain: 8,
  /** The top-level code of a file. */
  topLevel: 16,
  /** A function, method, constructor or accessor. */
  callable: 32,
  /** A class, struct, interface, enum or alias. */
  type: 64,
  /** Of a type: an interface or an abstract class. */
  abstract: 128,
} as const;

/** How an edge was resolved, by the number the module knows it by. `reference`: passed by name. */
export const edgeKinds = ["exact", "typed", "unique", "ambiguous", "reference"] as const satisfies readonly (
  | Resolution
  | "reference"
)[];
export type EdgeKind = (typeof edgeKinds)[number];

export interface GraphSymbol {
  id: string;
  /** What coupling is measured between: a directory or a package. */
  module: string;
  /** `symbolFlags`, added. */
  flags: number;
}

export interface GraphCall {
  /** Places of the symbols in the order in which they were added. */
  caller: number;
  callee: number;
  kind: EdgeKind;
}

/** Which edges a question follows: those to the one declaration that is called, or every one that may be. */
export type Edges = "resolved" | "all";

export interface Reach {
  /** Ids of the symbols that the search starts from. */
  of: string[];
  /** Calls between a symbol and the nearest of `of` at most; default no limit. */
  depth?: number;
  /** Rows given at most, nearest first; default 1,000, at most 10,000. */
  limit?: number;
  /** Default `resolved`. */
  edges?: Edges;
}

export interface Reached {
  id: string;
  /** Calls between it and the nearest start, at least 1. */
  depth: number;
  /** The next symbol on a shortest way back to a start: `routeOf` follows it. */
  via: string;
}

export interface Rows {
  rows: Reached[];
  /** There is more than `rows` within the depth. */
  cut: boolean;
}

export interface Impact extends Rows {
  /** Symbols affected, also those beyond `rows`. */
  total: number;
  /** How many are 1, 2, 3, … calls away. */
  byDepth: number[];
  /** Affected symbols a module, most first. */
  modules: [module: string, count: number][];
  entryPoints: string[];
  entryPointCount: number;
  tests: string[];
  testCount: number;
}

export interface ModuleCoupling {
  module: string;
  symbols: number;
  /** Other modules that call into it, and that it calls into. */
  fanIn: number;
  fanOut: number;
  callsIn: number;
  callsOut: number;
  /** `fanOut / (fanIn + fanOut)`; null for a module on its own. */
  instability: number | null;
  /** Abstract types among its types; null where it has none. */
  abstractness: number | null;
  /** `|abstractness + instability - 1|`; null where either is. */
  distance: number | null;
  /** The place in `cycles` of the cycle it is part of. */
  cycle: number | null;
}

export interface DeadCode {
  total: number;
  /** Functions that nothing seems to run. `callers` are candidates themselves; 0: nobody calls it. */
  candidates: { id: string; callers: number }[];
  /** Functions without a caller that are not candidates, by the reason. */
  trusted: { entriesAndTests: number; exported: number; uncertain: number };
}

export interface TestCover {
  functions: number;
  covered: number;
  modules: { module: string; functions: number; covered: number }[];
  /** Exported functions and entry points that no test leads to. */
  uncovered: string[];
  uncoveredCount: number;
}

const NO_LIMIT = 0xffff_ffff;
const ROWS = 1_000;

/** A graph in the module's memory. Close it: memory is only given back then. */
export class CallGraph implements Disposable {
  readonly #handle: number;
  readonly #generation: number;

  private constructor(handle: number) {
    this.#handle = handle;
    this.#generation = generation();
  }

  /**
   * Loads an artifact.
   *
   * @throws DriftError `UNAVAILABLE` where it is damaged or of another version: build it anew.
   */
  static load(artifact: Uint8Array): CallGraph {
    return new CallGraph(readU32(ask(artifact, (wasm, { at, length }) => wasm.drift_graph_load(at, length))));
  }

  /**
   * Builds a graph from symbols and calls, in as many parts as suits who reads them.
   *
   * @throws DriftError `LIMIT_EXCEEDED` over 500,000 symbols or 2,000,000 calls, `INVALID_ARGUMENT` where two symbols
   *   have one id or a call names a symbol that is not there.
   */
  static build(parts: Iterable<{ symbols: readonly GraphSymbol[]; calls: readonly GraphCall[] }>): CallGraph {
    const graph = new CallGraph(readU32(callReply((wasm) => wasm.drift_graph_begin())));
    try {
      for (const { symbols, calls } of parts) {
        const added = {
          symbols: symbols.map(({ id, module, flags }) => [id, module, flags]),
          calls: calls.map(({ caller, callee, kind }) => [caller, callee, edgeKinds.indexOf(kind)]),
        };
        graph.#ask(JSON.stringify(added), "drift_graph_add");
      }
      graph.#reply((wasm) => wasm.drift_graph_finish(graph.#handle));
      return graph;
    } catch (error) {
      graph.close();
      throw error;
    }
  }

  /** The artifact that `load` reads. Equal graphs give equal bytes. */
  encode(): Uint8Array {
    return this.#reply((wasm) => wasm.drift_graph_encode(this.#handle));
  }

  /** Who calls the symbols, directly and through others. */
  callers(reach: Reach): Rows {
    return this.#query("callers", reachOf(reach));
  }

  /** Whom the symbols call, directly and through others. */
  callees(reach: Reach): Rows {
    return this.#query("callees", reachOf(reach));
  }

  /** The tests that lead to the symbols. */
  tests(reach: Reach): Rows {
    return this.#query("tests", reachOf(reach));
  }

  /** What a change of the symbols may reach. */
  impact(reach: Reach): Impact {
    return this.#query("impact", reachOf(reach));
  }

  /** A shortest chain of calls, both ends included; null where there is none. */
  path(from: string, to: string, edges: Edges = "resolved"): string[] | null {
    return this.#query<{ path: string[] | null }>("path", { from, to, edges }).path;
  }

  /** Groups of symbols in which each calls every other, directly or not; largest first. */
  cycles(limit = ROWS, edges: Edges = "resolved"): { total: number; cycles: string[][] } {
    return this.#query("cycles", { limit, edges });
  }

  /** How modules depend on each other. */
  coupling(edges: Edges = "resolved"): { modules: ModuleCoupling[]; cycles: string[][] } {
    return this.#query("coupling", { edges });
  }

  /** Functions that nothing seems to run. Always follows all edges. */
  deadCode(limit = ROWS): DeadCode {
    return this.#query("deadCode", { limit });
  }

  /** Which functions tests lead to. */
  testCover(limit = ROWS, edges: Edges = "resolved"): TestCover {
    return this.#query("testCover", { limit, edges });
  }

  /** Gives the memory back. The graph answers no more. */
  close(): void {
    if (this.#generation === generation()) call((wasm) => wasm.drift_graph_drop(this.#handle));
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #query<Answer>(question: string, parameters: object): Answer {
    this.#check();
    const input = JSON.stringify({ ask: question, ...parameters });
    return askJson<Answer>(input, (wasm, { at, length }) => wasm.drift_graph_query(this.#handle, at, length));
  }

  #ask(input: string, name: "drift_graph_add"): void {
    this.#check();
    ask(input, (wasm, { at, length }) => wasm[name](this.#handle, at, length));
  }

  #reply(run: (wasm: EdgeExports) => number): Uint8Array {
    this.#check();
    return callReply(run);
  }

  /** A trap since took the instance that held the graph. */
  #check(): void {
    if (this.#generation !== generation()) {
      throw new DriftError("UNAVAILABLE", "The graph is not in memory any more.", { hint: "Ask again." });
    }
  }
}

/** The symbols from a row back to the start it was reached from, both included. */
export function routeOf(row: Reached, rows: readonly Reached[]): string[] {
  const byId = new Map(rows.map((one) => [one.id, one]));
  const route = [row.id];
  for (let at: Reached | undefined = row; at; at = byId.get(at.via)) route.push(at.via);
  return route;
}

const reachOf = ({ of, depth = NO_LIMIT, limit = ROWS, edges = "resolved" }: Reach) => ({ of, depth, limit, edges });

const readU32 = (bytes: Uint8Array): number => new DataView(bytes.buffer).getUint32(0, true);
