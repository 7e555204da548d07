/**
 * Slim's application in the functions that are given it: `(require 'middleware.php')($app)`. Where the repository makes one
 * alone, what they register is all on that.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "./registration.ts";

const framework = "Slim";
/** A variable of a file's own code or a closure's, and a parameter by its place. */
const variable = /#@\d+:\$(?:app|application|slim)$/;
const parameter = /^(.*)\((\d+)\)$/s;
const ofApplication = /(?:^|\\)App(?:Interface)?$/;
const making = ["Slim\\Factory\\AppFactory.create", "DI\\Bridge\\Slim\\Bridge.create", "Slim\\App"];

export function withGivenApplications(written: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  if (!written.some((one) => one.framework === framework)) return written;
  // What hands an application on goes by no framework.
  const own = written.filter((one) => one.framework === framework || one.framework === null);
  const made = db
    .prepare(
      `select count(*) as count from calls where target in (${making.map(() => "?").join(", ")})
       and path not in (select path from files where is_test)`,
    )
    .get(...making);
  if (made?.count !== 1) return written;
  const mounted = new Set(written.map((one) => one.mounted));
  const params = db.prepare("select params from symbols where id = ?");
  const isGiven = (owner: string): boolean => {
    const [, symbol, place] = parameter.exec(owner) ?? [];
    if (symbol === undefined) return variable.test(owner);
    const all = JSON.parse(String(params.get(symbol)?.params ?? "[]")) as { type?: string }[];
    return ofApplication.test(all[Number(place)]?.type ?? "");
  };
  const owners = new Set(own.flatMap(({ owner }) => (owner !== null && !mounted.has(owner) ? [owner] : [])));
  const [first, ...others] = [...owners].filter(isGiven).sort();
  const same = new Set(others);
  return written.map((one) => (same.has(one.owner ?? "") ? { ...one, owner: first ?? null } : one));
}
