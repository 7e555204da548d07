import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { ask, bytesHeld, call, callReply, generation, MAX_INPUT_BYTES } from "./edge-module.ts";
import { CallGraph, routeOf, symbolFlags } from "./graph.ts";
import { createTokenCounter } from "./tokens.ts";

const MEMORY_LIMIT = 96 << 20;

const loadTable = async (encoding: string) => (await env.ASSETS.fetch(`https://assets/${encoding}.bin`)).arrayBuffer();

const symbol = (id: string, flags = 0) => ({ id, module: id.split("#")[0] ?? "", flags: symbolFlags.callable | flags });

/** `api#handle` calls `app#run`, which calls `db#read`; `app.test#runs` calls `app#run`; `db#old` calls nobody. */
const build = () =>
  CallGraph.build([
    { symbols: [symbol("api#handle", symbolFlags.entry), symbol("app#run"), symbol("db#read")], calls: [] },
    {
      symbols: [symbol("app.test#runs", symbolFlags.test), symbol("db#old")],
      calls: [
        { caller: 0, callee: 1, kind: "exact" },
        { caller: 1, callee: 2, kind: "typed" },
        { caller: 3, callee: 1, kind: "exact" },
        { caller: 4, callee: 2, kind: "ambiguous" },
      ],
    },
  ]);

test("tokens are counted with a table from the static assets", async () => {
  const counter = createTokenCounter(loadTable);
  expect(await counter.count("The quick brown fox jumps over the lazy dog.")).toBe(10);
  expect(await counter.count("漢字とひらがな👍🏽")).toBe(10);
  expect(await counter.count("漢字とひらがな👍🏽", "cl100k_base")).toBe(15);
  expect(await counter.countUpTo("word ".repeat(1_000), 100)).toBe(101);
  const count = await counter.ready();
  expect(count("")).toBe(0);
});

test("a table that cannot be loaded fails the call and is asked for again", async () => {
  let calls = 0;
  const counter = createTokenCounter(async (encoding) => {
    calls += 1;
    if (calls === 1) throw new Error("the asset is not there yet");
    return loadTable(encoding);
  });
  await expect(counter.count("a")).rejects.toThrow("not there yet");
  expect(await counter.count("a")).toBe(1);
  expect(calls).toBe(2);
});

test("a call does not wait for a load that another call began", async () => {
  const loads: ((table: ArrayBuffer) => void)[] = [];
  const counter = createTokenCounter(() => new Promise((resolve) => loads.push(resolve)));
  void counter.count("a");
  const second = counter.count("a");
  loads[1]?.(await loadTable("o200k_base"));
  expect(await second).toBe(1);
  expect(await counter.count("a")).toBe(1);
  expect(loads).toHaveLength(2);
});

test("a damaged table is refused", async () => {
  // On a new instance, since a table that is loaded is not read again.
  expect(() => call((wasm) => wasm.drift_trap())).toThrow();
  const counter = createTokenCounter(async (encoding) => (await loadTable(encoding)).slice(0, 1_000));
  await expect(counter.count("a", "cl100k_base")).rejects.toMatchObject({ body: { code: "UNAVAILABLE" } });
});

test("a trap answers UNAVAILABLE, and the next call works on a new instance", async () => {
  const counter = createTokenCounter(loadTable);
  const graph = build();
  expect(await counter.count("before the trap")).toBe(3);
  const before = generation();

  expect(() => callReply((wasm) => Number(wasm.drift_trap()))).toThrow(
    expect.objectContaining({
      body: expect.objectContaining({ code: "UNAVAILABLE" }),
      cause: expect.objectContaining({ message: expect.stringContaining("asked to trap") }),
    }),
  );

  expect(await counter.count("before the trap")).toBe(3);
  expect(generation()).toBe(before + 1);
  expect(() => graph.coupling()).toThrow(
    expect.objectContaining({ body: expect.objectContaining({ code: "UNAVAILABLE" }) }),
  );
  graph.close();
  using again = build();
  expect(again.path("api#handle", "db#read")).toEqual(["api#handle", "app#run", "db#read"]);
});

test("memory that is used up is a trap like any other", () => {
  const take = () => callReply((wasm) => wasm.drift_alloc(MEMORY_LIMIT));
  expect(take).toThrow(expect.objectContaining({ body: expect.objectContaining({ code: "UNAVAILABLE" }) }));
  expect(bytesHeld()).toBe(0);
  using graph = build();
  expect(graph.deadCode().total).toBe(1);
  expect(bytesHeld()).toBeLessThan(MEMORY_LIMIT);
});

