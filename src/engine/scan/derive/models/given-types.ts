/** What stands for the type parameters of what a model extends: `int` for the `TKey` of `class Post : Entity<int>`. */
import type { Declarations } from "#engine/scan/derive/declarations";

/** Classes above each other that are looked at. */
const mostBases = 8;

type Types = ReadonlyMap<string, string>;

/** By the names of the type parameters of a class that an owner extends, what these are for the owner. */
export function typesGiven(owner: string, base: string, declarations: Declarations): Types {
  const none: Types = new Map();
  let open: { readonly symbol: string; readonly types: Types }[] = [{ symbol: owner, types: none }];
  for (let depth = 0; depth < mostBases && open.length > 0; depth++) {
    const found = open.find(({ symbol }) => symbol === base);
    if (found) return found.types;
    open = open.flatMap(({ symbol, types }) =>
      declarations.relationsOf(symbol).flatMap(({ name, target }) => {
        if (target === null) return [];
        const given = listed(name).map((type) => types.get(type) ?? type);
        const parameters = listed(declarations.headOf(target) ?? "").map((one) => /^\w+/.exec(one)?.[0] ?? one);
        const isWhole = parameters.length === given.length;
        return [
          { symbol: target, types: isWhole ? new Map(parameters.map((one, at) => [one, given[at] ?? ""])) : none },
        ];
      }),
    );
  }
  return none;
}

/** A type with what stands for it where it is a parameter: `TKey`, `TKey?`. */
export function withTypes(type: string | null, types: Types): string | null {
  const [, name = "", mark = ""] = /^(\w+)(\??)$/.exec(type ?? "") ?? [];
  const given = types.get(name);
  return given === undefined ? type : `${given.replace(/\?$/, "")}${given.endsWith("?") ? "?" : mark}`;
}

/** What stands between the angle brackets of a name: `int` and `List<Note>` of `Entity<int, List<Note>>`. */
function listed(name: string): string[] {
  const from = name.indexOf("<");
  if (from < 0) return [];
  const parts: string[] = [];
  let [depth, start] = [0, from + 1];
  for (let at = from; at < name.length; at++) {
    const one = name[at];
    if (one === "<") depth += 1;
    if (one === ">") depth -= 1;
    const isEnd = one === ">" && depth === 0;
    if (isEnd || (one === "," && depth === 1)) {
      parts.push(name.slice(start, at).trim());
      start = at + 1;
    }
    if (isEnd) break;
  }
  return parts;
}
