/** Guards that decide by the path of a request whether they ask at all: to stand behind one says nothing of who is asked. */
import type { DatabaseSync } from "node:sqlite";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

/** What a line asks, without what is done then: of `if (!user) return redirect(req.path)` the path is no part. */
const asked = (line: string): string =>
  /\b(?:if|unless|elif|elsif|when|switch|match)\b(.*)/
    .exec(line)?.[1]
    ?.replace(/\b(?:return|redirect\w*|throw|raise)\b.*/, "") ?? "";
/** Where a request goes: `req.path.startsWith("/admin")`, `open[c.Path()]`, `$request->is("admin/*")`. */
const ofPath =
  /[.>](?:path(?:name|_info)?|fullpath|(?:original|request)_?(?:url|uri)|requestPath|getRequestUR[IL]|getServletPath|getPathInfo)\b|request(?:\(\))?->(?:is|routeIs)\b/i;

interface Named {
  readonly name: string;
  readonly symbol: string | null;
}

/** Of guards as endpoints list them, the names of those that do. */
export function guardsByPath(db: DatabaseSync, guards: readonly Named[]): ReadonlySet<string> {
  const ranges = new FactRanges(db);
  const calls = db.prepare(
    "select caller, quote from calls where fact >= ? and fact < ? and quote is not null order by fact",
  );
  const found = new Set<string>();
  const known = new Set<string>();
  for (const { name, symbol } of guards) {
    if (symbol === null || known.has(symbol)) continue;
    known.add(symbol);
    const isIn = (caller: string) => caller === symbol || caller.startsWith(`${symbol}.`);
    const rows = calls.all(...ranges.of(symbol)) as { caller: string; quote: string }[];
    if (rows.some(({ caller, quote }) => isIn(caller) && ofPath.test(asked(quote)))) found.add(name);
  }
  return found;
}
