/**
 * Models and their fields: what classes declare, and what tables have become by all that makes and changes them.
 *
 * A part's owner says what it is a part of (`crates/resolve/src/rows/meaning/models.rs`). Tables are followed through
 * migrations in the order of their paths; a class that is kept in a table has the table's columns where it names none.
 */
import { encodeUnit, type FactRow } from "#contract/unit";
import type { Declarations } from "#engine/scan/derive/declarations";
import { configuredModels, isConfiguring, renamedBy, snapshotTables } from "./configured.ts";
import { configuredBy, isOfProperties, type NamedProperties } from "./configured-keys.ts";
import { sayKey, tableOfObject } from "./exposed.ts";
import { typesGiven, withTypes } from "./given-types.ts";
import { asGorm, hasConventionalKey } from "./gorm.ts";
import { heldModels, isHolder, open, tieKeys } from "./held.ts";
import { keptOf } from "./inheritance.ts";
import { type Field, type Model, type ModelPart, take } from "./parts.ts";
import { tieReferences } from "./references.ts";
import { type SensitiveField, sensitivityOf } from "./sensitive.ts";
import { namedByModule, plural, prefixedTables, snake, tableNameOf } from "./table-names.ts";
import { followTables, type Tables } from "./tables.ts";

export { inOrder, type ModelPart, readModelParts } from "./parts.ts";

/** The canonical lines of the units of models, one a file that declares any. */
export function encodeModels(
  parts: readonly ModelPart[],
  declarations: Declarations,
): { path: string; line: string }[] {
  const configuring = parts.filter(isConfiguring);
  const configured = configuredModels(configuring, declarations);
  const keys = configuredBy("HasKey", parts, configuring, declarations);
  const leftOut = configuredBy("Ignore", parts, configuring, declarations);
  const rest = parts.filter((part) => !isConfiguring(part) && !isOfProperties(part));
  const tables = followTables(rest);
  const holders = rest.filter(isHolder);
  const held = heldModels(holders, configured, snapshotTables(configuring), renamedBy(configuring), declarations);
  const declared = declaredModels([...rest.filter((part) => !isHolder(part)), ...held], declarations, {
    keys,
    leftOut,
  });
  const models = placed(declared, tables);
  const byTable = new Map(models.filter(({ table }) => table !== null).map((one) => [one.table?.toLowerCase(), one]));
  const left = allTables(tables).filter((table) => {
    const model = byTable.get(table.table?.toLowerCase());
    if (!model) return true;
    if (model.fields.size === 0) for (const [name, field] of table.fields) model.fields.set(name, field);
    return false;
  });
  const all = [...models, ...left].filter(({ fields }) => fields.size > 0);
  for (const model of all) tieReferences(model, declarations);
  const withHandles = haveHandles(all);
  const units = new Map<string, { models: FactRow[]; model_fields: FactRow[] }>();
  for (const model of all.sort((a, b) => a.line - b.line)) {
    const unit = units.get(model.path) ?? { models: [], model_fields: [] };
    units.set(model.path, unit);
    unit.models.push([model.name, model.table, model.library, model.symbol, model.path, model.line]);
    const rows = [...model.fields.values()].map((field) => ({
      field,
      told: isHashOfPlain(field, model, declarations) ? undefined : sensitivity(field, model, declarations),
    }));
    // A full name is a person's where the model tells more of one: a language and a licence have one too.
    const isOfPerson = personal.test(model.name) || rows.some(({ told }) => told && !isFullName(told));
    for (const { field, told } of rows) {
      const isNone = (withHandles && field.name === handle) || (told && isFullName(told) && !isOfPerson);
      unit.model_fields.push(rowOf(model, field, declarations, isNone ? undefined : told));
    }
  }
  return [...units].map(([path, rows]) => ({ path, line: encodeUnit("model", path, rows) }));
}

/** Libraries that put a module's own word before the tables of the models in it. */
const prefixing: ReadonlySet<string> = new Set(["Active Record"]);

/**
 * Models of modules are kept in tables that their modules are named in, where there are such. What a word of its own is in
 * a name (`GitHub`) the repository says: tables are found by their letters alone.
 */
