/** The columns of parts of models. */
import { flag, int, maybe, path, text } from "./fact-columns.ts";
import { modelPartKinds } from "./fact-words.ts";

/** What a file says of models, and of how tables come into being. */
export const modelParts = [
  text("kind", 20, modelPartKinds),
  text("library", 40),
  maybe(text("owner", 1_000)), // what it is a part of, as of registrations
  maybe(text("name", 200)), // of a model, a field or a column
  maybe(text("table_name", 200)),
  maybe(text("column_name", 200)), // where it is not the name; what a column is renamed to
  maybe(text("type", 200)), // as written
  maybe(flag("nullable")),
  maybe(text("key", 20, ["primary", "foreign", "none"])), // none: it is no column
  maybe(text("references", 1_000)), // a model's symbol id, or what names it
  maybe(text("symbol", 1_000)),
  maybe(text("members", 40)), // what types of a model's properties begin with that are its fields
  path("path"),
  int("line"),
];
