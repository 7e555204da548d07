/** What the statements of an SQL file make and change, as the scan module tells it: `crates/sql`. */
import type { ModelPartKind } from "#contract/fact-words";
import { type Part, part } from "./part.ts";

/** The module's lists: kind, table, name, new name, type, nullable, key, references, line. */
type Change = readonly [
  ModelPartKind,
  string,
  string | null,
  string | null,
  string | null,
  boolean | null,
  "primary" | "foreign" | null,
  string | null,
  number,
];

export function readSql(path: string, changes: string): Part[] {
  return (JSON.parse(changes) as Change[]).map(([kind, table, name, to, type, nullable, key, references, line]) =>
    part(path, {
      kind,
      table_name: table,
      name,
      column_name: to,
      type: type?.toLowerCase() ?? null,
      nullable: nullable === null ? null : Number(nullable),
      key,
      references,
      line,
    }),
  );
}
