/** Functions that only put something in front of the path that is asked for: a locale before an address refuses nobody. */

import { maskedBraces } from "#engine/scan/derive/entry-points/bodies/masked";

const scripts = { byLine: false, hashes: false, lifetimes: false, patterns: true } as const;
/** An answer that leads on, with the address that it is given, three parentheses deep. */
const leadingOn =
  /\bNextResponse\.(?:redirect|rewrite)\(\s*new URL\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)\s*(?:,[^()]*)?\)/g;
/** The path of the request, behind variables alone: what follows a word, or a question mark, is asked for somewhere else. */
const ownPath = /^\s*(?:`\/?(?:\$\{[\w.]+\}\/?)*\$\{(?:\w+\.)*pathname\b|(?:\w+\.)*pathname\b)/;
/** What else answers, or may: anything that is given back but what lets the request go on. */
const answering =
  /\b(?:Next)?Response\.(?!next\b)|\bnew\s+(?:Next)?Response\b|\bthrow\b|\breturn\s+(?!undefined\b|null\b|NextResponse\.next\(|[;}])[^\s;}]/;

/** Whether a function, of which the text is whole, answers nothing but with the path that is asked for. */
export function leadsToOwnPath(written: string): boolean {
  const { plain } = maskedBraces(written, scripts);
  let isFound = false;
  const rest = plain.replace(leadingOn, (whole, address: string) => {
    if (!ownPath.test(address)) return whole;
    isFound = true;
    return "undefined";
  });
  return isFound && !answering.test(rest);
}
