/**
 * Resolvers that stand in a map by their types and fields, as GraphQL's servers take them, where nothing says which server
 * takes it: `module.exports = { Query: { users() {} }, User: { name() {} } }`, put together by whoever reads the folder.
 */
import type { DatabaseSync } from "node:sqlite";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import type { Registration } from "./registration.ts";

interface Declared {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly parent: string | null;
  readonly line: number;
}

/** The type that every schema has, and those by which a map without it is known all the same. */
const roots = ["Query", "Mutation", "Subscription"];
/** What a field is that is an object: its functions by what they do. */
const ofSubscription = "subscribe";

/** @param told what rules tell; what they tell is not told again */
export function registrationsOfResolvers(db: DatabaseSync, told: readonly Registration[]): Registration[] {
  if (db.prepare("select 1 from dependencies where name = 'graphql' limit 1").get() === undefined) return [];
  const files = db
    .prepare(
      `select distinct path from symbols where name in ('Query', 'Mutation', 'Subscription') and kind = 'property'
       and path not in (select path from files where is_test or is_generated) order by path`,
    )
    .all();
  const declarations = db.prepare(
    "select id, name, kind, parent, line from symbols where fact >= ? and fact < ? order by fact",
  );
  const ranges = new FactRanges(db);
  const known = new Set(told.map(({ handler }) => handler));
  return files.flatMap(({ path }) => {
    const declared = declarations.all(...ranges.of(String(path))) as unknown as Declared[];
    return resolversOf(declared)
      .filter(([, { id }]) => !known.has(id))
      .map(([name, { id, line }]) => ({
        kind: "resolver",
        framework: "GraphQL",
        owner: null,
        method: null,
        route: null,
        name,
        handler: id,
        handler_name: id.slice(id.indexOf("#") + 1),
        guards: null,
        mounted: null,
        symbol: `${path}#<module>`,
        path: String(path),
        line,
      }));
  });
}

/** Types and fields with what resolves them: `Query/users`. */
function resolversOf(declared: readonly Declared[]): [name: string, resolver: Declared][] {
  const members = Map.groupBy(declared, ({ parent }) => parent);
  const of = (one: Declared): readonly Declared[] => members.get(one.id) ?? [];
  const maps = declared.filter(
    (one) => one.kind === "variable" && of(one).some((type) => roots.includes(type.name) && of(type).some(isFunction)),
  );
  return maps.flatMap((map) =>
    of(map)
      .filter(({ kind, name }) => kind === "property" && /^[A-Z]\w*$/.test(name))
      .flatMap((type) =>
        of(type).flatMap((field): [string, Declared][] => {
          const resolver = isFunction(field) ? field : of(field).find(({ name }) => name === ofSubscription);
          return resolver ? [[`${type.name}/${field.name}`, resolver]] : [];
        }),
      ),
  );
}

const isFunction = ({ kind }: Declared): boolean => kind === "method" || kind === "function";
