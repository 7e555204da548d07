import { expect, test } from "vitest";
import { Ahead, type Steps } from "./ahead.ts";

function* counting(seen: number[], to: number): Steps<string> {
  for (let at = 0; at < to; at++) {
    seen.push(at);
    yield;
  }
  return "counted";
}

test("what is begun while there is nothing else to do is ended where it is asked for", async () => {
  const seen: number[] = [];
  const ahead = new Ahead(counting(seen, 5));
  await ahead.advance(() => seen.length === 2);
  expect(seen).toEqual([0, 1]);
  expect(ahead.finish()).toBe("counted");
  expect(seen).toEqual([0, 1, 2, 3, 4]);
  expect(ahead.finish()).toBe("counted");
});

test("it gives way to everything else behind each step, and ends by itself", async () => {
  const seen: number[] = [];
  const ahead = new Ahead(counting(seen, 3));
  let before = 0;
  const advancing = ahead.advance(() => false);
  setImmediate(() => {
    before = seen.length;
  });
  await advancing;
  expect([1, 2]).toContain(before);
  expect(seen).toEqual([0, 1, 2]);
});