function placed(models: readonly Declared[], { byName }: Tables): Model[] {
  const isPlaced = ({ library, isNamed }: Declared) => prefixing.has(library) && !isNamed;
  const inModule = ({ symbol }: Declared) => symbol?.slice(symbol.indexOf("#")).includes(".") === true;
  const taken = new Set(
    models.filter((one) => !isPlaced(one) || !inModule(one)).map(({ table }) => table?.toLowerCase()),
  );
  const tables = new Map([...byName.keys()].map((name) => [lettersOf(name), name]));
  return models.map((one) => {
    const { table, symbol } = one;
    if (table === null || symbol === null || !isPlaced(one)) return one;
    const found = prefixedTables(symbol, table)
      .map((name) => tables.get(lettersOf(name)))
      .find((name) => name !== undefined && (!inModule(one) || !taken.has(name)));
    return { ...one, table: found ?? table };
  });
}

/** Libraries that call a table by several of its model unless a setting says otherwise that stands elsewhere. */
const openlyNamed: ReadonlySet<string> = new Set(["Sequelize"]);

/** All tables: a model is kept in the one that migrations make under the name of several of it. */
function allTables({ byName, unnamed, frozen }: Tables): Model[] {
  const all = new Set(byName.values());
  const told = [...all].map((one): Model => {
    const { table, path, library } = one;
    if (table === null || inMigrations.test(path) || !openlyNamed.has(library)) return one;
    const made = [plural(table), snake(table), plural(snake(table))]
      .map((name) => byName.get(name.toLowerCase()))
      .find((other) => other !== undefined && inMigrations.test(other.path) && all.has(other));
    if (!made) return one.isNamedByModel && !frozen.has(library) ? { ...one, table: plural(table) } : one;
    all.delete(made);
    return { ...one, table: made.table };
  });
  return [...told.filter((one) => !inMigrations.test(one.path) || all.has(one)), ...unnamed];
}

const inMigrations = /(?:^|\/)migrations?\//;

const lettersOf = (name: string): string => name.toLowerCase().replaceAll("_", "");

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

/** A hash of what stands beside it and is no secret serves to find that: `key` and `key_hash`. */
function isHashOfPlain({ name }: Field, model: Model, declarations: Declarations): boolean {
  const of = /^(.+?)_?hash$/i.exec(name)?.[1];
  const beside = of === undefined ? undefined : model.fields.get(of);
  return beside !== undefined && sensitivity(beside, model, declarations) === undefined;
}

/** A type of TypeScript's that is one of several of which one is nothing. */
const orNull = /(?:^|\|)\s*null\s*(?:$|\|)/;
/** The same in other languages. */
const orNone = /^\*|\?$|\bNone\b|^Option(?:al)?\b/;

/** Of a key no row is without one, unless its type says so. */
function nullableOf({ nullable, key, type }: Field): number | null {
  const mayBeNull = orNull.test(type ?? "");
  if (nullable === 1 && key === "primary" && !mayBeNull && !orNone.test(type ?? "")) return 0;
  return nullable ?? (mayBeNull || (key !== "primary" && orNone.test(type ?? "")) ? 1 : null);
}

/** What Django calls the model itself; what is there to be extended lends the field to those that do. */
const itself = "self";

function leadingTo(to: string, { symbol }: Field, model: Model, declarations: Declarations): string {
  if (to !== itself || model.library !== "Django") return declarations.nameOf(to) ?? to;
  const owner = symbol?.slice(0, symbol.lastIndexOf(".")) ?? "";
  return (declarations.isAbstract(owner) ? undefined : declarations.nameOf(owner)) ?? model.name;
}

function rowOf(model: Model, field: Field, declarations: Declarations, sensitive?: SensitiveField): FactRow {
  const { name, type, key } = field;
  const isLater = field.symbol === null && model.symbol === null;
  return [
    model.name,
    name,
    field.column_name === name ? null : field.column_name,
    type,
    nullableOf(field),
    key === "none" ? null : key,
    field.references === null ? null : leadingTo(field.references, field, model, declarations),
    sensitive?.kind ?? null,
    sensitive?.reason ?? null,
    // A field that another class lends lies where the model does; a column that came later, where that was.
    isLater ? field.path : model.path,
    isLater || field.path === model.path ? field.line : model.line,
  ];
}

/**
 * A migration's file, whose name counts it, or of Alembic: the classes that it declares for itself show a table as it
 * once was.
 */
