/**
 * What NestJS's modules say: the paths that a router puts them behind, and guards of the whole application in lists that
 * variables hold.
 */
import type { DatabaseSync } from "node:sqlite";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import type { Registration } from "./registration.ts";

const provided = /\{[^{}]*\bprovide\s*:\s*APP_GUARD\b[^{}]*\}/g;
const asking = /\buse(?:Class|Existing)\s*:\s*([\w$]+)/;

/** The name of what stands before the paths of a module. */
const ofModule = "module";

/** Without the paths of modules that nobody knows: they stand before nothing else. */
export const withoutUnknownModules = (registrations: readonly Registration[]): readonly Registration[] =>
  registrations.filter(({ kind, name, owner }) => kind !== "prefix" || name !== ofModule || owner !== null);

/**
 * The guards in lists that variables without a type hold and a module spreads, `const providers = [{ provide: APP_GUARD,
 * useClass: SignedIn }]`, and in modules that functions give, where no registration of the file says them. Nothing is
 * called and no type says what such a list holds: it is read as it is written.
 */
export function providersListed(db: DatabaseSync, registrations: readonly Registration[]): Registration[] {
  const importing = db
    .prepare(
      "select path, min(line) as line from imports where name = 'APP_GUARD' and external = '@nestjs/core' group by path",
    )
    .all() as { path: string; line: number }[];
  if (importing.length === 0) return [];
  const ranges = new FactRanges(db);
  const listing = db.prepare(
    "select line, preview from symbols where fact >= ? and fact < ? and (parent is null and kind in ('variable', 'constant', 'function') or kind = 'method') and preview glob '*APP_GUARD*' order by line",
  );
  const imported = db.prepare(
    "select symbol from imports where fact >= ? and fact < ? and alias = ? and symbol is not null",
  );
  const declared = db.prepare("select id from symbols where fact >= ? and fact < ? and name = ? and parent is null");
  const said = new Set(
    registrations
      .filter(({ kind, name }) => kind === "guard" && name === application)
      .map(({ path, guards }) => `${path} ${guards}`),
  );
  return importing.flatMap(({ path }) => {
    const range = ranges.of(path);
    const symbolOf = (name: string) => imported.get(...range, name)?.symbol ?? declared.get(...range, name)?.id ?? null;
    return listing.all(...range).flatMap(({ line, preview }) =>
      [...String(preview).matchAll(provided)].flatMap(([written]) => {
        const name = asking.exec(written)?.[1];
        if (name === undefined) return [];
        const symbol = symbolOf(name);
        const guards = JSON.stringify([{ name, symbol: symbol === null ? null : String(symbol) }]);
        return said.has(`${path} ${guards}`) ? [] : [guardOf(path, Number(line), guards)];
      }),
    );
  });
}

const application = "application";

const guardOf = (path: string, line: number, guards: string): Registration => ({
  kind: "guard",
  framework: "NestJS",
  owner: null,
  method: null,
  route: null,
  name: application,
  handler: null,
  handler_name: null,
  guards,
  mounted: null,
  symbol: `${path}#<module>`,
  path,
  line,
});
