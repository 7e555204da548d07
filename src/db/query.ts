/**
 * Questions to a project's facts, as values: a tool builds a `Query`, only `ProjectDb` can run it.
 *
 * A question names tables and conditions, never projects or branches. `compile` receives the scope from `ProjectDb`
 * and puts it on every table that is read, so a question that reaches another project's rows, or rows of units the
 * snapshot does not show, cannot be written. For the same reason tools get these operators and not Drizzle's `sql`.
 *
 * Tables are joined in the order written (`cross join`, which SQLite does not reorder): a question's cost follows
 * from its text and not from statistics that D1 does not keep.
 */
import { type GetColumnData, getTableName, inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { matchAny, type SearchColumn } from "#contract/terms";
import { symbols } from "./schema/facts.ts";
import type { FactSource, Scope } from "./scope.ts";

export {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  min,
  ne,
  not,
  or,
  sum,
} from "drizzle-orm";
export { alias } from "drizzle-orm/sqlite-core";

export type Condition = SQL | undefined;
export type Field = SQLiteColumn | SQL<unknown>;
export type Fields = Record<string, Field>;
export type RowOf<F> = {
  -readonly [K in keyof F]: F[K] extends SQLiteColumn
    ? GetColumnData<F[K]>
    : F[K] extends SQL<infer T>
      ? T
      : F[K] extends Nested<infer Row>
        ? Row[]
        : never;
};

/** A field that holds rows of its own; see `nest`. */
export interface Nested<Row> {
  readonly nested: Query<Row>;
  readonly names: readonly string[];
}

/** A question whose answer is rows of `Row`. */
export interface Query<Row> {
  readonly compile: (scope: Scope) => SQL;
  /** Makes a row of what D1 gives; absent: it is one. */
  read?(raw: Record<string, unknown>): Row;
  /** How many rows an answer's row stands for; one, where it is not said. */
  standsFor?(row: Row): number;
  /** Never set: carries the row's type. */
  readonly row?: Row;
}

/** The column holds one of the values: any number of them, as a statement may have 100 parameters. */
export const isIn = (column: SQLiteColumn, values: readonly (string | number)[]): SQL =>
  values.length > 0 && values.length <= 6
    ? inArray(column, [...values])
    : sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;

/** The column equals one of these expressions, such as columns of another table. */
export const isOneOf = (column: SQLiteColumn, expressions: readonly (SQLiteColumn | SQL)[]): SQL =>
  sql`${column} in (${sql.join(
    expressions.map((one) => sql`${one}`),
    sql`, `,
  )})`;

/** A column's text with more behind it. */
export const append = (column: SQLiteColumn, ...more: (string | SQLiteColumn)[]): SQL<string> =>
  sql<string>`(${sql.join(
    [column, ...more].map((part) => sql`${part}`),
    sql` || `,
  )})`;

/** The text begins with `prefix`: a range of an index. */
export const startsWith = (column: SQLiteColumn, prefix: string): SQL =>
  sql`(${column} >= ${prefix} and ${column} < ${`${prefix}\u{10ffff}`})`;

/** The text ends in `suffix`. Uses no index: a condition beside one that does. */
export const endsWith = (column: SQLiteColumn, suffix: string): SQL =>
  sql`substr(${column}, ${-suffix.length}) = ${suffix}`;

/** A column of a left-joined table: null where nothing was joined. */
export const maybe = <C extends SQLiteColumn>(column: C): SQL<C["_"]["data"] | null> => sql`${column}`;

/** BM25 weights of name, path, signature and documentation. */
const searchWeights = "bm25(10.0, 4.0, 2.0, 1.0)";

/** How well a symbol found by `search` fits; more is better. */
export const searchScore: SQL<number> = sql<number>`-symbol_search.rank`;

interface Source {
  table: FactSource;
  sql: (scope: Scope) => SQL;
}

/** A question being put together; every step gives a new one. */
export class From {
  readonly #sources: readonly Source[];
  readonly #where: readonly ((scope: Scope) => Condition)[];
  readonly #tail: { group?: SQL; order?: SQL; limit?: number; distinct?: true };

  constructor(sources: readonly Source[], where: readonly ((scope: Scope) => Condition)[], tail: object = {}) {
    this.#sources = sources;
    this.#where = where;
    this.#tail = tail;
  }

  /** For each row so far, the visible rows of `table` that meet `on`. */
  join(table: FactSource, on: SQL): From {
    return this.#join(table, (scope) => sql`cross join ${named(table)} on ${on} and ${scope.on(table)}`);
  }

  /** As `join`, and keeps rows for which there is none; see `maybe`. */
  leftJoin(table: FactSource, on: SQL): From {
    return this.#join(table, (scope) => sql`left join ${named(table)} on ${on} and ${scope.on(table)}`);
  }

  /** For each row so far, the rows of `table` in the same unit as `beside`: a range of keys, no index. */
  joinUnit(table: FactSource, beside: FactSource, on?: SQL): From {
    this.#mustHave(beside);
    return this.#join(table, (scope) => {
      const sameUnit = sql`${table.rowId} between ${beside.unit} * 1048576 and ${beside.unit} * 1048576 + 1048575`;
      return sql`cross join ${named(table)} on ${sameUnit} and ${scope.sameProject(table)}${on && sql` and ${on}`}`;
    });
  }

  where(...conditions: Condition[]): From {
    return new From(this.#sources, [...this.#where, ...conditions.map((one) => () => one)], this.#tail);
  }

  groupBy(...by: Field[]): From {
    return this.#with({ group: list(by) });
  }

  orderBy(...by: (Field | SQL)[]): From {
    return this.#with({ order: list(by) });
  }

  limit(rows: number): From {
    return this.#with({ limit: rows });
  }

  distinct(): From {
    return this.#with({ distinct: true });
  }

  select<F extends Record<string, Field | Nested<unknown>>>(fields: F): Query<RowOf<F>> {
    const lists = Object.entries(fields).filter((field): field is [string, Nested<unknown>] => "nested" in field[1]);
    return {
      compile: (scope) => this.#compile(fields, scope),
      ...(lists.length > 0 && {
        read: (raw) => {
          for (const [name, { names }] of lists) raw[name] = parseNested(raw[name] as string, names);
          return raw as RowOf<F>;
        },
        standsFor: (row) => 1 + lists.reduce((sum, [name]) => sum + (row[name] as unknown[]).length, 0),
      }),
    };
  }

  /** How often each value of a column occurs among the first `rows` rows. */
  tally<C extends SQLiteColumn>(column: C, rows: number): Query<{ value: GetColumnData<C>; count: number }> {
    const values = this.limit(rows).select({ value: column });
    return {
      compile: (scope) => sql`select value, count(*) as count from (${values.compile(scope)}) group by value`,
      standsFor: ({ count }) => count,
    };
  }

  #compile(fields: Record<string, Field | Nested<unknown>>, scope: Scope): SQL {
    const { group, order, limit, distinct } = this.#tail;
    const from = sql.join(
      this.#sources.map((source) => source.sql(scope)),
      sql` `,
    );
    const where = sql.join(
      this.#where.map((one) => one(scope)).filter((one) => one !== undefined),
      sql` and `,
    );
    return sql`select ${distinct && sql`distinct `}${selected(fields, scope)} from ${from} where ${where}${
      group && sql` group by ${group}`
    }${order && sql` order by ${order}`}${limit === undefined ? undefined : sql` limit ${limit}`}`;
  }

  #join(table: FactSource, joined: (scope: Scope) => SQL): From {
    return new From([...this.#sources, { table, sql: joined }], this.#where, this.#tail);
  }

  #with(tail: object): From {
    return new From(this.#sources, this.#where, { ...this.#tail, ...tail });
  }

  #mustHave(table: FactSource): void {
    if (!this.#sources.some((source) => source.table === table)) {
      throw new Error(`${getTableName(table)} is not part of the question yet`);
    }
  }
}

