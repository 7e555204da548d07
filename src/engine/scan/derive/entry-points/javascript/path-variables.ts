/** Paths in a variable behind which something asks or stands: `const large = ["/films", "/notes"]; app.use(large, asked)`. */
import type { DatabaseSync } from "node:sqlite";
import { unsure } from "#engine/scan/derive/entry-points/guards/guards";
import { decidesByPath } from "#engine/scan/derive/entry-points/owner-words";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";

/** What stands behind such a path, for it to be one of what lies below. */
const below: Readonly<Record<string, string | undefined>> = { Express: "", NestJS: "/*" };

const memberOfPath = /\.(?:route|path|prefix|url)$/i;

/** Registrations with one for each path of such a list in the place of what is registered behind the list. */
export function withPathVariables(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const said = db.prepare(`select guards from registrations where kind = 'guard' and name = ? and owner = ? limit 1`);
  const known = new Map<string, readonly string[]>();
  const pathsIn = (symbol: string): readonly string[] => {
    let paths = known.get(symbol);
    if (paths === undefined) {
      paths = textsOf(said.get(decidesByPath, symbol)?.guards);
      known.set(symbol, paths);
    }
    return paths;
  };
  return registrations.flatMap((one) => {
    const end = below[one.framework ?? ""];
    if (end === undefined || one.guards === null || one.route !== null) return [one];
    if (one.kind !== "guard" && one.kind !== "mount") return [one];
    const [first, ...rest] = JSON.parse(one.guards) as Guard[];
    const paths = first?.symbol ? pathsIn(first.symbol) : [];
    // Which path a member holds only running code knows, and who is asked behind it.
    if (one.kind === "guard" && rest.length > 0 && paths.length === 0 && memberOfPath.test(first?.name ?? ""))
      return [{ ...one, guards: JSON.stringify(rest.map(unsure)) }];
    if (paths.length === 0) return [one];
    const guards = rest.length === 0 ? null : JSON.stringify(rest);
    if (guards === null && one.kind === "guard") return [];
    return paths.map((path) => ({ ...one, route: `${path}${end}`, guards }));
  });
}

/** The paths of a list that holds nothing else, as `written-decisions.ts` reads what a variable holds. */
function textsOf(guards: unknown): readonly string[] {
  const [held] = JSON.parse(String(guards ?? "[]")) as Guard[];
  const list: unknown = held === undefined ? [] : JSON.parse(held.name);
  if (!Array.isArray(list) || list[0] !== "list") return [];
  const texts = list.slice(1).map(String);
  return texts.every((text) => text.startsWith("t/")) ? texts.map((text) => text.slice(1)) : [];
}
