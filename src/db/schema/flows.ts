/** The fact tables of what requests reach and what they are made by. `facts.ts` tells how they are keyed. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { owned, present } from "./owned.ts";

export const sinks = sqliteTable(
  "sinks",
  {
    ...owned(),
    symbol: text("symbol").notNull(),
    kind: text("kind").notNull(),
    cwe: integer("cwe").notNull(),
    owasp: text("owasp").notNull(),
    library: text("library").notNull(),
    callee: text("callee").notNull(),
    argument: integer("argument").notNull(),
    given: text("given").notNull(),
    sources: text("sources"),
    path: text("path").notNull(),
    line: integer("line").notNull(),
    confidence: integer("confidence").notNull(),
  },
  (table) => [
    index("sinks_by_kind").on(table.project, table.kind),
    index("sinks_by_symbol").on(table.project, table.symbol),
  ],
);

export const clientSites = sqliteTable("client_sites", {
  ...owned(),
  kind: text("kind").notNull(),
  library: text("library"),
  owner: text("owner"),
  callee: text("callee"),
  place: text("place"),
  method: text("method"),
  url: text("url").notNull(),
  fields: text("fields"),
  response: text("response"),
  symbol: text("symbol").notNull(),
  path: text("path").notNull(),
  line: integer("line").notNull(),
});

export const clientCalls = sqliteTable("client_calls", {
  ...owned(),
  library: text("library").notNull(),
  via: text("via"),
  method: text("method"),
  url: text("url").notNull(),
  fields: text("fields"),
  response: text("response"),
  isTest: integer("is_test").notNull(),
  symbol: text("symbol").notNull(),
  path: text("path").notNull(),
  line: integer("line").notNull(),
  confidence: integer("confidence").notNull(),
});

export const flows = sqliteTable(
  "flows",
  {
    ...owned(),
    entry: text("entry").notNull(),
    entryKind: text("entry_kind").notNull(),
    handler: text("handler"),
    kind: text("kind").notNull(),
    operation: text("operation").notNull(),
    subject: text("subject"),
    target: text("target").notNull(),
    offset: integer("offset").notNull(),
    tainted: integer("tainted").notNull(),
    way: text("way"),
    steps: integer("steps").notNull(),
    uncertain: integer("uncertain"),
    cwe: integer("cwe"),
    owasp: text("owasp"),
    guards: text("guards"),
    sensitive: text("sensitive"),
    path: text("path").notNull(),
    line: integer("line").notNull(),
    confidence: integer("confidence").notNull(),
  },
  (table) => [
    index("flows_by_kind").on(table.project, table.kind, table.operation, table.tainted),
    index("flows_by_target").on(table.project, table.target),
    index("flows_by_handler").on(table.project, table.handler).where(present(table.handler)),
  ],
);

export const contracts = sqliteTable(
  "contracts",
  {
    ...owned(),
    method: text("method").notNull(),
    route: text("route").notNull(),
    handler: text("handler"),
    server: text("server").notNull(),
    library: text("library").notNull(),
    clientMethod: text("client_method"),
    url: text("url").notNull(),
    symbol: text("symbol").notNull(),
    parameters: text("parameters"),
    fields: text("fields"),
    response: text("response"),
    mismatches: text("mismatches"),
    isTest: integer("is_test").notNull(),
    path: text("path").notNull(),
    line: integer("line").notNull(),
    confidence: integer("confidence").notNull(),
  },
  (table) => [
    index("contracts_by_route").on(table.project, table.route),
    index("contracts_by_handler").on(table.project, table.handler).where(present(table.handler)),
  ],
);
