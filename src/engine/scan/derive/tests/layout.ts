/** Which test a line of a file belongs to, and what is set up around it. */
import { lastName } from "#engine/scan/derive/symbols";
import type { Site, TestFile } from "./test-code.ts";
import type { TestRow } from "./test-share.ts";

/** What is set up for tests: a hook, a fixture. */
export interface Setup {
  readonly name: string;
  readonly symbol: string | null;
  readonly sites: readonly Site[];
}

export interface TestCase {
  readonly row: TestRow;
  /** The calls in it, without those in tests inside of it. */
  readonly sites: readonly Site[];
  /** The suites around it, the innermost first, and at last the file. */
  readonly scopes: readonly Scope[];
}

/** A suite, or the file. */
export interface Scope {
  readonly row: TestRow | null;
  readonly hooks: Setup[];
  /** Fixtures by their names, that tests name in turn. */
  readonly fixtures: Map<string, Setup>;
  /** Calls that are made where the suite is put together. */
  readonly sites: Site[];
}

export interface Layout {
  readonly cases: readonly TestCase[];
  readonly scopes: readonly Scope[];
}

const scopeOf = (row: TestRow | null): Scope => ({ row, hooks: [], fixtures: new Map(), sites: [] });

export function layOut(file: TestFile): Layout {
  const around = new Lines(file.tests.filter(({ kind }) => kind === "suite"));
  const inside = new Lines(file.tests.filter(({ kind }) => kind !== "suite"));
  const whole = scopeOf(null);
  const scopes = new Map(around.rows.map((row) => [row, scopeOf(row)] as const));
  const scopesAt = (line: number): Scope[] => [...around.at(line).map((row) => scopes.get(row) ?? whole), whole];

  const own = new Map<TestRow, Site[]>(inside.rows.map((row) => [row, []]));
  const suites = new Set(around.rows.map(({ symbol }) => symbol));
  // What modules of Python do as they are loaded declares functions and tables, and sets nothing up for a test.
  const isLoaded = file.language === "python" || file.language === "jupyter";
  const specifications = file.language === "kotlin" ? specificationsOf(file, inside) : new Set<string>();
  for (const site of file.sites) {
    const row = inside.innermost(site.line);
    if (row) own.get(row)?.push(site);
    // What runs where nothing but suites and the file are around.
    else if (
      (site.caller.endsWith("#<module>") && !isLoaded) ||
      suites.has(site.caller) ||
      isOfSuite(site.caller, suites) ||
      specifications.has(site.caller)
    )
      scopesAt(site.line)[0]?.sites.push(site);
  }
  const cases: TestCase[] = [];
  for (const row of inside.rows) {
    const sites = own.get(row) ?? [];
    const around = scopesAt(row.line);
    if (row.kind === "case") cases.push({ row, sites, scopes: around });
    else {
      const setup: Setup = { name: row.name, symbol: row.symbol, sites };
      if (row.kind === "hook") around[0]?.hooks.push(setup);
      else around[0]?.fixtures.set(row.name, setup);
    }
  }
  return { cases, scopes: [...scopes.values(), whole] };
}

/** Kotlin's classes whose tests are calls as they are made: what is beside these runs for each of them. */
function specificationsOf({ sites }: TestFile, tests: Lines): ReadonlySet<string> {
  const isType = (caller: string): boolean => /(?:^|[#.])[A-Z]\w*$/.test(caller);
  return new Set(
    sites.flatMap(({ line, caller }) => (isType(caller) && tests.innermost(line)?.symbol === null ? [caller] : [])),
  );
}

/** Whether it is the constructor of a suite's class. */
function isOfSuite(caller: string, suites: ReadonlySet<string | null>): boolean {
  const at = caller.lastIndexOf(".");
  const owner = caller.slice(0, Math.max(at, 0));
  const name = caller.slice(at + 1);
  return suites.has(owner) && (name === "constructor" || name === lastName(owner));
}

/** Rows of tests by the lines that they stand on; they nest. */
class Lines {
  readonly rows: readonly TestRow[];
  /** By line: the place of the innermost row, and one; 0: none. */
  readonly #innermost: Int32Array;
  /** By place: the row around. */
  readonly #around: number[] = [];

  /** @param rows in the order of lines, the outer before the inner */
  constructor(rows: readonly TestRow[]) {
    this.rows = rows;
    this.#innermost = new Int32Array(Math.max(0, ...rows.map(({ end_line }) => end_line)) + 1);
    for (const [at, { line, end_line }] of rows.entries()) {
      this.#around.push(this.#innermost[line] ?? 0);
      this.#innermost.fill(at + 1, line, end_line + 1);
    }
  }

  innermost(line: number): TestRow | undefined {
    return this.rows[(this.#innermost[line] ?? 0) - 1];
  }

  /** The rows around a line, the innermost first. */
  at(line: number): TestRow[] {
    const found: TestRow[] = [];
    for (let at = this.#innermost[line] ?? 0; at > 0; at = this.#around[at - 1] ?? 0) {
      const row = this.rows[at - 1];
      if (row) found.push(row);
    }
    return found;
  }
}
