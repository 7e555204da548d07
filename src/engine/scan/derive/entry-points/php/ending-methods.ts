/**
 * Methods of PHP's controllers that run before their actions, as constructors do, and end the request there: by an
 * exception, by `exit` behind a header, or by what a framework calls that does the same.
 */
import type { DatabaseSync } from "node:sqlite";
import { DeclaredTexts } from "#engine/scan/derive/declared-texts";
import { unsure } from "#engine/scan/derive/entry-points/guards/guards";
import type { Guard } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName } from "#engine/scan/derive/symbols";

/** What is called so asks who somebody is, or what they may. */
const asking =
  /access|admin|allow|auth|belong|csrf|forbid|grant|guest|is_?user|log(?:ged)?_?[io]n|owner|permi|privilege|protect|refus|restrict|role|secur|session|sign(?:ed)?_?in|token|user_?(?:data|id)|\bacl\b|\bcan\b|\bis[A-Z_]\w*(?:user|member|staff)/i;
/** A line that decides, and one that sends to where one signs in, or says no. */
const deciding = /\bif\b|\|\||&&|\?|\bor\b/i;
const sayingWhy =
  /\bredirect\b.*(?:log_?in|sign_?in|auth)|\bLocation:.*(?:log_?in|sign_?in|auth)|\b40[13]\b|denied|forbidden/i;
/** What is called so by a method does so by itself. */
const askedByName =
  /access|admin|allow|auth|forbid|grant|log(?:ged)?_?[io]n|owner|permi|privilege|protect|refus|restrict|role|secur|sign(?:ed)?_?in|\bacl\b/i;
