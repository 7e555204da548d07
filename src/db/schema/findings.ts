/** The fact tables of what symbols hold and of secrets in sources. `facts.ts` tells how they are keyed. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { owned } from "./owned.ts";

export const constants = sqliteTable(
  "constants",
  {
    ...owned(),
    name: text("name").notNull(),
    kind: text("kind").notNull(),
    value: text("value").notNull(),
    symbol: text("symbol").notNull(),
    exported: integer("exported").notNull(),
    path: text("path").notNull(),
    line: integer("line").notNull(),
  },
  (table) => [
    index("constants_by_name").on(table.project, table.name),
    index("constants_by_value").on(table.project, table.value),
  ],
);

export const secretFindings = sqliteTable(
  "secret_findings",
  {
    ...owned(),
    kind: text("kind").notNull(),
    severity: text("severity").notNull(),
    fingerprint: text("fingerprint"),
    inTest: integer("in_test").notNull(),
    path: text("path").notNull(),
    line: integer("line").notNull(),
  },
  (table) => [index("secret_findings_by_severity").on(table.project, table.inTest, table.severity)],
);
