import { expect, test } from "vitest";
import { plural } from "./table-names.ts";

test("nouns are made plurals as frameworks make them", () => {
  const nouns = ["user", "category", "day", "box", "class", "status", "diagnostics", "analysis", "news", "person"];
  expect(nouns.map(plural)).toEqual([
    "users",
    "categories",
    "days",
    "boxes",
    "classes",
    "statuses",
    "diagnostics",
    "analyses",
    "news",
    "people",
  ]);
});
