import type { Recognition, Shown } from "#mcp/ports";

/** Items kept, the newest. */
const KEPT = 5_000;

/** What a session has been shown: one row an item, by its key, with a hash of the content it had. */
export class Ledger {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`CREATE TABLE IF NOT EXISTS ledger (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, hash TEXT NOT NULL
    ) STRICT`);
  }

  /** How each item stands against what was shown before. Notes the new and the changed ones. */
  recognise(items: readonly Shown[]): Recognition[] {
    const recognitions = items.map(({ key, hash }) => {
      const [known] = this.#sql.exec<{ hash: string }>("SELECT hash FROM ledger WHERE key = ?", key);
      if (known?.hash === hash) return "unchanged";
      this.#sql.exec("INSERT OR REPLACE INTO ledger (key, hash) VALUES (?, ?)", key, hash);
      return known ? "changed" : "new";
    });
    if (recognitions.some((one) => one !== "unchanged")) {
      this.#sql.exec("DELETE FROM ledger WHERE seq <= (SELECT max(seq) FROM ledger) - ?", KEPT);
    }
    return recognitions;
  }
}
