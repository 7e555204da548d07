/** What the code of functions of JavaScript says of the paths before which they ask, as far as its text tells. */

/** What a condition asks about that goes by the path. */
const path = String.raw`\b(?:path(?:name)?|originalUrl|baseUrl|nextUrl|routerPath|routeOptions|url)\b`;
const opening = "(?:public|exclu|white_?list|allow_?list|unprotected|exempt|bypass)";
export const byPath = new RegExp(`${path}|${opening}`, "i");
/** NestJS's guards read what decorators say is public, which is known by itself. */
export const [byPathAlone, ofNest] = [new RegExp(path), /\.canActivate$/];
/** A condition, up to three parentheses deep. */
const condition = String.raw`\bif\s*\(((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*)\)`;
const lettingOn = String.raw`\s*\{?\s*(?:return\s*(?:;|\}|$|true\b|(?:await\s+)?(?:next\(\)|resolve\(|NextResponse\.next\())|(?:await\s+)?next\(\))`;
const conditions = new RegExp(condition, "g");
const lettingThrough = new RegExp(condition + lettingOn, "g");
const held = /\b(?:const|let|var)\s+(?:(\w+)|\{([^}]*)\})\s*=\s*([^;\n]*)/g;
const refusal =
  /\bthrow\b|\b(?:reply|response|resp|res|ctx|context|c)\.(?:code|end|json|redirect|render|send|sendStatus|status|text|throw|body)\b|\bnew Response\b/;
/** How many characters of a condition's block are looked at. */
const mostInBlock = 600;

/** Whether code lets some paths through; of what is asked before all, whether any condition is about them. */
export function goesByPath(texts: readonly string[], isBeforeAll: boolean, about: RegExp): boolean {
  const code = texts.map((text) => text.replace(/\s+/g, " "));
  const names = texts.flatMap((text) => heldOf(text, about));
  const pattern = isBeforeAll ? conditions : lettingThrough;
  return code.some((text) => [...text.matchAll(pattern)].some(([, asked = ""]) => isAbout(asked, names, about)));
}

/** The variables that hold what is about a path. */
const heldOf = (text: string, about: RegExp): readonly string[] =>
  [...text.matchAll(held)].flatMap(([, name = "", bound = "", of = ""]) =>
    about.test(of)
      ? [name]
      : bound
          .split(/[,:]/)
          .map((it) => it.trim())
          .filter((it) => about.test(it)),
  );

const isAbout = (asked: string, names: readonly string[], about: RegExp): boolean =>
  about.test(asked) || names.some((name) => new RegExp(`\\b${name}\\b`).test(asked));

/** Whether code that is seen whole refuses nowhere but where a condition is about the path. */
export function refusesByPath(text: string, about: RegExp): boolean {
  const code = text.replace(/\s+/g, " ");
  const names = heldOf(text, about);
  let [rest, isByPath] = [code, false];
  for (const found of code.matchAll(conditions)) {
    const block = blockAt(code, found.index + found[0].length);
    const isOfPaths = (found[1] ?? "").split("||").every((asked) => isAbout(asked, names, about));
    if (!isOfPaths || !refusal.test(block)) continue;
    isByPath = true;
    rest = rest.replace(block, "");
  }
  return isByPath && !refusal.test(rest);
}

/** The block or the statement that stands at a place. */
export function blockAt(code: string, from: number): string {
  const text = code.slice(from, from + mostInBlock);
  if (!/^\s*\{/.test(text)) return text.slice(0, text.search(/[;}]|$/));
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}" && --depth === 0) return text.slice(0, at + 1);
  }
  return text;
}
