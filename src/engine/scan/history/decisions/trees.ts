/** The trees before and after a commit, as far as its analysis asked for them. */

/** What a commit's analysis may look at. */
export interface Trees {
  /** Whether something lies at the path, in the commit or before it. */
  readonly has: (when: "before" | "after", path: string) => boolean;
  /** The text of a file that was asked for; undefined where it is not there, or too large. */
  readonly text: (when: "before" | "after", path: string) => string | undefined;
  /** The text of a content by its hash. */
  readonly content: (hash: string | null) => string | undefined;
}
