/** The rows of tests: of each file, its tests with what is set up for them, and what they cover. */
import type { DatabaseSync } from "node:sqlite";
import type { FactRow } from "#contract/unit";
import { pathOf } from "#engine/scan/derive/symbols";
import { AccessedFields } from "./accessed-fields.ts";
import { Assertions, type Cover, coversOf, helpersThatSetUp } from "./covers.ts";
import { ExpectedByMarks } from "./expected-by-marks.ts";
import { Fixtures } from "./fixtures.ts";
import { Frameworks } from "./frameworks.ts";
import { layOut, type Setup, type TestCase } from "./layout.ts";
import type { Reach } from "./reach.ts";
import { type Imported, importsOf, Namesakes } from "./related-files.ts";
import { TestCode, type TestFile } from "./test-code.ts";

/** Rows of one file and table; a file of more tells the first. */
const maxRows = 20_000;
const maxFixtures = 20;
const byImport = 60;
const byName = 50;

export interface TestRows {
  readonly test_cases: FactRow[];
  readonly test_covers: FactRow[];
}

/** Files that have tests, each with what makes its rows: the rows of all files are much to hold. */
export type TestEncoders = ReadonlyMap<string, () => TestRows>;

/** @param wanted files of which it is asked; none: all */
export function encodeTests(db: DatabaseSync, reach: Reach, wanted?: ReadonlySet<string>): TestEncoders {
  const code = new TestCode(db, reach, wanted);
  const layouts = new Map([...code.files].map((file) => [file, layOut(file)]));
  const fixtures = new Fixtures(code, layouts);
  const frameworks = new Frameworks(db);
  const assertions = new Assertions(code);
  const expected = new ExpectedByMarks(db);
  const namesakes = new Namesakes(reach);
  const fields = new AccessedFields(db);
  const rowsOf = (file: TestFile, cases: readonly TestCase[]): TestRows => {
    const test_cases: FactRow[] = [];
    const test_covers: FactRow[] = [];
    const told = new Set<string>();
    for (const test of cases) {
      const setups = fixtures.of(file, test);
      const covers = coversOf(code, test, setups).filter(({ symbol }) => !fields.has(symbol));
      const named = [...setups, ...helpersThatSetUp(code, test.sites)];
      const framework = frameworks.of(file.path, test.row.framework);
      const asserted = assertions.in(test.sites) + (expected.of(test.row.symbol) ? 1 : 0);
      test_cases.push(caseRow(file, test, framework, asserted, named));
      for (const cover of covers) {
        told.add(cover.symbol);
        told.add(pathOf(cover.symbol));
        test_covers.push(coverRow(file, test, cover));
      }
    }
    test_covers.push(...wholeRows(file, told, importsOf(code, file), namesakes));
    return { test_cases: test_cases.slice(0, maxRows), test_covers: test_covers.slice(0, maxRows) };
  };
  const encoders = new Map<string, () => TestRows>();
  for (const [file, { cases }] of layouts)
    if (cases.length > 0 && wanted?.has(file.path) !== false) encoders.set(file.path, () => rowsOf(file, cases));
  return encoders;
}

function caseRow(
  { path }: TestFile,
  { row }: TestCase,
  framework: string,
  assertions: number,
  setups: readonly Setup[],
): FactRow {
  const fixtures = setups.slice(0, maxFixtures).map(({ name, symbol }) => ({ name, symbol }));
  const told = fixtures.length > 0 ? JSON.stringify(fixtures) : null;
  const kept = told !== null && told.length > 4_000 ? JSON.stringify(fixtures.slice(0, 1)) : told;
  return [path, row.line, row.end_line, row.name, framework, row.symbol, assertions, kept];
}

const coverRow = ({ path }: TestFile, { row }: TestCase, { symbol, how, steps, confidence }: Cover): FactRow => [
  path,
  row.line,
  row.name,
  symbol,
  pathOf(symbol),
  how,
  steps,
  confidence,
];

/** What a file is about as a whole, besides what its tests call. */
function wholeRows(file: TestFile, told: Set<string>, imported: readonly Imported[], namesakes: Namesakes): FactRow[] {
  const row = (symbol: string | null, target: string, how: string, confidence: number): FactRow => [
    file.path,
    1,
    null,
    symbol,
    target,
    how,
    0,
    confidence,
  ];
  const rows: FactRow[] = [];
  for (const { symbol, target } of imported) {
    if (told.has(symbol ?? target)) continue;
    told.add(symbol ?? target);
    told.add(target);
    rows.push(row(symbol, target, "import", byImport));
  }
  const namesake = namesakes.of(file);
  if (namesake !== undefined && !told.has(namesake)) rows.push(row(null, namesake, "name", byName));
  return rows;
}
