import { expect, test } from "vitest";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { inOrder } from "./guard-order.ts";

const on = (line: number, name: string | null, symbol = "a"): Registration => ({
  kind: "guard",
  framework: null,
  owner: "a",
  method: null,
  route: null,
  name,
  handler: null,
  handler_name: null,
  guards: null,
  mounted: null,
  symbol,
  path: "a",
  line,
});

test("what is put around something last asks first, and what is put around it together in its own order", () => {
  const guards = [
    on(1, "above"),
    on(2, "above together", "first"),
    on(2, "above together", "second"),
    on(3, "above together", "of another call"),
    on(4, "above"),
    on(5, null),
    on(6, "outermost"),
    on(7, "outermost"),
  ];
  expect(inOrder(guards).map(({ line, symbol }) => `${line} ${symbol}`)).toEqual([
    "7 a",
    "6 a",
    "4 a",
    "3 of another call",
    "2 first",
    "2 second",
    "1 a",
    "5 a",
  ]);
});
