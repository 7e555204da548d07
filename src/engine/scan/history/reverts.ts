/** Which commits took others back, as far as the history that was read holds both. */
import type { DriftDb } from "#engine/scan/drift-db";

interface Reverted {
  readonly hash: string;
  readonly summary: string;
}

export class Reverts {
  readonly #by = new Map<string, Reverted>();
  readonly #of = new Map<string, string>();

  constructor(db: DriftDb) {
    const told = db.all(
      "select hash, subject, summary, time from decisions where kind = 'reverted' order by time, fact",
    ) as unknown as (Reverted & { subject: string; time: number })[];
    if (told.length === 0) return;
    const commits = db.all(
      "select hash, summary, time from commits order by time desc, fact",
    ) as unknown as (Reverted & {
      time: number;
    })[];
    for (const { hash, subject, summary, time } of told) {
      const isHash = /^[0-9a-f]{7,64}$/.test(subject);
      const title = titleOf(summary);
      const found = commits.find(
        (one) =>
          one.hash !== hash &&
          one.time <= time &&
          (isHash ? one.hash.startsWith(subject) : title !== undefined && plain(one.summary) === plain(title)),
      );
      if (!found) continue;
      this.#by.set(hash, { hash: found.hash, summary: found.summary });
      // What was brought back later was taken back all the same: its second commit stands for itself.
      if (!this.#of.has(found.hash)) this.#of.set(found.hash, hash);
    }
  }

  /** What a commit took back. */
  by(commit: string): Reverted | undefined {
    return this.#by.get(commit);
  }

  /** The commit that took one back; null: none did. */
  of(commit: string): string | null {
    return this.#of.get(commit) ?? null;
  }
}

/** What a decision's sentence quotes: `Reverts “Upgrade Ruby to 4”.`; nothing of what comes back. */
const titleOf = (summary: string): string | undefined => /^Reverts “(.+?)”\.?$/.exec(summary)?.[1];

/** A title without the number of its pull request. */
const plain = (title: string): string => title.replace(/\s*\(#\d+\)$/, "").trim();
