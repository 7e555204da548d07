/** Parts of models as the rows of files tell them, and what they make up. */
import type { DatabaseSync } from "node:sqlite";
import type { ModelPartKind } from "#contract/fact-words";

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

export type Field = Pick<
  ModelPart,
  "column_name" | "type" | "nullable" | "key" | "references" | "symbol" | "path" | "line"
> & {
  readonly name: string;
};

export interface Model {
  name: string;
  table: string | null;
  /** No table is named: it goes by the model's name. */
  readonly isNamedByModel?: boolean;
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
  // Changelogs say themselves in which order they are run, whatever they are called.
  const place = ({ path, library, owner }: ModelPart): string =>
    library === "Liquibase" ? (owner ?? path) : (places.get(path) ?? path);
  return parts.toSorted((a, b) => (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : 0));
}

const placeOf = (path: string): string =>
  path
    .replace(/(?<=(?:^|\/)database\/)(?=schema\/[^/]+\.(?:sql|dump)$)/, "!")
    .replaceAll(/(?<!\d)(?:19|20)\d\d[-_]?\d\d[-_]?\d\d(?:[-_]?\d)*/g, (time) => time.replaceAll(/[-_]/g, ""))
    .replaceAll(/\d+/g, (number) => number.padStart(8, "0"));

/** What a part says counts more than what was known. */
export function take(fields: Map<string, Field>, part: ModelPart): void {
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
