/**
 * Routes of Python that a loop makes of what it lists itself, one for each: `for part, view in [("add/", views.add), …]:
 * urlpatterns.append(path(part, view))`. Where any of the list is neither a text nor a name, none is told apart.
 */
import type { DatabaseSync } from "node:sqlite";
import { DeclaredTexts } from "#engine/scan/derive/declared-texts";
import { maskedHashes, splitAt } from "#engine/scan/derive/entry-points/bodies/masked";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName } from "#engine/scan/derive/symbols";

/** What one turn of a loop calls its variables, as it is written. */
type Turn = ReadonlyMap<string, string>;

const mark = /\$\{(\w+)\}/g;
const head = /^([ \t]*)for[ \t]+([\w, \t()]+?)[ \t]+in[ \t]*([[(])/gm;
/** A text that holds nothing but itself. */
const plainText = /^(["'])([^"'\\{}]*)\1$/;
const dotted = /^[A-Za-z_]\w*(?:\.\w+)*$/;
const opens = "([{";
const closes = ")]}";

export function withLoopedRoutes(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isOpen = ({ kind, path, route, symbol }: Registration) =>
    kind === "endpoint" && path.endsWith(".py") && symbol.endsWith("#<module>") && route?.includes("${");
  if (!registrations.some(isOpen)) return registrations;
  const texts = new DeclaredTexts(db);
  const led = ledNames(db);
  return registrations.flatMap((one) => {
    if (!isOpen(one)) return [one];
    const turns = turnsAround(texts.within(one.path, [1, one.line]) ?? "");
    const made = turns?.map((turn) => inTurn(one, turn, led));
    return made?.every((it) => it !== undefined) ? made : [one];
  });
}

/** What is registered in one turn; undefined where that is not known. */
function inTurn(one: Registration, turn: Turn, led: (path: string, name: string) => string | undefined) {
  let isKnown = true;
  const route = one.route?.replace(mark, (whole, name: string) => {
    const written = turn.get(name);
    const text = written === undefined ? undefined : plainText.exec(written)?.[2];
    if (written !== undefined && text === undefined) isKnown = false;
    return text ?? whole;
  });
  if (!isKnown || route === undefined || route === one.route) return undefined;
  const handler = one.handler?.startsWith(`${one.path}#`)
    ? turn.get(one.handler.slice(one.path.length + 1))
    : undefined;
  if (handler === undefined) return { ...one, route };
  if (!dotted.test(handler)) return undefined;
  const symbol = led(one.path, handler) ?? null;
  return { ...one, route, handler: symbol, handler_name: lastName(symbol ?? handler) };
}

/** The turns of the loop over a list of its own in whose body a text ends. */
function turnsAround(code: string): readonly Turn[] | undefined {
  const { plain, mask } = maskedHashes(code);
  for (const found of [...mask.matchAll(head)].reverse()) {
    const [whole, indent = "", targets = ""] = found;
    const open = found.index + whole.length - 1;
    const end = closing(mask, open);
    if (end === undefined) continue;
    const behind = /^\s*:/.exec(mask.slice(end + 1));
    const body = mask.slice(end + 1 + (behind?.[0].length ?? 0));
    if (!behind || !isInside(body, indent.length)) continue;
    const names = targets
      .replace(/[()\s]/g, "")
      .split(",")
      .filter(Boolean);
    const listed = splitAt(plain.slice(open + 1, end), mask.slice(open + 1, end), /,/);
    const turns = listed
      .map((it) => it.trim())
      .filter(Boolean)
      .map((it) => turnOf(names, it));
    return turns.every((it) => it !== undefined) ? turns : undefined;
  }
  return undefined;
}

/** Whether all lines stand further inside than a column. */
const isInside = (lines: string, column: number): boolean =>
  lines.split("\n").every((line) => line.trim() === "" || line.length - line.trimStart().length > column);

function closing(mask: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < mask.length; at++) {
    const one = mask[at] ?? "";
    if (opens.includes(one)) depth++;
    if (closes.includes(one) && --depth === 0) return at;
  }
  return undefined;
}

function turnOf(names: readonly string[], element: string): Turn | undefined {
  const [only = ""] = names;
  if (names.length === 1) return new Map([[only, element]]);
  if (!/^[[(][\s\S]*[\])]$/.test(element)) return undefined;
  const inner = element.slice(1, -1);
  const parts = splitAt(inner, maskedHashes(inner).mask, /,/).map((it) => it.trim());
  if (parts.at(-1) === "") parts.pop();
  return parts.length === names.length ? new Map(names.map((name, at) => [name, parts[at] ?? ""])) : undefined;
}

/** Reads where names of a file lead: to what it declares or imports, or what a module does that it imports. */
function ledNames(db: DatabaseSync): (path: string, name: string) => string | undefined {
  const ranges = new FactRanges(db);
  const imported = db.prepare(
    "select symbol, resolved from imports where fact >= ? and fact < ? and ifnull(alias, name) = ? order by fact desc",
  );
  const declared = db.prepare("select id from symbols where fact >= ? and fact < ? and id = ?");
  const own = (path: string, name: string): string | undefined => {
    const found =
      declared.get(...ranges.of(path), `${path}#${name}`)?.id ?? imported.get(...ranges.of(path), name)?.symbol;
    return typeof found === "string" ? found : undefined;
  };
  return (path, name) => {
    const [first = "", second, ...others] = name.split(".");
    if (second === undefined) return own(path, first);
    const module = imported.get(...ranges.of(path), first)?.resolved;
    return typeof module === "string" && others.length === 0 ? own(module, second) : undefined;
  };
}
