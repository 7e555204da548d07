/** Code of which comments and the insides of texts say nothing of how it is put together. */
import type { Braced } from "./statements.ts";

export interface Masked {
  /** Comments are spaces. */
  readonly plain: string;
  /** Of the same length; what stands in texts is `_`, too. */
  readonly mask: string;
}

/** What may stand before a pattern between slashes. */
const beforePattern = /(?:^|[=([{,;:!&|?\n]|\breturn)\s*$/;

export function maskedBraces(code: string, language: Braced): Masked {
  return masked(code, (at) => {
    const one = code[at] ?? "";
    if (code.startsWith("//", at)) return { end: lineEnd(code, at), kind: "comment" };
    if (code.startsWith("/*", at)) return { end: endOr(code.indexOf("*/", at + 2) + 2, 1, code), kind: "comment" };
    if (one === "#" && language.hashes && code[at + 1] !== "[") return { end: lineEnd(code, at), kind: "comment" };
    if (code.startsWith('"""', at)) return { end: endOr(code.indexOf('"""', at + 3) + 3, 2, code), kind: "text" };
    if (one === "'" && language.lifetimes && !/^'(?:\\.|[^\\'])'/.test(code.slice(at, at + 4))) return undefined;
    if (one === '"' || one === "'") return { end: quoteEnd(code, at), kind: "text" };
    if (one === "`")
      return { end: language.patterns ? templateEnd(code, at) : quoteEnd(code, at, false), kind: "text" };
    if (one === "/" && language.patterns && beforePattern.test(code.slice(Math.max(0, at - 12), at)))
      return { end: patternEnd(code, at), kind: "text" };
    return undefined;
  });
}

/** Of Python and Ruby. */
export function maskedHashes(code: string): Masked {
  return masked(code, (at) => {
    const one = code[at] ?? "";
    if (one === "#") return { end: lineEnd(code, at), kind: "comment" };
    const three = code.slice(at, at + 3);
    if (three === '"""' || three === "'''")
      return { end: endOr(code.indexOf(three, at + 3) + 3, 2, code), kind: "text" };
    if (one === '"' || one === "'") return { end: quoteEnd(code, at), kind: "text" };
    return undefined;
  });
}

/** Of a statement, whose comments are spaces already. */
export const maskedTexts = (code: string): Masked =>
  masked(code, (at) => (/["'`]/.test(code[at] ?? "") ? { end: quoteEnd(code, at), kind: "text" } : undefined));

function masked(
  code: string,
  skipped: (at: number) => { readonly end: number; readonly kind: "comment" | "text" } | undefined,
): Masked {
  let [plain, mask] = ["", ""];
  for (let at = 0; at < code.length; ) {
    const found = skipped(at);
    if (!found) {
      plain += code[at];
      mask += code[at];
      at += 1;
      continue;
    }
    const text = code.slice(at, found.end);
    const isText = found.kind === "text";
    plain += isText ? text : text.replace(/[^\n]/g, " ");
    mask += isText
      ? `"${text.slice(1, -1).replace(/[^\n]/g, "_")}"`.slice(0, text.length)
      : text.replace(/[^\n]/g, " ");
    at += Math.max(1, text.length);
  }
  return { plain, mask };
}

const lineEnd = (code: string, at: number): number => {
  const end = code.indexOf("\n", at);
  return end < 0 ? code.length : end;
};
/** What was found behind something of a length; the end of the code where nothing was. */
const endOr = (found: number, length: number, code: string): number => (found <= length ? code.length : found);

function quoteEnd(code: string, from: number, escapes = true): number {
  const quote = code[from];
  for (let at = from + 1; at < code.length; at++) {
    if (code[at] === "\\" && escapes) at++;
    else if (code[at] === quote) return at + 1;
  }
  return code.length;
}

function templateEnd(code: string, from: number): number {
  let depth = 0;
  for (let at = from + 1; at < code.length; at++) {
    if (code[at] === "\\") at++;
    else if (code.startsWith("${", at)) depth++;
    else if (code[at] === "}" && depth > 0) depth--;
    else if (code[at] === "`" && depth === 0) return at + 1;
    else if (code[at] === "`") at = templateEnd(code, at) - 1;
  }
  return code.length;
}

function patternEnd(code: string, from: number): number {
  let isClass = false;
  for (let at = from + 1; at < code.length && code[at] !== "\n"; at++) {
    if (code[at] === "\\") at++;
    else if (code[at] === "[") isClass = true;
    else if (code[at] === "]") isClass = false;
    else if (code[at] === "/" && !isClass) return at + 1;
  }
  return from + 1;
}

const opens = "([{";
const closes = ")]}";

/** Where what opens at a place of masked code closes; -1 where it does not. */
export function closing(mask: string, from: number, to = mask.length): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const one = mask[at] ?? "";
    if (opens.includes(one)) depth++;
    else if (closes.includes(one) && --depth === 0) return at;
  }
  return -1;
}

/** Parts of a text between marks that stand in no brackets, by what finds the marks in masked code. */
export function splitAt(text: string, mask: string, mark: RegExp): string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  const marks = new RegExp(mark.source, "y");
  for (let at = 0; at < mask.length; at++) {
    const one = mask[at] ?? "";
    if (opens.includes(one)) depth++;
    else if (closes.includes(one)) depth--;
    if (depth !== 0) continue;
    marks.lastIndex = at;
    const found = marks.exec(mask)?.[0];
    if (!found) continue;
    parts.push(text.slice(from, at));
    from = at + found.length;
    at = from - 1;
  }
  return [...parts, text.slice(from)];
}
