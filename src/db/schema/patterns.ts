/** The fact tables of how things are done here: patterns, constraints, genes. `facts.ts` tells how they are keyed. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { owned, present } from "./owned.ts";

export const patterns = sqliteTable(
  "patterns",
  {
    ...owned(),
    id: text("id").notNull(),
    category: text("category").notNull(),
    name: text("name").notNull(),
    summary: text("summary").notNull(),
    language: text("language"),
    scope: text("scope"),
    status: text("status").notNull(),
    confidence: integer("confidence").notNull(),
    occurrences: integer("occurrences").notNull(),
    outliers: integer("outliers").notNull(),
    consistency: integer("consistency").notNull(),
    files: integer("files").notNull(),
    spread: integer("spread").notNull(),
    firstSeen: integer("first_seen"),
  },
  (table) => [index("patterns_by_id").on(table.project, table.id)],
);

export const patternLocations = sqliteTable(
  "pattern_locations",
  {
    ...owned(),
    pattern: text("pattern").notNull(),
    path: text("path").notNull(),
    line: integer("line").notNull(),
    endLine: integer("end_line").notNull(),
    symbol: text("symbol"),
    isOutlier: integer("is_outlier").notNull(),
    isExemplar: integer("is_exemplar").notNull(),
    reason: text("reason"),
    quote: text("quote"),
  },
  (table) => [
    index("pattern_locations_by_path").on(table.project, table.path),
    index("pattern_locations_by_symbol").on(table.project, table.symbol).where(present(table.symbol)),
  ],
);

export const constraints = sqliteTable(
  "constraints",
  {
    ...owned(),
    id: text("id").notNull(),
    category: text("category").notNull(),
    condition: text("condition").notNull(),
    enforcement: text("enforcement").notNull(),
    guidance: text("guidance").notNull(),
    scope: text("scope"),
    chances: integer("chances").notNull(),
    held: integer("held").notNull(),
    confidence: integer("confidence").notNull(),
    evidence: text("evidence").notNull(),
    exceptions: text("exceptions").notNull(),
  },
  (table) => [index("constraints_by_id").on(table.project, table.id)],
);

export const genes = sqliteTable(
  "genes",
  {
    ...owned(),
    gene: text("gene").notNull(),
    category: text("category").notNull(),
    allele: text("allele").notNull(),
    frequency: integer("frequency").notNull(),
    occurrences: integer("occurrences").notNull(),
    files: integer("files").notNull(),
    isDominant: integer("is_dominant").notNull(),
    exemplars: text("exemplars").notNull(),
  },
  (table) => [index("genes_by_gene").on(table.project, table.gene)],
);
