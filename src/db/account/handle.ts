import { type SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Role } from "#contract/principal";
import { audit, memberships } from "#db/schema/account";

/** Who makes a change; a null user is the service itself, to which no rule about roles applies. */
export interface Author {
  user: string | null;
  /** Where the request came from: its network address. */
  origin?: string;
}

/** A row of the log. */
export interface Told {
  organisation: string | SQL;
  author: Author;
  /** Such as `project.create`. */
  action: string;
  subject: string | SQL;
  detail?: object;
  /** `where …`: the row is written if the condition holds; `from … where …`: one for each row found. */
  when?: SQL;
}

/** What the parts of the account database share: the connection, the clock, the log. */
export class AccountHandle {
  readonly db: DrizzleD1Database;
  readonly now: () => number;

  constructor(account: D1Database | D1DatabaseSession, now: () => number) {
    this.db = drizzle(account as D1Database);
    this.now = now;
  }

  /**
   * Writes to the log. It stands before the statement it tells of, in the same batch and under the same
   * condition, so that there is no change without its row and no row without its change.
   */
  audit({ organisation, author, action, subject, detail, when }: Told) {
    const json = detail ? JSON.stringify(detail) : null;
    const origin = author.origin ?? null;
    return this.db
      .insert(audit)
      .select(
        sql`select null, ${organisation}, ${author.user}, ${action}, ${subject}, ${json}, ${origin}, ${this.now()} ${when ?? sql`where true`}`,
      );
  }

  /** The author is, as the statement runs, a member in one of the roles. */
  isMember(organisation: string, author: Author, allowed: readonly Role[]): SQL {
    if (author.user === null) return sql`true`;
    // Under another name than the row that is asked about, which may be of `memberships` too.
    return sql`exists (select 1 from ${memberships} actor where actor.organisation = ${organisation}
      and actor.user = ${author.user} and actor.role in (select value from json_each(${JSON.stringify(allowed)})))`;
  }
}

export const exists = (table: SQLiteTable, row: SQL | undefined): SQL =>
  sql`exists (select 1 from ${table} where ${row})`;

/** `where exists …`: for {@link Told.when}. */
export const whereExists = (table: SQLiteTable, row: SQL | undefined): SQL => sql`where ${exists(table, row)}`;
