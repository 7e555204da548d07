/** Errors by which code refuses a request, where others say that something is broken: in a function, or in what it calls. */
import type { DatabaseSync } from "node:sqlite";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

type Statement = ReturnType<DatabaseSync["prepare"]>;

/** What answers a request that is not let on, by its status or by its name. */
const answering =
  /^4\d\d$|(?:^|\.)(?:HTTPException|\w*(?:AccessDenied|Authenticat|Authoriz|AuthError|AuthException|Credential|Forbidden|InvalidToken|PermissionDenied|Unauthori[sz]ed)\w*)$/;
/** Who asks may leave it to functions that it calls, so far. */
const maxCalls = 2;

export class Refusals {
  readonly #db: DatabaseSync;
  readonly #known = new Map<string, boolean>();
  #ranges: FactRanges | undefined;
  #refusing: ReadonlySet<string> | undefined;
  #catching: ReadonlySet<string> | undefined;
  #callees: Statement | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Whether a function, or one of the repository that it calls, over few calls, refuses requests. */
  below(symbol: string, calls = maxCalls): boolean {
    const key = `${calls} ${symbol}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found =
      this.#refuses(symbol) || (calls > 0 && this.#calledBy(symbol).some((it) => this.below(it, calls - 1)));
    this.#known.set(key, found);
    return found;
  }

  /** Whether a function leaves it to what it calls to refuse, and catches nothing of that. */
  by(symbol: string): boolean {
    this.#catching ??= new Set(
      this.#db
        .prepare("select distinct symbol from error_sites where kind = 'catch'")
        .all()
        .map((row) => String(row.symbol)),
    );
    return !this.#catching.has(symbol) && this.below(symbol, 1);
  }

  #refuses(symbol: string): boolean {
    this.#refusing ??= new Set(
      this.#db
        .prepare("select distinct symbol, error from error_sites where kind = 'throw' and error is not null")
        .all()
        .filter(({ error }) => answering.test(String(error)))
        .map((row) => String(row.symbol)),
    );
    return this.#refusing.has(symbol);
  }

  #calledBy(symbol: string): string[] {
    this.#ranges ??= new FactRanges(this.#db);
    this.#callees ??= this.#db.prepare(
      "select distinct callee from calls where fact >= ? and fact < ? and caller = ? and callee is not null",
    );
    return this.#callees.all(...this.#ranges.of(symbol), symbol).map(({ callee }) => String(callee));
  }
}
