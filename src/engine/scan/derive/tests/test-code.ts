/** The code of tests: their files, the tests that stand between other code, and what all of it calls. */
import type { DatabaseSync } from "node:sqlite";
import { firstFact } from "#engine/scan/schema";
import { type Meaning, TestRules } from "./test-rules.ts";

export interface TestRow {
  readonly kind: "suite" | "case" | "fixture" | "hook";
  readonly name: string;
  readonly framework: string;
  readonly symbol: string | null;
  readonly line: number;
  readonly end_line: number;
}

/** A call in the code of tests, or what makes one: a component, a function that is passed on. */
export interface Site {
  readonly line: number;
  readonly caller: string;
  /** The last name of what is called. */
  readonly name: string;
  /** A declaration of the repository that it leads to for sure; else null. */
  readonly callee: string | null;
  /** Of the callee, 0 to 100. */
  readonly confidence: number;
  readonly meaning: Meaning | null;
}

export interface TestFile {
  readonly path: string;
  readonly language: string;
  /** All of it is for tests. */
  readonly isWhole: boolean;
  readonly tests: readonly TestRow[];
  readonly sites: readonly Site[];
}

interface FileRow {
  readonly unit: number;
  readonly path: string;
  readonly language: string;
  readonly is_test: number;
}

type CallRow = [
  line: number,
  caller: string,
  callee: string | null,
  callee_name: string,
  target: string | null,
  resolution: string,
  /** 0: a call, 1: a reference, 2: a statement. */
  origin: number,
];

/** How far a resolution is to be trusted; others lead nowhere for sure. */
const trust: Readonly<Record<string, number>> = { exact: 95, typed: 95, unique: 80 };

/** Of a statement that asserts. */
const assertion: Meaning = { kind: "assertion", framework: "" };

/** Where a symbol is declared. */
export const pathOf = (symbol: string): string => symbol.slice(0, symbol.indexOf("#"));

/** What a symbol is called in what is around it. */
export const lastName = (symbol: string): string =>
  symbol.slice(Math.max(symbol.lastIndexOf("."), symbol.lastIndexOf("#")) + 1);

export class TestCode {
  readonly files: readonly TestFile[];
  /** Names of calls in tests that lead nowhere for sure: they may be calls of anything of that name. */
  readonly openNames = new Set<string>();
  /** Names that are called in the files of tests and stand outside of the repository. */
  readonly outsideNames = new Set<string>();
  readonly #whole = new Set<string>();
  /** Symbols for tests in files that are for other things. */
  readonly #between = new Set<string>();
  readonly #calls = new Map<string, Site[]>();
  /** Functions, and components, which are what runs where they are passed on. */
  readonly #functions = new Set<string>();
  /** Methods that have no body: whose is run is not known. */
  readonly #promised = new Set<string>();

  constructor(db: DatabaseSync) {
    const rules = new TestRules();
    const rows = db
      .prepare(
        `select unit, path, language, is_test from files
         where is_test or path in (select path from tests) order by path`,
      )
      .all() as unknown as FileRow[];
    for (const { path, is_test } of rows) if (is_test) this.#whole.add(path);
    const functions = db.prepare("select id, kind, complexity from symbols where kind in ('function', 'method')");
    for (const row of functions.iterate() as Iterable<Record<string, string | number>>) {
      this.#functions.add(String(row.id));
      if (row.kind === "method" && row.complexity === 0) this.#promised.add(String(row.id));
    }
    const tests = db.prepare(
      "select kind, name, framework, symbol, line, end_line from tests where fact >= ? and fact < ? order by line, end_line desc, fact",
    );
    const symbols = db.prepare("select id, line from symbols where fact >= ? and fact < ?");
    const calls = db.prepare(
      "select line, caller, callee, callee_name, target, resolution, 0 from calls where fact >= ? and fact < ?",
    );
    const references = db.prepare(
      `select line, caller, symbol, name, null, resolution, 1 from "references"
       where fact >= ? and fact < ? and symbol is not null and kind in ('jsx', 'callback')`,
    );
    const statements = db.prepare(
      "select line, symbol, null, 'assert', null, '', 2 from assertions where fact >= ? and fact < ?",
    );
    for (const statement of [calls, references, statements]) statement.setReturnArrays(true);
    this.files = rows.map(({ unit, path, language, is_test }): TestFile => {
      const range = [firstFact(unit), firstFact(unit + 1)] as const;
      const found = tests.all(...range) as unknown as TestRow[];
      if (!is_test) {
        const apart = found.filter(({ kind }) => kind === "suite" || kind === "case");
        for (const { id, line } of symbols.all(...range) as { id: string; line: number }[])
          if (apart.some((one) => one.line <= line && line <= one.end_line)) this.#between.add(id);
      }
      const origins = [calls, references, statements].flatMap((one) => one.all(...range));
      const read = (origins as unknown as CallRow[])
        .map((row) => this.#site(row, language, rules))
        .sort((a, b) => a.line - b.line);
      const stubs = new Set(read.flatMap(({ meaning, line }) => (meaning?.kind === "stub" ? [line] : [])));
      // What is called there is told how to answer, and does nothing.
      const sites = read.map((site) => (stubs.has(site.line) ? { ...site, callee: null, confidence: 0 } : site));
      for (const site of sites) {
        const listed = this.#calls.get(site.caller);
        if (listed) listed.push(site);
        else this.#calls.set(site.caller, [site]);
      }
      return { path, language, isWhole: is_test === 1, tests: found, sites };
    });
  }

  #site(row: CallRow, language: string, rules: TestRules): Site {
    const [line, caller, callee, callee_name, target, resolution, origin] = row;
    if (origin === 2) return { line, caller, name: callee_name, callee: null, confidence: 0, meaning: assertion };
    if (resolution === "external") this.outsideNames.add(callee_name);
    const isRun = origin === 0 ? !this.#promised.has(callee ?? "") : this.#functions.has(callee ?? "");
    const confidence = callee !== null && isRun ? (trust[resolution] ?? 0) : 0;
    const outside = callee === null ? (target ?? (resolution === "unresolved" ? callee_name : null)) : null;
    const meaning = outside === null ? null : rules.meaningOf(language, outside);
    if (confidence === 0 && meaning === null && resolution !== "external") this.openNames.add(callee_name);
    return { line, caller, name: callee_name, callee: confidence > 0 ? callee : null, confidence, meaning };
  }

  /** Whether a symbol is there for tests. */
  isTest(symbol: string): boolean {
    return this.#whole.has(pathOf(symbol)) || this.#between.has(symbol);
  }

  isTestFile(path: string): boolean {
    return this.#whole.has(path);
  }

  /** The calls of a function for tests. */
  callsOf(symbol: string): readonly Site[] {
    return this.#calls.get(symbol) ?? [];
  }
}
