/** A row of `schema_parts`: what a schema file says of models, and of how tables come into being. */

import type { FactRow } from "#contract/unit";
import type { ModelPart } from "#engine/scan/derive/models/encode-models";

export type Part = Omit<ModelPart, "symbol" | "members">;

type Told = Pick<Part, "kind" | "line"> & Partial<Part>;

export const part = (path: string, told: Told): Part => ({
  library: path.endsWith(".prisma") ? "Prisma" : "SQL",
  owner: null,
  name: null,
  table_name: null,
  column_name: null,
  type: null,
  nullable: null,
  key: null,
  references: null,
  path,
  ...told,
});

const short = (text: string | null): string | null => text?.slice(0, 200) ?? null;

export const rowOf = (one: Part): FactRow => [
  one.kind,
  one.library,
  one.owner,
  short(one.name),
  short(one.table_name),
  short(one.column_name),
  short(one.type),
  one.nullable,
  one.key,
  short(one.references),
  null,
  null,
  one.path,
  one.line,
];
