/**
 * A way through what a function does, from its first statement on: who is asked there before it goes on. What runs under a
 * condition that refuses nobody is asked there alone.
 */
import {
  failing,
  isLeaving,
  leavesAlways,
  leavesWell,
  type Refusal,
  type Refusing,
  refusalOf,
  refuses,
} from "./answers.ts";
import { askedBy, asksWho, assignedBy, lacking, withoutSelf, writtenCall } from "./conditions.ts";
import { maskedTexts } from "./masked.ts";
import { fits, isOfMethod, methodCondition, noMethod } from "./method-conditions.ts";
import { isHandedOn } from "./rust-expressions.ts";
import type { Statement, Statements } from "./statements.ts";

/** Somebody who is asked in the body of a function. */
export interface Inside {
  readonly name: string;
  readonly symbol: string | null;
  readonly maybe: boolean;
  /** What it refuses by ends whoever called, too. */
  readonly throws: boolean;
  /** Nobody says who asks: it is named by its answer. */
  readonly isAnswer: boolean;
  /** It asks whoever has signed in already. */
  readonly isOfSession?: boolean;
}

/** A call in a function, and who is asked where it leads to. */
export interface CallSite {
  readonly line: number;
  readonly text: string;
  readonly callee: string | null;
  /** It is called after asking, by where it is declared. */
  readonly isAsking?: boolean;
  readonly asked: () => readonly Inside[];
  /** Whether somebody is asked there on every way that goes on. */
  readonly asksAlways?: () => boolean;
}

/** A call that rules say asks. */
export interface RuledSite {
  readonly line: number;
  readonly names: readonly { readonly name: string; readonly symbol: string | null }[];
}

export interface Sites {
  readonly calls: readonly CallSite[];
  readonly ruled: readonly RuledSite[];
  /** Parameters that say whether something is done. */
  readonly flags: ReadonlySet<string>;
  /** The method of the request; undefined: any. */
  readonly method?: string | undefined;
  /** What is called ends whoever calls by a mark alone that stands behind the call, as in Rust. */
  readonly isMarked?: boolean;
}

type Plain = Extract<Statement, { readonly text: string }>;

const isPlain = (one: Statement): one is Plain => "text" in one;

/** What stands behind what may be nothing, where it is: `user ?: throw Forbidden()`. */
const otherwise = /^([\s\S]*?)(?:\?:|\?\?|\|\||\belse\s*\{)\s*((?:return|throw|raise|abort|error)\b[\s\S]*)$/;
/** Rust's. */
const asError = /^([\s\S]*?)\.(?:ok_or|ok_or_else|map_err)\(([\s\S]*)\)\s*\??[\s\S]*$/;
/** What runs only where something before it says so. */
const choosing = /&&|\|\||\?(?![.:)])|\?\?|\band\b|\bor\b/;

const isOtherMethod = (all: Statements): boolean =>
  all.length > 0 && all.length < 4 && all.every(isPlain) && all.some((one) => isPlain(one) && noMethod.test(one.text));

export class BodyWalk {
  readonly told: Inside[] = [];
  readonly #sites: Sites;
  readonly #origins = new Map<string, string>();
  /** Of variables, who answered in the place of the handler where that has nothing in it. */
  readonly #held = new Map<string, readonly Inside[]>();
  #isSure = true;

  constructor(sites: Sites) {
    this.#sites = sites;
  }

