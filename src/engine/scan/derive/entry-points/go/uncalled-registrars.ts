/**
 * Functions of Go that are given a router and that nobody calls or hands on, beside others of their package that the
 * application calls with one: what these register is served, and what was left behind is not. A package of which no
 * function is called with a router may be others' to call.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

/** A parameter of a function, by the folder of its package, and the function's own name. */
const parameter = /^([^#]*\/|)[^/#]*\.go#(?:[^@()]*\.)?(\w+)\(\d+\)$/;

/** All registrations, without those of functions that nobody calls. */
export function withoutUncalled(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const mounts = registrations.filter(({ kind }) => kind === "mount");
  const mounted = new Set(mounts.map((one) => one.mounted));
  const open = new Map<string, string>();
  const folders = new Map<string, string>();
  for (const { owner, framework, symbol } of registrations) {
    const [, folder = "", name = ""] = parameter.exec(owner ?? "") ?? [];
    const isOwn = owner?.startsWith(`${symbol}(`) ?? false;
    if (framework === null || !isOwn || mounted.has(owner) || name === "") continue;
    open.set(symbol, name);
    folders.set(symbol, folder);
  }
  // What one of them calls itself with its router is no more served than it is.
  const sure = mounts.filter(({ symbol }) => !open.has(symbol));
  const served = new Set(sure.flatMap((one) => parameter.exec(one.mounted ?? "")?.slice(1, 2) ?? []));
  for (const [one, folder] of folders) if (!served.has(folder)) open.delete(one);
  for (const one of [...open.keys()]) if ([...mounted].some((it) => it?.startsWith(`${one}(`))) open.delete(one);
  if (open.size === 0) return registrations;
  const uses = new Uses(db, [...new Set(open.values())]);
  const left = new Set([...open].filter(([symbol, name]) => !uses.mayLeadTo(symbol, name)).map(([symbol]) => symbol));
  return registrations.filter(({ symbol }) => !left.has(symbol));
}

/** Where functions are called and handed on, by their names. */
class Uses {
  readonly #db: DatabaseSync;
  /** By names, what calls of them lead to; null: where nothing is told. */
  readonly #calls: ReadonlyMap<string, readonly (string | null)[]>;
  readonly #handed: ReadonlySet<string>;

  constructor(db: DatabaseSync, names: readonly string[]) {
    this.#db = db;
    const wanted = JSON.stringify(names);
    const calls = db
      .prepare(
        `select distinct callee_name as name, callee from calls
         where callee_name in (select value from json_each(?)) and path like '%.go'`,
      )
      .all(wanted);
    const handed = db
      .prepare(
        `select distinct name from "references" where name in (select value from json_each(?)) and path like '%.go'`,
      )
      .all(wanted);
    const grouped = Map.groupBy(calls, ({ name }) => String(name));
    const leading = [...grouped].map(
      ([name, all]) => [name, all.map(({ callee }) => (callee === null ? null : String(callee)))] as const,
    );
    this.#calls = new Map(leading);
    this.#handed = new Set(handed.map(({ name }) => String(name)));
  }

  /** Whether some use of the name leads to the function, or to what may stand for it. */
  mayLeadTo(symbol: string, name: string): boolean {
    const calls = this.#calls.get(name) ?? [];
    return this.#handed.has(name) || calls.some((one) => one === null || one === symbol || this.#isOfInterface(one));
  }

  #isOfInterface(method: string): boolean {
    const type = method.slice(0, Math.max(0, method.lastIndexOf(".")));
    if (!type.includes("#")) return false;
    const found = this.#db
      .prepare("select 1 from symbols where fact >= ? and fact < ? and id = ? and kind = 'interface'")
      .get(...new FactRanges(this.#db).of(type), type);
    return found !== undefined;
  }
}
