/**
 * What procedures are built on that a function of the repository gives: `mayEdit("films").query(list)`. Who asks before
 * what the function gives asks before the procedure.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

/** A row of calls by the function that it begins with. */
const begun = /^([\w$]+)\(/;

/** Registrations, with what procedures are built on where they say nothing of it themselves. */
export function withProcedureBases(db: DatabaseSync, registrations: readonly Registration[]): readonly Registration[] {
  const isProcedure = ({ kind, owner }: Registration) => kind === "rpc" && owner !== null;
  if (!registrations.some(isProcedure)) return registrations;
  const builtOn = new Set(
    registrations.flatMap(({ kind, owner, mounted }) => (kind === "guard" && mounted !== null ? [owner] : [])),
  );
  const ranges = new FactRanges(db);
  const rows = db.prepare(
    "select callee_text, start_line from calls where fact >= ? and fact < ? and line = ? and callee is null and kind = 'call'",
  );
  const functions = db.prepare(
    "select callee from calls where fact >= ? and fact < ? and start_line = ? and callee_text = ? and callee is not null",
  );
  return registrations.flatMap((one) => {
    if (!isProcedure(one) || builtOn.has(one.owner)) return [one];
    const range = ranges.of(one.path);
    const makers = rows.all(...range, one.line).flatMap(({ callee_text: text, start_line: start }) => {
      const name = begun.exec(String(text))?.[1];
      return name === undefined ? [] : functions.all(...range, Number(start), name).map(({ callee }) => String(callee));
    });
    // Of several rows of one line nobody knows which is the procedure's.
    const [maker, ...others] = new Set(makers);
    if (maker === undefined || others.length > 0) return [one];
    const base = {
      ...one,
      kind: "guard",
      name: null,
      handler: null,
      handler_name: null,
      guards: null,
      method: null,
    } as const;
    return [{ ...base, route: "", mounted: `${maker}()` }, one];
  });
}
