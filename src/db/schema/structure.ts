/** The fact tables of modules and of what is used in the place of libraries. `facts.ts` tells how they are keyed. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { owned, present } from "./owned.ts";

export const modules = sqliteTable(
  "modules",
  {
    ...owned(),
    path: text("path").notNull(),
    kind: text("kind").notNull(),
    fanIn: integer("fan_in").notNull(),
    fanOut: integer("fan_out").notNull(),
    typeFanIn: integer("type_fan_in").notNull(),
    typeFanOut: integer("type_fan_out").notNull(),
    instability: integer("instability"),
    abstractness: integer("abstractness"),
    distance: integer("distance"),
    cycle: text("cycle"),
    cycleSize: integer("cycle_size").notNull(),
  },
  (table) => [
    index("modules_by_path").on(table.project, table.path),
    index("modules_by_cycle").on(table.project, table.cycle).where(present(table.cycle)),
  ],
);

export const wrappers = sqliteTable(
  "wrappers",
  {
    ...owned(),
    symbol: text("symbol").notNull(),
    name: text("name").notNull(),
    target: text("target").notNull(),
    library: text("library").notNull(),
    category: text("category").notNull(),
    uses: integer("uses").notNull(),
    direct: integer("direct").notNull(),
    path: text("path").notNull(),
    line: integer("line").notNull(),
  },
  (table) => [index("wrappers_by_library").on(table.project, table.library)],
);
