/** The fact tables of what follows from the rows of several files; `fact-tables.ts` tells of all. */
import { type FactTable, flag, int, json, maybe, path, symbol, text } from "./fact-columns.ts";
import { coverKinds, entryPointKinds, sensitivities } from "./fact-words.ts";

export const derivedTables = [
  {
    name: "entry_points",
    unit: "entry_point",
    columns: [
      text("kind", 20, entryPointKinds),
      text("framework", 40),
      maybe(text("method", 20)), // of a request: GET …, ANY
      maybe(text("route", 1_000)), // whole, with the prefixes that stand before it
      maybe(text("name")), // of a command, a job, an event
      maybe(text("handler", 2_100)),
      maybe(text("handler_name")),
      maybe(json("guards", 4_000)), // [{name, symbol, inside?}, …] in the order they run; inside: in the handler's body
      path("path"),
      int("line"),
      int("confidence"), // 0 to 100
    ],
  },
  {
    name: "flows",
    unit: "flow",
    columns: [
      text("entry", 1_000), // GET /users/:id, or the name of a command, job, event
      text("entry_kind", 20, entryPointKinds),
      maybe(symbol("handler")), // the first symbol of the way
      text("kind", 20, ["sink", "data", "limit"]), // `limit`: there may be more than is told
      text("operation", 20), // exec, sql …; of data read, create …
      maybe(text("subject")), // what is called; of data the model or table
      symbol("target"), // whose code does it
      int("offset"), // lines from the first of the target's declaration to it
      flag("tainted"), // a value of the request is handed on to it; 0: control reaches it, no more is known
      maybe(json("way", 8_000)), // [{symbol, offset, how}, …]: the calls from the handler to the target
      int("steps"), // calls on the way
      maybe(int("uncertain")), // the first call of the way, from 1, that is not led by scopes or types
      maybe(int("cwe")),
      maybe(text("owasp", 8)),
      maybe(json("guards", 2_000)), // ["name", …] that are asked first
      maybe(json("sensitive", 2_000)), // ["User.email", …] of the model that it touches
      path("path"), // of the entry point
      int("line"),
      int("confidence"), // 0 to 100
    ],
  },
  {
    name: "client_calls",
    unit: "contract",
    columns: [
      text("library", 40), // by which the request is made; where that is not known what is called, as written
      maybe(symbol("via")), // the function of the repository that makes it for others
      maybe(text("method", 20)), // GET …
      text("url", 1_000), // with what stands before it; what is put into it as written
      maybe(json("fields", 2_000)), // ["name", …] of what is sent, where they are written
      maybe(symbol("response")), // the declaration of the type that it is told to give
      flag("is_test"), // a test's
      symbol("symbol"), // whose code it is
      path("path"),
      int("line"),
      int("confidence"), // 0 to 100
    ],
  },
  {
    name: "contracts",
    unit: "contract",
    columns: [
      text("method", 20), // of the endpoint
      text("route", 1_000),
      maybe(text("handler", 2_100)),
      path("server"), // the file that the endpoint is registered in
      text("library", 40), // by which the request is made
      maybe(text("client_method")),
      text("url", 1_000), // as written
      symbol("symbol"), // whose code makes the request
      maybe(json("parameters", 4_000)), // [{server, client}, …] of the path
      maybe(json("fields", 2_000)), // ["name", …] of what is sent
      maybe(symbol("response")), // the type that the client expects
      maybe(json("mismatches", 4_000)), // [{kind, client, server?}, …]; none of tests
      flag("is_test"), // a test makes the request
      path("path"), // of the request
      int("line"),
      int("confidence"), // 0 to 100
    ],
  },
  {
    name: "test_cases",
    unit: "test",
    columns: [
      path("path"),
      int("line"),
      int("end_line"),
      text("name"),
      text("framework", 40),
      maybe(symbol("symbol")),
      int("assertions"), // that it makes itself, and calls of helpers that make some
      maybe(json("fixtures", 4_000)), // [{name, symbol}, …]: what is set up for it
    ],
  },
  {
    name: "test_covers",
    unit: "test",
    columns: [
      path("path"), // of the test
      int("line"), // of the test; 1: the file as a whole
      maybe(text("test")), // its name; null: the file as a whole
      maybe(symbol("symbol")), // what is covered; null: the file as a whole
      path("target"), // the file that is covered
      text("how", 20, coverKinds),
      int("steps"), // calls between the test and what is covered, from 1; 0: none is known
      int("confidence"), // 0 to 100
    ],
  },
  {
    name: "untested_functions",
    unit: "test",
    columns: [
      symbol("symbol"), // exported, and no test is known that reaches it, by whatever way
      text("name"),
      path("path"),
      int("line"),
      int("complexity"),
      int("callers"), // functions that call it
      int("confidence"), // 0 to 100
    ],
  },
  {
    name: "modules",
    unit: "module",
    columns: [
      text("path", 1_024), // `.`: the top folder
      text("kind", 20, ["file", "directory"]),
      int("fan_in"), // modules of its kind that depend on it when they run
      int("fan_out"), // modules that it depends on
      int("type_fan_in"), // those that do by types alone
      int("type_fan_out"),
      maybe(int("instability")), // 0 to 100; null: it stands alone
      maybe(int("abstractness")), // 0 to 100; null: it has no types
      maybe(int("distance")), // 0 to 100
      maybe(text("cycle", 1_024)), // the first module of the cycle that it is in
      int("cycle_size"), // modules in that; 0: it is in none
    ],
  },
  {
    name: "wrappers",
    unit: "wrapper",
    columns: [
      symbol("symbol"),
      text("name"),
      text("target", 600), // what it wraps, as calls lead there: axios.get
      text("library"),
      text("category", 40),
      int("uses"), // calls of it
      int("direct"), // calls of what it wraps by others
      path("path"),
      int("line"),
    ],
  },
  {
    name: "models",
    unit: "model",
    columns: [
      text("name", 200),
      maybe(text("table_name", 200)),
      text("library", 40),
      maybe(text("symbol", 1_000)), // its class, or the variable that holds it
      path("path"),
      int("line"),
    ],
  },
  {
    name: "model_fields",
    unit: "model",
    columns: [
      text("model", 200), // its name in `models`, of the same path
      text("name", 200),
      maybe(text("column_name", 200)), // where it is not the name
      maybe(text("type", 200)),
      maybe(flag("nullable")), // null: nothing says it
      maybe(text("key", 20, ["primary", "foreign"])),
      maybe(text("references", 1_000)), // the model or table that a foreign key leads to
      maybe(text("sensitive", 20, sensitivities)),
      maybe(text("reason", 200)), // why it is held to be sensitive
      path("path"),
      int("line"),
    ],
  },
] as const satisfies readonly FactTable[];
