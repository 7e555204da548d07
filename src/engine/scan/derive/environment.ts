/**
 * Settings of the environment that are read through functions of the repository, `getEnv("PORT", "8080")`, or by files of
 * settings.
 */
import type { DatabaseSync } from "node:sqlite";
import { encodeUnit, type FactRow } from "#contract/unit";
import { moduleOf } from "#engine/scan/schemas/prefixes/prefix";
import { given, ofCode } from "#engine/scan/schemas/settings-files";
import { isKeyed, keyedUses } from "./keyed-settings.ts";

/** Functions behind each other that hand on a name. */
const mostHops = 4;

/** A row of `registrations` of kind `reader` or `setting`. */
interface Named {
  readonly kind: "reader" | "setting";
  readonly framework: string | null;
  /**
   * The parameter by which the function around is given the name; of what a file of settings gives, that it does; of what
   * libraries read by keys, which part of that it is.
   */
  readonly owner: string | null;
  readonly method: "default" | "required" | null;
  /** The setting. */
  readonly route: string | null;
  /** What stands in for it, where that is known. */
  readonly name: string | null;
  /** The parameter that the name is given as. */
  readonly mounted: string | null;
  readonly symbol: string;
  readonly path: string;
  readonly line: number;
}

/** The units of the files that name settings to such functions. */
export function encodeEnvironment(db: DatabaseSync): { path: string; line: string }[] {
  const all = db
    .prepare(
      `select kind, framework, owner, method, route, name, mounted, symbol, path, line from registrations
       where kind in ('reader', 'setting') order by path, fact`,
    )
    .all() as unknown as Named[];
  const rows = all.filter((one) => !isKeyed(one));
  const reading = new Map<string | null, Named>();
  for (const one of rows) if (one.owner !== null && !reading.has(one.owner)) reading.set(one.owner, one);

  /** What a call goes through down to what reads the setting; undefined where nothing does. */
  const wayOf = (call: Named): readonly Named[] | undefined => {
    const way = [call];
    for (let at = reading.get(call.mounted); at && way.length <= mostHops; at = reading.get(at.mounted)) {
      way.push(at);
      if (at.kind === "reader") return way;
    }
    return undefined;
  };
  const ofFiles = new SettingsOfFiles(rows);
  const byPath = new Map<string, FactRow[]>();
  for (const one of rows) {
    if (one.route === null || isGiven(one)) continue;
    const { symbol, path, line } = one;
    const read = one.framework === null || one.owner !== null ? throughFunctions(wayOf(one)) : ofFiles.readBy(one);
    if (!read) continue;
    const uses = byPath.get(path) ?? [];
    byPath.set(path, uses);
    const { hasDefault, told, source, isRequired } = read;
    uses.push([one.route, symbol, path, line, hasDefault ? 1 : 0, told, source, isRequired]);
  }
  for (const [framework, keyed] of Map.groupBy(all.filter(isKeyed), ({ framework }) => framework ?? ""))
    for (const { row, variable, hasDefault, told } of keyedUses(keyed)) {
      const uses = byPath.get(row.path) ?? [];
      byPath.set(row.path, uses);
      uses.push([variable, row.symbol, row.path, row.line, hasDefault ? 1 : 0, told, framework, hasDefault ? 0 : null]);
    }
  return [...byPath].map(([path, uses]) => ({
    path,
    line: encodeUnit("environment", path, { environment_uses: uses }),
  }));
}

interface Read {
  readonly hasDefault: boolean;
  readonly told: string | null;
  readonly source: string;
  readonly isRequired: 0 | 1 | null;
}

function throughFunctions(way: readonly Named[] | undefined): Read | undefined {
  if (!way) return undefined;
  const standIn = way.find(({ method }) => method === "default");
  const isRequired = standIn ? 0 : way.at(-1)?.method === "required" ? 1 : null;
  return { hasDefault: !!standIn, told: standIn?.name ?? null, source: way.at(-1)?.framework ?? "", isRequired };
}

const isGiven = ({ owner }: Named): boolean => owner === given;

/** What is there wherever a program of the JVM runs, or a test of Spring. */
const always = /^(?:java|os|user|file|line|path|random|local)\./;
const ofTests = /(?:^|\/)src\/\w*[tT]est\w*\//;

/** What is read, by files of settings too, and what such files give for it. */
class SettingsOfFiles {
  readonly #given: ReadonlyMap<string, readonly Named[]>;

  constructor(rows: readonly Named[]) {
    this.#given = Map.groupBy(rows.filter(isGiven), keyOf);
  }

  readBy(use: Named): Read {
    const source = use.framework ?? "";
    const isOfCode = use.framework === ofCode;
    // What code takes where nothing is set, a file of settings has set before.
    const held = use.method === "default" && !isOfCode ? [] : this.#heldFor(use);
    const hasDefault = use.method === "default" || held.length > 0;
    const [told, ...others] = [...new Set((held.length > 0 ? held : [use]).map(({ name }) => name))];
    const isOpen = isOfCode && (always.test(use.route ?? "") || ofTests.test(use.path));
    const isRequired = hasDefault ? 0 : use.method === "required" && !isOpen ? 1 : null;
    return { hasDefault, told: others.length > 0 ? null : (told ?? null), source, isRequired };
  }

  /** What gives it, in its own module or, where nothing does there, in any: a program may be made of several. */
  #heldFor(use: Named): readonly Named[] {
    const all = this.#given.get(keyOf(use)) ?? [];
    const own = all.filter(({ path }) => use.path.startsWith(moduleOf(path)));
    const most = Math.max(...own.map(({ path }) => moduleOf(path).length));
    return own.length > 0 ? own.filter(({ path }) => moduleOf(path).length === most) : all;
  }
}

/** Settings of the JVM may be written with dashes and without, and in any letters. */
const keyOf = ({ framework, route }: Named): string =>
  framework === ofCode ? `${framework} ${route?.replace(/[-_]/g, "").toLowerCase()}` : `${framework} ${route}`;
