/** What one file says about how things are done: the learner's only input, kept from scan to scan. */

/** One answer of a file to one question, however often it gives it. */
export interface Observation {
  /** The convention that asks: an id of `conventions/` or of a file under `rules/patterns`. */
  readonly convention: string;
  /** Of what it asks, where it asks about several things: the role of a folder, the end of a name. */
  readonly group: string | null;
  readonly variant: string;
  /** Of the first place. */
  readonly line: number;
  readonly endLine: number;
  readonly symbol: string | null;
  /** The line's text; null where none is kept. */
  readonly quote: string | null;
  /** How many places of the file give this answer. */
  readonly count: number;
}

/** Where an answer was given. */
export interface Place extends Observation {
  readonly path: string;
}

/** A way out of a file: a folder or file of the repository, or a package. */
export interface Reach {
  readonly to: string;
  readonly line: number;
  /** Nothing but types are asked for, or a comment names one. */
  readonly isOfTypes: boolean;
}

export interface FileObservations {
  readonly path: string;
  /** Languages that share their conventions: `families.ts`. */
  readonly family: string;
  readonly isTest: boolean;
  readonly observations: readonly Place[];
  /** Paths of files or folders of the repository that it imports. */
  readonly internal: readonly Reach[];
  /** Packages that it imports, as they are written in imports. */
  readonly external: readonly Reach[];
}