test("input over the limit is refused before it is copied", () => {
  const run = () =>
    ask(new Uint8Array(MAX_INPUT_BYTES + 1), (wasm, { at, length }) => wasm.drift_graph_load(at, length));
  expect(run).toThrow(expect.objectContaining({ body: expect.objectContaining({ code: "LIMIT_EXCEEDED" }) }));
});

test("a graph answers the same after it went through its artifact", () => {
  using built = build();
  const artifact = built.encode();
  expect(artifact.length).toBeLessThan(200);
  using graph = CallGraph.load(artifact);
  expect(graph.encode()).toEqual(artifact);

  const { rows, cut } = graph.callers({ of: ["db#read"] });
  expect(cut).toBe(false);
  expect(rows).toEqual([
    { id: "app#run", depth: 1, via: "db#read" },
    { id: "api#handle", depth: 2, via: "app#run" },
    { id: "app.test#runs", depth: 2, via: "app#run" },
  ]);
  expect(rows.map((row) => routeOf(row, rows))).toEqual([
    ["app#run", "db#read"],
    ["api#handle", "app#run", "db#read"],
    ["app.test#runs", "app#run", "db#read"],
  ]);
  expect(graph.callers({ of: ["db#read"], edges: "all", depth: 1 }).rows.map((row) => row.id)).toEqual([
    "app#run",
    "db#old",
  ]);
  expect(graph.callers({ of: ["db#read"], limit: 1 })).toMatchObject({ rows: [{ id: "app#run" }], cut: true });
  expect(graph.callees({ of: ["api#handle"] }).rows.map((row) => row.id)).toEqual(["app#run", "db#read"]);
  expect(graph.tests({ of: ["db#read"] }).rows).toEqual([{ id: "app.test#runs", depth: 2, via: "app#run" }]);
  expect(graph.impact({ of: ["db#read"] })).toEqual({
    total: 3,
    rows,
    cut: false,
    byDepth: [1, 2],
    modules: [
      ["api", 1],
      ["app", 1],
      ["app.test", 1],
    ],
    entryPoints: ["api#handle"],
    entryPointCount: 1,
    tests: ["app.test#runs"],
    testCount: 1,
  });
  expect(graph.path("db#read", "api#handle")).toBeNull();
  expect(graph.cycles()).toEqual({ total: 0, cycles: [] });
  expect(graph.coupling().modules.find(({ module }) => module === "app")).toEqual({
    module: "app",
    symbols: 1,
    fanIn: 2,
    fanOut: 1,
    callsIn: 2,
    callsOut: 1,
    instability: 1 / 3,
    abstractness: null,
    distance: null,
    cycle: null,
  });
  expect(graph.deadCode()).toEqual({
    total: 1,
    candidates: [{ id: "db#old", callers: 0 }],
    trusted: { entriesAndTests: 2, exported: 0, uncertain: 0 },
  });
  expect(graph.testCover()).toMatchObject({ functions: 4, covered: 2, uncovered: ["api#handle"], uncoveredCount: 1 });
});

test("what makes no graph is refused with the reason", () => {
  const code = (code: string, message: string) =>
    expect.objectContaining({ body: expect.objectContaining({ code, message: expect.stringContaining(message) }) });
  const one = symbol("a#b");
  expect(() => CallGraph.build([{ symbols: [one, one], calls: [] }])).toThrow(code("INVALID_ARGUMENT", "same id"));
  expect(() => CallGraph.build([{ symbols: [one], calls: [{ caller: 0, callee: 1, kind: "exact" }] }])).toThrow(
    code("INVALID_ARGUMENT", "not added"),
  );
  expect(() => CallGraph.load(new Uint8Array(100))).toThrow(code("UNAVAILABLE", "version"));
  using graph = build();
  const damaged = graph.encode();
  damaged[20] = 255;
  expect(() => CallGraph.load(damaged)).toThrow(code("UNAVAILABLE", "damaged"));
  expect(() => graph.callers({ of: ["nobody"] })).toThrow(code("INVALID_ARGUMENT", "no symbol nobody"));
});

test("only so many graphs are open at a time, and closing one makes room", () => {
  const graphs = Array.from({ length: 8 }, build);
  expect(build).toThrow(expect.objectContaining({ body: expect.objectContaining({ code: "LIMIT_EXCEEDED" }) }));
  graphs.pop()?.close();
  graphs.push(build());
  for (const graph of graphs) graph.close();
});
