/** What a commit decided. */
import type { DecisionKind } from "#contract/fact-words";

export interface Decision {
  readonly kind: DecisionKind;
  /** What it is about: a dependency, a folder, a tool, a commit. */
  readonly subject: string;
  /** One sentence. */
  readonly summary: string;
  /** Why, in the words of the message. */
  readonly reason: string | null;
  /** Evidence, relative to the scanned folder. */
  readonly paths: readonly string[];
  /** 0 to 100; what is under 50 is not stored. */
  readonly confidence: number;
}

/** A decision that a commit's changes show; the message, which may say why, is read later, when it holds no secrets. */
export interface Finding extends Omit<Decision, "reason"> {
  /** Why, where a document of the commit says it. */
  readonly reason: string | null;
  /** Why it was there, where what is gone said so itself: told where the message gives no reason. */
  readonly said?: string | null;
  /** Words by which the message would name it, in lower case. */
  readonly names: readonly string[];
}
