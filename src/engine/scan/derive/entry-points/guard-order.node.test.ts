import { expect, test } from "vitest";
import { inOrder } from "./guard-order.ts";
import type { Registration } from "./registration.ts";

const on = (line: number, name: string | null): Registration => ({
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
  symbol: "a",
  path: "a",
  line,
});

test("what is put around something last asks first, and what is put around it together in its own order", () => {
  const guards = [
    on(1, "above"),
    on(2, "above together"),
    on(3, "above together"),
    on(4, "above"),
    on(5, null),
    on(6, "outermost"),
    on(7, "outermost"),
  ];
  expect(inOrder(guards).map(({ line }) => line)).toEqual([7, 6, 4, 2, 3, 1, 5]);
});