/** Which of the values a column holds in any visible row. Costs a seek a value, however many rows hold it. */
export const which = (
  table: FactSource,
  column: SQLiteColumn,
  values: readonly string[],
): Query<{ value: string }> => ({
  compile: (scope) => sql`select value from json_each(${JSON.stringify([...new Set(values)])}) as asked
    where exists (select 1 from ${named(table)} where ${column} = asked.value and ${scope.on(table)})`,
});

/** The visible rows of a table. */
export const from = (table: FactSource): From =>
  new From([{ table, sql: () => named(table) }], [(scope) => scope.on(table)]);

/** Visible symbols whose name, path, signature or documentation holds any of the words, best first. */
export function search(words: string, columns?: readonly SearchColumn[]): From {
  const found = () => sql`symbol_search cross join ${symbols} on ${symbols.rowId} = symbol_search.rowid`;
  const matches = (scope: Scope) => {
    const match = matchAny(scope.project, words, columns);
    return match === undefined
      ? sql`0`
      : sql`symbol_search match ${match} and symbol_search.rank match ${searchWeights} and ${scope.on(symbols)}`;
  };
  return new From([{ table: symbols, sql: found }], [matches]).orderBy(sql`symbol_search.rank`);
}

export interface Walk<F extends Fields> {
  /** Rows to start from, and the column of them that is the first node. */
  start: From;
  node: SQLiteColumn;
  /** The edges: rows of `through` lead from `enter` to `leave`. */
  through: FactSource;
  enter: SQLiteColumn;
  leave: SQLiteColumn;
  where?: Condition;
  /** Edges in a row, at most; the first is depth 1. */
  depth: number;
  /** Edges at most, roughly: a depth that begins below it is cut at it. */
  limit: number;
  fields: F;
}

