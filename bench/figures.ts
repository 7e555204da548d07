/** `bench/figures.json`: the figures that a review should see move. */
import { readFileSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

export interface Figures {
  repository: {
    files: number;
    symbols: number;
    calls: Record<string, number>;
    units: number;
    rows: Record<string, number>;
  };
  push: {
    full: { units: number; requests: number };
    again: { units: number; upToDate: boolean };
    delta: { units: number; requests: number };
  };
  /** Medians of one call. */
  tools: Record<string, { errors: number; roundTrips: number; rowsRead: number }>;
  listedTokens: { tools: number; instructions: number };
  sizes: Record<string, { rawKiB: number; gzipKiB: number }>;
}

const file = new URL("figures.json", import.meta.url);

export const writeFigures = (figures: Figures): void => writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);

/** Prints every figure that differs from the committed ones; true where none does. */
export function checkFigures(figures: Figures): boolean {
  const committed: unknown = JSON.parse(readFileSync(file, "utf8"));
  const differences = [...compare("", committed, figures)];
  for (const line of differences) console.error(line);
  if (differences.length > 0) console.error("If that is meant: npm run bench -- --write");
  return differences.length === 0;
}

function* compare(path: string, before: unknown, after: unknown): Generator<string> {
  if (isDeepStrictEqual(before, after)) return;
  if (isObject(before) && isObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      yield* compare(path ? `${path}.${key}` : key, before[key], after[key]);
    }
  } else yield `${path}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