  /** @param isLast nothing runs behind these statements */
  run(all: Statements, isLast = true): void {
    for (const [at, one] of all.entries()) {
      const rest = all.slice(at + 1);
      const isEnd = isLast && rest.length === 0;
      if (isPlain(one)) {
        this.#plain(one, isEnd || (isLast && one.kind === "return"));
        if (one.kind !== "do") return;
      } else if (one.kind === "if" && isOfMethod(one.condition)) {
        if (this.#byMethod(one, rest, isLast)) return;
      } else if (one.kind === "if") this.#branch(one, rest, isEnd);
      else if (one.kind === "block") {
        this.#calls(one.head, one, false);
        this.run(one.body, isEnd);
      } else if (one.kind === "maybe") {
        this.#calls(one.head, one, false);
        this.#unsure(one.body);
        if (leavesWell(one.body)) this.#isSure = false;
      } else if (one.kind === "try") {
        const isCaught = !isEnd && one.handlers.some((handler) => !this.#ends(handler));
        if (isCaught) this.#unsure(one.body);
        else this.run(one.body, isEnd);
        if (leavesWell(one.body)) this.#isSure = false;
      }
    }
  }

  /**
   * A branch by the method of the request: who is asked whichever it is, is asked for sure. Says whether what stands behind is one of
   * the ways.
   */
  #byMethod(one: Extract<Statement, { readonly kind: "if" }>, rest: Statements, isLast: boolean): boolean {
    const [asked, { method }] = [methodCondition(one.condition), this.#sites];
    if (asked && method !== undefined) {
      const way = fits(asked, method) ? one.body : one.otherwise;
      this.run(way, isLast && rest.length === 0);
      return this.#ends(way);
    }
    const isLeft = this.#ends(one.body);
    const other = isLeft ? [...one.otherwise, ...rest] : one.otherwise;
    const isEnd = isLast && (isLeft || rest.length === 0);
    const ways = [one.body, other].filter((way) => !isOtherMethod(way)).map((way) => this.#way(way, isEnd));
    const isSureIn = (way: readonly Inside[], { name }: Inside) => way.some((it) => it.name === name && !it.maybe);
    for (const it of ways.flat()) this.#tell({ ...it, maybe: it.maybe || !ways.every((way) => isSureIn(way, it)) });
    return isLeft;
  }

  #way(all: Statements, isEnd: boolean): readonly Inside[] {
    const walk = new BodyWalk(this.#sites);
    walk.#isSure = this.#isSure;
    for (const [name, value] of this.#origins) walk.#origins.set(name, value);
    for (const [name, held] of this.#held) walk.#held.set(name, held);
    walk.run(all, isEnd);
    return walk.told;
  }

  /** Whether on every way through statements somebody is asked, or nobody goes on. */
  static asksAlways(all: Statements, sites: Sites): boolean {
    const asks = (some: Statements, isLast: boolean): boolean => {
      for (const [at, one] of some.entries()) {
        const walk = new BodyWalk(sites);
        walk.run([one], isLast && at === some.length - 1);
        if (walk.told.some(({ maybe }) => !maybe)) return true;
        if (isLeaving(one)) return "text" in one && failing.test(one.text);
        if (one.kind === "maybe" && leavesWell(one.body)) return false;
        if (one.kind === "block" && asks(one.body, isLast)) return true;
        if (one.kind !== "if") continue;
        const [body, other] = [asks(one.body, isLast), asks(one.otherwise, isLast)];
        if (body && other) return true;
        // Whoever is let through for who he is has been asked.
        const isOfWho = askedBy(`!(${one.condition})`, new Map(), sites.flags).isSure && !lacking.test(one.condition);
        if (leavesAlways(one.body) && !body && !isOfWho) return false;
        if (leavesAlways(one.otherwise)) return other;
      }
      return false;
    };
    return asks(all, true);
  }

  #ends(all: Statements): boolean {
    return leavesAlways(all) || refuses(all) !== undefined;
  }

  #unsure(all: Statements): void {
    const before = this.#isSure;
    this.#isSure = false;
    this.run(all, false);
    this.#isSure = before;
  }

  #branch(one: Extract<Statement, { readonly kind: "if" }>, rest: Statements, isEnd: boolean): void {
    const { condition, body, otherwise: other } = one;
    const isEnding = this.#ends(body) || isEnd || other.length > 0;
    this.#calls(condition, one, isEnding);
    const refused = refuses(body) ?? turnedAway(condition, body);
    if (refused) {
      const goesOn = !refused.leaves && rest.length > 0 && other.length === 0;
      this.#refused(condition, one, refused.answer, refused.throws, goesOn);
      this.run(other, isEnd);
      return;
    }
    const refusedElse = other.length > 0 ? refuses(other) : this.#endsElse(body, rest) ? refuses(rest) : undefined;
    if (refusedElse) {
      this.#refused(`!(${condition})`, one, refusedElse.answer, refusedElse.throws, false);
      // What is behind is the refusal, or the same for both.
      this.run(body, isEnd || other.length === 0);
      return;
    }
    const held = this.#heldBy(condition);
    if (held.length > 0 && this.#ends(body)) {
      for (const it of held) this.#tell({ ...it, maybe: it.maybe || !this.#isSure });
      this.run(other, isEnd);
      return;
    }
    this.#unsure(body);
    this.#unsure(other);
    if (leavesWell(body) || leavesWell(other)) this.#isSure = false;
  }

  /** Whether all that stands behind a branch refuses, which itself answers. */
  #endsElse(body: Statements, rest: Statements): boolean {
    const last = body.at(-1);
    return rest.length > 0 && rest.length < 4 && rest.every(isPlain) && last?.kind === "return";
  }

  #heldBy(condition: string): readonly Inside[] {
    const names = condition.match(/[$@]?[A-Za-z_]\w*/g) ?? [];
    return names.flatMap((name) => this.#held.get(name) ?? []);
  }

  #refused(condition: string, at: Statement, answer: Refusal, throws: boolean, goesOn: boolean): void {
    const asked = askedBy(condition, this.#origins, this.#sites.flags);
    if (asked.isSigningIn) return;
    const called = asked.call?.replace(/\(.*$/s, "");
    const site = called === undefined ? undefined : this.#siteOf(called, at.last);
    this.#tell({
      name: asked.call ?? answer,
      symbol: site?.callee ?? null,
      maybe: !asked.isSure || !this.#isSure || goesOn,
      throws,
      isAnswer: asked.call === undefined,
      isOfSession: asked.isOfSession,
    });
  }