const ofMigration =
  /(?:^|\/)(?:(?:[\w-]*migrations?|migrate)\/(?:.*\/)?[Vm]?_?\d|(?:alembic|migrations)\/versions\/(?:.*\/)?)[^/]*$/;

/** Libraries whose models say their tables: one that does not, and that others extend which do, is none itself. */
const namedByThemselves: ReadonlySet<string> = new Set(["SQLAlchemy", "Flask-SQLAlchemy"]);
/** Libraries that read rows of several tables into types that embed a model's: these have no table of their own. */
const readInto: ReadonlySet<string> = new Set(["XORM"]);

/**
 * Libraries of which a type that several others embed, or one where it has no key, is a part of these, where nothing calls
 * it a model or names a table for it; one that embeds a model may be what its rows are read into.
 */
const embedding: ReadonlySet<string> = new Set(["GORM"]);

/** Where so many, and so large a part, of a library's models say their tables, all do. */
const leastNamed = 8;
const partNamed = 0.6;

const isOfTable = ({ table_name }: ModelPart): boolean => table_name !== null;

function mostAreNamed(
  library: string,
  byOwner: ReadonlyMap<string, readonly ModelPart[]>,
  named: ReadonlySet<string>,
): boolean {
  // What a migration declares for itself is read by other names.
  const all = [...byOwner].filter(([, own]) =>
    own.some((part) => part.library === library && !ofMigration.test(part.path)),
  );
  return all.filter(([owner]) => named.has(owner)).length >= Math.max(leastNamed, all.length * partNamed);
}

/** A model, and whether its table's name is written. */
type Declared = Model & { readonly isNamed: boolean };

/** What configuration says of models' properties. */
interface Said {
  readonly keys: NamedProperties;
  /** Those that are kept nowhere. */
  readonly leftOut: NamedProperties;
}

/** The models that classes and calls declare. */
function declaredModels(parts: readonly ModelPart[], declarations: Declarations, { keys, leftOut }: Said): Declared[] {
  const byOwner = new Map<string, ModelPart[]>();
  for (const part of parts) if (part.owner !== null) push(byOwner, part.owner, part);
  const models: Declared[] = [];
  const isModel = (symbol: string) =>
    (byOwner.get(symbol) ?? []).some(
      (part) => part.kind === "model" || (part.kind === "field" && part.members !== null),
    );
  const named = new Set([...byOwner].flatMap(([owner, own]) => (own.some(isOfTable) ? [owner] : [])));
  const below = new Set([...named].flatMap((symbol) => declarations.basesOf(symbol)));
  const sureOf = new Set([...readInto].filter((library) => mostAreNamed(library, byOwner, named)));
  const bases = [...byOwner.keys()].flatMap((owner) => declarations.basesOf(owner));
  const embedded = severalTimes(bases);
  const lent = new Set(bases);
  for (const [owner, own] of byOwner) {
    const first =
      own.find(({ kind }) => kind === "model") ?? own.find(({ kind, members }) => kind === "field" && members !== null);
    if (!first) continue;
    const place = declarations.placeOf(owner);
    const { library } = first;
    const kept = keptOf(owner, library, declarations, isModel);
    // What is held or configured has a table, abstract or not.
    const isTold = kept?.isTold || first.members === open;
    if ((place?.isAbstract && !isTold) || declarations.isAbstract(owner)) continue;
    const name = first.kind === "model" ? (first.name ?? place?.name) : place?.name;
    if (name === undefined) continue;
    const isNamed = named.has(owner);
    if (!isNamed && namedByThemselves.has(library) && below.has(owner)) continue;
    if (!isNamed && first.kind !== "model" && embedding.has(library))
      if (embedded.has(owner) || (lent.has(owner) && !hasConventionalKey(own, owner, declarations))) continue;
    const isRead = !isNamed && readInto.has(library);
    if (isRead && (sureOf.has(library) || declarations.basesOf(owner).some((base) => named.has(base)))) continue;
    const fields = new Map<string, Field>();
    const members = own.find(({ members }) => members !== null)?.members ?? null;
    const without = own.flatMap((part) => (part.kind === "field" && part.key === "none" ? [part.name] : []));
    for (const symbol of [owner, ...declarations.basesOf(owner, without)].reverse()) {
      const parts = byOwner.get(symbol) ?? [];
      const types = symbol === owner ? undefined : typesGiven(owner, symbol, declarations);
      if (members !== null) takeMembers(fields, declarations, { symbol, begins: members, isModel, types });
      for (const part of parts)
        if (part.kind === "field" || part.kind === "column")
          take(fields, types ? { ...part, type: withTypes(part.type, types) } : part);
    }
    for (const [key, field] of fields) if (field.key === "none") fields.delete(key);
    if (library === "Exposed") sayKey(fields, owner, declarations);
    if (library === "GORM") asGorm(fields, [owner, ...declarations.basesOf(owner)], declarations, isModel);
    for (const name of leftOut.get(owner) ?? []) fields.delete(name);
    if (members === open) tieKeys(fields, owner, declarations, isModel, keys);
    const path = place?.path ?? first.path;
    if (ofMigration.test(path)) continue;
    const holder = kept?.in != null && kept.in !== owner ? declarations.placeOf(kept.in) : undefined;
    const isUnnamed =
      kept?.in === null || (library === "Flask-SQLAlchemy" && !isNamedAsItself(owner, own, declarations, isModel));
    const ownName = isUnnamed ? null : tableNameOf(library, name, path);
    const table = holder
      ? (writtenTable(byOwner.get(kept?.in ?? "") ?? []) ?? tableNameOf(library, holder.name, holder.path))
      : (writtenTable(own) ?? (library === "Exposed" && place ? tableOfObject(owner, place, declarations) : ownName));
    models.push({
      name: namedByModule(library, name, path, declarations),
      table: table === withinOthers ? null : table,
      library,
      // What only its fields say is told of their type.
      symbol: first.kind === "field" && place ? owner : first.symbol,
      path,
      line: place?.line ?? first.line,
      fields,
      isNamed,
    });
  }
  return models;
}

