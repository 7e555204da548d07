/**
 * Types that make themselves of requests where a function takes one: which of them guard by it, and what they refuse.
 * Each question is put to the database when it is asked first.
 */
import type { DatabaseSync } from "node:sqlite";
import { decidesByPath } from "#engine/scan/derive/entry-points/owner-words";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName } from "#engine/scan/derive/symbols";
import { valuesOf } from "#engine/scan/derive/values-of";

/** How methods are called that make their type of a request. */
const makers = ["from_request", "from_request_parts"] as const;
const makes = /\.from_request(?:_parts)?$/;
/** What is called to read a request's head. */
const head =
  /\b(?:headers|cookies?|cookie_jar|jar|extensions|extract(?:_parts)?(?:_with_state)?|TypedHeader|Session|Identity)\b/;
/** What a request is asked for another type that makes itself of it by, but where that may be none. */
const asksFor = /\.guard::<(?:\w+::)*(\w+)[^()]*>\(\)(?!(?:\s*\.await)?\s*\.(?:succeeded|is_\w+)\b)/;
/** What is called to refuse. */
const refusal = /(?:^|\.|::)(?:Outcome\.(?:Error|Failure|Forward)|Err|err)$/;
/** What gives a refusal in the place of what is not there or has failed. */
const instead = /(?:^|\.)(?:ok_or|ok_or_else|map_err)$/;
/** What a refusal names that says that whoever asks may not. */
const forbids = /(?:\b|Error)(?:unauthori[sz]ed|unauthenticated|forbidden|access_?denied|payment_?required)\b/i;
/** Types that are made of what others make of the same request. */
const maxMade = 4;

/** What a type says that it refuses requests by, where it never does: `type Rejection = Infallible`. */
const never = /=\s*(?:(?:\w+::)*Infallible|!)\s*;?\s*$/;

/** Functions that a type leaves the reading of requests to. */
const maxReading = 2;

/** Whether a call reads a request's head. */
const readsHead = ({ target, callee_text }: Record<string, unknown>): boolean =>
  head.test(`${target ?? ""}.${callee_text}`);

/** Whether a line gives back what a function gives, its errors too: `ready(read(req).map(Own))`. */
const givesBack = (quote: string, name: string): boolean =>
  new RegExp(`\\bready\\((?:\\w+::)*${name}\\([^()]*\\)(?:\\)|\\.(?:map|and_then)\\b)`).test(quote);

