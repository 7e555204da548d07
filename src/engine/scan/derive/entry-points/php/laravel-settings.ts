/**
 * Guards that Laravel's settings name, `'middleware' => config('keys.middleware', ['web', 'auth'])`: those that the file of
 * settings lists, else those that stand there where nothing is set. Lists may be put together of such.
 */

import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";
import { asSetting } from "#engine/scan/schemas/prefixes/laravel-configs";

const frameworks: ReadonlySet<string | null> = new Set(["Laravel", "Lumen"]);
const together = /^\\?array_(?:merge|filter|unique|values)$/;
const exploding = /^\\?explode$/;
/** What a file of settings holds that is no text. */
const computed = /^\\?(?:env|explode)\(/;
const setting = /^\\?(?:config|env)$/;
/** Calls in each other. */
const maxDepth = 6;

export function withSettings(all: readonly Registration[]): readonly Registration[] {
  const isSetting = ({ kind, name }: Registration) => kind === "prefix" && name?.startsWith(asSetting) === true;
  const settings = Map.groupBy(all.filter(isSetting), ({ name }) => name?.slice(asSetting.length));
  const written = settings.size > 0 ? all.filter((one) => !isSetting(one)) : all;
  /** What a setting lists, where one file says so. */
  const held: Lookup = (key) => {
    const [only, ...others] = settings.get(key) ?? [];
    if (only === undefined || others.length > 0) return undefined;
    const told = (JSON.parse(only.guards ?? "[]") as Guard[]).map(({ name }) =>
      computed.test(name) ? listed(name, maxDepth, held) : [name],
    );
    return told.every((one) => one !== undefined) ? told.flat() : undefined;
  };
  const names = (one: Registration) => frameworks.has(one.framework) && /\b(?:config|env)\(/.test(one.guards ?? "");
  if (!written.some(names)) return written;
  return written.map((one) => {
    if (!names(one)) return one;
    const guards = (JSON.parse(one.guards ?? "[]") as Guard[]).flatMap((guard) => {
      const told = guard.symbol === null ? listed(guard.name, maxDepth, held) : undefined;
      return told === undefined ? [guard] : told.map((name) => ({ ...guard, name }));
    });
    return { ...one, guards: JSON.stringify(guards) };
  });
}

type Lookup = (key: string) => string[] | undefined;

/** The texts that stand for an expression as it is written; undefined where they are not all known. */
function listed(written: string, depth: number, held: Lookup): string[] | undefined {
  const text = written.trim();
  if (depth === 0) return undefined;
  const all = (parts: readonly string[]) => {
    const told = parts.map((part) => listed(part, depth - 1, held));
    return told.every((one) => one !== undefined) ? told.flat() : undefined;
  };
  const sum = split(text, ".");
  if (sum.length > 1) {
    const parts = sum.map((part) => listed(part, depth - 1, held));
    return parts.every((one) => one?.length === 1) ? [parts.flat().join("")] : undefined;
  }
  const quoted = /^(['"])([^'"$]*)\1$/.exec(text);
  if (quoted) return [quoted[2] ?? ""];
  if (text.startsWith("[") && text.endsWith("]")) return all(split(text.slice(1, -1), ","));
  const [, name = "", inner = ""] = /^([\w\\]+)\((.*)\)$/s.exec(text) ?? [];
  const given = split(inner, ",");
  if (together.test(name)) return all(given);
  if (exploding.test(name)) return parted(given, (part) => listed(part, depth - 1, held));
  if (!setting.test(name)) return undefined;
  const key = /^(['"])([\w.-]+)\1$/.exec(given[0] ?? "")?.[2];
  const told = key !== undefined && name.endsWith("config") ? held(key) : undefined;
  return told ?? (given.length === 2 ? listed(given[1] ?? "", depth - 1, held) : undefined);
}

/** The parts of a text that `explode` takes apart, where both that and the mark between them are known. */
function parted(given: readonly string[], listed: (part: string) => string[] | undefined): string[] | undefined {
  const [mark, text] = given.slice(0, 2).map((one) => listed(one));
  if (mark?.length !== 1 || text?.length !== 1 || mark[0] === "") return undefined;
  return (text[0] ?? "").split(mark[0] ?? "").filter((part) => part !== "");
}

/** The parts of a text between marks that stand in no quotes or brackets. */
function split(text: string, mark: string): string[] {
  const parts = [""];
  let [depth, quote] = [0, ""];
  for (const letter of text) {
    if (quote === "" && depth === 0 && letter === mark) {
      parts.push("");
      continue;
    }
    if (quote !== "") quote = letter === quote ? "" : quote;
    else if (letter === "'" || letter === '"') quote = letter;
    else if ("([".includes(letter)) depth += 1;
    else if (")]".includes(letter)) depth -= 1;
    parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}
