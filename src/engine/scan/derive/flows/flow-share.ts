/** What flows are made of in a file, boiled down to a name: while no file's differs, flows are what they were. */
import { hash } from "node:crypto";
import type { FactRow, Unit } from "#contract/unit";
import { columnsAt, rawRows } from "#engine/scan/derive/unit-rows";

type Cell = FactRow[number];

interface Part {
  readonly table: string;
  /** Columns that flows are made of. */
  readonly told: readonly number[];
  /** Of what stands in functions: the symbol around it, and the line, which is told from that one's. */
  readonly inside?: { readonly symbol: number; readonly line: number };
}

const whole = (table: string, ...columns: readonly string[]): Part => ({
  table,
  told: Object.values(columnsAt(table, ...columns)),
});

function within(table: string, symbol: string, ...columns: readonly string[]): Part {
  const at = columnsAt(table, symbol, "line");
  return { ...whole(table, symbol, ...columns), inside: { symbol: at[symbol] as number, line: at.line as number } };
}

const parts: readonly Part[] = [
  whole("files", "is_test"),
  whole("symbols", "id", "kind", "parent", "is_abstract", "params"),
  whole("type_relations", "type", "relation", "target"),
  within("calls", "caller", "callee", "resolution", "passed"),
  within("sinks", "symbol", "kind", "cwe", "owasp", "callee", "sources", "confidence"),
  within("data_accesses", "symbol", "operation", "model", "target", "fields"),
];

const { callee } = columnsAt("calls", "callee");
const { id, line } = columnsAt("symbols", "id", "line");

/** Behind each cell, and instead of one that is empty: files that hold such characters are binary, and not read. */
const end = "\0";
const empty = "\x01";

/** Names what a unit brings to flows; null where it is of no source file. Where its functions lie is not among it. */
export function flowShare(unit: Unit): string | null {
  if (!unit.rows.files) return null;
  const lines = new Map<Cell, number>();
  for (const row of rawRows(unit, "symbols")) lines.set(row[id] as Cell, Number(row[line]));
  let said = "";
  for (const { table, told, inside } of parts) {
    said += `${table}\n`;
    for (const row of rawRows(unit, table)) {
      // A call that leads nowhere is on no way.
      if (table === "calls" && row[callee] === null) continue;
      for (const column of told) said += (row[column] ?? empty) + end;
      if (inside) said += Number(row[inside.line]) - (lines.get(row[inside.symbol] as Cell) ?? 1);
      said += "\n";
    }
  }
  return hash("sha256", said);
}
