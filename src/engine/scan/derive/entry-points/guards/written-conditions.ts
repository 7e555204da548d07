/** What conditions of Go, Python and C# ask about the path of a request, as far as texts that are written there tell. */
import { literally } from "#engine/literally";
import type { Condition } from "./path-decisions.ts";
import type { Dialect } from "./written-functions.ts";

const quoted = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g;
/** One text by itself, or several in a list. */
const oneText = /^[rR]?(?:"[^"\\]*"|'[^'\\]*'|`[^`]*`)$/;
const listOfTexts = /^[([{](?:\s*(?:"[^"\\]*"|'[^'\\]*'),?)+\s*[)\]}]$/;
const constantMethod = /^http\.Method([A-Z][a-z]+)$/;
/** What leaves a path as it is for those who compare it. */
const plainly = /\.(?:lower|rstrip|strip)\((?:["']\/["'])?\)$/;

/** The parts between a word that stands outside of brackets and texts. */
function split(text: string, word: string): string[] {
  const parts: string[] = [];
  const isWord = /\w/.test(word);
  let [depth, from, at] = [0, 0, 0];
  while (at < text.length) {
    const one = text[at] ?? "";
    if (/["'`]/.test(one)) {
      quoted.lastIndex = at;
      const found = quoted.exec(text);
      at = found?.index === at ? at + found[0].length : at + 1;
      continue;
    }
    if ("([{".includes(one)) depth++;
    if (")]}".includes(one)) depth--;
    const isHere = depth === 0 && text.startsWith(word, at);
    const isApart = !isWord || (!/\w/.test(text[at - 1] ?? " ") && !/\w/.test(text[at + word.length] ?? " "));
    if (isHere && isApart) {
      parts.push(text.slice(from, at));
      at += word.length;
      from = at;
    } else at++;
  }
  return [...parts, text.slice(from)];
}

const textsOf = (written: string): string[] | undefined =>
  oneText.test(written) || listOfTexts.test(written)
    ? (written.match(quoted) ?? []).map((it) => it.slice(1, -1))
    : undefined;

/** A slash at the end of a path says nothing of it. */
function patternOf(text: string, by: "whole" | "begin" | "end" | "part"): string {
  const bare = literally(text.replace(/(?<=.)\/$/, ""));
  const end = text.length > 1 && text.endsWith("/") ? "(?:/|$)" : "";
  if (by === "whole") return `^${bare}/?$`;
  if (by === "begin") return `^${bare}${end}`;
  return by === "end" ? `${bare}/?$` : `${bare}${end}`;
}

const fits = (texts: readonly string[], by: "whole" | "begin" | "end" | "part"): Condition => [
  "fits",
  texts.map((it) => `(?:${patternOf(it, by)})`).join("|"),
];

const negated = (one: Condition, is: boolean): Condition => (is ? ["not", one] : one);

/** Reads conditions of one function. */
export class Conditions {
  readonly #dialect: Dialect;
  /** Variables that hold the path, and those that hold what goes by it. */
  readonly #paths: ReadonlySet<string>;
  readonly #held: readonly string[];

  constructor(dialect: Dialect, assigned: readonly (readonly [name: string, value: string])[]) {
    this.#dialect = dialect;
    const given = Map.groupBy(assigned, ([name]) => name);
    const isPath = ([, value]: readonly [string, string]) => dialect.path.test(value.trim().replace(plainly, ""));
    this.#paths = new Set([...given].flatMap(([name, all]) => (all.every(isPath) ? [name] : [])));
    this.#held = [...given].flatMap(([name, all]) =>
      all.some(([, value]) => dialect.byPath.test(value)) ? [name] : [],
    );
  }

  mentions(text: string): boolean {
    return this.#dialect.byPath.test(text) || this.#held.some((name) => new RegExp(`\\b${name}\\b`).test(text));
  }

  read(written: string): Condition {
    const text = bare(written);
    const { or, and, not } = this.#dialect;
    for (const [word, kind] of [
      [or, "or"],
      [and, "and"],
    ] as const) {
      const parts = split(text, word);
      if (parts.length > 1)
        return parts.map((it) => this.read(it)).reduceRight((other, one): Condition => [kind, one, other]);
    }
    const isNot = text.startsWith(not) && (not !== "!" ? /^\W/.test(text.slice(not.length)) : text[1] !== "=");
    return isNot ? negated(this.read(text.slice(not.length)), true) : this.#atom(text);
  }

  #atom(text: string): Condition {
    const unread: Condition = this.mentions(text) ? "open" : "free";
    const asked = this.#dialect.asked(text);
    if (asked) {
      const texts = textsOf(asked.texts.trim());
      return this.#isPath(asked.of) && texts ? fits(texts, asked.by) : unread;
    }
    for (const [word, isTurned] of [
      ["==", false],
      ["!=", true],
    ] as const) {
      const [one, other, ...more] = split(text, word).map((it) => it.trim());
      if (one === undefined || other === undefined || more.length > 0) continue;
      for (const [of, value] of [
        [one, other],
        [other, one],
      ] as const) {
        const texts = oneText.test(value) ? textsOf(value) : undefined;
        if (this.#isPath(of)) return texts ? negated(fits(texts, "whole"), isTurned) : "open";
        const method = constantMethod.exec(value)?.[1] ?? texts?.[0];
        if (this.#dialect.method.test(of) && method !== undefined)
          return negated(["method", method.toUpperCase()], isTurned);
      }
    }
    const [one, other, ...more] = split(text, "in").map((it) => it.trim());
    if (one === undefined || other === undefined || more.length > 0 || this.#dialect.not === "!") return unread;
    const of = one.replace(/\s+not$/, "");
    const texts = textsOf(other);
    if (this.#isPath(of) && texts && listOfTexts.test(other)) return negated(fits(texts, "whole"), of !== one);
    if (this.#dialect.method.test(of) && texts) return negated(["method", ...texts], of !== one);
    const inside = oneText.test(of) ? textsOf(of) : undefined;
    return this.#isPath(other) && inside ? negated(fits(inside, "part"), of !== one) : unread;
  }

  #isPath(text: string): boolean {
    const plain = text.trim().replace(plainly, "");
    return this.#dialect.path.test(plain) || this.#paths.has(plain);
  }
}

/** A condition without brackets around all of it. */
function bare(text: string): string {
  let told = text.trim();
  while (told.startsWith("(") && told.endsWith(")")) {
    let depth = 0;
    const end = [...told].findIndex((one) => {
      if (one === "(") depth++;
      if (one === ")") depth--;
      return depth === 0;
    });
    if (end < told.length - 1) break;
    told = told.slice(1, -1).trim();
  }
  return told;
}
