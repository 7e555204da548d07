/** Settings of the environment that are read through functions of the repository: `getEnv("PORT", "8080")`. */
import type { DatabaseSync } from "node:sqlite";
import { encodeUnit, type FactRow } from "#contract/unit";

/** Functions behind each other that hand on a name. */
const mostHops = 4;

/** A row of `registrations` of kind `reader` or `setting`. */
interface Named {
  readonly kind: "reader" | "setting";
  readonly framework: string | null;
  /** The parameter by which the function around is given the name. */
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
  const rows = db
    .prepare(
      `select kind, framework, owner, method, route, name, mounted, symbol, path, line from registrations
       where kind in ('reader', 'setting') order by path, fact`,
    )
    .all() as unknown as Named[];
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
  const byPath = new Map<string, FactRow[]>();
  for (const one of rows) {
    const way = one.route === null ? undefined : wayOf(one);
    if (!way) continue;
    const standIn = way.find(({ method }) => method === "default");
    const source = way.at(-1)?.framework ?? "";
    const isRequired = standIn ? 0 : way.at(-1)?.method === "required" ? 1 : null;
    const row = [one.route, one.symbol, one.path, one.line, standIn ? 1 : 0, standIn?.name ?? null, source];
    const uses = byPath.get(one.path) ?? [];
    byPath.set(one.path, uses);
    uses.push([...row, isRequired]);
  }
  return [...byPath].map(([path, uses]) => ({
    path,
    line: encodeUnit("environment", path, { environment_uses: uses }),
  }));
}
