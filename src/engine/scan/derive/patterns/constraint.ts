/** What holds almost everywhere. */
import type { PatternCategory } from "#contract/fact-words";

export interface Witness {
  readonly path: string;
  readonly line: number;
  readonly text?: string;
}

export interface Constraint {
  readonly id: string;
  readonly category: PatternCategory;
  readonly condition: string;
  readonly guidance: string;
  readonly scope: string | null;
  /** Places that could have broken it. */
  readonly chances: number;
  readonly confidence: number;
  readonly evidence: readonly Witness[];
  readonly exceptions: readonly Witness[];
}
