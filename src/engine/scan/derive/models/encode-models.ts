/**
 * Models and their fields: what classes declare, and what tables have become by all that makes and changes them.
 *
 * A part's owner says what it is a part of (`crates/resolve/src/rows/meaning/models.rs`). Tables are followed through
 * migrations in the order of their paths; a class that is kept in a table has the table's columns where it names none.
 */
import type { DatabaseSync } from "node:sqlite";
import type { ModelPartKind } from "#contract/fact-words";
import { encodeUnit, type FactRow } from "#contract/unit";
import type { Declarations } from "#engine/scan/derive/declarations";
import { type SensitiveField, sensitivityOf } from "./sensitive.ts";
import { tableNameOf } from "./table-names.ts";

export interface ModelPart {
  readonly kind: ModelPartKind;
  readonly library: string;
  readonly owner: string | null;
  readonly name: string | null;
  readonly table_name: string | null;
  readonly column_name: string | null;
  readonly type: string | null;
  readonly nullable: number | null;
  /** `none`: it is no column; of a table, that it is changed and not made. */
  readonly key: "primary" | "foreign" | "none" | null;
  readonly references: string | null;
  readonly symbol: string | null;
  readonly members: string | null;
  readonly path: string;
  readonly line: number;
}

type Field = Pick<
  ModelPart,
  "column_name" | "type" | "nullable" | "key" | "references" | "symbol" | "path" | "line"
> & {
  readonly name: string;
};

interface Model {
  name: string;
  table: string | null;
  readonly library: string;
  readonly symbol: string | null;
  readonly path: string;
  readonly line: number;
  readonly fields: Map<string, Field>;
}

/** The parts of all files that are no tests, in the order of paths and places. */
export const readModelParts = (db: DatabaseSync): ModelPart[] =>
  inOrder(
    db
      .prepare(
        `select * from model_parts where path not in (select path from files where is_test)
       union all select * from schema_parts order by path, fact`,
      )
      .all() as unknown as ModelPart[],
  );

/**
 * Parts of migrations as these follow each other: times in their names are the same with marks between their digits and
 * without (`2017-08-31-230457`), and numbers count (`V2__a` is before `V10__b`). What Laravel dumps of the tables is loaded
 * before the migrations: https://laravel.com/docs/migrations#squashing-migrations.
 *
 * @param parts in the order of places within each file
 */
export function inOrder(parts: readonly ModelPart[]): ModelPart[] {
  const places = new Map(parts.map(({ path }) => [path, placeOf(path)]));
  const place = ({ path }: ModelPart): string => places.get(path) ?? path;
  return parts.toSorted((a, b) => (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : 0));
}

const placeOf = (path: string): string =>
  path
    .replace(/(?<=(?:^|\/)database\/)(?=schema\/[^/]+\.(?:sql|dump)$)/, "!")
    .replaceAll(/(?<!\d)(?:19|20)\d\d[-_]?\d\d[-_]?\d\d(?:[-_]?\d)*/g, (time) => time.replaceAll(/[-_]/g, ""))
    .replaceAll(/\d+/g, (number) => number.padStart(8, "0"));

/** The canonical lines of the units of models, one a file that declares any. */
export function encodeModels(
  parts: readonly ModelPart[],
  declarations: Declarations,
): { path: string; line: string }[] {
  const tables = followTables(parts);
  const models = declaredModels(parts, declarations);
  const named = new Map(models.filter(({ table }) => table !== null).map((one) => [one.table?.toLowerCase(), one]));
  const left = [...new Set(tables.byName.values()), ...tables.unnamed].filter((table) => {
    const model = named.get(table.table?.toLowerCase());
    if (!model) return true;
    if (model.fields.size === 0) for (const [name, field] of table.fields) model.fields.set(name, field);
    return false;
  });
  const all = [...models, ...left].filter(({ fields }) => fields.size > 0);
  const withHandles = haveHandles(all);
  const units = new Map<string, { models: FactRow[]; model_fields: FactRow[] }>();
  for (const model of all.sort((a, b) => a.line - b.line)) {
    const unit = units.get(model.path) ?? { models: [], model_fields: [] };
    units.set(model.path, unit);
    unit.models.push([model.name, model.table, model.library, model.symbol, model.path, model.line]);
    const rows = [...model.fields.values()].map((field) => ({ field, told: sensitivity(field, model, declarations) }));
    // A full name is a person's where the model tells more of one: a language and a licence have one too.
    const isOfPerson = personal.test(model.name) || rows.some(({ told }) => told && !isFullName(told));
    for (const { field, told } of rows) {
      const isNone = (withHandles && field.name === handle) || (told && isFullName(told) && !isOfPerson);
      unit.model_fields.push(rowOf(model, field, declarations, isNone ? undefined : told));
    }
  }
  return [...units].map(([path, rows]) => ({ path, line: encodeUnit("model", path, rows) }));
}

/** What a model is known by outside where so many models, and so large a part of all, have it: no secret of each. */
const handle = "token";
const leastWithHandle = 8;
const partWithHandle = 0.25;

