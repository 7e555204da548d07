/** The fact tables of what tests cover, how, and what none does. `facts.ts` tells how they are keyed. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { owned, present } from "./owned.ts";

export const assertions = sqliteTable("assertions", {
  ...owned(),
  symbol: text("symbol").notNull(),
  path: text("path").notNull(),
  line: integer("line").notNull(),
});

export const mocks = sqliteTable(
  "mocks",
  {
    ...owned(),
    library: text("library").notNull(),
    subject: text("subject"),
    target: text("target"),
    symbol: text("symbol").notNull(),
    path: text("path").notNull(),
    line: integer("line").notNull(),
  },
  (table) => [index("mocks_by_target").on(table.project, table.target).where(present(table.target))],
);

export const testCases = sqliteTable("test_cases", {
  ...owned(),
  path: text("path").notNull(),
  line: integer("line").notNull(),
  endLine: integer("end_line").notNull(),
  name: text("name").notNull(),
  framework: text("framework").notNull(),
  symbol: text("symbol"),
  assertions: integer("assertions").notNull(),
  fixtures: text("fixtures"),
});

export const testCovers = sqliteTable(
  "test_covers",
  {
    ...owned(),
    path: text("path").notNull(),
    line: integer("line").notNull(),
    test: text("test"),
    symbol: text("symbol"),
    target: text("target").notNull(),
    how: text("how").notNull(),
    steps: integer("steps").notNull(),
    confidence: integer("confidence").notNull(),
  },
  (table) => [
    // A symbol's id begins with its path; the target serves those without one.
    index("test_covers_by_symbol").on(table.project, table.symbol).where(present(table.symbol)),
    index("test_covers_by_target").on(table.project, table.target),
  ],
);

export const untestedFunctions = sqliteTable("untested_functions", {
  ...owned(),
  symbol: text("symbol").notNull(),
  name: text("name").notNull(),
  path: text("path").notNull(),
  line: integer("line").notNull(),
  complexity: integer("complexity").notNull(),
  callers: integer("callers").notNull(),
  confidence: integer("confidence").notNull().default(0),
});
