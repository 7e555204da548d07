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
];

/** How far a resolution is to be trusted; others lead nowhere for sure. */
const trust: Readonly<Record<string, number>> = { exact: 95, typed: 95, unique: 80 };

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

  constructor(db: DatabaseSync) {
    const rules = new TestRules();
    const rows = db
      .prepare(
        `select unit, path, language, is_test from files
         where is_test or path in (select path from tests) order by path`,
      )
      .all() as unknown as FileRow[];
    for (const { path, is_test } of rows) if (is_test) this.#whole.add(path);
    const tests = db.prepare(
      "select kind, name, framework, symbol, line, end_line from tests where fact >= ? and fact < ? order by line, end_line desc, fact",
    );
    const symbols = db.prepare("select id, line from symbols where fact >= ? and fact < ?");
    const calls = db.prepare(
      "select line, caller, callee, callee_name, target, resolution from calls where fact >= ? and fact < ?",
    );
    const references = db.prepare(
      `select line, caller, symbol, name, null, resolution from "references"
       where fact >= ? and fact < ? and symbol is not null`,
    );
    for (const statement of [calls, references]) statement.setReturnArrays(true);
    this.files = rows.map(({ unit, path, language, is_test }): TestFile => {
      const range = [firstFact(unit), firstFact(unit + 1)] as const;
      const found = tests.all(...range) as unknown as TestRow[];
      if (!is_test) {
        const apart = found.filter(({ kind }) => kind === "suite" || kind === "case");
        for (const { id, line } of symbols.all(...range) as { id: string; line: number }[])
          if (apart.some((one) => one.line <= line && line <= one.end_line)) this.#between.add(id);
      }
      const read = [...calls.all(...range), ...references.all(...range)] as unknown as CallRow[];
      const sites = read.map((row) => this.#site(row, language, rules)).sort((a, b) => a.line - b.line);
      for (const site of sites) {
        const listed = this.#calls.get(site.caller);
        if (listed) listed.push(site);
        else this.#calls.set(site.caller, [site]);
      }
      return { path, language, isWhole: is_test === 1, tests: found, sites };
    });
  }

  #site(row: CallRow, language: string, rules: TestRules): Site {
    const [line, caller, callee, callee_name, target, resolution] = row;
    if (resolution === "external") this.outsideNames.add(callee_name);
    const confidence = callee === null ? 0 : (trust[resolution] ?? 0);
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
