import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { call, generation } from "./edge-module.ts";
import { outline } from "./outline.ts";
import { createTokenCounter } from "./tokens.ts";

test("in Node, too, a trap costs one call", async () => {
  const counter = createTokenCounter(async (encoding) => {
    const bytes = await readFile(new URL(`../../wasm/assets/${encoding}.bin`, import.meta.url));
    return new Uint8Array(bytes).buffer;
  });
  const count = await counter.ready();
  expect(count("one two three")).toBe(3);
  const before = generation();

  expect(() => call((wasm) => wasm.drift_trap())).toThrow(
    expect.objectContaining({
      body: expect.objectContaining({ code: "UNAVAILABLE" }),
      cause: expect.objectContaining({ message: expect.stringContaining("asked to trap") }),
    }),
  );

  expect(count("one two three")).toBe(3);
  expect(generation()).toBe(before + 1);
  expect(outline("a.py", "def f(): return g()\n").calls).toHaveLength(1);
});
