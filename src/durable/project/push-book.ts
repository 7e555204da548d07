import type { CommitAnswer, OpenRequest } from "#contract/push";
import { Bitmap, HashList } from "./hash-list.ts";

export type PushState = "open" | "committed" | "abandoned";

/** Whose push it is, and from where. */
export interface PushAuthor {
  user: string;
  origin?: string;
}

/** A push without its hash lists. Times are milliseconds since the epoch. */
export interface PushRecord {
  id: string;
  /** Row of the branch. */
  branch: number;
  state: PushState;
  /** The head it was opened against, 0 where there was none: it commits as the next one. */
  head: number;
  author: PushAuthor;
  request: Omit<OpenRequest, "units">;
  /** Units of the snapshot it would make. */
  units: number;
  heardAt: number;
  answer: CommitAnswer | null;
}

/** What a push adds to and removes from the head it was opened against. */
export interface PushUnits {
  added: HashList;
  removed: HashList;
  /** Which of `added` the shard has. */
  stored: Bitmap;
}

type PushRow = {
  id: string;
  branch: number;
  state: PushState;
  head: number;
  author: string;
  request: string;
  units: number;
  heard_at: number;
  answer: string | null;
};

/** Bytes of one stored blob; the platform allows 2 MB. */
const blobBytes = 2 ** 20;

/**
 * The pushes of one project, in the object's SQLite.
 *
 * Layout: `pushes`, a row each; `push_blobs`, the digests of `added` and `removed` in pieces and the
 * bitmap of `stored`. Lifecycle: a push is open until it is committed or abandoned. Its blobs go with
 * that; its row stays for a day, so that a commit whose answer was lost can be asked again.
 */
export class PushBook {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#sql = storage.sql;
    this.#sql.exec(`CREATE TABLE IF NOT EXISTS pushes (
      id TEXT PRIMARY KEY, branch INTEGER NOT NULL, state TEXT NOT NULL, head INTEGER NOT NULL,
      author TEXT NOT NULL, request TEXT NOT NULL, units INTEGER NOT NULL, heard_at INTEGER NOT NULL, answer TEXT
    ) STRICT`);
    this.#sql.exec(`CREATE TABLE IF NOT EXISTS push_blobs (
      push TEXT NOT NULL, kind TEXT NOT NULL, part INTEGER NOT NULL, data BLOB NOT NULL,
      PRIMARY KEY (push, kind, part)
    ) STRICT, WITHOUT ROWID`);
  }

  find(id: string): PushRecord | undefined {
    return this.#records("id = ?", id)[0];
  }

  /** The open push of a branch: there is at most one. */
  openOn(branch: number): PushRecord | undefined {
    return this.#records("state = 'open' AND branch = ?", branch)[0];
  }

  get open(): PushRecord[] {
    return this.#records("state = 'open'");
  }

  add(push: Omit<PushRecord, "state" | "answer">, units: PushUnits): void {
    this.#storage.transactionSync(() => {
      const { id, branch, head, author, request, units: count, heardAt } = push;
      this.#sql.exec(
        "INSERT INTO pushes VALUES (?, ?, 'open', ?, ?, ?, ?, ?, NULL)",
        ...[id, branch, head, JSON.stringify(author), JSON.stringify(request), count, heardAt],
      );
      this.#put(id, "added", units.added.bytes);
      this.#put(id, "removed", units.removed.bytes);
      this.#put(id, "stored", units.stored.bytes);
    });
  }

  units(id: string): PushUnits {
    return {
      added: new HashList(this.#get(id, "added")),
      removed: new HashList(this.#get(id, "removed")),
      stored: new Bitmap(this.#get(id, "stored")),
    };
  }

  markStored(id: string, stored: Bitmap): void {
    this.#put(id, "stored", stored.bytes);
  }

  hear(id: string, now: number): void {
    this.#sql.exec("UPDATE pushes SET heard_at = ? WHERE id = ?", now, id);
  }

  close(id: string, state: "committed" | "abandoned", now: number, answer: CommitAnswer | null = null): void {
    this.#storage.transactionSync(() => {
      this.#sql.exec(
        "UPDATE pushes SET state = ?, heard_at = ?, answer = ? WHERE id = ?",
        ...[state, now, answer && JSON.stringify(answer), id],
      );
      this.#sql.exec("DELETE FROM push_blobs WHERE push = ?", id);
    });
  }

  /** Drops closed pushes that nobody has asked about since. */
  prune(before: number): void {
    this.#sql.exec("DELETE FROM pushes WHERE state <> 'open' AND heard_at < ?", before);
  }

  #records(where: string, ...values: (string | number)[]): PushRecord[] {
    return this.#sql
      .exec<PushRow>(`SELECT * FROM pushes WHERE ${where}`, ...values)
      .toArray()
      .map(({ author, request, heard_at, answer, ...row }) => ({
        ...row,
        author: JSON.parse(author),
        request: JSON.parse(request),
        heardAt: heard_at,
        answer: answer === null ? null : JSON.parse(answer),
      }));
  }

  #put(push: string, kind: string, bytes: Uint8Array): void {
    for (let part = 0; part * blobBytes < bytes.length; part++) {
      const data = bytes.slice(part * blobBytes, (part + 1) * blobBytes);
      this.#sql.exec("INSERT OR REPLACE INTO push_blobs VALUES (?, ?, ?, ?)", push, kind, part, data.buffer);
    }
  }

  #get(push: string, kind: string): Uint8Array {
    const parts = this.#sql
      .exec<{ data: ArrayBuffer }>(
        "SELECT data FROM push_blobs WHERE push = ? AND kind = ? ORDER BY part",
        ...[push, kind],
      )
      .toArray();
    return new Uint8Array(Buffer.concat(parts.map(({ data }) => new Uint8Array(data))));
  }
}
