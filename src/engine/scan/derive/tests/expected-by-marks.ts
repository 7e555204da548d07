/**
 * What marks on a test say of how it has to end, without any call that asserts: `@Test(expected = …)` of JUnit 4, `expectedExceptions`
 * of TestNG, `[ExpectedException(…)]` of MSTest, `ExpectedResult = …` of NUnit's cases, and Rust's `#[should_panic]`.
 */
import type { DatabaseSync } from "node:sqlite";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

const expecting =
  /^(?:[\w.]+\.)?(?:Test\(.*\bexpected(?:Exceptions(?:MessageRegExp)?)?\s*=|TestCase(?:Attribute)?\(.*\bExpectedResult\s*=|ExpectedException(?:Attribute)?\b|should_panic\b)/s;

export class ExpectedByMarks {
  readonly #ranges: FactRanges;
  readonly #marks: ReturnType<DatabaseSync["prepare"]>;

  constructor(db: DatabaseSync) {
    this.#ranges = new FactRanges(db);
    this.#marks = db.prepare("select decorators from symbols where fact >= ? and fact < ? and id = ?");
  }

  /** Whether a test fails where it ends otherwise than its marks say. */
  of(symbol: string | null): boolean {
    if (symbol === null) return false;
    const written = this.#marks.get(...this.#ranges.of(symbol), symbol)?.decorators;
    const marks = written ? (JSON.parse(String(written)) as string[]) : [];
    return marks.some((mark) => expecting.test(mark));
  }
}
