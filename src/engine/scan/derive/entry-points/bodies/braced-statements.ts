/** The statements of functions in languages with braces. */
import { closing, type Masked, maskedBraces } from "./masked.ts";
import { isMethod } from "./method-conditions.ts";
import { armsIn, withResult } from "./rust-expressions.ts";
import type { Braced, Statement, Statements } from "./statements.ts";

/** A body is looked for so deep in what a text gives to others. */
const maxWithin = 6;

export function bracedBody(text: string, language: Braced): Statements | undefined {
  const code = maskedBraces(text, language);
  return new Reader(code, language).bodyIn(0, code.mask.length, maxWithin);
}

const continuing = /[.,([{+*/&|=?:<>!~^%\\-]$/;
const continued = /^\s*(?:\??\.[^.]|\?\?|\?:|\?|:(?!:)|&&|\|\||[+*/=)\]&|<>%-])/;
const stepping = /(?:\+\+|--)$/;
const several = /^(?:for|foreach|while|loop|switch|match|select|when)$/;
const holding = /^(?:with|using|lock|synchronized|unsafe|checked|fixed|autoreleasepool)$/;

class Reader {
  readonly #plain: string;
  readonly #mask: string;
  readonly #language: Braced;
  /** What no semicolon ends. */
  readonly #open = new Set<Statement>();

  constructor({ plain, mask }: Masked, language: Braced) {
    this.#plain = plain;
    this.#mask = mask;
    this.#language = language;
  }

  /** What the function does that is all of a part of the code, or that is given there last. */
  bodyIn(from: number, to: number, left: number): Statements | undefined {
    if (left === 0) return undefined;
    const { groups, arrow, equals } = this.#shape(from, to);
    if (arrow !== undefined) {
      const begin = this.#skip(arrow, to);
      if (this.#mask[begin] === "{") return this.#inBraces(begin, to);
      const [first, last] = [begin, this.#trimmed(begin, to)];
      return [this.#simple("return", first, last, left)];
    }
    const last = groups.at(-1);
    if (last === undefined) return undefined;
    const isLast = /^[\s;,)]*$/.test(this.#mask.slice(last.end + 1, to));
    if (this.#mask[last.begin] === "{" && isLast) return this.#inBraces(last.begin, to);
    if (equals !== undefined && this.#language.trailing)
      return [this.#simple("return", this.#skip(equals, to), this.#trimmed(equals, to), left)];
    return this.#mask[last.begin] === "(" ? this.#given(last.begin + 1, last.end, left) : undefined;
  }

  /** The brackets that stand in no others, the last arrow, and the last mark between a name and what it is. */
  #shape(from: number, to: number) {
    const groups: { begin: number; end: number }[] = [];
    const arrowAs = this.#language.arrow;
    let [arrow, equals]: (number | undefined)[] = [];
    for (let at = from; at < to; at++) {
      const one = this.#mask[at] ?? "";
      if ("([{".includes(one)) {
        const end = closing(this.#mask, at, to);
        if (end < 0) return { groups: [], arrow: undefined, equals: undefined };
        groups.push({ begin: at, end });
        at = end;
      } else if (arrowAs !== undefined && this.#mask.startsWith(arrowAs, at)) {
        arrow = at + arrowAs.length;
        at += 1;
      } else if (one === "=" && !/[=<>!]/.test(`${this.#mask[at + 1]}${this.#mask[at - 1]}`)) equals ??= at + 1;
    }
    return { groups, arrow, equals };
  }

  /** The last function among arguments. */
  #given(from: number, to: number, left: number): Statements | undefined {
    const ends: [number, number][] = [];
    let begin = from;
    for (let at = from; at <= to; at++) {
      const one = this.#mask[at] ?? "";
      if (at < to && "([{".includes(one)) at = Math.max(at, closing(this.#mask, at, to));
      else if (at === to || one === ",") {
        ends.push([begin, at]);
        begin = at + 1;
      }
    }
    const isFunction = ([first, last]: [number, number]) =>
      /=>|->|\bfunction\b|\bfunc\b|\bfn\b|\basync\b|\|/.test(this.#mask.slice(first, last));
    const found = ends.findLast(isFunction);
    if (!found || /^\s*\{/.test(this.#mask.slice(...found))) return undefined;
    return this.bodyIn(found[0], found[1], left - 1);
  }

  #inBraces(begin: number, to: number): Statements | undefined {
    const end = closing(this.#mask, begin, to);
    if (end < 0) return undefined;
    // The parameters of a lambda stand in its braces: `{ call -> …`.
    const params = /^\s*(?:\([^()]*\)|[\w, :<>.?]+)\s*->/.exec(this.#mask.slice(begin + 1, end));
    const all = this.block(begin + 1 + (params?.[0].length ?? 0), end);
    return this.#language.arms ? withResult(all, (one) => this.#open.has(one)) : all;
  }

  block(from: number, to: number): Statements {
    const told: Statement[] = [];
    for (let at = this.#start(from, to); at < to; at = this.#start(at, to)) {
      const next = this.#one(at, to, told);
      at = next > at ? next : at + 1;
    }
    return told;
  }

  #start(from: number, to: number): number {
    let at = from;
    while (at < to && /[\s;,})\]]/.test(this.#mask[at] ?? "")) at++;
    return at;
  }

  #skip(from: number, to: number): number {
    let at = from;
    while (at < to && /\s/.test(this.#mask[at] ?? "")) at++;
    return at;
  }

  #trimmed(from: number, to: number): number {
    let at = to;
    while (at > from && /[\s;,]/.test(this.#mask[at - 1] ?? "")) at--;
    return at;
  }

  /** Reads a statement, and says where the next begins. */
  #one(at: number, to: number, told: Statement[]): number {
    const word = /^[A-Za-z_]+(?![\w$])/.exec(this.#mask.slice(at, at + 20))?.[0] ?? "";
    const behind = at + word.length;
    if (word === "if" || word === "unless" || word === "elseif") return this.#branch(behind, to, told, at);
    if (word === "guard" && this.#language.bare) return this.#orElse(behind, to, told, at);
    if (word === "try" && /^\s*[{(]/.test(this.#mask.slice(behind, to))) return this.#trying(behind, to, told, at);
    if (word === "do" && /^\s*\{/.test(this.#mask.slice(behind, to))) return this.#trying(behind, to, told, at);
    if (word === "switch") {
      const end = this.#byMethod(behind, to, told);
      if (end !== undefined) return end;
    }
    if (word === "match" && this.#language.arms) {
      const end = this.#byPattern(behind, to, told);
      if (end !== undefined) return end;
    }
    if (several.test(word) || (holding.test(word) && /^\s*[({]/.test(this.#mask.slice(behind, to)))) {
      const open = this.#bodyFrom(behind, to);
      if (open === undefined) return this.#plainly(at, to, told);
      const body: Statement[] = [];
      const end = this.#bodyAt(open, to, body);
      const kind = several.test(word) ? "maybe" : "block";
      told.push({ kind, head: this.#plain.slice(behind, open), body, ...this.#lines(at, end) });
      return end;
    }
    if (word === "case" || word === "default") {
      const end = this.#mask.slice(behind, to).search(/:(?!:)|->|=>/);
      return end < 0 ? this.#plainly(at, to, told) : behind + end + 2;
    }
    if (this.#mask[at] === "{") {
      const end = closing(this.#mask, at, to);
      if (end < 0) return to;
      told.push({ kind: "block", head: "", body: this.block(at + 1, end), ...this.#lines(at, end) });
      return end + 1;
    }
    return this.#plainly(at, to, told);
  }

  #lines(from: number, to: number): { line: number; last: number } {
    const count = (end: number) => this.#plain.slice(0, end).split("\n").length - 1;
    return { line: count(from), last: count(Math.max(from, to - 1)) };
  }

  #simple(kind: "return" | "throw" | "do", from: number, to: number, left = maxWithin): Statement {
    const within = /=>|->|\bfunction\b|\bfunc\b|\{/.test(this.#mask.slice(from, to))
      ? this.#lambda(from, to, left)
      : undefined;
    return { kind, text: this.#plain.slice(from, to).trim(), ...(within && { within }), ...this.#lines(from, to) };
  }

  /** The body of the function that a statement gives something last. */
  #lambda(from: number, to: number, left: number): Statements | undefined {
    const { groups, arrow } = this.#shape(from, to);
    if (arrow !== undefined) return this.bodyIn(from, to, left - 1);
    const last = groups.at(-1);
    if (!last || !/^[\s;,)]*$/.test(this.#mask.slice(last.end + 1, to))) return undefined;
    if (this.#mask[last.begin] === "(") return this.#given(last.begin + 1, last.end, left);
    // `authorize(Role.Admin) { … }`
    const isWritten = /^\s*(?:async\s+)?(?:function|func|fn)\b/.test(this.#mask.slice(from, last.begin));
    const isTrailing = isWritten || (this.#language.trailing && /[\w)>]\s*$/.test(this.#mask.slice(from, last.begin)));
    return isTrailing ? this.#inBraces(last.begin, to) : undefined;
  }

  #plainly(at: number, to: number, told: Statement[]): number {
    const end = this.#endOf(at, to);
    const chosen = this.#language.arms ? /^let\b[^=;]*=\s*match\b/.exec(this.#mask.slice(at, end))?.[0] : undefined;
    const given = chosen?.replace(/match$/, "");
    const last = chosen === undefined ? undefined : this.#byPattern(at + chosen.length, end, told, given);
    if (last !== undefined) return last;
    const word = /^(?:return|throw|raise)\b/.exec(this.#mask.slice(at, at + 8))?.[0];
    const kind = word === undefined ? "do" : word === "return" ? "return" : "throw";
    const one = this.#simple(kind, at + (word?.length ?? 0), end);
    if (this.#mask[end] !== ";") this.#open.add(one);
    told.push(one);
    return end + 1;
  }

  #endOf(from: number, to: number): number {
    for (let at = from; at < to; at++) {
      const one = this.#mask[at] ?? "";
      if ("([{".includes(one)) {
        const end = closing(this.#mask, at, to);
        if (end < 0) return to;
        at = end;
      } else if (one === ";" || one === "}" || one === ")") return at;
      else if (one === "\n" && this.#ends(from, at, to)) return at;
    }
    return to;
  }

  #ends(from: number, at: number, to: number): boolean {
    const before = this.#mask.slice(from, at).trimEnd();
    if (!this.#language.byLine && !before.endsWith("}")) return false;
    if (continuing.test(before) && !stepping.test(before)) return false;
    return !continued.test(this.#mask.slice(at, to).slice(0, 80));
  }

  /** Where the body of what begins here begins: behind its parentheses, or at its braces. */
  #bodyFrom(from: number, to: number): number | undefined {
    const at = this.#skip(from, to);
    if (this.#mask[at] === "(" && !this.#language.bare) {
      const end = closing(this.#mask, at, to);
      return end < 0 ? undefined : this.#skip(end + 1, to);
    }
    for (let open = at; open < to; open++) {
      const one = this.#mask[open] ?? "";
      if (one === "{") return open;
      if (one === ";" && !this.#language.bare) return undefined;
      if ("([".includes(one)) {
        const end = closing(this.#mask, open, to);
        if (end < 0) return undefined;
        open = end;
      }
    }
    return undefined;
  }

  #bodyAt(open: number, to: number, told: Statement[]): number {
    if (this.#mask[open] !== "{") return this.#one(open, to, told);
    const end = closing(this.#mask, open, to);
    if (end < 0) return to;
    told.push(...this.block(open + 1, end));
    return end + 1;
  }

  #branch(behind: number, to: number, told: Statement[], from: number): number {
    const open = this.#bodyFrom(behind, to);
    if (open === undefined) return this.#plainly(from, to, told);
    let condition = this.#plain.slice(behind, open).trim();
    if (this.#language.bare) {
      const at = this.#mask.slice(behind, open).lastIndexOf(";");
      if (at >= 0) {
        told.push(this.#simple("do", behind, behind + at));
        condition = this.#plain.slice(behind + at + 1, open).trim();
      }
    } else condition = condition.replace(/^\(([\s\S]*)\)$/, "$1");
    const body: Statement[] = [];
    const otherwise: Statement[] = [];
    let end = this.#bodyAt(open, to, body);
    const other = /^[\s;]*(else\s*if|elseif|else)\b/.exec(this.#mask.slice(end, to));
    if (other) {
      const at = end + other[0].length;
      if (other[1] === "else") end = this.#bodyAt(this.#skip(at, to), to, otherwise);
      else end = this.#branch(at, to, otherwise, at);
    }
    told.push({ kind: "if", condition, body, otherwise, ...this.#lines(from, open) });
    return end;
  }

  /** A choice among the methods of a request, as the conditions that it stands for. */
  #byMethod(behind: number, to: number, told: Statement[]): number | undefined {
    const open = this.#bodyFrom(behind, to);
    if (open === undefined || this.#mask[open] !== "{") return undefined;
    const subject = this.#plain
      .slice(behind, open)
      .trim()
      .replace(/^\((.*)\)$/s, "$1");
    const end = closing(this.#mask, open, to);
    const cases = isMethod(subject) && end >= 0 ? this.#cases(open + 1, end) : [];
    if (cases.length === 0) return undefined;
    let otherwise: Statements = [];
    for (const { values, body, at } of cases.toReversed()) {
      const condition = values.map((value) => `${subject} === ${value}`).join(" || ");
      otherwise = values.length === 0 ? body : [{ kind: "if", condition, body, otherwise, ...this.#lines(at, at + 1) }];
    }
    told.push(...otherwise);
    return end + 1;
  }

  /**
   * A choice among patterns, as the conditions that it stands for.
   *
   * @param given what is given the outcome: `let user =`
   */
  #byPattern(behind: number, to: number, told: Statement[], given?: string): number | undefined {
    const open = this.#bodyFrom(behind, to);
    if (open === undefined || this.#mask[open] !== "{") return undefined;
    const end = closing(this.#mask, open, to);
    const arms = end < 0 ? [] : armsIn(this.#mask, open + 1, end);
    const subject = this.#plain.slice(behind, open).trim();
    const last = arms.at(-1);
    if (!last) return undefined;
    if (given !== undefined) told.push({ kind: "do", text: `${given} ${subject}`, ...this.#lines(behind, open) });
    let otherwise = this.block(...last.body);
    for (const { pattern, body } of arms.slice(0, -1).toReversed()) {
      const condition = `matches!(${subject}, ${this.#plain.slice(...pattern).trim()})`;
      otherwise = [{ kind: "if", condition, body: this.block(...body), otherwise, ...this.#lines(behind, open) }];
    }
    told.push(...otherwise);
    return end + 1;
  }

  /** What is done for which values, in order; for none: for all others. */
  #cases(from: number, to: number): { values: string[]; body: Statements; at: number }[] {
    const labels: { at: number; end: number; values: string[] | undefined }[] = [];
    for (let at = from; at < to; at++) {
      if ("([{".includes(this.#mask[at] ?? "")) at = Math.max(at, closing(this.#mask, at, to));
      const word = /^(?:case|default)\b/.exec(this.#mask.slice(at, at + 8))?.[0];
      if (word === undefined || /[\w$.]/.test(this.#mask[at - 1] ?? "")) continue;
      const length = this.#mask.slice(at, to).search(/:(?!:)/);
      if (length < 0) return [];
      const values = this.#plain.slice(at + word.length, at + length).split(",");
      labels.push({ at, end: at + length + 1, values: word === "case" ? values.map((it) => it.trim()) : undefined });
      at += length;
    }
    const cases: { values: string[]; body: Statements; at: number }[] = [];
    let values: string[] = [];
    for (const [place, one] of labels.entries()) {
      const last = labels[place + 1]?.at ?? to;
      if (one.values) values.push(...one.values);
      if (!this.#language.bare && this.#mask.slice(one.end, last).trim() === "" && last < to) continue;
      const body = this.block(one.end, last).filter((it) => it.kind !== "do" || it.text !== "break");
      cases.push({ values: one.values ? values : [], body, at: one.at });
      values = [];
    }
    // Whatever is for all others is tried last.
    return cases.toSorted((a, b) => Number(a.values.length === 0) - Number(b.values.length === 0));
  }

  /** `guard let user = … else { … }` */
  #orElse(behind: number, to: number, told: Statement[], from: number): number {
    const open = this.#bodyFrom(behind, to);
    if (open === undefined) return this.#plainly(from, to, told);
    const condition = this.#plain.slice(behind, open).replace(/\belse\s*$/, "");
    const body: Statement[] = [];
    const end = this.#bodyAt(open, to, body);
    told.push({ kind: "if", condition: `!(${condition.trim()})`, body, otherwise: [], ...this.#lines(from, open) });
    return end;
  }

  #trying(behind: number, to: number, told: Statement[], from: number): number {
    const open = this.#bodyFrom(behind, to);
    if (open === undefined || this.#mask[open] !== "{") return this.#plainly(from, to, told);
    const body: Statement[] = [];
    const handlers: Statements[] = [];
    let end = this.#bodyAt(open, to, body);
    for (;;) {
      const next = /^\s*(catch|finally|while)\b/.exec(this.#mask.slice(end, to));
      if (!next) break;
      const at = end + next[0].length;
      if (next[1] === "while") {
        end = this.#endOf(at, to);
        break;
      }
      const block = this.#mask.slice(at, to).search(/\{/);
      if (block < 0) break;
      const handler: Statement[] = [];
      end = this.#bodyAt(at + block, to, handler);
      if (next[1] === "catch") handlers.push(handler);
    }
    told.push({ kind: "try", body, handlers, ...this.#lines(from, open) });
    return end;
  }
}
