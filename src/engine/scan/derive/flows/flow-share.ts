/** What flows are made of in a file, boiled down to a name: while no file's differs, flows are what they were. */
import { hash } from "node:crypto";
import type { FactRow, Unit } from "#contract/unit";
import { tuplesOf } from "#engine/scan/derive/unit-rows";

type Cell = FactRow[number];

/** Columns that flows are made of, by table; the first is the symbol that the line, the last, is told from. */
const inFunctions: Readonly<Record<string, readonly string[]>> = {
  calls: ["caller", "callee", "resolution", "passed", "line"],
  sinks: ["symbol", "kind", "cwe", "owasp", "callee", "sources", "confidence", "line"],
  data_accesses: ["symbol", "operation", "model", "target", "fields", "line"],
};

const elsewhere: Readonly<Record<string, readonly string[]>> = {
  files: ["is_test"],
  symbols: ["id", "kind", "parent", "is_abstract", "params"],
  type_relations: ["type", "relation", "target"],
};

/** Names what a unit brings to flows; null where it is of no source file. Where its functions lie is not among it. */
export function flowShare(unit: Unit): string | null {
  if (!unit.rows.files) return null;
  const lines = new Map(tuplesOf<readonly [string, number]>(unit, "symbols", ["id", "line"]));
  const told: unknown[] = Object.entries(elsewhere).map(([table, columns]) => tuplesOf(unit, table, columns));
  for (const [table, columns] of Object.entries(inFunctions))
    told.push(
      tuplesOf<Cell[]>(unit, table, columns)
        // A call that leads nowhere is on no way.
        .filter((row) => table !== "calls" || row[1] !== null)
        .map((row) => [...row.slice(0, -1), Number(row.at(-1)) - (lines.get(String(row[0])) ?? 1)]),
    );
  return hash("sha256", JSON.stringify(told));
}
