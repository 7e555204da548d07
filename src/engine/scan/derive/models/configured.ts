/**
 * Models that a context's configuration names, and the tables that it keeps them in: `Entity<Order>().ToTable("order")`, the
 * same within a function that `Entity<Order>(…)` is given, and a class that is an `IEntityTypeConfiguration<Order>`.
 * https://learn.microsoft.com/en-us/ef/core/modeling/entity-types#table-name
 */
import type { Declarations } from "#engine/scan/derive/declarations";
import type { ModelPart } from "./parts.ts";

/** What parts by which models are configured are marked by: in the place of members, and of a table that none names. */
const configuring = "ToTable";
const unnamed = "?";

export const isConfiguring = ({ kind, members }: ModelPart): boolean => kind === "table" && members === configuring;

/** The models that are configured, each with its table, where one is named for it. */
export function configuredModels(
  parts: readonly ModelPart[],
  declarations: Declarations,
): ReadonlyMap<string, string | null> {
  // A function's parameter is known by its line alone, on which the call stands that the function is given to.
  const given = new Map<string, string>();
  for (const { owner, path, line } of parts)
    if (owner && isModel(owner, declarations)) given.set(`${path}:${line}`, owner);
  const found = new Map<string, string | null>();
  for (const { owner, path, table_name } of parts) {
    const model = modelOf(owner ?? "", path, given, declarations);
    if (model === undefined) continue;
    const table = table_name === unnamed ? null : table_name;
    found.set(model, table ?? found.get(model) ?? null);
  }
  return found;
}

const isModel = (owner: string, declarations: Declarations): boolean =>
  declarations.placeOf(owner)?.kind === "class" && declarations.configuredBy(owner) === undefined;

function modelOf(
  owner: string,
  path: string,
  given: ReadonlyMap<string, string>,
  declarations: Declarations,
): string | undefined {
  const line = /#@(\d+):/.exec(owner)?.[1];
  if (line !== undefined) return given.get(`${path}:${line}`);
  // `OrderConfiguration.Configure(0)`, and the class itself
  const configuration = declarations.configuredBy(owner.replace(/\.\w+\(\d+\)$/, ""));
  return configuration ?? (isModel(owner, declarations) ? owner : undefined);
}
