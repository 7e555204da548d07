/** What paths a route may stand for, by which is seen whether an expression fits all of them, some, or none. */
import { boundedExpression } from "./bounded-expression.ts";

/** What a parameter may be beside the words of the expression. */
const samples = ["a", "1"];
/** The parameters of a route, as frameworks write them; a star or dots stand for several parts. */
const parameter =
  /\$\{[^{}]*\}|\[{1,2}[^[\]]*\]{1,2}|\{[^{}]*\}|<[^<>]*>|(?<=\/):\w+(?:\([^()]*\))?[?*+]?|\*+\w*|(?<=\/)\$\w*\??/g;
const severalParts = /\.\.\.|\*|\+$|^\$\{|^\$$/;
const isOptional = /^\[\[|\?$|^\$\{/;
/** Of longer lists of words the first are tried. */
const maxWords = 12;

/** Whether an expression fits a route; both: it may, by what its parameters are. */
export function everyPath(route: string, pattern: string, flags = ""): "yes" | "no" | "open" {
  const found = new Set(possible(route, pattern).map(boundedExpression(pattern, flags)));
  if (found.size > 1 || found.has(undefined)) return "open";
  return found.has(true) ? "yes" : "no";
}

function possible(route: string, pattern: string): string[] {
  const parameters = route.match(parameter) ?? [];
  if (parameters.length === 0) return [route];
  const words = [...new Set(pattern.replace(/\\./g, " ").match(/[\w-]+/g) ?? [])].slice(0, maxWords);
  const behind = /[\w-][\w/-]*/.exec(pattern.replaceAll("\\", ""))?.[0];
  const plain = pattern.replace(/^\^|\$$/g, "").replace(/\\(.)/g, "$1");
  const ending = /^[\w./-]+$/.test(plain) ? [`a${plain}`] : [];
  const valuesOf = (one: string): string[] => {
    const several = severalParts.test(one) ? ["a/b", ...(behind === undefined ? [] : [behind, `${behind}/a`])] : [];
    return [...samples, ...words, ...ending, ...several, ...(isOptional.test(one) ? [""] : [])];
  };
  const put = (chosen: (at: number, one: string) => string) => {
    let at = 0;
    const path = route.replace(parameter, (one) => chosen(at++, one));
    return path.replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
  };
  // Each of them by itself, and all of them alike.
  const each = parameters.flatMap((one, at) => valuesOf(one).map((value) => put((it) => (it === at ? value : "a"))));
  const alike = words.map((word) => put(() => word));
  return [...new Set([...each, ...alike])];
}