/**
 * Whether Flask-SQLAlchemy calls a table as its model: not where a class above says what all are called, or is a model
 * whose key it shares. https://flask-sqlalchemy.readthedocs.io/en/stable/models/#defining-models
 */
function isNamedAsItself(
  owner: string,
  own: readonly ModelPart[],
  declarations: Declarations,
  isModel: (symbol: string) => boolean,
): boolean {
  const bases = declarations.basesOf(owner);
  const isNaming = (symbol: string): boolean => declarations.placeOf(`${symbol}.__tablename__`) !== undefined;
  const isAbove = bases.some((base) => isModel(base) && !declarations.isAbstract(base));
  return !bases.some(isNaming) && (!isAbove || own.some(({ key }) => key === "primary"));
}

/** What rules call the table of a model that is kept within others. */
const withinOthers = "(embedded)";

/** A table by the name that is written for it; quoted where that is a word of the database's own. */
const writtenTable = (parts: readonly ModelPart[]): string | undefined =>
  parts.find(isOfTable)?.table_name?.replace(/^[`"[](.+)[`"\]]$/, "$1");

interface Members {
  readonly symbol: string;
  /** What the types of members begin with that are fields. */
  readonly begins: string;
  readonly isModel: (symbol: string) => boolean;
  /** What stands for the type parameters of a class that the model extends. */
  readonly types: ReadonlyMap<string, string> | undefined;
}

function takeMembers(
  fields: Map<string, Field>,
  declarations: Declarations,
  { symbol, begins, isModel, types }: Members,
): void {
  for (const { name, isAccessor, type: declared, target, optional, path, line } of declarations.membersOf(symbol)) {
    const type = types ? withTypes(declared, types) : declared;
    if (isAccessor || (begins === open && declarations.isPrivate(`${symbol}.${name}`))) continue;
    if (!begins.endsWith("*") && !(type ?? "").startsWith(begins)) continue;
    // What leads to other models is a relation; the keys that it goes by are fields of their own.
    if (target !== null && (isModel(target) || (begins === open && declarations.isInterface(target)))) continue;
    const nullable = optional || /^\*|\?$|\| *None|^Option(?:al)?\b|\| *null/.test(type ?? "") ? 1 : null;
    const rest = { column_name: null, key: null, references: null, symbol: `${symbol}.${name}` };
    fields.set(name, { name, type, nullable, ...rest, path, line });
  }
}

function severalTimes(symbols: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(symbols.filter((symbol) => seen.has(symbol) || !seen.add(symbol)));
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
