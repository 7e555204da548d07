/**
 * What lets requests into a branch of a pipeline, as it is written: `UseWhen(c => !c.Request.Path.StartsWithSegments("/open"), …)`.
 * What more than paths decides, or another function, is not known.
 */
import { type Fits, openPattern } from "#engine/scan/derive/entry-points/guards/request-patterns";

/** Of the text of a call, what stands in front of the function that says what the branch does. */
const condition =
  /^.*?\bUseWhen\s*\(\s*(?:async\s+)?(?:\(?[\w\s]*\)?\s*=>)?(?<text>.*?)(?:,\s*\(?\s*[\w\s]+\)?\s*=>.*)?$/s;
const test =
  /(?<not>!?)\s*\(?\s*\b\w[\w.?!]*\bPath(?:\.Value|\.ToString\(\)|[?!])*\.(?<how>StartsWithSegments|StartsWith|Equals)\(\s*(?<what>[^,()]+?)\s*(?:,[^()]*)?\)\)?/g;
/** What is left of a condition that asks for paths alone. */
const nothingElse = /^(?:\s|[{}();]|\breturn\b|&&|\|\|)*$/;

const always: Fits = () => true;
const perhaps: Fits = () => undefined;

/**
 * Which paths come into a branch.
 * @param code the call's text, as far as it is known
 * @param constants by what is written, the path that it is
 */
export function conditionOf(code: string, constants: readonly string[]): Fits {
  const text = condition.exec(code)?.groups?.text ?? "";
  const found = [...text.matchAll(test)].map(({ groups = {} }) => {
    const literal = /^[@$]?"([^"{]*)"$/.exec(groups.what ?? "")?.[1];
    const path = literal ?? (constants.length === 1 ? constants[0] : undefined);
    return { isNegated: groups.not === "!", fits: path === undefined ? perhaps : fitting(groups.how ?? "", path) };
  });
  if (found.length === 0) return perhaps;
  const [isAll, isAny] = [text.includes("&&"), text.includes("||")];
  if (isAll && isAny) return perhaps;
  const told = found.map(({ isNegated, fits }) => (isNegated ? not(fits) : fits));
  const isWhole = nothingElse.test(text.replace(test, ""));
  if (!isAny) return all(isWhole ? told : [...told, perhaps]);
  return not(all((isWhole ? told : [...told, perhaps]).map(not)));
}

function fitting(how: string, path: string): Fits {
  if (how === "Equals") return openPattern(path);
  if (how === "StartsWithSegments" || path.endsWith("/")) return openPattern(`${path.replace(/\/$/, "")}/*`);
  // What begins with the text, and need not end where a part of the path does.
  const below = openPattern(`${path}/*`);
  return (route) => (below(route) ? true : route.startsWith(path) ? true : below(route));
}

const not =
  (fits: Fits): Fits =>
  (route) => {
    const does = fits(route);
    return does === undefined ? undefined : !does;
  };

const all = (told: readonly Fits[]): Fits =>
  told.reduce(
    (before: Fits, one) => (route) => {
      const [first, second] = [before(route), one(route)];
      if (first === false || second === false) return false;
      return first === undefined || second === undefined ? undefined : true;
    },
    always,
  );
