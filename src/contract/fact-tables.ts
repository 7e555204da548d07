/**
 * The fact tables: what a unit may hold, column by column.
 *
 * One list serves `drift.db` (its tables are these, with `unit`), the wire (a unit's rows stand in
 * this order), the service's validation and the D1 schema (the same columns behind `id`, `project`
 * and `unit`). The file tables equal `TABLES` in `crates/facts/src/unit.rs`.
 */
import { derivedTables } from "./derived-tables.ts";
import { documentTables } from "./document-tables.ts";
import { type FactTable, flag, int, json, maybe, path, symbol, text } from "./fact-columns.ts";
import { decisionKinds, errorSiteKinds, registrationKinds, resolutions, symbolKinds } from "./fact-words.ts";
import { clientSiteColumns, sinkColumns } from "./flow-columns.ts";
import { modelParts } from "./model-parts.ts";
import { packageTables } from "./package-tables.ts";
import { patternTables } from "./pattern-tables.ts";

export type { Column, FactTable } from "./fact-columns.ts";

export const factTables = [
  {
    name: "assertions",
    unit: "file",
    columns: [
      symbol("symbol"), // whose code it is
      path("path"),
      int("line"), // of a statement that asserts; calls that do are in `calls`
    ],
  },
  {
    name: "calls",
    unit: "file",
    columns: [
      int("site"), // numbers the call sites of a file; all that a call may lead to shares one
      symbol("caller"), // `path#<module>` at the top level
      text("caller_name", 1_000),
      int("caller_line"), // of the caller's name; 1 at the top level
      path("path"),
      int("line"), // of the called name
      int("start_line"), // of the call expression
      text("kind", 20, ["call", "new", "tag", "super", "optional"]),
      maybe(symbol("callee")),
      text("callee_name"), // the called name alone
      text("callee_text"), // as written, ends in the called name
      int("arguments"),
      text("resolution", 20, resolutions),
      maybe(text("target", 600)), // where an external call leads: `express.Router.get`
      maybe(text("passed", 200)), // which of the caller's parameters it hands on, and as what: `0=id limit=max 2=?`
      maybe(text("quote", 200)), // the line's text; null where the project keeps no excerpts
    ],
  },
  { name: "client_sites", unit: "file", columns: clientSiteColumns },
  {
    name: "constants",
    unit: "file",
    columns: [
      text("name"),
      text("kind", 20, ["text", "number", "flag"]),
      text("value"), // of a text what stands between its quotes, redacted; else as written
      symbol("symbol"),
      flag("exported"),
      path("path"),
      int("line"),
    ],
  },
  {
    name: "data_accesses",
    unit: "file",
    alsoUnit: "schema", // statements in mappers' .xml files
    columns: [
      symbol("symbol"), // whose code it is
      text("operation", 20, ["read", "create", "update", "delete", "upsert"]),
      text("library", 40),
      maybe(text("model")), // the model, table or collection, as it is named here
      maybe(symbol("target")), // the model's declaration
      path("path"),
      int("line"),
      maybe(json("fields", 2_000)), // ["name", …], where they are written
    ],
  },
  {
    name: "environment_uses",
    unit: "file",
    alsoUnit: "environment", // through functions of the repository
    columns: [
      text("variable"),
      symbol("symbol"),
      path("path"),
      int("line"),
      flag("has_default"),
      maybe(text("default", 200)), // as written, where it is a literal
      text("source", 40), // what it is read by: process.env, Python
      maybe(flag("required")), // reading it fails where it is not set; null: nothing says it
    ],
  },
  {
    name: "error_sites",
    unit: "file",
    columns: [
      text("kind", 20, errorSiteKinds),
      maybe(text("error")), // its type, as written; null: whatever comes
      maybe(symbol("target")), // the type's declaration; of `unhandled` the function that is not waited for
      symbol("symbol"), // whose code it is
      path("path"),
      int("line"),
      int("end_line"), // of what catches
    ],
  },
  {
    name: "error_types",
    unit: "file",
    columns: [
      symbol("symbol"), // the type, or the variable that holds the one error of its kind
      text("name"),
      maybe(text("base")), // what it extends, as written; null: a method or its value makes it an error
      maybe(symbol("target")), // the base's declaration
      text("root"), // the error outside of the repository that it leads to
      path("path"),
      int("line"),
    ],
  },
  {
    name: "exports",
    unit: "file",
    columns: [
      path("path"),
      int("line"),
      text("name"),
      text("kind", 20, ["local", "value", "from", "all", "module"]),
      maybe(text("local")),
      maybe(text("specifier", 1_000)),
      maybe(path("resolved")),
      maybe(symbol("symbol")),
      flag("type_only"),
    ],
  },
  {
    name: "files",
    unit: "file",
    columns: [
      path("path"),
      text("language", 40),
      int("bytes"),
      int("lines"),
      text("hash", 64), // SHA-256 of the bytes, hexadecimal
      maybe(text("package")),
      flag("is_test"),
      flag("is_generated"),
    ],
  },
  {
    name: "imports",
    unit: "file",
    columns: [
      path("path"),
      int("line"),
      text("specifier", 1_000),
      maybe(path("resolved")),
      maybe(text("external")), // the package it comes from, where it leaves the repository
      text("kind", 20, ["named", "default", "module", "all", "effect"]),
      maybe(text("name")),
      maybe(text("alias")), // the local name
      maybe(symbol("symbol")), // the declaration it leads to
      flag("type_only"),
      flag("dynamic"),
    ],
  },
  { name: "model_parts", unit: "file", columns: modelParts },
  {
    name: "mocks",
    unit: "file",
    columns: [
      text("library", 40),
      maybe(text("subject")), // what is replaced, as written
      maybe(symbol("target")), // its declaration
      symbol("symbol"), // whose code replaces it
      path("path"),
      int("line"),
    ],
  },
  {
    name: "problems",
    unit: "file",
    columns: [
      path("path"),
      text("kind", 20, ["encoding", "syntax", "left_out", "gave_up", "too_deep"]),
      int("line"),
      int("end_line"), // of the last line that was not understood
      text("message"),
    ],
  },
  {
    name: "references",
    unit: "file",
    columns: [
      text("kind", 20, ["jsx", "decorator", "callback"]),
      symbol("caller"),
      text("caller_name", 1_000),
      int("caller_line"),
      path("path"),
      int("line"),
      maybe(symbol("symbol")),
      text("name"),
      text("resolution", 20, resolutions),
      maybe(text("quote", 200)),
    ],
  },
  {
    name: "registrations",
    unit: "file",
    alsoUnit: "schema", // services in .proto files, prefixes in settings
    columns: [
      text("kind", 20, registrationKinds),
      maybe(text("framework", 1_000)), // null: a router that a function is given; ~path#type: one of the repository's own
      maybe(text("owner", 1_000)), // what it is registered on: crates/resolve/src/rows/meaning/anchors.rs
      maybe(text("method", 20)),
      maybe(text("route")), // as written; what stands before it comes from prefixes and mounts
      maybe(text("name")), // of a command, a job, an event
      maybe(text("handler", 2_100)), // the id of the function that is run; the symbol around an inline one
      maybe(text("handler_name")),
      maybe(json("guards", 4_000)), // [{name, symbol}, …] in the order they run
      maybe(text("mounted", 1_000)), // of a mount: the owner of what is reached through it
      symbol("symbol"), // whose code registers it
      path("path"),
      int("line"),
      int("end_line"), // of what it is given: where a handler that is written in place ends
    ],
  },
  {
    name: "secret_findings",
    unit: "file",
    alsoUnit: "settings",
    columns: [
      text("kind", 40), // aws-key, github-token, private-key, password, …
      text("severity", 20, ["high", "medium", "low"]),
      maybe(text("fingerprint", 16)), // of a salted hash; null: the value could be found by trying
      flag("in_test"), // or in a sample
      path("path"),
      int("line"),
    ],
  },
  { name: "sinks", unit: "file", columns: sinkColumns },
  {
    name: "symbols",
    unit: "file",
    columns: [
      symbol("id"),
      text("kind", 20, symbolKinds),
      text("name"),
      text("qualified", 1_000),
      path("path"),
      int("line"), // first line of the declaration
      int("end_line"),
      int("name_line"), // line of the declaration's name
      maybe(symbol("parent")),
      text("signature", 600),
      maybe(json("params")), // [{name, type?, default?, required, rest?}]; null where it takes none by its kind
      maybe(text("returns")),
      maybe(text("type_text")), // declared type of a property, variable or alias
      maybe(text("doc", 2_400)),
      flag("exported"),
      text("visibility", 20, ["public", "protected", "private"]),
      maybe(json("decorators")), // ["text", …]
      flag("is_async"),
      flag("is_generator"),
      flag("is_static"),
      flag("is_abstract"),
      int("complexity"), // McCabe; 0 where there is no body
      maybe(text("preview", 1_600)), // first 10 lines; null where the project keeps no excerpts
    ],
  },
  {
    name: "tests",
    unit: "file",
    columns: [
      path("path"),
      text("kind", 20, ["suite", "case", "fixture", "hook"]),
      text("name"),
      text("framework", 40),
      maybe(symbol("symbol")),
      int("line"),
      int("end_line"),
    ],
  },
  {
    name: "type_members",
    unit: "file",
    columns: [
      symbol("type"),
      path("path"),
      text("name"),
      text("kind", 20, ["property", "method", "accessor", "enum_member", "embedded"]),
      maybe(text("type_text", 600)), // a method's is its signature
      maybe(symbol("target")), // the declaration of its type, where that is in the repository
      flag("optional"),
      flag("readonly"),
      flag("is_static"),
      int("line"),
    ],
  },
  {
    name: "type_relations",
    unit: "file",
    columns: [
      symbol("type"), // the type or, for `parameter` and `return`, the function
      text("relation", 20, ["extends", "implements", "embeds", "contains", "parameter", "return"]),
      text("name"),
      maybe(symbol("target")),
      path("path"),
      int("line"),
    ],
  },
  // Of files that are no source files: Prisma's schemas, SQL.
  { name: "schema_parts", unit: "schema", columns: modelParts },
  ...derivedTables,
  ...patternTables,
  ...documentTables,
  ...packageTables,
  {
    name: "commits",
    unit: "commit",
    columns: [
      text("hash", 64),
      int("time"), // author time, seconds since the epoch
      text("author", 200),
      maybe(text("type", 20)), // of a Conventional Commit: feat, fix, refactor, …
      maybe(text("scope", 100)),
      flag("is_breaking"),
      text("summary", 400),
      int("files"), // how many it changed; `commit_files` holds the first 200
    ],
  },
  {
    name: "commit_files",
    unit: "commit",
    columns: [
      text("hash", 64),
      path("path"),
      text("change", 10, ["added", "modified", "deleted"]),
      int("time"),
      int("insertions"), // lines; 0 of a binary file
      int("deletions"),
    ],
  },
  {
    name: "decisions",
    unit: "commit",
    columns: [
      text("hash", 64), // of the commit
      int("time"),
      text("kind", 20, decisionKinds),
      text("subject"), // what it is about: a dependency, a folder, a commit, a tool
      text("summary", 400), // one sentence
      maybe(text("reason", 1_200)), // why, in the words of the commit's message
      json("paths", 4_000), // evidence: ["path", …]
      int("confidence"), // 0 to 100
    ],
  },
] as const satisfies readonly FactTable[];

export type FactTableName = (typeof factTables)[number]["name"];

export const factTable = (name: string): FactTable | undefined => factTables.find((table) => table.name === name);
