/** The fact tables of documentation. `facts.ts` tells how they are keyed. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { owned } from "./owned.ts";

export const documents = sqliteTable(
  "documents",
  {
    ...owned(),
    path: text("path").notNull(),
    title: text("title"),
    format: text("format").notNull(),
    role: text("role").notNull(),
    lines: integer("lines").notNull(),
    bytes: integer("bytes").notNull(),
    hash: text("hash").notNull(),
  },
  (table) => [index("documents_by_path").on(table.project, table.path)],
);

export const docSections = sqliteTable("doc_sections", {
  ...owned(),
  path: text("path").notNull(),
  heading: text("heading"),
  headings: text("headings").notNull(),
  level: integer("level").notNull(),
  line: integer("line").notNull(),
  endLine: integer("end_line").notNull(),
  hash: text("hash").notNull(),
  excerpt: text("excerpt"),
});

export const docClaims = sqliteTable(
  "doc_claims",
  {
    ...owned(),
    path: text("path").notNull(),
    line: integer("line").notNull(),
    endLine: integer("end_line").notNull(),
    sectionLine: integer("section_line").notNull(),
    heading: text("heading"),
    kind: text("kind").notNull(),
    form: text("form").notNull(),
    text: text("text").notNull(),
    subject: text("subject").notNull(),
    value: text("value"),
    names: text("names"),
    quote: text("quote"),
    confidence: integer("confidence").notNull(),
  },
  // What is said of a thing; a document's own claims lie side by side.
  (table) => [index("doc_claims_by_subject").on(table.project, table.kind, table.subject)],
);
