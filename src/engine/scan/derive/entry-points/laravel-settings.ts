/**
 * Guards that Laravel's settings name, `'middleware' => config('keys.middleware', ['web', 'auth'])`: those that stand there
 * where nothing is set. Lists may be put together of such.
 */
import type { Guard, Registration } from "./registration.ts";

const frameworks: ReadonlySet<string | null> = new Set(["Laravel", "Lumen"]);
const together = /^\\?array_(?:merge|filter|unique|values)$/;
const setting = /^\\?(?:config|env)$/;
/** Calls in each other. */
const maxDepth = 6;

export function withSettings(written: readonly Registration[]): readonly Registration[] {
  const names = (one: Registration) => frameworks.has(one.framework) && /\b(?:config|env)\(/.test(one.guards ?? "");
  if (!written.some(names)) return written;
  return written.map((one) => {
    if (!names(one)) return one;
    const guards = (JSON.parse(one.guards ?? "[]") as Guard[]).flatMap((guard) => {
      const told = guard.symbol === null ? listed(guard.name, maxDepth) : undefined;
      return told === undefined ? [guard] : told.map((name) => ({ ...guard, name }));
    });
    return { ...one, guards: JSON.stringify(guards) };
  });
}

/** The texts that stand for an expression as it is written; undefined where they are not all known. */
function listed(written: string, depth: number): string[] | undefined {
  const text = written.trim();
  if (depth === 0) return undefined;
  const all = (parts: readonly string[]) => {
    const told = parts.map((part) => listed(part, depth - 1));
    return told.every((one) => one !== undefined) ? told.flat() : undefined;
  };
  const sum = split(text, ".");
  if (sum.length > 1) {
    const parts = sum.map((part) => listed(part, depth - 1));
    return parts.every((one) => one?.length === 1) ? [parts.flat().join("")] : undefined;
  }
  const quoted = /^(['"])([^'"$]*)\1$/.exec(text);
  if (quoted) return [quoted[2] ?? ""];
  if (text.startsWith("[") && text.endsWith("]")) return all(split(text.slice(1, -1), ","));
  const [, name = "", inner = ""] = /^([\w\\]+)\((.*)\)$/s.exec(text) ?? [];
  const given = split(inner, ",");
  if (together.test(name)) return all(given);
  return setting.test(name) && given.length === 2 ? listed(given[1] ?? "", depth - 1) : undefined;
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
