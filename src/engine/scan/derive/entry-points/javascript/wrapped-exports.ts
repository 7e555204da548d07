/**
 * What a file exports as its default where that is made in place: `export default signedIn(limited(handler))`. Nothing of
 * it is declared; it is read from the calls that begin where the export does, as they are written there.
 */
import type { DatabaseSync } from "node:sqlite";
import { asks } from "#engine/scan/derive/entry-points/guards/guards";
import type { Guard } from "#engine/scan/derive/entry-points/registration";
import type { FactRanges } from "#engine/scan/derive/fact-ranges";

export interface WrappedExport {
  readonly handler: string;
  readonly handler_name: string;
  readonly guards: readonly Guard[];
}

/** Names that are called one in another, with what else these are given before the next: `limited(10, signedIn(`. */
const calling = /^\s*(?:await\s+)?([\w$]+(?:\.[\w$]+)*)\s*(?:<[^()]*>)?\(\s*/;
/** What frameworks make handlers by, which ask nobody. */
const making =
  /^(?:define(?:Cached|Lazy|WebSocket)?(?:EventHandler|Handler)|(?:cached|lazy)?[eE]ventHandler|createHandler|NextAuth|handle|createNextRouteHandler)$/;
/** Names that say of what lies outside that it asks. */
const ofAsking = /auth|session|login|signedin|protect|require|admin|permission|guard|verif/i;
const begin = /^export\s+default\s+/;
/** Where a function is written: what follows is its code. */
const written = /\basync\b|\bfunction\b|=>/;
const inline = "(inline)";

export function wrappedExports(
  db: DatabaseSync,
  ranges: FactRanges,
): (path: string, line: number) => WrappedExport | undefined {
  const callsAt = db.prepare(
    `select distinct callee, callee_text, quote from calls
     where fact >= ? and fact < ? and caller = ? and start_line = ? and kind = 'call' order by fact`,
  );
  const given = db.prepare(
    `select symbol, name, line from "references"
     where fact >= ? and fact < ? and caller = ? and line >= ? and kind = 'callback' and symbol is not null order by line, fact`,
  );
  // What a framework imports by itself goes by its name alone.
  const lent = db.prepare("select id from symbols where name = ? and parent is null and exported and path glob ?");
  const declared = (name: string, path: string): string | null => {
    const root = /^(.*?)server\//.exec(path)?.[1];
    if (root === undefined) return null;
    const found = lent.all(name, `${root}server/utils/*`);
    return found.length === 1 ? String(found[0]?.id) : null;
  };
  return (path, line) => {
    const module = `${path}#<module>`;
    const range = ranges.of(path);
    const calls = callsAt.all(...range, module, line) as unknown as {
      callee: string | null;
      callee_text: string;
      quote: string | null;
    }[];
    const quote = calls.find((one) => begin.test(one.quote ?? ""))?.quote;
    if (!quote) return undefined;
    const names = namesCalled(quote.replace(begin, ""));
    const guards = names.flatMap((text): Guard[] => {
      const name = text.replace(/^.*\./, "");
      if (making.test(name)) return [];
      const symbol = calls.find((one) => one.callee_text === text)?.callee ?? declared(name, path);
      return symbol !== null || asks.test(name) || ofAsking.test(name) ? [{ name, symbol }] : [];
    });
    // A function that is written in place may be given others, which handle nothing.
    const isWritten = written.test(quote);
    // What stands in an object sets something up.
    const isConfigured = /\(\s*\{/.test(quote);
    const named = isWritten || isConfigured ? undefined : given.get(...range, module, line);
    if (!isWritten && !named && guards.length === 0) return undefined;
    return named
      ? { handler: String(named.symbol), handler_name: String(named.symbol).replace(/^[^#]*#/, ""), guards }
      : { handler: module, handler_name: inline, guards };
  };
}

/** What is called, each in what the one before it is given, up to where a function is written. */
function namesCalled(code: string): string[] {
  const names: string[] = [];
  const end = code.search(written);
  let rest = end < 0 ? code : code.slice(0, end);
  for (let found = calling.exec(rest); found !== null; found = calling.exec(rest)) {
    names.push(found[1] ?? "");
    rest = rest.slice(found[0].length);
    // What is given before the next: texts, names, lists, objects.
    const next = rest.search(/[\w$.]+\s*(?:<[^()]*>)?\(/);
    if (next < 0) break;
    rest = rest.slice(next);
  }
  return names;
}
