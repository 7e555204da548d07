/** All that a `drift.db` says, without what says when it was written: rows in one order, whatever their ids. */

import { DatabaseSync } from "node:sqlite";
import { factTables } from "#contract/fact-tables";
import { shareNames, shareTable } from "#engine/scan/derive/kept-shares";
import { driftDbPath } from "#engine/scan/drift-folder";
import { callCounts } from "#engine/scan/schema";

/** Keys of `meta` that differ from scan to scan. */
const ofTheRun = "('scanned_at', 'duration_ms', 'packages', 'schemas', 'settings')";

export function dumpDb(folder: string): Record<string, unknown[]> {
  const db = new DatabaseSync(driftDbPath(folder), { readOnly: true });
  try {
    const all = (sql: string): unknown[] => db.prepare(sql).all();
    const facts = factTables.map(({ name, columns }) => {
      const list = columns.map((column) => `facts."${column.name}"`).join(", ");
      const from = `"${name}" as facts join units on units.id = facts.unit`;
      const rows = all(
        `select units.hash as unit_hash, fact & 0xfffff as position, ${list} from ${from} order by 1, 2`,
      );
      return [name, rows] as const;
    });
    return {
      meta: all(`select * from meta where key not in ${ofTheRun} order by key`),
      units: all("select hash, kind, path from units order by kind, path"),
      scan_files: all(
        `select path, reason, hash, language, interface, fault, links, ${callCounts.join(", ")}, symbols, problems from scan_files order by path`,
      ),
      scan_outlines: all(
        "select path, hex(outline), hex(keys), hex(presences), hex(consulted) from scan_outlines order by path",
      ),
      scan_graphs: all("select path, hash, hex(graph) from scan_graphs order by path"),
      scan_shares: all("select path, hash from scan_shares order by path"),
      ...Object.fromEntries(
        shareNames.map(shareTable).map((table) => [table, all(`select path, share from ${table} order by path`)]),
      ),
      scan_flows: all("select path, entries, told, hex(consulted) from scan_flows order by path"),
      ...Object.fromEntries(facts),
    };
  } finally {
    db.close();
  }
}
