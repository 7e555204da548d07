/** What a test covers: what it calls, what helpers and fixtures call for it, and else what its file is about. */
import type { CoverKind } from "#contract/fact-words";
import { lastName } from "#engine/scan/derive/symbols";
import { saysThatItAsserts } from "./asserting.ts";
import type { Setup, TestCase } from "./layout.ts";
import type { Site, TestCode } from "./test-code.ts";

export interface Cover {
  readonly symbol: string;
  readonly how: CoverKind;
  /** Calls between the test and what is covered. */
  readonly steps: number;
  readonly confidence: number;
}

/** Helpers that call helpers …: so many calls from the test on. */
const maxSteps = 4;
/** A test that covers more tells the first of them. */
const maxCovers = 60;

const order: Readonly<Record<CoverKind, number>> = { call: 0, helper: 1, fixture: 2, import: 3, name: 4 };
/** What each further call takes away. */
const perStep = 5;
/** What is set up for many tests says little of any: so sure at most, and less by so much with each further call. */
const bySetup = 65;
const perSetupStep = 10;
/** What is known by less is not told. */
const least = 50;

export function coversOf(code: TestCode, test: TestCase, setups: readonly Setup[]): Cover[] {
  const covers = new Map<string, Cover>();
  const add = (cover: Cover): void => {
    const known = covers.get(cover.symbol);
    if (!known || rank(cover) < rank(known)) covers.set(cover.symbol, cover);
  };
  reach(code, test.sites, "call", 1, add);
  for (const { sites } of setups) reach(code, sites, "fixture", 1, add);
  for (const { sites } of test.scopes) reach(code, sites, "fixture", 1, add);
  return [...covers.values()].sort((a, b) => rank(a) - rank(b)).slice(0, maxCovers);
}

const rank = ({ how, steps }: Cover): number => order[how] * 10 + steps;

/** Follows calls through the code of tests, breadth first, and tells of all else that they lead to. */
function reach(
  code: TestCode,
  from: readonly Site[],
  how: "call" | "fixture",
  first: number,
  add: (cover: Cover) => void,
): void {
  const seen = new Set<string>();
  let sites = from;
  for (let steps = first; sites.length > 0 && steps <= maxSteps; steps++) {
    const next: Site[] = [];
    for (const { callee, confidence } of sites) {
      if (callee === null || seen.has(callee)) continue;
      seen.add(callee);
      if (code.isTest(callee)) next.push(...code.callsOf(callee));
      else {
        const told = how === "call" && steps > first ? "helper" : how;
        const sure =
          how === "call"
            ? confidence - perStep * (steps - 1)
            : Math.min(confidence, bySetup) - perSetupStep * (steps - 1);
        if (sure >= least) add({ symbol: callee, how: told, steps, confidence: sure });
      }
    }
    sites = next;
  }
}

/** How many assertions a test makes: its own, and calls of functions for tests that make some in turn. */
export class Assertions {
  /** Functions for tests from which an assertion is so many calls away at most. */
  readonly #asserting: ReadonlySet<string>;
  readonly #code: TestCode;

  constructor(code: TestCode) {
    this.#code = code;
    const callers = new Map<string, Set<string>>();
    let last = new Set<string>();
    for (const { sites } of code.files)
      for (const { caller, callee, meaning } of sites) {
        if (meaning === "assertion") last.add(caller);
        if (callee === null || !code.isTest(callee)) continue;
        const listed = callers.get(callee);
        if (listed) listed.add(caller);
        else callers.set(callee, new Set([caller]));
      }
    const asserting = new Set(last);
    for (let steps = 1; steps < maxSteps; steps++) {
      last = new Set([...last].flatMap((one) => [...(callers.get(one) ?? [])]).filter((one) => !asserting.has(one)));
      for (const one of last) asserting.add(one);
    }
    this.#asserting = asserting;
  }

  in(sites: readonly Site[]): number {
    const known = sites.filter(({ meaning, callee }) =>
      meaning ? meaning === "assertion" : callee !== null && this.#asserting.has(callee),
    );
    // `assertThat(one)` says nothing yet: where what is asked of it is known to assert, that is the assertion.
    const lines = new Set(known.map(({ line }) => line));
    const named = sites.filter(
      ({ meaning, callee, name, line }) =>
        !meaning &&
        callee !== null &&
        !this.#asserting.has(callee) &&
        this.#code.isTest(callee) &&
        saysThatItAsserts(name) &&
        !(name.endsWith("That") && lines.has(line)),
    );
    return known.length + named.length;
  }
}

/** Functions for tests that set something up which the framework takes down again. */
export function helpersThatSetUp(code: TestCode, sites: readonly Site[]): Setup[] {
  const callees = new Set(sites.flatMap(({ callee }) => (callee !== null && code.isTest(callee) ? [callee] : [])));
  const setsUp = (symbol: string) => code.callsOf(symbol).some(({ meaning }) => meaning === "fixture");
  return [...callees].filter(setsUp).map((symbol) => ({ name: lastName(symbol), symbol, sites: [] }));
}
