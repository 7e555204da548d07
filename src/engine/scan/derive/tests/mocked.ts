/** What a file of tests replaces: modules and classes of which nothing runs there. */
import type { Unit } from "#contract/unit";
import { literally } from "#engine/literally";
import { lastName, pathOf } from "#engine/scan/derive/symbols";
import { tuplesOf } from "#engine/scan/derive/unit-rows";
import { stemOf, testedName } from "./related-files.ts";

/** Libraries that replace modules by their specifiers. */
const ofModules: ReadonlySet<string> = new Set(["vitest", "jest"]);
/** Calls by which a replacement takes parts of what it replaces. */
const partly = /^(?:import|require)Actual$|^importOriginal$/;
/** Doubles that run what nothing tells otherwise. */
const spies =
  /^(?:spyk?|makePartial|shouldAllowMockingProtectedMethods|createPartialMock|setMethods|onlyMethods|CallBase|mockkObject|ForPartsOf)$|partial/i;
const spyAnnotation = /\bSpy|SpyBean|InjectMocks/;

type Call = readonly [line: number, start: number, name: string, text: string, kind: string, callee: string | null];
type Mock = readonly [library: string, subject: string | null, target: string | null, line: number];

export class Mocked {
  readonly #specifiers = new Set<string>();
  readonly #targets = new Set<string>();
  readonly #classes: readonly string[];

  constructor(unit: Unit) {
    const mocks = tuplesOf<Mock>(unit, "mocks", ["library", "subject", "target", "line"]).sort((a, b) => a[3] - b[3]);
    if (mocks.length === 0) {
      this.#classes = [];
      return;
    }
    const columns = ["line", "start_line", "callee_name", "callee_text", "kind", "callee"];
    const calls = tuplesOf<Call>(unit, "calls", columns);
    const marked = tuplesOf<readonly [number, string | null]>(unit, "symbols", ["line", "decorators"]);
    const spied = new Set(
      marked.flatMap(([line, given]) => (given !== null && spyAnnotation.test(given) ? [line] : [])),
    );
    for (const [line, start, name] of calls) if (spies.test(name)) for (let at = start; at <= line; at++) spied.add(at);
    const actual = calls.flatMap(([line, , name]) => (partly.test(name) ? [line] : []));
    const real = new Set<string>();
    for (const [at, [library, subject, target, line]] of mocks.entries()) {
      const next = mocks[at + 1]?.[3] ?? Number.POSITIVE_INFINITY;
      const isReal = spied.has(line) || actual.some((one) => line <= one && one < Math.max(next, line + 1));
      if (target !== null) (isReal ? real : this.#targets).add(target);
      if (subject !== null && ofModules.has(library))
        if (isReal) real.add(subject);
        else this.#specifiers.add(subject);
    }
    // What the file is named after is what it tests, however much of it is replaced.
    const tested = testedName(unit.path);
    for (const one of this.#targets) if (stemOf(pathOf(one)) === tested) real.add(one);
    for (const one of this.#specifiers) if (stemOf(`${one}.`) === tested) real.add(one);
    for (const one of real) {
      this.#specifiers.delete(one);
      this.#targets.delete(one);
    }
    const made = new Set(
      calls.flatMap(([, , , , kind, callee]) => (kind === "new" && callee !== null ? [callee] : [])),
    );
    this.#classes = [...this.#targets].filter(
      (one) => !made.has(one) && ![...made].some((it) => it.startsWith(`${one}.`)),
    );
  }

  /** Whether an import brings what is replaced. */
  hasImport(specifier: string, symbol: string | null): boolean {
    return this.#specifiers.has(specifier) || (symbol !== null && this.#targets.has(symbol));
  }

  /** Whether a method is called on what stands for a class: the class itself is never made there, nor written in front. */
  isCalledOnDouble(callee: string, text: string): boolean {
    return this.#classes.some(
      (one) => callee.startsWith(`${one}.`) && !new RegExp(`^\\W?${literally(lastName(one))}(?:\\.|::)`).test(text),
    );
  }
}
