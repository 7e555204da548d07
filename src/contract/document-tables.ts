/** The fact tables of documentation: what a document is, its sections, and what it says of the repository. */
import { type FactTable, int, json, maybe, path, text } from "./fact-columns.ts";
import { claimForms, claimKinds, documentFormats, documentRoles } from "./fact-words.ts";

export const documentTables = [
  {
    name: "documents",
    unit: "document",
    columns: [
      path("path"),
      maybe(text("title", 200)),
      text("format", 20, documentFormats),
      text("role", 20, documentRoles), // only guides claim something
      int("lines"),
      int("bytes"),
      text("hash", 64), // SHA-256 of the bytes, hexadecimal
    ],
  },
  {
    name: "doc_sections",
    unit: "document",
    columns: [
      path("path"),
      maybe(text("heading", 200)), // null: before the first one
      json("headings", 4_000), // ["text", …]: those that lead to it, its own last
      int("level"), // 1 to 6; 0: before the first heading
      int("line"),
      int("end_line"), // of its own text, without that of sections below it
      text("hash", 16), // the first 64 bits of SHA-256 of its text, hexadecimal
      maybe(text("excerpt", 600)), // its first words; null where the project keeps no excerpts
    ],
  },
  {
    name: "doc_claims",
    unit: "document",
    columns: [
      path("path"),
      int("line"),
      int("end_line"),
      int("section_line"), // of its section in `doc_sections`
      maybe(text("heading", 200)), // of its section
      text("kind", 20, claimKinds),
      text("form", 20, claimForms),
      text("text", 200), // as written
      text("subject", 200), // what would be looked up
      maybe(text("value", 200)), // docs/documentation.md says of which kind what
      maybe(json("names", 8_000)), // ["module.name", …]: what a code block imports
      maybe(text("quote", 400)), // the sentence, row or line around; null where the project keeps no excerpts
      int("confidence"), // 50 to 100
    ],
  },
] as const satisfies readonly FactTable[];
