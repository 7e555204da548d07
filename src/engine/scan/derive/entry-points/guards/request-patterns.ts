/**
 * Patterns that paths of requests are held against. What a pattern is not known to be may fit any path, and so may a path
 * of which the beginning is not known be fit by any pattern that not all are.
 */
import { boundedExpression } from "./bounded-expression.ts";

/** Whether a pattern fits a path; undefined: it may. */
export type Fits = (route: string) => boolean | undefined;

/** What a parameter of a route may be, by which is seen whether a pattern fits whatever it is. */
const samples = ["a", "1", "en"];
const parameter = /\$?\{[^{}]*\}|\[{1,2}[^[\]]*\]{1,2}/g;

/** A route as it is, and with what its parameters may be in their places. */
export const routesOf = (route: string): string[] => [
  ...new Set([route.replaceAll("[...", "["), ...samples.map((sample) => route.replace(parameter, sample))]),
];

const everything = /^\/?\*{1,2}$/;

/** A star at the end of a pattern that has a name: `*rest`, `{/*rest}`, `{*rest}`. */
const namedStar = /(?:\{\/\*\w+\}|(?:^|\/)\{?\*\w+\}?)$/;

/**
 * `/users/*`, `/users/me*`, `*.do`, `/users/:id`: a star at the end stands for whatever follows, as `(.*)` does, whether or
 * not it has a name.
 */
export const openPattern = (text: string): Fits =>
  ofParts(
    text.replaceAll("(.*)", "*").replace(namedStar, (star) => (star === text ? "*" : "/*")),
    true,
  );

/** The same for whom capitals are small letters. */
export function caselessPattern(text: string): Fits {
  const fits = openPattern(text.toLowerCase());
  return (route) => fits(route.toLowerCase());
}

/** Ant's patterns, as Spring has them: a star stands within one name, two for any names, `{id}` for one. */
export function antPattern(text: string): Fits {
  const known = text.replace(/^\$\{[^{}]*\}(?=\/)/, "");
  if (known === text || known.includes("${")) return ofParts(text, false);
  // What a function makes of a path, or a constant stands before, holds it.
  const isIn = ofExpression(writtenIn(known, false).join(""));
  return (route) => (isIn(route) === false ? false : undefined);
}

/** A pattern as PHP writes it, which is the same as here but for its beginning in most. */
export function expressionPattern(text: string): Fits {
  if (text.includes("%")) return () => undefined;
  return ofExpression(text.replaceAll("\\A", "^").replaceAll("\\z", "$"));
}

function ofParts(text: string, isOpen: boolean): Fits {
  if (everything.test(text) && (isOpen || text.endsWith("**"))) return () => true;
  if (text.includes("${")) return () => undefined;
  const written = writtenIn(text, isOpen);
  // Of an ending alone it does not matter where the file lies.
  const begin = isOpen && text.startsWith("*") ? "^.*" : "^";
  const end = written.length === 0 ? "/?$" : "$";
  return ofExpression(`${begin}${written.join("")}${end}`);
}

/** The parts of a pattern as an expression. */
function writtenIn(text: string, isOpen: boolean): string[] {
  const parts = text.split("/").filter((part) => part !== "");
  return parts.map((part, at) => {
    const isAny = part === "**" || /^\{\*\w+\}$/.test(part) || (isOpen && part === "*" && at === parts.length - 1);
    if (isAny) return at === parts.length - 1 ? "(?:/.*)?" : "(?:/[^/]+)*";
    if (isOpen && at === parts.length - 1 && part.endsWith("*")) return `/${named(part.slice(0, -1))}.*`;
    return `/${part.startsWith(":") ? "[^/]+" : named(part)}`;
  });
}

/** One name of a pattern. */
const named = (part: string): string =>
  part
    .split(/(\{[^{}]*\}|<[^<>]*>|\*|\?)/)
    .map((piece) => {
      if (piece === "*") return "[^/]*";
      if (piece === "?") return "[^/]";
      return /^[{<]/.test(piece) ? "[^/]+" : piece.replace(/[.+^$()|[\]\\{}]/g, "\\$&");
    })
    .join("");

function ofExpression(pattern: string): Fits {
  const fits = boundedExpression(pattern);
  return (route) => (/^\/?\$\{/.test(route) ? undefined : fits(route));
}
