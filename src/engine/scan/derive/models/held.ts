/**
 * Models that a class's properties hold, `DbSet<Order> Orders`, and those that lead on from there.
 * https://learn.microsoft.com/en-us/ef/core/modeling/entity-types, …/keys, …/relationships/conventions
 */
import type { Declarations, Member } from "#engine/scan/derive/declarations";
import { type Configured, type Renamed, unread } from "./configured.ts";
import type { NamedProperties } from "./configured-keys.ts";
import type { Field, ModelPart } from "./parts.ts";

/** Of what is held all is a field that others see. */
export const open = "public *";

/** A context's part is named as the type of what it holds. */
export const isHolder = ({ kind, name, members }: ModelPart): boolean =>
  kind === "model" && name !== null && name === members;

/** The context that has users of its own, and the table in which it keeps them. */
const withUsers =
  /^(?:[\w.]+\.)?(?:IdentityDbContext|IdentityUserContext|(?:Key)?ApiAuthorizationDbContext|MultiTenantIdentityDbContext)<\s*([\w.]+)/;
const tableOfUsers = "AspNetUsers";

/**
 * @param holders the parts of all contexts
 * @param configured models that are configured, with the tables that are named for them
 * @param renamed tables of which the names are known by snapshots alone
 * @param snapshots tables by the names of models, as migrations know them
 */
export function heldModels(
  holders: readonly ModelPart[],
  configured: Configured,
  snapshots: ReadonlyMap<string, string>,
  renamed: Renamed,
  declarations: Declarations,
): ModelPart[] {
  const found = new Map<string, ModelPart>();
  const tableOf = (model: string, otherwise: string | null): string | null => {
    const table = configured.get(model) ?? (renamed === "none" ? otherwise : unread);
    return table === unread || renamed === "all" ? null : table;
  };
  for (const holder of holders) {
    const { owner, members } = holder;
    if (owner === null || members === null) continue;
    const put = (target: string, table: string | null): void => {
      const model = declarations.placeOf(target);
      if (!model || found.has(target)) return;
      found.set(target, {
        ...holder,
        owner: target,
        symbol: target,
        name: model.name,
        table_name: tableOf(target, table),
        members: open,
      });
    };
    const contexts = [owner, ...declarations.basesOf(owner)];
    for (const symbol of new Set([...contexts, ...contexts.flatMap((one) => declarations.otherPartsOf(one))])) {
      for (const { name, type, target } of declarations.membersOf(symbol))
        if (target !== null && type?.startsWith(`${members}<`)) put(target, name);
      for (const { name, target } of declarations.relationsOf(symbol))
        if (target !== null && withUsers.exec(name)?.[1] === declarations.nameOf(target)) put(target, tableOfUsers);
    }
  }
  const [context] = holders;
  for (const [target, table] of configured) {
    const model = declarations.placeOf(target);
    if (!context || !model || found.has(target) || (table === null && !hasKey(target, declarations))) continue;
    const [name, table_name] = [model.name, tableOf(target, model.name)];
    found.set(target, { ...context, owner: target, symbol: target, name, table_name, members: open });
  }
  // What a model leads to is one; a map grows while it is gone through.
  for (const [owner, part] of found)
    for (const member of publicMembers(owner, declarations)) {
      const { target } = member;
      if (target === null || found.has(target) || !leads(member, declarations) || !hasKey(target, declarations))
        continue;
      const name = declarations.nameOf(target) ?? null;
      found.set(target, { ...part, owner: target, symbol: target, name, table_name: tableOf(target, name) });
    }
  return withTables([...found.values()], snapshots);
}

function withTables(parts: readonly ModelPart[], tables: ReadonlyMap<string, string>): ModelPart[] {
  const byName = Map.groupBy(parts, ({ name }) => name);
  return parts.map((one) => {
    const table_name = byName.get(one.name)?.length === 1 ? tables.get(one.name ?? "") : undefined;
    return table_name === undefined ? one : { ...one, table_name };
  });
}