function haveHandles(models: readonly Model[]): boolean {
  const count = models.filter(({ fields }) => [...fields.values()].some(({ name }) => name === handle)).length;
  return count >= Math.max(leastWithHandle, models.length * partWithHandle);
}

/** Models that are people by their names. */
const personal =
  /user|person|people|customer|contact|member|employee|patient|student|author|profile|account|guest|owner|lead|applicant|candidate|teacher|driver|client|subscriber|recipient|address|attendee|participant|donor|player/i;
const isFullName = ({ reason }: SensitiveField) => /^named full ?name$/.test(reason);

function sensitivity(
  { name, type, key, symbol }: Field,
  model: Model,
  declarations: Declarations,
): SensitiveField | undefined {
  const annotations = symbol === null ? [] : declarations.annotationsOf(symbol);
  return sensitivityOf({ name, type, key: key === "none" ? null : key, of: model.name, annotations });
}

/** A type of TypeScript's that is one of several of which one is nothing. */
const orNull = /(?:^|\|)\s*null\s*(?:$|\|)/;

function rowOf(model: Model, field: Field, declarations: Declarations, sensitive?: SensitiveField): FactRow {
  const { name, type, key } = field;
  return [
    model.name,
    name,
    field.column_name === name ? null : field.column_name,
    type,
    field.nullable ?? (orNull.test(type ?? "") ? 1 : null),
    key === "none" ? null : key,
    field.references === null ? null : (declarations.nameOf(field.references) ?? field.references),
    sensitive?.kind ?? null,
    sensitive?.reason ?? null,
    // A field that another class lends lies where the model does.
    model.path,
    field.path === model.path ? field.line : model.line,
  ];
}

interface Tables {
  readonly byName: Map<string, Model>;
  readonly unnamed: readonly Model[];
}

/** The tables as they are after everything that makes and changes them. */
function followTables(parts: readonly ModelPart[]): Tables {
  const byName = new Map<string, Model>();
  const byOwner = new Map<string, Model>();
  const unnamed: Model[] = [];
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
        if (part.table_name !== null) byName.set(name, table);
        else if (!models.has(part.owner)) unnamed.push(table);
        if (part.owner !== null) byOwner.set(part.owner, table);
        break;
      }
      case "column":
        if (known && part.name !== null && part.key !== "none") putColumn(known, { ...part, name: part.name });
        break;
      case "drop_column":
        known?.fields.delete(part.name ?? "");
        break;
      case "rename_column":
        rename(known, part.name, part.column_name);
        break;
      case "drop_table":
        byName.delete((part.table_name ?? part.name ?? "").toLowerCase());
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
  return { byName, unnamed: unnamed.filter(({ symbol }) => symbol !== null) };
}

function newTable(part: ModelPart): Model {
  const name = part.name ?? part.table_name ?? "";
  const { library, symbol, path, line } = part;
  return {
    name,
    table: part.table_name,
    library,
    symbol: part.name === null ? null : symbol,
    path,
    line,
    fields: new Map(),
  };
}

/** The library of what files of SQL tell. */
const sql = "SQL";

/** A column that a statement changes keeps what that says nothing of, and its place. */
function putColumn({ fields }: Model, column: ModelPart & { readonly name: string }): void {
  const known = fields.get(column.name);
  const isChange = column.library === sql && (column.type === null || column.nullable === null);
  if (known && isChange) take(fields, { ...column, path: known.path, line: known.line, symbol: known.symbol });
  else if (!isChange) fields.set(column.name, column);
}

