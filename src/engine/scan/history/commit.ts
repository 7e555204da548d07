/** A commit as the scan knows it. */

/** What a commit did to a path. A move is two changes: what was deleted here, added there. */
export interface FileChange {
  readonly path: string;
  readonly change: "added" | "modified" | "deleted";
  /** Of an added file: where it was moved from; of a deleted one: where to. */
  readonly moved?: string;
  /** Hashes of the contents; null where there is none. */
  readonly before: string | null;
  readonly after: string | null;
  /** Lines; 0 where they were not counted, and of what was moved only those that changed. */
  insertions: number;
  deletions: number;
}

export interface Commit {
  readonly hash: string;
  /** Author time, seconds since the epoch. */
  readonly time: number;
  readonly author: string;
  /** The first paragraph of the message, as one line. */
  readonly summary: string;
  /** The rest of the message; its first part, where it is long. */
  readonly body: string;
  /** Paths changed, which may be more than `files` holds. */
  readonly fileCount: number;
  readonly files: readonly FileChange[];
}

/** In a commit of more paths, lines are not counted, and only what was moved unchanged is known as moved. */
export const maxComparedFiles = 500;

/** The path of a commit's unit. */
export const commitPath = (hash: string): string => `commit/${hash}`;
