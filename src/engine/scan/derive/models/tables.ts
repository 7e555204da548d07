/** Tables, followed through all that makes and changes them. */
import { type Field, type Model, type ModelPart, take } from "./parts.ts";
import { plural, snake } from "./table-names.ts";

export interface Tables {
  readonly byName: Map<string, Model>;
  readonly unnamed: readonly Model[];
  /** Libraries that are told to call tables as their models. */
  readonly frozen: ReadonlySet<string>;
}

/** The tables as they are after everything that makes and changes them. */
export function followTables(all: readonly ModelPart[]): Tables {
  const isSetting = ({ table_name }: ModelPart): boolean => table_name === asNamed;
  const frozen = new Set(all.filter(isSetting).map(({ library }) => library));
  const parts = all.filter((part) => !isSetting(part));
  const byName = new Map<string, Model>();
  const byOwner = new Map<string, Model>();
  const unnamed: Model[] = [];
  const dropped = new Set<string>();
  const models = new Set(parts.filter(({ kind }) => kind === "model").map(({ owner }) => owner));
  for (const part of parts) {
    // What undoes a migration has not happened.
    if (/[.#](down|rollback|revert)$/.test(part.symbol ?? "") && part.kind !== "model") continue;
    const name = part.table_name?.toLowerCase() ?? "";
    const known = byName.get(name) ?? (part.owner === null ? undefined : byOwner.get(part.owner));
    switch (part.kind) {
      case "table": {
        const table = part.key === "none" && byName.has(name) ? byName.get(name) : newTable(part);
        if (!table) break;
        if (table.table !== null) byName.set(table.table.toLowerCase(), table);
        else if (!models.has(part.owner)) unnamed.push(table);
        if (part.owner !== null) byOwner.set(part.owner, table);
        break;
      }
      case "column":
        if (known && part.name !== null && part.key !== "none")
          putColumn(known, { ...part, name: nameOf(part, known) });
        break;
      case "drop_column":
        known?.fields.delete(bare(part.name ?? ""));
        break;
      case "rename_column":
        rename(known, bare(part.name ?? ""), part.column_name);
        break;
      case "drop_table":
        byName.delete((part.table_name ?? part.name ?? "").toLowerCase());
        dropped.add((part.table_name ?? part.name ?? "").toLowerCase());
        break;
      case "rename_table": {
        if (!known || part.name === null) break;
        byName.delete(name);
        byName.set(part.name.toLowerCase(), known);
        [known.table, known.name] = [part.name, part.name];
        for (const { fields } of byName.values()) lead(fields, name, part.name);
        break;
      }
    }
  }
  // No key leads to a table that is gone, whatever took it away.
  for (const name of dropped) if (!byName.has(name)) for (const { fields } of byName.values()) unlead(fields, name);
  return { byName, unnamed: unnamed.filter(({ symbol }) => symbol !== null), frozen };
}

/** What rules call the table of an application whose tables are all called as their models. */
const asNamed = "(frozen)";

function newTable(part: ModelPart): Model {
  // Where rules tell no name but the model's, it is its column's.
  const table = part.table_name ?? part.column_name;
  const name = part.name ?? table ?? "";
  const { library, symbol, path, line } = part;
  return {
    name,
    table,
    isNamedByModel: part.table_name === null && table !== null,
    library,
    symbol: part.name === null ? null : symbol,
    path,
    line,
    fields: new Map(),
  };
}

/** A name in a migration may be quoted as its database quotes it; one of two words has a mark between them. */
const bare = (name: string): string => name.replace(/^[`"[](.+)[`"\]]$/, "$1").replace("#", "_");

type Column = ModelPart & { readonly name: string };

const nameOf = ({ name, references }: ModelPart, table: Model): string =>
  bare(name ?? "") || (columnLeadingTo(table, references ?? "") ?? "");

/** The column that is named after what it leads to: a class, or a table by its plural. */
function columnLeadingTo(table: Model, to: string): string | undefined {
  const at = to.indexOf("#");
  if (at >= 0)
    return `${snake(
      to
        .slice(at + 1)
        .split(".")
        .at(-1) ?? "",
    )}_id`;
  return [...table.fields.keys()].find((name) => name.endsWith("_id") && plural(name.slice(0, -3)) === to);
}

/** The libraries of what statements tell that change a column in part. */
const ofStatements: ReadonlySet<string> = new Set(["SQL", "Liquibase"]);

/** A column that a statement changes keeps what that says nothing of, and its place. */
function putColumn({ fields }: Model, column: Column): void {
  if (column.name === "") return;
  const known = fields.get(column.name);
  const isKey = column.key === "foreign" && column.type === null;
  const isOfSql = ofStatements.has(column.library);
  const isChange = isKey || (isOfSql && (column.type === null || column.nullable === null));
  if (known && (isChange || column.nullable === null))
    take(fields, { ...column, path: known.path, line: known.line, symbol: known.symbol });
  else if (!isChange) fields.set(column.name, column);
}

/** Columns that lead to a table lead to it under its new name. */
function lead(fields: Map<string, Field>, from: string, to: string): void {
  for (const [key, field] of fields)
    if (field.references?.toLowerCase() === from) fields.set(key, { ...field, references: to });
}

function unlead(fields: Map<string, Field>, to: string): void {
  for (const [key, field] of fields)
    if (field.references?.toLowerCase() === to)
      fields.set(key, { ...field, key: field.key === "foreign" ? null : field.key, references: null });
}

/** Under its new name, in its old place. */
function rename(table: Model | undefined, from: string | null, to: string | null): void {
  const field = table?.fields.get(from ?? "");
  if (!table || !field || to === null) return;
  const all = [...table.fields];
  table.fields.clear();
  for (const [name, one] of all)
    if (name === from) table.fields.set(to, { ...one, name: to });
    else table.fields.set(name, one);
}
