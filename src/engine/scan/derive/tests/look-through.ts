/** What is asked of what all files call: of which files the tests cover something else, and what no test reaches. */
import type { Entered } from "./entered.ts";
import { type KeptReach, reachOf } from "./kept-reach.ts";
import { Reach } from "./reach.ts";
import { stemOf, testedName } from "./related-files.ts";
import { findUntested, type Untested } from "./untested.ts";

/** What differs since the last scan, and what frameworks call now. */
export interface Asked {
  readonly entered: Entered;
  /** Folders in which documents may render components. */
  readonly rendering: readonly string[];
  /** Files whose tests differ. */
  readonly tests: ReadonlySet<string>;
  /** Functions that came or went: what tests call by such an id is covered, or no longer. */
  readonly functions: ReadonlySet<string>;
  /** Files that came or went: tests may be named after them. */
  readonly files: ReadonlySet<string>;
}

/** Undefined: no file has tests. */
export type Looked = { readonly covering: Covering; readonly untested: UntestedByFile } | undefined;

/** Files whose tests may cover something else; undefined: any. */
type Covering = ReadonlySet<string> | undefined;
type UntestedByFile = ReadonlyMap<string, readonly Untested[]>;

export function lookThrough(reach: Reach, asked: Asked): Looked {
  if (![...reach.files.values()].some(({ hasTests }) => hasTests)) return undefined;
  const tests = withCallers(reach, asked);
  return { covering: isShared(reach, tests) ? undefined : tests, untested: findUntested(reach, asked) };
}

/** The same of what was kept. */
export const lookThroughKept = (kept: KeptReach, asked: Asked): Looked => lookThrough(new Reach(reachOf(kept)), asked);

/** Files whose tests differ, and those whose tests call what came or went, or are named after it. */
function withCallers(reach: Reach, { tests, functions, files }: Asked): ReadonlySet<string> {
  if (functions.size === 0 && files.size === 0) return tests;
  const called = numbersOf(functions, reach);
  const names = new Set([...files].map(stemOf));
  const found = new Set(tests);
  for (const file of reach.files.values()) {
    if (file.hasTests && names.has(testedName(file.path) ?? "")) found.add(file.path);
    file.eachTestCall((callee) => {
      if (called.has(callee)) found.add(file.path);
    });
  }
  return found;
}

/** Whether the tests of other files lead to one of these. */
function isShared(reach: Reach, tests: ReadonlySet<string>): boolean {
  if ([...tests].some((path) => path.endsWith("conftest.py"))) return true;
  if (tests.size === 0) return false;
  const led = numbersOf(tests, reach);
  let isFound = false;
  for (const file of reach.files.values()) {
    const lead = (path: number): void => {
      isFound ||= path !== file.number && led.has(path);
    };
    file.eachTestCall((callee) => lead(reach.words.pathOf(callee)));
    file.each("testBases", lead);
  }
  return isFound;
}

/** The numbers of those words that any file holds. */
const numbersOf = (words: Iterable<string>, reach: Reach): ReadonlySet<number> =>
  new Set([...words].flatMap((word) => reach.words.find(word) ?? []));
