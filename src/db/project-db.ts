/**
 * The only database handle a tool gets: the facts of one project as one snapshot shows them.
 *
 * It runs questions of `query.ts` and nothing else, and puts its own scope on every table they read. There is
 * deliberately no way from it to the client, to SQL text or to another project.
 */
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import type { Query } from "./query.ts";
import { Scope, type SnapshotKey } from "./scope.ts";

/** What the questions of one call have cost so far. */
export interface Meters {
  /** Batches sent to D1. */
  roundTrips: number;
  /** Rows that D1 says it read, index entries and manifests included. */
  rowsRead: number;
  /** Rows that the answers hold or count. */
  rowsUsed: number;
}

/** Rows by the names under which their questions were asked; of one that was not asked, nothing. */
export type Rows<Queries extends Record<string, Query<unknown>>> = {
  [K in keyof Queries]: Queries[K] extends Query<infer Row> | undefined ? Row[] : never;
};

const dialect = new SQLiteSyncDialect();

export class ProjectDb {
  readonly #session: D1Database | D1DatabaseSession;
  readonly #scope: Scope;
  readonly #meters: Meters = { roundTrips: 0, rowsRead: 0, rowsUsed: 0 };

  /** @param session of the project's shard, opened with the bookmark of the snapshot's push. */
  constructor(session: D1Database | D1DatabaseSession, snapshot: SnapshotKey) {
    this.#session = session;
    this.#scope = new Scope(snapshot);
  }

  /** Asks all questions in one round trip; each sees the same state. */
  async batch<Queries extends Record<string, Query<unknown>>>(queries: Queries): Promise<Rows<Queries>> {
    const statements = Object.values(queries).map((query) => {
      const { sql, params } = dialect.sqlToQuery(query.compile(this.#scope));
      return this.#session.prepare(sql).bind(...params);
    });
    const results = await this.#session.batch<Record<string, unknown>>(statements);
    this.#meters.roundTrips += 1;
    const answers = Object.entries(queries).map(([name, query], at) => {
      const { results: raw = [], meta } = results[at] ?? {};
      const rows = query.read ? raw.map(query.read) : raw;
      this.#meters.rowsRead += meta?.rows_read ?? 0;
      this.#meters.rowsUsed += rows.reduce<number>((sum, row) => sum + (query.standsFor?.(row) ?? 1), 0);
      return [name, rows];
    });
    return Object.fromEntries(answers) as Rows<Queries>;
  }

  /** Asks one question: a round trip. */
  async all<Row>(query: Query<Row>): Promise<Row[]> {
    return (await this.batch({ query })).query as Row[];
  }

  get meters(): Readonly<Meters> {
    return { ...this.#meters };
  }
}
