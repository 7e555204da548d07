/**
 * Routes that functions put into the array which a file of routes of CodeIgniter 3 hands them: `route_resource($route, 'items')`.
 * What they put there is read as it is written, with what the call gives; what only running code knows is no route.
 */
import type { DatabaseSync } from "node:sqlite";
import { DeclaredTexts } from "#engine/scan/derive/declared-texts";
import { maskedTexts, splitAt } from "#engine/scan/derive/entry-points/bodies/masked";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

/** The array's name in a file of routes. */
const given = /^\s*\$route\s*$/;
const maxRoutes = 200;

/** The routes that calls in a file put into its array, in the order of the calls. */
export function handedRoutes(file: Registration, db: DatabaseSync): Registration[] {
  const ranges = new FactRanges(db);
  const calls = db.prepare(
    `select callee, callee_text, quote, line from calls
     where fact >= ? and fact < ? and callee is not null and resolution = 'exact' order by fact`,
  );
  const declared = db.prepare(
    "select id, params, preview, line, end_line from symbols where fact >= ? and fact < ? and id = ? and kind = 'function'",
  );
  const texts = new DeclaredTexts(db);
  return calls.all(...ranges.of(file.path)).flatMap(({ callee, callee_text, quote, line }) => {
    const places = argumentsOf(String(quote ?? ""), String(callee_text));
    const array = places.findIndex((one) => given.test(one));
    const row = array < 0 ? undefined : declared.get(...ranges.of(String(callee)), String(callee));
    if (!row) return [];
    const params = JSON.parse(String(row.params ?? "[]")) as { name: string; default?: string }[];
    const name = params[array]?.name;
    const { text, isWhole } = texts.of(row);
    if (name === undefined || !isWhole || !new RegExp(`&\\s*\\$${name}\\b`).test(text.split("{", 1)[0] ?? ""))
      return [];
    const known = new Map(params.map((one, at) => [one.name, literal(places[at] ?? one.default ?? "", new Map())]));
    return putInto(name, text, known).map((one) => ({
      ...file,
      ...one,
      kind: "endpoint" as const,
      name: null,
      handler: null,
      line: Number(line),
    }));
  });
}

/** `$route[…]['get'] = …;`, whatever stands in the brackets. */
function putInto(name: string, text: string, known: Known): Pick<Registration, "method" | "route" | "handler_name">[] {
  const entry = new RegExp(
    `^[ \\t]*\\$${name}\\s*\\[([^\\]\\n]*)\\](?:\\s*\\[\\s*["'](\\w+)["']\\s*\\])?\\s*=\\s*([^;\\n]*);`,
    "gm",
  );
  return [...text.matchAll(entry)].slice(0, maxRoutes).flatMap(([, path = "", method, leads = ""]) => {
    const [route, handler] = [literal(path, known), literal(leads, known)];
    if (route === undefined || handler === undefined) return [];
    return [{ method: method?.toUpperCase() ?? "ANY", route, handler_name: handler }];
  });
}

type Known = ReadonlyMap<string, string | undefined>;

/** The text that literals and variables make together; undefined where any of it is something else. */
function literal(written: string, known: Known): string | undefined {
  const pieces = splitAt(written, maskedTexts(written).mask, /\./).map((piece) => {
    const [, mark, text = ""] = /^\s*(["'])([^"']*)\1\s*$/.exec(piece) ?? [];
    if (mark === "'") return text;
    if (mark !== '"') return known.get(/^\s*\$(\w+)\s*$/.exec(piece)?.[1] ?? "");
    const names = [...text.matchAll(variable)].map(([, braced, plain]) => braced ?? plain ?? "");
    if (names.some((name) => known.get(name) === undefined)) return undefined;
    return text.replace(variable, (_, braced, plain) => known.get(braced ?? plain) ?? "");
  });
  return pieces.some((piece) => piece === undefined) ? undefined : pieces.join("");
}

const variable = /\{\$(\w+)\}|\$([A-Za-z_]\w*)/g;

/** What a call is given, as it is written. */
function argumentsOf(quote: string, callee: string): string[] {
  const at = quote.indexOf(`${callee}(`);
  const end = quote.lastIndexOf(")");
  if (at < 0 || end < 0) return [];
  const inside = quote.slice(at + callee.length + 1, end);
  return splitAt(inside, maskedTexts(inside).mask, /,/);
}
