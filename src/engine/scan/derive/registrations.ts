/** What the code of a repository registers with frameworks. */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "./entry-points.ts";

/** The registrations of all code that tests nothing, in the order of paths and places. */
export function readRegistrations(db: DatabaseSync): Registration[] {
  const all = db
    .prepare("select * from registrations where path not in (select path from files where is_test) order by path, fact")
    .all() as unknown as Registration[];
  const suites = new Map<unknown, { line: number; end_line: number }[]>();
  const rows = db.prepare(
    "select path, line, end_line from tests where kind = 'suite' and path in (select path from registrations)",
  );
  for (const { path, line, end_line } of rows.all())
    suites.set(path, [...(suites.get(path) ?? []), { line: Number(line), end_line: Number(end_line) }]);
  const isTested = ({ path, line }: Registration) =>
    suites.get(path)?.some((suite) => line > suite.line && line <= suite.end_line) ?? false;
  const told = all.filter((one) => !isTested(one));
  // What a function only says of itself, as for documentation, counts where nothing registers it.
  const saysItself = ({ kind, owner, handler }: Registration) => kind === "endpoint" && owner === handler;
  const elsewhere = new Set(
    told.filter((one) => one.kind === "endpoint" && !saysItself(one)).map((one) => one.handler),
  );
  return told.filter((one) => !(saysItself(one) && one.handler !== null && elsewhere.has(one.handler)));
}