/** Columns that lead to a table lead to it under its new name. */
function lead(fields: Map<string, Field>, from: string, to: string): void {
  for (const [key, field] of fields)
    if (field.references?.toLowerCase() === from) fields.set(key, { ...field, references: to });
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

/**
 * A migration's file, whose name counts it, or of Alembic: the classes that it declares for itself show a table as it
 * once was.
 */
const ofMigration =
  /(?:^|\/)(?:(?:[\w-]*migrations?|migrate)\/(?:.*\/)?[Vm]?_?\d|(?:alembic|migrations)\/versions\/)[^/]*$/;

/** Libraries whose models say their tables: one that does not, and that others extend which do, is none itself. */
const namedByThemselves: ReadonlySet<string> = new Set(["SQLAlchemy"]);
/** Libraries that read rows of several tables into types that embed a model's: these have no table of their own. */
const readInto: ReadonlySet<string> = new Set(["XORM"]);

/** Where so many, and so large a part, of a library's models say their tables, all do. */
const leastNamed = 8;
const partNamed = 0.6;

const isOfTable = ({ table_name }: ModelPart): boolean => table_name !== null;

function mostAreNamed(
  library: string,
  byOwner: ReadonlyMap<string, readonly ModelPart[]>,
  named: ReadonlySet<string>,
): boolean {
  const all = [...byOwner].filter(([, own]) => own.some((part) => part.library === library));
  return all.filter(([owner]) => named.has(owner)).length >= Math.max(leastNamed, all.length * partNamed);
}

/** The models that classes and calls declare. */
function declaredModels(all: readonly ModelPart[], declarations: Declarations): Model[] {
  const byOwner = new Map<string, ModelPart[]>();
  const parts = all.flatMap((part) => (isHolder(part) ? heldModels(part, declarations) : [part]));
  for (const part of parts) if (part.owner !== null) push(byOwner, part.owner, part);
  const models: Model[] = [];
  const isModel = (symbol: string) =>
    (byOwner.get(symbol) ?? []).some(
      (part) => part.kind === "model" || (part.kind === "field" && part.members !== null),
    );
  const named = new Set([...byOwner].flatMap(([owner, own]) => (own.some(isOfTable) ? [owner] : [])));
  const below = new Set([...named].flatMap((symbol) => declarations.basesOf(symbol)));
  const sureOf = new Set([...readInto].filter((library) => mostAreNamed(library, byOwner, named)));
  for (const [owner, own] of byOwner) {
    const first =
      own.find(({ kind }) => kind === "model") ?? own.find(({ kind, members }) => kind === "field" && members !== null);
    if (!first) continue;
    const place = declarations.placeOf(owner);
    if (place?.isAbstract || declarations.isAbstract(owner)) continue;
    const name = first.kind === "model" ? (first.name ?? place?.name) : place?.name;
    if (name === undefined) continue;
    const { library } = first;
    const isNamed = named.has(owner);
    if (!isNamed && namedByThemselves.has(library) && below.has(owner)) continue;
    const isRead = !isNamed && readInto.has(library);
    if (isRead && (sureOf.has(library) || declarations.basesOf(owner).some((base) => named.has(base)))) continue;
    const fields = new Map<string, Field>();
    const members = own.find(({ members }) => members !== null)?.members ?? null;
    const without = own.flatMap((part) => (part.kind === "field" && part.key === "none" ? [part.name] : []));
    for (const symbol of [owner, ...declarations.basesOf(owner, without)].reverse()) {
      const parts = byOwner.get(symbol) ?? [];
      if (members !== null) takeMembers(fields, declarations, { symbol, begins: members, isModel });
      for (const part of parts) if (part.kind === "field" || part.kind === "column") take(fields, part);
    }
    for (const [key, field] of fields) if (field.key === "none") fields.delete(key);
    const path = place?.path ?? first.path;
    if (ofMigration.test(path)) continue;
    const written = own.find(({ table_name }) => table_name !== null)?.table_name;
    // Quoted where the name is a word of the database's own.
    const table = written?.replace(/^[`"[](.+)[`"\]]$/, "$1") ?? tableNameOf(library, name, path);
    models.push({ name, table, library, symbol: first.symbol, path, line: place?.line ?? first.line, fields });
  }
  return models;
}

/** A class whose properties hold models, `DbSet<Order> Orders`: its part is named as their type. */
const isHolder = ({ kind, name, members }: ModelPart): boolean => kind === "model" && name !== null && name === members;

/** Of what is held all is a field that others see. */
const open = "public *";

function heldModels(holder: ModelPart, declarations: Declarations): ModelPart[] {
  const { owner, members } = holder;
  if (owner === null || members === null) return [];
  return [owner, ...declarations.basesOf(owner)].flatMap((symbol) =>
    declarations.membersOf(symbol).flatMap(({ name, type, target }) => {
      const model = target === null ? undefined : declarations.placeOf(target);
      if (!model || !type?.startsWith(`${members}<`)) return [];
      return [{ ...holder, owner: target, symbol: target, name: model.name, table_name: name, members: open }];
    }),
  );
}

interface Members {
  readonly symbol: string;
  /** What the types of members begin with that are fields. */
  readonly begins: string;
  readonly isModel: (symbol: string) => boolean;
}

function takeMembers(
  fields: Map<string, Field>,
  declarations: Declarations,
  { symbol, begins, isModel }: Members,
): void {
  for (const { name, isAccessor, type, target, optional, path, line } of declarations.membersOf(symbol)) {
    if (isAccessor || (begins === open && declarations.isPrivate(`${symbol}.${name}`))) continue;
    if (!begins.endsWith("*") && !(type ?? "").startsWith(begins)) continue;
    // What leads to other models is a relation; the keys that it goes by are fields of their own.
    if (target !== null && isModel(target)) continue;
    const nullable = optional || /^\*|\?$|\| *None|^Optional\b|\| *null/.test(type ?? "") ? 1 : null;
    const rest = { column_name: null, key: null, references: null, symbol: `${symbol}.${name}` };
    fields.set(name, { name, type, nullable, ...rest, path, line });
  }
}

/** What a part says counts more than what was known. */
function take(fields: Map<string, Field>, part: ModelPart): void {
  if (part.name === null) return;
  const known = fields.get(part.name);
  fields.set(part.name, {
    name: part.name,
    column_name: part.column_name ?? known?.column_name ?? null,
    type: part.type ?? known?.type ?? null,
    nullable: part.nullable ?? known?.nullable ?? null,
    key: part.key ?? known?.key ?? null,
    references: part.references ?? known?.references ?? null,
    symbol: part.symbol,
    path: part.path,
    line: part.line,
  });
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