  #siteOf(called: string, last: number): CallSite | undefined {
    const isSame = ({ text }: CallSite) => text === called || withoutSelf(text) === called;
    return this.#sites.calls.findLast((one) => one.line <= last && isSame(one));
  }

  #plain(one: Plain, isEnd: boolean): void {
    const { kind, text, within } = one;
    const head = within || /=>|\bfunction\b|\{\s*\n/.test(text) ? headOf(text) : text;
    this.#calls(head, one, kind === "return");
    for (const pattern of [otherwise, asError]) {
      const [, before, behind] = pattern.exec(text) ?? [];
      const answer = behind === undefined ? undefined : refusalOf({ kind: "throw", text: behind });
      if (before === undefined || answer === undefined) continue;
      const [, given] = assignedBy(before)[0] ?? [];
      this.#refused(`!(${given ?? before})`, one, answer, !/^return\b/.test(behind ?? ""), false);
      break;
    }
    for (const [name, value] of assignedBy(head)) this.#origins.set(name, value);
    if (within && isEnd) this.run(within);
    else if (within) this.#unsure(within);
  }

  /**
   * Who is asked by what a text calls.
   *
   * @param isAnswering what is called there answers in the place of the function around it, where it refuses
   */
  #calls(text: string, { line, last }: Statement, isAnswering: boolean): void {
    if (text === "") return;
    const ruled = this.told.length;
    for (const one of this.#sites.ruled) {
      if (one.line < line || one.line > last) continue;
      for (const { name, symbol } of one.names) {
        const called = name.replace(/[(?].*$/s, "");
        const site = this.#sites.calls.find((it) => it.line === one.line && it.text.endsWith(called));
        if (!text.includes(called)) continue;
        const told = withoutSelf(writtenCall(text, site?.text ?? called) ?? name);
        const maybe = !this.#isSure || this.#isChosen(text, name);
        this.#tell({ name: told, symbol, maybe, throws: true, isAnswer: false });
      }
    }
    for (const one of this.#sites.calls) {
      if (one.callee === null || one.line < line || one.line > last || !text.includes(one.text)) continue;
      const found = one.asked();
      if (found.length === 0) continue;
      const isChosen = this.#isChosen(text, one.text);
      const named = this.#named(one, text, found).filter(({ maybe, isAnswer }) => !maybe || !isAnswer);
      const told = named.map((it) => ({ ...it, maybe: it.maybe || isChosen }));
      const ends = isAnswering || (this.#sites.isMarked === true && isHandedOnIn(text, one.text));
      const own = told.filter(({ throws }) => throws || ends);
      for (const it of own) {
        // A function of the repository's own in the place of one that rules know is one that asks.
        const at = this.told.findIndex(({ name, symbol }, at) => at >= ruled && name === it.name && symbol === null);
        const known = this.told[at];
        if (known) this.told[at] = { ...known, symbol: it.symbol };
        else this.#tell({ ...it, maybe: it.maybe || !this.#isSure });
      }
      const held = told.filter(({ throws }) => !throws);
      if (!ends && held.length > 0) for (const [name] of assignedBy(text)) this.#held.set(name, held);
    }
  }

  /** Who is asked in a function, by the name of that where it says more. An answer under a condition there says nothing here. */
  #named(one: CallSite, text: string, found: readonly Inside[]): readonly Inside[] {
    const isNamed = one.isAsking || asksWho(/[\w$!?]+$/.exec(one.text)?.[0] ?? "");
    if (!isNamed) return found.map((it) => (it.isAnswer && it.symbol === null ? { ...it, symbol: one.callee } : it));
    const name = writtenCall(text, one.text) ?? one.text;
    const own = withoutSelf(name);
    const throws = found.some((it) => it.throws);
    const maybe = found.every((it) => it.maybe) && !one.asksAlways?.();
    return [{ name: own, symbol: one.callee, maybe, throws, isAnswer: false }];
  }

  #isChosen(text: string, called: string): boolean {
    const at = text.indexOf(called.replace(/[(?].*$/s, ""));
    return at > 0 && choosing.test(text.slice(0, at).replace(/(["'`])(?:\\.|(?!\1)[^\\])*\1/g, '""'));
  }

  #tell(one: Inside): void {
    this.told.push(one);
  }
}

/** Nothing is asked but whether somebody has signed in. */
const notSignedIn =
  /^\s*(?:not\b|!)\s*\(?\s*[\w.$@>-]*(?:is_?authenticated|logged_?in|signed_?in)\??(?:\(\))?\s*\)?\s*$/i;

/** Nothing is asked but whether whoever has signed in is in a role. */
const notInRole =
  /^\s*(?:not\b|!)\s*\(?\s*(?:(?:[\w$@]+(?:\(\))?(?:\?\.|\.|->))*(?:current_?user|(?:req|request|ctx|context|httpcontext)(?:\?\.|\.|->)user|principal)|(?:this\.)?user(?=\.is_?in_?role))(?:\(\))?(?:\?\.|\.|->)(?:is_?(?:admin|staff|superuser)|is_?in_?role|has_?role|roles?(?:\?\.|\.)(?:contains|includes|any))\??(?:\([^()]*\))?\s*\)?\s*$/i;

/** What answers who has not signed in, or is in no role, with any failure refuses him, as one that says nothing is there: `raise Http404()`. */
function turnedAway(condition: string, body: Statements): Refusing | undefined {
  const last = body.at(-1);
  if (!last || !isPlain(last) || last.kind === "do") return undefined;
  const answer = notSignedIn.test(condition) ? "401" : notInRole.test(condition) ? "403" : undefined;
  if (answer === undefined || (last.kind !== "throw" && !failing.test(last.text))) return undefined;
  return { answer, leaves: true, throws: last.kind === "throw" };
}

/** What stands before the first function of a statement. */
const headOf = (text: string): string =>
  text.slice(0, /=>|->|\bfunction\b|\bfunc\b|\{\s*\n|\|\w+\|/.exec(text)?.index ?? text.length);

function isHandedOnIn(text: string, called: string): boolean {
  const at = text.indexOf(called);
  return at >= 0 && isHandedOn(maskedTexts(text).mask, at + called.length);
}
