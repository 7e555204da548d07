/**
 * Functions of Go that serve tests what they register, wherever they stand: they start a server for them, or take one, or lie
 * among tests in a file that looks at what is answered.
 */
import type { DatabaseSync } from "node:sqlite";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

/** What a test is taken as. */
const ofTest = /\*testing\.T"|testing\.TB"/;
/** Folders of tests. */
const amongTests = /(?:^|\/)(?:tests?|e2e|test_?utils?|test_?helpers?)\/[^#]*#/;

export class TestHelpers {
  readonly #ranges: FactRanges;
  readonly #params: ReturnType<DatabaseSync["prepare"]>;
  readonly #servers: ReturnType<DatabaseSync["prepare"]>;
  readonly #imports: ReturnType<DatabaseSync["prepare"]>;
  readonly #known = new Map<string, boolean>();

  constructor(db: DatabaseSync) {
    this.#ranges = new FactRanges(db);
    this.#params = db.prepare("select params from symbols where fact >= ? and fact < ? and id = ?");
    this.#servers = db.prepare(
      `select 1 from calls where fact >= ? and fact < ? and caller = ?
       and callee_text in ('httptest.NewServer', 'httptest.NewTLSServer', 'httptest.NewUnstartedServer')`,
    );
    this.#imports = db.prepare(
      "select 1 from imports where fact >= ? and fact < ? and specifier in ('testing', 'net/http/httptest')",
    );
  }

  has(symbol: string): boolean {
    if (!symbol.includes(".go#")) return false;
    const known = this.#known.get(symbol);
    if (known !== undefined) return known;
    const range = this.#ranges.of(symbol);
    const params = String(this.#params.get(...range, symbol)?.params ?? "");
    const found =
      ofTest.test(params) ||
      this.#servers.get(...range, symbol) !== undefined ||
      (amongTests.test(symbol) && this.#imports.get(...range) !== undefined);
    this.#known.set(symbol, found);
    return found;
  }
}
