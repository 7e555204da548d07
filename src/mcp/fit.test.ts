import { expect, it } from "vitest";
import { fitToBudget } from "./fit.ts";

/** A token a character. */
const within = (budget: number) => (data: unknown, warnings: readonly string[]) =>
  JSON.stringify(data).length + warnings.join("").length <= budget;
const items = (count: number) => Array.from({ length: count }, (_, at) => `item ${at}`);

it("leaves an answer that fits as it is", () => {
  const data = { list: items(3) };
  expect(fitToBudget(data, { shrink: ["list"], fits: within(1_000) })).toEqual({ data, warnings: [] });
});

it("drops whole items from the end, of the first list first, and says how many", () => {
  const data = { first: items(50), second: items(3) };
  const { data: fitted, warnings } = fitToBudget(data, { shrink: ["first", "second"], fits: within(300) });
  expect(warnings).toEqual(["first: 29 of 50 left out to fit maxTokens."]);
  expect(fitted).toEqual({ first: items(21), second: items(3) });
});

it("goes on to the next list when the first is gone", () => {
  const data = { a: { first: items(50) }, second: items(50) };
  const { data: fitted, warnings } = fitToBudget(data, { shrink: ["a.first", "second", "absent"], fits: within(300) });
  expect(warnings[0]).toBe("a.first: 50 of 50 left out to fit maxTokens.");
  expect(warnings[1]).toMatch(/^second: \d+ of 50 left out/);
  expect(JSON.stringify(fitted).length + warnings.join("").length).toBeLessThanOrEqual(300);
});

it("cuts text at a line, and never what is short", () => {
  const code = Array.from({ length: 40 }, (_, at) => `line ${at}`).join("\n");
  const { data, warnings } = fitToBudget({ name: "a\nb", code }, { shrink: [], fits: within(200) });
  const { name, code: cut } = data as { name: string; code: string };
  expect(name).toBe("a\nb");
  expect(code.startsWith(`${cut}\n`)).toBe(true);
  expect(warnings).toEqual([`code: cut after ${cut.split("\n").length} of 40 lines to fit maxTokens.`]);
});

it("does not touch the answer it was given: it may be cached", () => {
  const data = { list: items(50) };
  fitToBudget(data, { shrink: ["list"], fits: within(100) });
  expect(data.list).toHaveLength(50);
});
