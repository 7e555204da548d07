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

/** A function's parameter, by the line on which the function begins. */
const parameter = /#@(\d+):/;

export const isConfiguring = ({ kind, members }: ModelPart): boolean => kind === "table" && members === configuring;

/** The models that are configured, each with its table: null where none is named, `unread` where it is not known which. */
export type Configured = ReadonlyMap<string, string | typeof unread | null>;

/** What stands where a table is named is no text. */
export const unread = Symbol("unread");

export function configuredModels(parts: readonly ModelPart[], declarations: Declarations): Configured {
  const given = modelsByLine(parts, declarations);
  const found = new Map<string, string | typeof unread | null>();
  for (const { owner, path, line, table_name } of parts) {
    const model = modelConfigured(owner ?? "", path, given, declarations);
    if (model === undefined) continue;
    const table = tableOf(table_name, (name) => declarations.lineOfCall(path, line, name));
    found.set(model, table ?? found.get(model) ?? null);
  }
  return found;
}

/**
 * The models that calls are about by where these stand: a function's parameter is known by its line alone, on which the call
 * stands that the function is given to.
 */
export function modelsByLine(parts: readonly ModelPart[], declarations: Declarations): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  for (const { owner, path, line } of parts)
    if (owner && isModel(owner, declarations)) given.set(`${path}:${line}`, owner);
  return given;
}

/**
 * The table of `ToTable('order', 'shop')`, of `ToTable`, which is given no text, by the line on which it stands:
 * `builder.ToTable(nameof(Order));`.
 */
function tableOf(written: string | null, lineOf: (name: string) => string | undefined): string | typeof unread | null {
  if (written === null || written === unnamed) return null;
  const [, name, given] = /^(To(?:Table|View))(?:\((.*)\))?$/s.exec(written) ?? [];
  const text = name === undefined ? written : given && /^'([^']+)'/.exec(given)?.[1];
  // What a part of it is put into is not known.
  if (text !== undefined) return /\$\{/.test(text) ? unread : text || null;
  if (name === undefined || given !== undefined) return null;
  const line = lineOf(name) ?? "";
  if (/\.To(?:Table|View)\(\s*(?:\w+\s*=>|null\b|\))/.test(line)) return null;
  return /\.To(?:Table|View)\(\s*nameof\((?:\w+\.)*(\w+)\)\s*[,)]/.exec(line)?.[1] ?? unread;
}

/** What is renamed by a convention: the tables that nothing names, all of them, or none. */
export type Renamed = "unnamed" | "all" | "none";

export function renamedBy(parts: readonly ModelPart[]): Renamed {
  const called = new Set(parts.map(({ table_name }) => table_name));
  if (called.has("SetTableName")) return "all";
  return [...called].some((one) => /^Use\w+NamingConvention$/.test(one ?? "")) ? "unnamed" : "none";
}

/**
 * Tables by the names of models, as the snapshot tells them that migrations keep: `Entity("Shop.Order", b => …)`. It knows
 * what conventions make of names. Of models that are called alike it is not known whose a table is.
 * https://learn.microsoft.com/en-us/ef/core/managing-schemas/migrations/
 */
export function snapshotTables(parts: readonly ModelPart[]): ReadonlyMap<string, string> {
  const ofSnapshots = parts.filter(({ path }) => /ModelSnapshot\.cs$/.test(path));
  const named = new Map<string, string>(
    ofSnapshots.flatMap(({ owner, references, path, line }) =>
      owner === null && references !== null ? [[`${path}:${line}`, references] as const] : [],
    ),
  );
  const found = new Map<string, { readonly of: string; readonly table: string } | null>();
  for (const { owner, path, table_name } of ofSnapshots) {
    const line = parameter.exec(owner ?? "")?.[1];
    const of = line === undefined ? undefined : named.get(`${path}:${line}`);
    const table = tableOf(table_name, () => undefined);
    if (of === undefined || typeof table !== "string") continue;
    const name = of.slice(of.lastIndexOf(".") + 1);
    const known = found.get(name);
    const isSame = known === undefined || (known?.of === of && known.table === table);
    found.set(name, isSame ? { of, table } : null);
  }
  return new Map([...found].flatMap(([name, one]) => (one === null ? [] : [[name, one.table] as const])));
}

const isModel = (owner: string, declarations: Declarations): boolean =>
  declarations.placeOf(owner)?.kind === "class" && declarations.configuredBy(owner) === undefined;

export function modelConfigured(
  owner: string,
  path: string,
  given: ReadonlyMap<string, string>,
  declarations: Declarations,
): string | undefined {
  const line = parameter.exec(owner)?.[1];
  if (line !== undefined) return given.get(`${path}:${line}`);
  // `OrderConfiguration.Configure(0)`, and the class itself
  const configuration = declarations.configuredBy(owner.replace(/\.\w+\(\d+\)$/, ""));
  return configuration ?? (isModel(owner, declarations) ? owner : undefined);
}