const publicMembers = (owner: string, declarations: Declarations): (Member & { readonly symbol: string })[] =>
  [owner, ...declarations.basesOf(owner)].flatMap((symbol) =>
    declarations
      .membersOf(symbol)
      .map((one) => ({ ...one, symbol: `${symbol}.${one.name}` }))
      .filter((one) => !one.isAccessor && !declarations.isPrivate(one.symbol)),
  );

const collection =
  /^(?:[\w.]+\.)?(?:I?(?:List|Collection|Enumerable|Set)|HashSet|ObservableCollection)<\s*([\w.]+)\s*>\??$/;
const single = /^[\w.]+\??$/;
const lastName = (type: string): string => type.replace(/\?$/, "").split(".").at(-1) ?? "";

/** Whether a property leads to another model, one or several of it. */
function leads({ type, target, symbol }: Member & { readonly symbol: string }, declarations: Declarations): boolean {
  const place = target === null ? undefined : declarations.placeOf(target);
  if (place?.kind !== "class" || place.isAbstract || type === null) return false;
  const named = collection.exec(type)?.[1] ?? (single.test(type) ? type : "");
  return lastName(named) === place.name && !declarations.annotationsOf(symbol).includes("NotMapped");
}

/** What has none is kept within what it is a part of, or in no table at all. */
function hasKey(model: string, declarations: Declarations): boolean {
  if (declarations.annotationsOf(model).some((one) => /^(?:Owned|ComplexType|NotMapped|Keyless)$/.test(one)))
    return false;
  const name = declarations.nameOf(model) ?? "";
  return publicMembers(model, declarations).some(
    (one) => isKeyOf(one.name, name) || declarations.annotationsOf(one.symbol).includes("Key"),
  );
}

const isKeyOf = (field: string, model: string): boolean =>
  field.toLowerCase() === "id" || field.toLowerCase() === `${model.toLowerCase()}id`;

/**
 * Tells which fields are keys: by what a configuration or convention says, and by what says it of the properties that lead
 * to other models.
 */
export function tieKeys(
  fields: Map<string, Field>,
  owner: string,
  declarations: Declarations,
  isModel: (symbol: string) => boolean,
  configured: NamedProperties,
): void {
  const name = declarations.nameOf(owner) ?? "";
  const said = [owner, ...declarations.basesOf(owner)].flatMap((one) => configured.get(one) ?? []);
  for (const one of said) {
    const key = fields.get(one);
    if (key) fields.set(one, { ...key, key: "primary" });
  }
  const isKeyless = declarations.annotationsOf(owner).includes("Keyless");
  if (!isKeyless && !configured.has(owner) && ![...fields.values()].some(({ key }) => key === "primary")) {
    const key = [...fields.values()].find((one) => isKeyOf(one.name, name));
    if (key) fields.set(key.name, { ...key, key: "primary" });
  }
  for (const { name: way, type, target, symbol } of publicMembers(owner, declarations)) {
    if (target === null || !isModel(target) || !single.test(type ?? "")) continue;
    const said = keyNamed(declarations.decoratorsOf(symbol));
    const telling = [...fields.values()].find(
      ({ symbol: of }) => of !== null && keyNamed(declarations.decoratorsOf(of)) === way,
    );
    const field = said === undefined ? (telling ?? fields.get(`${way}Id`)) : fields.get(said);
    if (field && field.key === null) fields.set(field.name, { ...field, key: "foreign", references: target });
  }
}

/** `ForeignKey(nameof(OwnerId))`, `ForeignKey("OwnerId")` */
function keyNamed(decorators: readonly string[]): string | undefined {
  const written = decorators.find((one) => /^(?:[\w.]+\.)?ForeignKey(?:Attribute)?\(/.test(one));
  const given = written === undefined ? undefined : /\(\s*(?:nameof\(\s*([\w.]+)\s*\)|"(\w+)")/.exec(written);
  return given ? lastName(given[1] ?? given[2] ?? "") : undefined;
}
