import { expect, test } from "vitest";
import { blindSpots } from "./blind-spots.ts";

const counts = {
  files: 9,
  symbols: 9,
  calls: {},
  languages: { go: 9 },
  problems: 0,
  skipped: { binary: 3, vendored: 2 },
};
const coverage = { damaged: 0, givenUp: 0, unresolvedLanguages: [], unread: {} };

test("nothing is said where all of the project's own code was read", () => {
  expect(blindSpots({ ...counts, coverage })).toEqual([]);
  expect(blindSpots(counts)).toEqual([]);
});

test("what was not read or not followed is said in one sentence", () => {
  const skipped = { too_large: 1, generated: 12, vendored: 400 };
  const seen = { damaged: 2, givenUp: 1, unresolvedLanguages: ["xaml"], unread: { ".lua": 3, ".scala": 40 } };
  expect(blindSpots({ ...counts, skipped, coverage: seen })).toEqual([
    "Not known of: files left out (1 too large, 12 generated); sources in languages that are not read (3 .lua, 40 .scala); 1 file that could not be read; 2 files read in part; languages whose calls are not followed (xaml). drift_status counts them.",
  ]);
});
