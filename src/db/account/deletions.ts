import { eq } from "drizzle-orm";
import { deletions } from "#db/schema/account";
import type { AccountHandle } from "./handle.ts";

export interface Deletion {
  id: string;
  kind: "project" | "organisation";
  /** `organisation` or `organisation/project`, as it was called. */
  name: string;
  requestedAt: number;
  /** Null: rows are still being removed. */
  finishedAt: number | null;
}

/**
 * How far deletions are. Whoever asked for one may have lost every right by it, so the id itself, of 131
 * random bits, is what opens its row.
 */
export class Deletions {
  readonly #handle: AccountHandle;

  constructor(handle: AccountHandle) {
    this.#handle = handle;
  }

  async find(id: string): Promise<Deletion | undefined> {
    const [row] = await this.#handle.db.select().from(deletions).where(eq(deletions.id, id));
    if (!row) return undefined;
    const { name, requestedAt, finishedAt } = row;
    return { id, kind: row.project === null ? "organisation" : "project", name, requestedAt, finishedAt };
  }
}
