/** Functions that may be wrappers, as far as their own file tells: `crates/shares/src/wraps.rs` finds them. */

/** A short function with one call, of something outside of the repository, to which it passes what it is given. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly line: number;
  readonly target: string;
  /** What it is for, where the rules name the target. */
  readonly category: string | null;
  /** The import of its file that the target is of. */
  readonly from: string | null;
}
