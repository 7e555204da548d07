/**
 * Methods of classes through which requests are handed to the methods that handle them, as `dispatch` of Django's views: a
 * class, or one that is mixed into it, asks there where such a method refuses.
 */
import type { DatabaseSync } from "node:sqlite";
import { EndingMethods } from "#engine/scan/derive/entry-points/php/ending-methods";
import type { Guard } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName } from "#engine/scan/derive/symbols";

/** The name of guards that are such methods. */
export const handing = "where it refuses";

/** What is called to refuse a request, and what is where the class's name says that it asks. */
const refusing =
  /(?:^|\.)(?:handle_no_permission|permission_denied|not_authenticated|redirect_to_login|HttpResponseForbidden)$/;
/** An answer whose status says that a request is refused: `JsonResponse({}, status=403)`. */
const answering = /(?:^|\.)\w*Response\w*$/;
const refusingStatus = /\bstatus(?:_code)?\s*=\s*(?:4\d\d|[\w.]*HTTP_4\d\d|[\w.]*(?:FORBIDDEN|UNAUTHORIZED))/;
const sendingAway = /(?:^|\.)(?:redirect|HttpResponseRedirect)$/;
const asking =
  /Admin|Access|Auth|Login|Member|Only|Owner|Permission|Permitted|Protect|Require|Restrict|Staff|Superuser/;

const ofPhp = /\.php#/;

type Statement = ReturnType<DatabaseSync["prepare"]>;
type Found = (symbol: string) => { readonly handler: string } | undefined;

export class HandingMethods {
  readonly #db: DatabaseSync;
  readonly #ending: EndingMethods;
  #ranges: FactRanges | undefined;
  #calls: Statement | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#ending = new EndingMethods(db);
  }

  /**
   * The classes of which a method refuses that requests are handed on by.
   *
   * @param classes a class and those that it extends, the nearest first
   */
  refusing(
    classes: readonly string[],
    { name }: Guard,
    handlers: { readonly found: Found; readonly throws: (symbol: string) => boolean },
    framework: string | null,
  ): Guard[] {
    if (ofPhp.test(classes[0] ?? "")) return this.#ending.refusing(classes, name, framework);
    return classes
      .map((one) => [one, handlers.found(`${one}.${name}`)?.handler] as const)
      .filter(([one, method]) => method !== undefined && (handlers.throws(method) || this.#sendsAway(method, one)))
      .map(([one]) => ({ name: lastName(one), symbol: one }));
  }

  #sendsAway(method: string, type: string): boolean {
    this.#ranges ??= new FactRanges(this.#db);
    this.#calls ??= this.#db.prepare(
      "select callee_text, quote from calls where fact >= ? and fact < ? and caller = ?",
    );
    const called = this.#calls.all(...this.#ranges.of(method), method);
    return called.some(({ callee_text, quote }) => {
      const text = String(callee_text);
      if (refusing.test(text) || (asking.test(lastName(type)) && sendingAway.test(text))) return true;
      return answering.test(text) && refusingStatus.test(String(quote ?? ""));
    });
  }
}