const ending = /(?:^|[^\w$>:])(?:exit|die)\b\s*(?:\(|;)/i;
/** A header that sends away or says no, an answer that is sent at once, and what ends by itself. */
const sendingAway = /\bheader\(\s*["'](?:Location\b|HTTP\/[\d.]+ 40[13]|Status: 40[13])/i;
const sentAtOnce = /\bredirect\([^;]*->send\(/;
const answeringNo = /\b(?:response|set_response|fail\w*)\([^;]*\b(?:40[13]|HTTP_(?:UNAUTHORIZED|FORBIDDEN))\b/;
const endingCalls =
  /(?:^|\W)(?:abort(?:_if|_unless)?|show_404|show_error|(?:require|force)_?[lL]og_?[iI]n|\w*redirect_?[aA]nd_?[eE]xit)$/;
const answering = /(?:^|\W)(?:header|redirect|http_response_code|set_status_header|abort\w*|response|json_response)$/;
/** What ends the request by itself, by the framework. */
const endingBy: Readonly<Record<string, RegExp>> = {
  "CodeIgniter 3": /(?:^|\\)redirect$/,
  Yii: /->(?:redirect|goHome|loginRequired)$/,
  "Laminas MVC": /->(?:toRoute|toUrl)$/,
  Phalcon: /->(?:redirect|forward)$/,
};
/** Methods that it calls are looked at so far. */
const maxCalls = 2;

type Statement = ReturnType<DatabaseSync["prepare"]>;
interface Ends {
  /** Something there says that it asks. */
  readonly asks: boolean;
  /** It answers so, or sends to where one signs in. */
  readonly saysWhy: boolean;
}

export class EndingMethods {
  readonly #db: DatabaseSync;
  readonly #texts: DeclaredTexts;
  #ranges: FactRanges | undefined;
  #calls: Statement | undefined;
  #symbol: Statement | undefined;
  #throws: Statement | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#texts = new DeclaredTexts(db);
  }

  /**
   * The classes of which a method ends requests before their actions run, the outermost first.
   *
   * @param classes a class and those that it extends, the nearest first
   */
  refusing(classes: readonly string[], method: string, framework: string | null): Guard[] {
    const told: Guard[] = [];
    for (const type of classes) {
      const own = `${type}.${method}`;
      if (!this.#declared(own)) continue;
      told.unshift(...this.#asked(own, framework, type));
      // What does not call the one above takes its place.
      if (!this.#callsOf(own).some(({ callee_text }) => String(callee_text) === `parent::${method}`)) break;
    }
    return told;
  }

  /** The class, where the method ends requests itself; else what it calls that asks and ends them. */
  #asked(method: string, framework: string | null, type: string): Guard[] {
    const own = this.#endsItself(method, framework, lastName(type));
    const guard = { name: lastName(type), symbol: type };
    if (own) return [own.asks ? guard : unsure(guard)];
    const called = this.#calledBy(method).filter(({ callee }) =>
      this.#askedIn(String(callee), framework, maxCalls - 1),
    );
    const named = called.map(({ callee, callee_text }) => ({
      name: `${String(callee_text).replace(/^\$this->|^(?:self|static)::/, "")}()`,
      symbol: String(callee),
    }));
    return [...new Map(named.map((it) => [it.symbol, it])).values()];
  }

  /** Whether a function that is called asks somebody and ends the request: one that only ends it may find something missing. */
  #askedIn(called: string, framework: string | null, calls: number): boolean {
    const found = this.#endsItself(called, framework, lastName(called));
    if (found?.saysWhy || (found?.asks && askedByName.test(lastName(called)))) return true;
    return (
      calls > 0 && this.#calledBy(called).some(({ callee }) => this.#askedIn(String(callee), framework, calls - 1))
    );
  }

  /** What a method surely leads to, beside what it takes the place of. */
  #calledBy(method: string): Record<string, unknown>[] {
    return this.#callsOf(method).filter(
      ({ callee, callee_text }) => callee !== null && !/^parent::/.test(String(callee_text)),
    );
  }

  #endsItself(method: string, framework: string | null, type: string): Ends | undefined {
    const declared = this.#declared(method);
    const text = declared ? this.#texts.of(declared).text : "";
    const called = this.#callsOf(method);
    const isEnding = ({ callee_text, arguments: given, quote }: Record<string, unknown>) => {
      const [text, written] = [String(callee_text), String(quote ?? "")];
      return (
        endingCalls.test(text) ||
        [sendingAway, sentAtOnce, answeringNo].some((one) => one.test(written)) ||
        (Number(given) > 0 && endingBy[framework ?? ""]?.test(text) === true)
      );
    };
    const isAnswer = (one: Record<string, unknown>) =>
      isEnding(one) || answering.test(String(one.callee_text)) || /^\s*throw\b/.test(String(one.quote ?? ""));
    this.#throws ??= this.#db.prepare(
      "select 1 from error_sites where fact >= ? and fact < ? and symbol = ? and kind = 'throw'",
    );
    const isThrown = this.#throws.get(...this.#rangeOf(method), method) !== undefined;
    const body = text.replace(/^.*?\{/s, "");
    const lines = new Set([...body.split("\n"), ...called.map(({ quote }) => String(quote ?? ""))]);
    const isAsked = (line: string) => (deciding.test(line) && asking.test(line)) || sayingWhy.test(line);
    const asks = asking.test(type) || [...lines].some(isAsked);
    const saysWhy = called.some((one) => sayingWhy.test(String(one.quote ?? "")) && isAnswer(one));
    if (isThrown || called.some(isEnding)) return { asks, saysWhy };
    // What only ends may be broken.
    if (asks && ending.test(body)) return { asks, saysWhy };
    return undefined;
  }

  #callsOf(method: string): Record<string, unknown>[] {
    this.#calls ??= this.#db.prepare(
      `select callee, callee_text, arguments, quote from calls where fact >= ? and fact < ? and caller = ? order by line`,
    );
    return this.#calls.all(...this.#rangeOf(method), method);
  }

  #declared(method: string): Record<string, unknown> | undefined {
    this.#symbol ??= this.#db.prepare(
      "select id, preview, line, end_line from symbols where fact >= ? and fact < ? and id = ?",
    );
    return this.#symbol.get(...this.#rangeOf(method), method);
  }

  #rangeOf(symbol: string): ReturnType<FactRanges["of"]> {
    this.#ranges ??= new FactRanges(this.#db);
    return this.#ranges.of(symbol);
  }
}
