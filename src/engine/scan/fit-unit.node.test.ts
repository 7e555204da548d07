import { expect, test } from "vitest";
import { encodeUnit, type FactRow, type Unit } from "#contract/unit";
import { countCalls, fitUnit } from "./fit-unit.ts";

const resolutions = { exact: 0, typed: 0, unique: 0, ambiguous: 0, external: 0, dynamic: 0, unresolved: 0 };

/** A call per line; every third site has two candidates. */
const calls = Array.from({ length: 1_000 }, (_, at): FactRow[] => {
  const row = (callee: string): FactRow => {
    const way = at % 3 === 0 ? "ambiguous" : "exact";
    const quote = "x".repeat(150);
    return [at, "a.ts#f", "f", 1, "a.ts", at + 1, at + 1, "call", callee, "g", "g", 0, way, null, null, quote];
  };
  return at % 3 === 0 ? [row("a.ts#g"), row("b.ts#g")] : [row("a.ts#g")];
}).flat();
const unit: Unit = { v: 1, kind: "file", path: "a.ts", rows: { calls } };

test("a unit that is too large loses its excerpts first", () => {
  const fitted = fitUnit(unit, 200_000);
  expect(fitted.rows.calls).toHaveLength(calls.length);
  expect(fitted.rows.calls?.every((row) => row.at(-1) === null)).toBe(true);
  expect(fitted.rows.problems).toEqual([
    ["a.ts", "left_out", 1, 1, "a file of so many facts is kept without excerpts"],
  ]);
});

test("and then the last of its rows, and says from which line on", () => {
  const fitted = fitUnit(unit, 50_000);
  expect(Buffer.byteLength(encodeUnit("file", "a.ts", fitted.rows))).toBeLessThan(50_000);
  const kept = fitted.rows.calls?.length ?? 0;
  expect(kept).toBeGreaterThan(500);
  const said = `${calls.length - kept} of its ${calls.length} calls are left out: they are more than a push takes`;
  expect(fitted.rows.problems?.at(-1)).toEqual(["a.ts", "left_out", calls[kept]?.[5], 1_000, said]);
  const { ambiguous, exact } = countCalls(fitted, resolutions);
  expect(ambiguous + exact).toBe(new Set(fitted.rows.calls?.map(([site]) => site)).size);
});
