import { expect, test } from "vitest";
import { Pace } from "./commands/scan.ts";

test("progress tells the rate, and the time left of both phases", () => {
  let now = 0;
  const pace = new Pace(() => now);
  const at = (ms: number, phase: "reading" | "resolving", done: number, share: number): string => {
    now = ms;
    return pace.tell({ phase, done, total: 1_000, share });
  };
  expect([
    at(0, "reading", 1, 0.01),
    at(400, "reading", 10, 0.05),
    at(10_000, "reading", 200, 0.1),
    at(100_000, "reading", 1_000, 1),
    at(100_100, "resolving", 1, 0.001),
    at(150_100, "resolving", 500, 0.5),
    at(200_000, "resolving", 999, 0.999),
  ]).toEqual([
    "reading 1 of 1,000 files",
    "reading 10 of 1,000 files",
    "reading 200 of 1,000 files, 20 files/s, about 3 min 10 s left",
    "reading 1,000 of 1,000 files, 10 files/s, about 1 min 40 s left",
    "resolving 1 of 1,000 files",
    "resolving 500 of 1,000 files, 10 files/s, about 50 s left",
    "resolving 999 of 1,000 files, 10 files/s, about 1 s left",
  ]);
});
