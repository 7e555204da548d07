import { expect, it } from "vitest";
import { Ago, relativeTime } from "./time.tsx";

const now = Date.UTC(2026, 10, 22, 9, 30);
const minute = 60_000;
const day = 24 * 60 * minute;

it.each([
  [0, "just now"],
  [-59_999, "just now"],
  [30_000, "in a moment"],
  [-minute, "1 minute ago"],
  [-119 * minute, "1 hour ago"],
  [-6 * day, "6 days ago"],
  [7 * day, "in 7 days"],
  [90 * day - 5, "in 90 days"],
  [-45 * day, "45 days ago"],
  [-200 * day, "6 months ago"],
  [-800 * day, "2 years ago"],
])("counts %i ms in a unit that says enough", (distance, told) => {
  expect(relativeTime(now + distance, now)).toBe(told);
});

it("keeps the exact moment, for machines and as the tooltip", () => {
  expect(String(<Ago at={now - day} now={now} />)).toMatchInlineSnapshot(
    `"<time class="nowrap" datetime="2026-11-21T09:30:00.000Z" title="21 Nov 2026, 09:30 UTC">1 day ago</time>"`,
  );
  expect(String(<Ago at={null} now={now} />)).toContain("Never");
});
