/**
 * What stands before the paths of Laravel's groups where settings or a method say it: `Route::prefix(config('shop.path'))`,
 * `Route::group($this->routeConfiguration(), …)`. Of what only the running program knows the name stands there, and whom it
 * asks is not known.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { asMethod, asPath } from "#engine/scan/schemas/prefixes/laravel-configs";

const ofSetting = /(?:prefix\(|['"]prefix['"]\s*=>)\s*(config\([^()]*\))/;
const ofMethod = /\bgroup\(\s*(?:\$this->|self::|static::)(\w+)\(\)\s*,/;
const call = /^\\?(config|env)\(\s*['"]([\w.-]+)['"]\s*(?:,\s*['"]([^'"]*)['"]\s*)?,?\s*\)$/;
/** Lines of a call in which what it is given stands. */
const maxLines = 8;

type Paths = ReadonlyMap<string, string>;

export function withSettingPaths(all: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isSaid = ({ kind, name }: Registration) =>
    kind === "prefix" && (name?.startsWith(asPath) === true || name?.startsWith(asMethod) === true);
  if (!all.some(({ framework }) => framework === "Laravel")) return all;
  const said = all.filter(isSaid);
  const paths: Paths = new Map(
    said.flatMap(({ name, route }) => (name?.startsWith(asPath) ? [[name.slice(asPath.length), route ?? ""]] : [])),
  );
  const methods = Map.groupBy(
    said.filter(({ name }) => name?.startsWith(asMethod)),
    ({ path, name }) => `${path} ${name?.slice(asMethod.length)}`,
  );
  const quotes = db.prepare(
    `select distinct quote from calls
     where fact >= ? and fact < ? and line between ? and ? and quote is not null order by line`,
  );
  const ranges = new FactRanges(db);
  const written = ({ path, line, end_line = line }: Registration, wanted: RegExp): string | undefined => {
    for (const { quote } of quotes.all(...ranges.of(path), line, Math.min(end_line, line + maxLines))) {
      const found = wanted.exec(String(quote))?.[1];
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return all.flatMap((one) => {
    if (isSaid(one)) return [];
    if (one.framework !== "Laravel" || one.owner === null) return [one];
    if (one.kind === "prefix" && /^(?:\$\{config\}|[^$]*\$\{\|\})$/.test(one.route ?? "")) {
      const route = textOf(written(one, ofSetting), paths);
      return [route === undefined ? one : { ...one, route }];
    }
    const isOpen = (one.kind === "prefix" && one.route === null) || (one.kind === "guard" && one.guards === null);
    const method = isOpen && one.name === null ? written({ ...one, end_line: one.line }, ofMethod) : undefined;
    if (method === undefined) return [one];
    const [only, ...others] = methods.get(`${one.path} ${method}`) ?? [];
    const known = others.length === 0 ? only : undefined;
    if (one.kind === "guard") {
      const unknown = JSON.stringify([{ name: `${method}()?`, symbol: null }]);
      return [{ ...one, guards: known === undefined ? unknown : known.guards }];
    }
    const route = known?.route ?? "";
    const isCall = call.test(route);
    return [
      {
        ...one,
        route: known === undefined ? `\${${method}}` : isCall ? (textOf(route, paths) ?? `\${config}`) : route,
      },
    ];
  });
}

/** The part of a path that a call of settings gives; where the environment may say another, marked so. */
function textOf(written: string | undefined, paths: Paths): string | undefined {
  const [, name, key = "", otherwise] = call.exec(written ?? "") ?? [];
  if (name === undefined) return undefined;
  if (name === "env") return otherwise === undefined ? undefined : `${otherwise}\${|}`;
  const held = paths.get(key);
  if (held === undefined) return otherwise === undefined ? undefined : `${otherwise}\${|}`;
  return held.startsWith("env(") ? textOf(held, new Map()) : held;
}
