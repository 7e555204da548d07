/**
 * The paths before which alone a listener of PHP's ends requests, where its code says that by itself:
 * `if (preg_match('#^/admin#', $path)) { throw … }`, `if (!str_starts_with($path, '/api')) { return; }`.
 */
import { literally } from "#engine/literally";

const path = String.raw`(?:\$\w+|\$[\w>()-]+->(?:getPathInfo|getRequestUri)\(\))`;
const quoted = String.raw`(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\$]|\\.)*")`;
/** Tests of a path's beginning or of all of it, and where in each the pattern or the text stands. */
const expression = new RegExp(String.raw`^\\?preg_match\(\s*(${quoted})\s*,\s*(${path})\s*\)(?:\s*===\s*1)?$`);
const beginning = new RegExp(String.raw`^\\?str_starts_with\(\s*(${path})\s*,\s*(${quoted})\s*\)$`);
const position = new RegExp(
  String.raw`^(?:0\s*([!=]==)\s*)?\\?strpos\(\s*(${path})\s*,\s*(${quoted})\s*\)(?:\s*([!=]==)\s*0)?$`,
);
/** What is done with an event or in a method that is given it may end the request. */
const ending = /\bthrow\b|->(?:setResponse|setController|redirect\w*)\(|\$(?:this|self)->[\w>-]+\([^;]*\$\w*[eE]vent\b/;
const leaving = /^\s*return\s*;\s*$/;
/** Longer methods are not read. */
const maxCharacters = 20_000;

/** An expression that fits these paths; undefined: it is not known which they are, or it may end any request. */
export function pathsEnded(text: string): string | undefined {
  if (text.length > maxCharacters) return undefined;
  const body = withoutComments(text.slice(text.indexOf("{") + 1, text.lastIndexOf("}")));
  const patterns: string[] = [];
  let [rest, at] = ["", 0];
  for (const { from, condition, block, to } of conditionsOf(body)) {
    if (from < at) continue;
    const before = body.slice(at, from);
    const [first = "", ...others] = condition.split("&&").map((one) => one.trim());
    const isNegative = first.startsWith("!") || /!==/.test(first);
    const pattern = patternOf(first.replace(/^!\s*/, ""), body);
    const isElse = /^\s*else\b/.test(body.slice(to));
    // Whoever is let on here by the path is asked nothing below.
    if (pattern !== undefined && isNegative && others.length === 0 && !isElse && leaving.test(block))
      return patterns.length === 0 && !ending.test(rest + before) ? pattern : undefined;
    const isOwn = pattern !== undefined && !isNegative && !isElse && !condition.includes("||");
    if (isOwn) patterns.push(pattern);
    rest += before + (isOwn ? "" : body.slice(from, to));
    at = to;
  }
  if (patterns.length === 0 || ending.test(rest + body.slice(at))) return undefined;
  return patterns.map((one) => `(?:${one})`).join("|");
}

const withoutComments = (text: string): string =>
  text.replace(new RegExp(String.raw`${quoted}|/\*[\s\S]*?\*/|//[^\n]*`, "g"), (one) =>
    /^['"]/.test(one) ? one : " ",
  );

/** A test of the request's path as an expression that it fits. */
function patternOf(test: string, body: string): string | undefined {
  const [, written, of] = expression.exec(test) ?? [];
  const [, of2, begin] = beginning.exec(test) ?? [];
  const [, before, of3, begin3, behind] = position.exec(test) ?? [];
  const isPosition = begin3 !== undefined && (before === undefined) !== (behind === undefined);
  if (!isOfRequest(of ?? of2 ?? of3 ?? "", body)) return undefined;
  if (written !== undefined) return expressionOf(textOf(written));
  const text = begin ?? (isPosition ? begin3 : undefined);
  return text === undefined ? undefined : `^${textOf(text).replace(/[.+*?^$()|[\]\\{}]/g, "\\$&")}`;
}

/** An expression without its marks; undefined where more is said behind it than this reads. */
function expressionOf(written: string): string | undefined {
  const [, , inner] = /^([#/~@%!|])(.*)\1$/s.exec(written) ?? [];
  return inner?.startsWith("^") ? inner.replaceAll("\\/", "/") : undefined;
}

const textOf = (written: string): string => written.slice(1, -1).replace(/\\(['"\\])/g, "$1");

/** Whether a value is the request's path: it is asked for there, or a variable holds it. */
function isOfRequest(written: string, body: string): boolean {
  if (/->get(?:PathInfo|RequestUri)\(\)$/.test(written)) return true;
  if (!/^\$\w+$/.test(written)) return false;
  const held = new RegExp(String.raw`${literally(written)}\s*=(?!=)([^;]*);`, "g");
  const all = [...body.matchAll(held)];
  return all.length === 1 && /->get(?:PathInfo|RequestUri)\(\)\s*$/.test(all[0]?.[1] ?? "");
}

interface Condition {
  readonly from: number;
  readonly condition: string;
  readonly block: string;
  readonly to: number;
}

/** The conditions of a body with what stands under each. */
function conditionsOf(body: string): Condition[] {
  return [...body.matchAll(/\bif\s*\(/g)].flatMap(({ index, 0: begin }) => {
    const open = index + begin.length - 1;
    const close = closing(body, open);
    const brace = /^\s*\{/.exec(body.slice(close + 1));
    const start = close + 1 + (brace?.[0].length ?? 0);
    const end = brace ? closing(body, start - 1) : body.indexOf(";", start) + 1;
    if (close < 0 || end <= 0) return [];
    const block = body.slice(start, end);
    return [{ from: index, condition: body.slice(open + 1, close).trim(), block, to: brace ? end + 1 : end }];
  });
}

/** Where the bracket is closed that stands at a place; -1 where it is not. */
function closing(text: string, open: number): number {
  const brackets = new RegExp(String.raw`${quoted}|[()[\]{}]`, "g");
  brackets.lastIndex = open;
  let depth = 0;
  for (let found = brackets.exec(text); found; found = brackets.exec(text)) {
    if (/^[([{]$/.test(found[0])) depth++;
    else if (/^[)\]}]$/.test(found[0]) && --depth === 0) return found.index;
  }
  return -1;
}
