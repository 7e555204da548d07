/** The tables of how things are done here: patterns, constraints, genes. */
import { type FactTable, flag, int, json, maybe, path, symbol, text } from "./fact-columns.ts";
import { patternCategories, patternStatuses } from "./fact-words.ts";

export const patternTables = [
  {
    name: "patterns",
    unit: "pattern",
    columns: [
      text("id", 200), // `category/what it is`: holds no path, so it survives moves
      text("category", 20, patternCategories),
      text("name", 120),
      text("summary", 400), // one sentence
      maybe(text("language", 40)), // the family of languages it is about; null: whichever
      maybe(path("scope")), // the folder it holds in; null: the whole repository
      text("status", 20, patternStatuses),
      int("confidence"), // 0 to 100
      int("occurrences"), // places that follow it
      int("outliers"), // places that could and do otherwise
      int("consistency"), // percent of these places that follow it
      int("files"), // that hold an occurrence
      int("spread"), // folders that hold one
      maybe(int("first_seen")), // when the oldest of these files came, seconds since the epoch
    ],
  },
  {
    name: "pattern_locations",
    unit: "pattern",
    columns: [
      text("pattern", 200),
      path("path"),
      int("line"),
      int("end_line"),
      maybe(symbol("symbol")),
      flag("is_outlier"),
      flag("is_exemplar"), // worth copying
      maybe(text("reason", 200)), // why it is an outlier
      maybe(text("quote", 200)), // the line's text; null where the project keeps no excerpts
    ],
  },
  {
    name: "constraints",
    unit: "constraint",
    columns: [
      text("id", 200),
      text("category", 20, patternCategories),
      text("condition", 400), // one sentence that holds
      text("enforcement", 10, ["error", "warning"]), // an error where there is no exception
      text("guidance", 400), // what new code has to do
      maybe(path("scope")),
      int("chances"), // places that could have broken it
      int("held"), // those that did not
      int("confidence"), // 0 to 100
      json("evidence", 4_000), // [{path, line, text?}, …]: some of the places where it holds
      json("exceptions", 4_000), // the same of places where it does not
    ],
  },
  {
    name: "genes",
    unit: "gene",
    columns: [
      text("gene", 120), // a question of style: how variants are built, what errors are
      text("category", 20, patternCategories),
      text("allele", 120), // one of the answers here
      int("frequency"), // percent of the places that answer
      int("occurrences"),
      int("files"),
      flag("is_dominant"),
      json("exemplars", 2_000), // [{path, line, text?}, …]
    ],
  },
] as const satisfies readonly FactTable[];
