/** Which commits took others back, as far as the history that was read holds both. */
import type { DriftDb } from "#engine/scan/drift-db";

interface Reverted {
  readonly hash: string;
  readonly summary: string;
}

/** What a kind of decision ends, and what ends it; of the sentences that tell them the verbs differ alone. */
const opposites: Readonly<Record<string, string>> = {
  dependency_added: "dependency_removed",
  dependency_removed: "dependency_added",
  tool_adopted: "tool_dropped",
  tool_dropped: "tool_adopted",
};

export class Reverts {
  readonly #by = new Map<string, Reverted>();
  readonly #of = new Map<string, string>();
  /** By commit and path. */
  readonly #files = new Map<string, Map<string, string>>();

  /** By commit and sentence. */
  readonly #undone = new Map<string, string>();

  constructor(db: DriftDb) {
    this.#pairUp(db);
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
      if (!found) this.#takeFiles(db, hash, time);
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

  /**
   * The commit that took one back; null: none did.
   *
   * @param paths of a decision of it: where a whole branch was taken back, those of its commits whose files went with it
   */
  of(commit: string, paths: readonly string[]): string | null {
    const files = this.#files.get(commit);
    return this.#of.get(commit) ?? paths.map((path) => files?.get(path)).find((one) => one !== undefined) ?? null;
  }

  /** The commit that did the opposite later, by which a decision no longer holds; null: none did. */
  undoneBy(commit: string, summary: string): string | null {
    return this.#undone.get(`${commit}\n${summary}`) ?? null;
  }

  #pairUp(db: DriftDb): void {
    const kinds = JSON.stringify(Object.keys(opposites));
    const rows = db.all(
      `select hash, kind, summary from decisions where kind in (select value from json_each(?)) order by time, fact desc`,
      kinds,
    );
    /** The last of each that has not been undone, by kind and what follows the verb. */
    const open = new Map<string, string>();
    for (const row of rows) {
      const [hash, kind, summary] = [String(row.hash), String(row.kind), String(row.summary)];
      const about = summary.slice(summary.indexOf(" "));
      const before = open.get(`${opposites[kind]}${about}`);
      if (before !== undefined && !before.startsWith(`${hash}\n`)) this.#undone.set(before, hash);
      open.delete(`${opposites[kind]}${about}`);
      open.set(`${kind}${about}`, `${hash}\n${summary}`);
    }
  }

  /** Notes which commits had added what one that takes something back removes. */
  #takeFiles(db: DriftDb, hash: string, time: number): void {
    const rows = db.all(
      `select gone.path as path, (select hash from commit_files as came where came.path = gone.path and came.change = 'added'
        and came.time <= ?2 and came.hash <> ?1 order by came.time desc limit 1) as adder
       from commit_files as gone where gone.hash = ?1 and gone.change = 'deleted'`,
      hash,
      time,
    );
    for (const { path, adder } of rows) {
      if (adder === null) continue;
      const files = this.#files.get(String(adder)) ?? new Map<string, string>();
      this.#files.set(String(adder), files.set(String(path), hash));
    }
  }
}

/** What a decision's sentence quotes: `Reverts “Upgrade Ruby to 4”.`; nothing of what comes back. */
const titleOf = (summary: string): string | undefined => /^Reverts “(.+?)”\.?$/.exec(summary)?.[1];

/** A title without the number of its pull request. */
const plain = (title: string): string => title.replace(/\s*\(#\d+\)$/, "").trim();