/**
 * The edges on ways of at most `depth` edges, a row a depth, nearest first. A node is expanded once, at its least
 * depth, so that the cost is that of the edges there are and not of the ways through them.
 *
 * A row of the recursion is a whole depth, as a recursive query sees one row at a time and could not tell which nodes
 * others have reached: `edges` of that depth and the `nodes` they lead to, as JSON; `seen`, the texts of the nodes
 * before; `found`, how many edges were before. What is looked up in a text is no row read.
 */
export function walk<F extends Fields>(walked: Walk<F>): Query<{ depth: number; edges: RowOf<F>[] }> {
  const { start, node, through, enter, leave, where, depth, limit, fields } = walked;
  const names = Object.keys(fields);
  return {
    compile: (scope) => sql`with recursive reached(depth, level, seen, found) as (
      select 0, (select json_array(json_array(), json_group_array(node)) from (${start.select({ node }).compile(scope)})), '', 0
      union all
      select depth + 1, (
          select json_array(json_group_array(json(edge)), json_group_array(distinct node) filter (where node is not null))
          from (
            select ${leave} as node, json_array(${list(Object.values(fields))}) as edge
            from json_each(reached.level, '$[1]') as entered cross join ${named(through)}
            where ${enter} = entered.value and instr(reached.seen, json_quote(entered.value)) = 0
              and ${scope.on(through)}${where && sql` and ${where}`} limit ${limit}
          )
        ), seen || (level -> '$[1]'), found + json_array_length(level, '$[0]')
      from reached
      where depth < ${depth} and json_array_length(level, '$[1]') > 0
        and found + json_array_length(level, '$[0]') < ${limit}
    ) select depth, level -> '$[0]' as edges from reached where depth > 0`,
    read: ({ depth, edges }) => ({ depth: Number(depth), edges: parseNested(edges as string, names) as RowOf<F>[] }),
    standsFor: ({ edges }) => edges.length,
  };
}

const list = (fields: readonly (Field | SQL)[]): SQL =>
  sql.join(
    fields.map((field) => sql`${field}`),
    sql`, `,
  );

/** Every field under its own name: D1 gives rows as objects, in which equal column names would collide. */
const selected = (fields: Record<string, Field | Nested<unknown>>, scope: Scope): SQL =>
  sql.join(
    Object.entries(fields).map(([name, field]) => {
      const value = "nested" in field ? field.nested.compile(scope) : field;
      return sql`${value} as ${sql.identifier(name)}`;
    }),
    sql`, `,
  );

/**
 * For each row of a question, the rows of another that names its columns: read where the outer row is at hand, so that
 * it is not looked up once more for each list.
 */
export function nest<F extends Fields>(inner: From, fields: F): Nested<RowOf<F>> {
  const names = Object.keys(fields);
  const values = sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
  const rows = inner.select(fields);
  return {
    names,
    nested: { compile: (scope) => sql`(select json_group_array(json_array(${values})) from (${rows.compile(scope)}))` },
  };
}

const parseNested = (text: string, names: readonly string[]): Record<string, unknown>[] =>
  (JSON.parse(text) as unknown[][]).map((values) => Object.fromEntries(names.map((name, at) => [name, values[at]])));

const originalName = Symbol.for("drizzle:OriginalName");

/** A table in a FROM clause, with its alias where it has one. */
function named(table: FactSource): SQL {
  const original = (table as unknown as Record<symbol, string>)[originalName];
  const name = getTableName(table);
  return original === name || original === undefined ? sql`${table}` : sql`${sql.identifier(original)} as ${table}`;
}
