/** What a test covers: what it calls, what helpers and fixtures call for it, and else what its file is about. */
import type { CoverKind } from "#contract/fact-words";
import type { Setup, TestCase } from "./layout.ts";
import { lastName, type Site, type TestCode } from "./test-code.ts";

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
      else
        add({
          symbol: callee,
          how: how === "call" && steps > first ? "helper" : how,
          steps,
          confidence: confidence - perStep * (steps - 1 + (how === "fixture" ? 1 : 0)),
        });
    }
    sites = next;
  }
}

/** How many assertions a test makes: its own, and calls of functions for tests that make some in turn. */
export class Assertions {
  readonly #code: TestCode;
  readonly #asserting = new Map<string, boolean>();

  constructor(code: TestCode) {
    this.#code = code;
  }

  in(sites: readonly Site[]): number {
    return sites.filter((site) => this.#asserts(site, 0)).length;
  }

  #asserts({ meaning, callee }: Site, depth: number): boolean {
    if (meaning) return meaning.kind === "assertion";
    if (callee === null || depth >= maxSteps || !this.#code.isTest(callee)) return false;
    const known = this.#asserting.get(callee);
    if (known !== undefined) return known;
    this.#asserting.set(callee, false);
    const found = this.#code.callsOf(callee).some((site) => this.#asserts(site, depth + 1));
    this.#asserting.set(callee, found);
    return found;
  }
}

/** Functions for tests that set something up which the framework takes down again. */
export function helpersThatSetUp(code: TestCode, sites: readonly Site[]): Setup[] {
  const callees = new Set(sites.flatMap(({ callee }) => (callee !== null && code.isTest(callee) ? [callee] : [])));
  const setsUp = (symbol: string) => code.callsOf(symbol).some(({ meaning }) => meaning?.kind === "fixture");
  return [...callees].filter(setsUp).map((symbol) => ({ name: lastName(symbol), symbol, sites: [] }));
}
