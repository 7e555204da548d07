/** The fact tables of what code means: entry points, settings, data, errors. `facts.ts` tells how they are keyed. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { owned, present } from "./owned.ts";

export const dataAccesses = sqliteTable(
  "data_accesses",
  {
    ...owned(),
    symbol: text("symbol").notNull(),
    operation: text("operation").notNull(),
    library: text("library").notNull(),
    model: text("model"),
    target: text("target"),
    path: text("path").notNull(),
    line: integer("line").notNull(),
    fields: text("fields"),
  },
  (table) => [
    index("data_accesses_by_symbol").on(table.project, table.symbol),
    index("data_accesses_by_model").on(table.project, table.model).where(present(table.model)),
  ],
);

export const environmentUses = sqliteTable(
  "environment_uses",
  {
    ...owned(),
    variable: text("variable").notNull(),
    symbol: text("symbol").notNull(),
    path: text("path").notNull(),
    line: integer("line").notNull(),
    hasDefault: integer("has_default").notNull(),
    default: text("default"),
    source: text("source").notNull(),
    required: integer("required"),
  },
  (table) => [index("environment_uses_by_variable").on(table.project, table.variable)],
);

export const errorSites = sqliteTable(
  "error_sites",
  {
    ...owned(),
    kind: text("kind").notNull(),
    error: text("error"),
    target: text("target"),
    symbol: text("symbol").notNull(),
    path: text("path").notNull(),
    line: integer("line").notNull(),
    endLine: integer("end_line").notNull(),
  },
  (table) => [
    index("error_sites_by_kind").on(table.project, table.kind, table.error),
    index("error_sites_by_symbol").on(table.project, table.symbol),
  ],
);

export const errorTypes = sqliteTable(
  "error_types",
  {
    ...owned(),
    symbol: text("symbol").notNull(),
    name: text("name").notNull(),
    base: text("base"),
    target: text("target"),
    root: text("root").notNull(),
    path: text("path").notNull(),
    line: integer("line").notNull(),
  },
  (table) => [
    index("error_types_by_symbol").on(table.project, table.symbol),
    index("error_types_by_target").on(table.project, table.target).where(present(table.target)),
  ],
);

export const registrations = sqliteTable("registrations", {
  ...owned(),
  kind: text("kind").notNull(),
  framework: text("framework"),
  owner: text("owner"),
  method: text("method"),
  route: text("route"),
  name: text("name"),
  handler: text("handler"),
  handlerName: text("handler_name"),
  guards: text("guards"),
  mounted: text("mounted"),
  symbol: text("symbol").notNull(),
  path: text("path").notNull(),
  line: integer("line").notNull(),
  endLine: integer("end_line").notNull().default(0),
});

export const entryPoints = sqliteTable(
  "entry_points",
  {
    ...owned(),
    kind: text("kind").notNull(),
    framework: text("framework").notNull(),
    method: text("method"),
    route: text("route"),
    name: text("name"),
    handler: text("handler"),
    handlerName: text("handler_name"),
    guards: text("guards"),
    path: text("path").notNull(),
    line: integer("line").notNull(),
    confidence: integer("confidence").notNull(),
  },
  (table) => [
    index("entry_points_by_kind").on(table.project, table.kind, table.route),
    index("entry_points_by_handler").on(table.project, table.handler).where(present(table.handler)),
  ],
);

const partColumns = {
  kind: text("kind").notNull(),
  library: text("library").notNull(),
  owner: text("owner"),
  name: text("name"),
  tableName: text("table_name"),
  columnName: text("column_name"),
  type: text("type"),
  nullable: integer("nullable"),
  key: text("key"),
  references: text("references"),
  symbol: text("symbol"),
  members: text("members"),
  path: text("path").notNull(),
  line: integer("line").notNull(),
};

export const modelParts = sqliteTable("model_parts", { ...owned(), ...partColumns });

export const schemaParts = sqliteTable("schema_parts", { ...owned(), ...partColumns });

export const models = sqliteTable(
  "models",
  {
    ...owned(),
    name: text("name").notNull(),
    tableName: text("table_name"),
    library: text("library").notNull(),
    symbol: text("symbol"),
    path: text("path").notNull(),
    line: integer("line").notNull(),
  },
  (table) => [index("models_by_name").on(table.project, table.name)],
);

export const modelFields = sqliteTable(
  "model_fields",
  {
    ...owned(),
    model: text("model").notNull(),
    name: text("name").notNull(),
    columnName: text("column_name"),
    type: text("type"),
    nullable: integer("nullable"),
    key: text("key"),
    references: text("references"),
    sensitive: text("sensitive"),
    reason: text("reason"),
    path: text("path").notNull(),
    line: integer("line").notNull(),
  },
  (table) => [
    index("model_fields_by_model").on(table.project, table.model),
    index("model_fields_by_sensitivity").on(table.project, table.sensitive).where(present(table.sensitive)),
  ],
);
