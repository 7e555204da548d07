/**
 * Which sessions of an organisation there are, and whose: one row a session, written when the session
 * makes its first call and kept until it ends.
 */
export class Guests {
  readonly #sql: SqlStorage;
  /** Sessions whose row is known to be there: a call costs no write. */
  readonly #known = new Set<string>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`CREATE TABLE IF NOT EXISTS guests (
      session TEXT PRIMARY KEY, grant_id TEXT NOT NULL
    ) STRICT, WITHOUT ROWID`);
    sql.exec("CREATE INDEX IF NOT EXISTS guests_by_grant ON guests (grant_id)");
  }

  enter(session: string, grant: string): void {
    if (this.#known.has(session)) return;
    this.#sql.exec("INSERT OR IGNORE INTO guests (session, grant_id) VALUES (?, ?)", session, grant);
    this.#known.add(session);
  }

  leave(session: string): void {
    this.#known.delete(session);
    this.#sql.exec("DELETE FROM guests WHERE session = ?", session);
  }

  /** Tokens and grants that sessions belong to, each once. */
  grants(): string[] {
    return this.#sql
      .exec<{ grant_id: string }>("SELECT DISTINCT grant_id FROM guests")
      .toArray()
      .map(({ grant_id }) => grant_id);
  }

  of(grant: string): string[] {
    return this.#sql
      .exec<{ session: string }>("SELECT session FROM guests WHERE grant_id = ?", grant)
      .toArray()
      .map(({ session }) => session);
  }
}