export class Extractors {
  readonly #db: DatabaseSync;
  readonly #ranges: FactRanges;
  #handing: ReadonlySet<unknown> | undefined;
  /** What guards by being the type of a parameter. */
  #guarding: ReadonlySet<string> | undefined;
  #parametersOf: ReturnType<DatabaseSync["prepare"]> | undefined;
  readonly #parameters = new Map<string, readonly string[]>();
  #alias: ReturnType<DatabaseSync["prepare"]> | undefined;
  /** By a type that guards, the aliases that functions name it by. */
  readonly #aliases = new Map<string, ReadonlySet<string>>();
  readonly #refusing = new Map<string, boolean>();
  #paramsOf: ReturnType<DatabaseSync["prepare"]> | undefined;
  #calledIn: ReturnType<DatabaseSync["prepare"]> | undefined;
  #calledAt: ReturnType<DatabaseSync["prepare"]> | undefined;
  #signature: ReturnType<DatabaseSync["prepare"]> | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#ranges = new FactRanges(db);
  }

  /** Whether a function takes a type itself, and can not do without: not where it may be none of it. */
  isTaken(symbol: string, type: string): boolean {
    this.#paramsOf ??= this.#db.prepare("select params from symbols where fact >= ? and fact < ? and id = ?");
    const params = String(this.#paramsOf.get(...this.#ranges.of(symbol), symbol)?.params ?? "[]");
    const names = [type, ...(this.#aliases.get(type) ?? [])].map((id) => lastName(id));
    const without = params.replace(/\b(?:Option|Result|Either)<[^"]*/g, "");
    return new RegExp(`\\b(?:${names.join("|")})\\b`).test(without);
  }

  /** Whether a type that makes itself of requests refuses some of them by what their heads say. */
  refuses(type: string, open: readonly string[] = []): boolean {
    const known = this.#refusing.get(type);
    if (known !== undefined) return known;
    if (open.includes(type) || open.length >= maxMade) return false;
    if (never.test(this.#signatureOf(`${type}.Rejection`))) return false;
    const made: readonly string[] = makers.map((name) => `${type}.${name}`);
    const first = this.#callsIn(type, made);
    // What a macro says in the place of its calls is not known, but that it may refuse.
    if (first.length === 0 && this.#isMadeByMacro(type)) return true;
    const [only = "", ...more] = first.map(({ callee }) => String(callee ?? ""));
    // A maker that only calls another method of its type gives back what that gives.
    const isLed = only.startsWith(`${type}.`) && more.length === 0 && !makes.test(only);
    const [callers, calls] = isLed ? [[only, only], this.#callsIn(type, [only, only])] : [made, first];
    const reading = calls.map(({ callee }) => String(callee ?? "")).filter((callee) => this.#reads(callee, type));
    const isForbidden = ({ target, callee_text, quote }: Record<string, unknown>) =>
      refusal.test(String(target ?? callee_text)) && forbids.test(String(quote ?? ""));
    const through = calls.map(({ callee }) => String(callee ?? "")).filter((callee) => makes.test(callee));
    // What another type makes of the head is read as well, whether or not that refuses by itself.
    const isReadByOther = through.some((callee) => this.#callsIn(callee, [callee, callee]).some(readsHead));
    const asks = reading.length > 0 || calls.some(readsHead) || calls.some(isForbidden) || isReadByOther;
    const mayFail =
      callers.some((caller) => this.#handsOn(caller)) ||
      calls.some(({ quote }) => reading.some((callee) => givesBack(String(quote ?? ""), lastName(callee)))) ||
      calls.some(
        ({ target, callee, callee_text, quote }) =>
          refusal.test(String(target ?? callee_text)) ||
          // As the last thing that the function does, it is what that gives.
          (instead.test(String(callee_text)) && !/[;?]\s*$/.test(String(quote ?? ";"))) ||
          (callee !== null && this.#isMacro(String(callee))),
      );
    const asked = mayFail ? calls.flatMap(({ quote }) => this.#typeAsked(String(quote ?? ""))) : [];
    const others = [...through.map((callee) => callee.replace(makes, "")), ...asked];
    const found = (asks && mayFail) || others.some((one) => this.refuses(one, [...open, type]));
    if (open.length === 0) this.#refusing.set(type, found);
    return found;
  }

  /** Whether a type's declaration is what a macro of the repository makes where it is called. */
  #isMadeByMacro(type: string): boolean {
    this.#calledAt ??= this.#db.prepare(
      `select callee from calls where fact >= ?1 and fact < ?2 and callee is not null
         and line = (select line from symbols where fact >= ?1 and fact < ?2 and id = ?3)`,
    );
    return this.#calledAt.all(...this.#ranges.of(type), type).some(({ callee }) => this.#isMacro(String(callee)));
  }

  /** Whether a function of no type reads a request's head for one, itself or by what it calls. */
  #reads(callee: string, type: string, steps = maxReading): boolean {
    if (steps === 0 || callee === "" || callee.startsWith(`${type}.`) || makes.test(callee)) return false;
    const calls = this.#callsIn(callee, [callee, callee]);
    return calls.some(readsHead) || calls.some((one) => this.#reads(String(one.callee ?? ""), type, steps - 1));
  }

  /** What two functions of a type call. */
  #callsIn(type: string, callers: readonly string[]): readonly Record<string, unknown>[] {
    this.#calledIn ??= this.#db.prepare(
      "select callee, callee_text, target, quote from calls where fact >= ? and fact < ? and caller in (?, ?)",
    );
    return this.#calledIn.all(...this.#ranges.of(type), ...callers);
  }

  /** The type that a line asks a request for, where one of its name guards: `request.guard::<User>()?`. */
  #typeAsked(quote: string): readonly string[] {
    const name = asksFor.exec(quote)?.[1];
    if (name === undefined) return [];
    const named = [...this.#allGuarding()].filter((one) => lastName(one) === name);
    return named.length === 1 ? named : [];
  }

  /** Whether a function gives back the errors of what it calls. */
  #handsOn(symbol: string): boolean {
    this.#handing ??= valuesOf(this.#db, "select distinct symbol from error_sites where kind = 'propagate'");
    return this.#handing.has(symbol);
  }

  /** Whether a declaration stands for code that is put in the place of its calls, which may end the function there. */
  #isMacro = (symbol: string): boolean => this.#signatureOf(symbol).startsWith("macro_rules!");

  #signatureOf(symbol: string): string {
    this.#signature ??= this.#db.prepare("select signature from symbols where fact >= ? and fact < ? and id = ?");
    return String(this.#signature.get(...this.#ranges.of(symbol), symbol)?.signature ?? "");
  }

  #allGuarding(): ReadonlySet<string> {
    this.#guarding ??= new Set(
      this.#db
        .prepare(
          "select distinct owner from registrations where kind = 'guard' and owner is not null and name is not ?",
        )
        .all(decidesByPath)
        .map(({ owner }) => String(owner)),
    );
    return this.#guarding;
  }

  /** The declarations of the types that a function's parameters name, of those that guard. */
  parameterTypes(symbol: string): readonly string[] {
    if (this.#allGuarding().size === 0) return [];
    const known = this.#parameters.get(symbol);
    if (known) return known;
    this.#parametersOf ??= this.#db.prepare(
      "select target from type_relations where fact >= ? and fact < ? and type = ? and relation = 'parameter' and target is not null order by fact",
    );
    const all = this.#parametersOf.all(...this.#ranges.of(symbol), symbol).map(({ target }) => String(target));
    const guards = (type: string) => this.#guarding?.has(type) || this.#guarding?.has(`${type}.__init__`);
    const found = all.map((target) => this.#meant(target)).filter(guards);
    this.#parameters.set(symbol, found);
    return found;
  }

  /** The type that an alias is another name of, `type Asked = guards::Asked<false>`; anything else is itself. */
  #meant(type: string): string {
    if (this.#guarding?.has(type)) return type;
    this.#alias ??= this.#db.prepare(
      `select signature, target from symbols join type_relations on type = id and relation = 'contains'
       where symbols.fact >= ?1 and symbols.fact < ?2 and type_relations.fact >= ?1 and type_relations.fact < ?2
         and id = ?3 and kind = 'type_alias' and target is not null`,
    );
    const [only, ...more] = this.#alias.all(...this.#ranges.of(type), type) as { signature: string; target: string }[];
    const named = /=\s*(?:\w+(?:::|\.))*(\w+)(?:<[^<>]*>)?;?\s*$/.exec(only?.signature ?? "")?.[1];
    if (!only || more.length > 0 || named !== lastName(only.target)) return type;
    const meant = String(only.target);
    this.#aliases.set(meant, new Set([...(this.#aliases.get(meant) ?? []), type]));
    return meant;
  }
}
