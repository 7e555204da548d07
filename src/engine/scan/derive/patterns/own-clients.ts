/** Requests that are made over the repository's own interface: an answer to how requests are made, like a library's. */
import type { DatabaseSync } from "node:sqlite";
import type { Convention } from "./convention.ts";
import { familyOf } from "./families.ts";
import type { Asked } from "./learn.ts";
import type { Place } from "./observation.ts";
import { moduleName } from "./words.ts";

/** The choice among libraries for requests. */
const id = "http-client";

interface Wrapper {
  readonly symbol: string;
  readonly path: string;
}

interface Call {
  readonly caller: string;
  readonly path: string;
  readonly line: number;
  readonly quote: string | null;
  readonly n: number;
}

/** All that was asked, with calls of functions that make requests in a library's place; what these use is their own. */
export function withOwnClients(
  db: DatabaseSync,
  asked: readonly Asked[],
  conventions: ReadonlyMap<string, Convention>,
): Asked[] {
  const convention = conventions.get(id);
  const wrappers = db
    .prepare("select symbol, path from wrappers where category = 'http' order by path, symbol")
    .all() as unknown as Wrapper[];
  if (!convention || wrappers.length === 0) return [...asked];
  const byFile = Map.groupBy(wrappers, ({ path }) => path);
  const families = new Map<string, Map<string, Place[]>>();
  for (const [path, own] of byFile) {
    const variant = `the repository's own ${nameOf(path, own)}`;
    for (const [family, places] of placesOf(db, own, variant)) {
      const known = families.get(family) ?? new Map<string, Place[]>();
      families.set(family, known.set(variant, [...(known.get(variant) ?? []), ...places]));
    }
  }
  const rest = asked.filter((one) => one.convention !== convention);
  const answered = new Map(
    asked.filter((one) => one.convention === convention).map((one) => [one.family, one.answers]),
  );
  const all = [...new Set([...answered.keys(), ...families.keys()])].sort();
  return [
    ...rest,
    ...all.map((family): Asked => {
      const libraries = [...(answered.get(family) ?? [])].map(
        ([variant, places]) => [variant, places.filter(({ path }) => !byFile.has(path))] as const,
      );
      return { convention, family, group: null, answers: new Map([...libraries, ...(families.get(family) ?? [])]) };
    }),
  ];
}

/** Where they are called outside of tests and of their own file, by family. */
function placesOf(db: DatabaseSync, wrappers: readonly Wrapper[], variant: string): Map<string, Place[]> {
  const calls = db.prepare(
    "select caller, path, min(line) as line, quote, count(*) as n from calls where callee = ? group by path order by path",
  );
  const language = db.prepare("select language from files where path = ? and is_test = 0 and is_generated = 0");
  const found = new Map<string, Map<string, Place>>();
  for (const { symbol, path: own } of wrappers)
    for (const { caller, path, line, quote, n } of calls.all(symbol) as unknown as Call[]) {
      const spoken = path === own ? undefined : language.get(path)?.language;
      if (spoken === undefined) continue;
      const places = found.get(familyOf(String(spoken))) ?? new Map<string, Place>();
      found.set(familyOf(String(spoken)), places);
      const known = places.get(path);
      const at = { line, endLine: line, symbol: caller.endsWith("#<module>") ? null : caller, quote };
      if (!known) places.set(path, { convention: id, group: null, variant, path, count: n, ...at });
      else places.set(path, { ...known, ...(line < known.line ? at : {}), count: known.count + n });
    }
  return new Map([...found].map(([family, places]) => [family, [...places.values()]]));
}

/** Names that say no more than that a request is made. */
const bare = /^(?:get|post|put|patch|delete|request|send|fetch|call|execute|default)$/i;

/** What those of a file go by: the class that they are of, the only one's name, or the module's. */
function nameOf(path: string, wrappers: readonly Wrapper[]): string {
  const names = wrappers.map(({ symbol }) => symbol.slice(symbol.indexOf("#") + 1));
  const [owner = "", ...others] = new Set(names.map((name) => name.slice(0, Math.max(0, name.lastIndexOf(".")))));
  if (owner !== "" && others.length === 0) return owner;
  const [only = "", ...more] = names;
  return more.length === 0 && !bare.test(only) ? only : moduleName(path);
}
