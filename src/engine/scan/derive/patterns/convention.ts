/** A question that can be asked of code in one of several ways, and how its answers are told. */
import type { PatternCategory } from "#contract/fact-words";

export interface Convention {
  /** The pattern's id is made of it: it never changes once it is out. */
  readonly id: string;
  readonly category: PatternCategory;
  /** The question, as people would name it: the name of the gene. */
  readonly gene: string;
  /** Occurrences below which nothing is said. */
  readonly minimum?: number;
  /** Files below which nothing is said. */
  readonly minimumFiles?: number;
  /** A place may give several answers, so that `total` counts the places, and each answer is told alone. */
  readonly isOpen?: true;
  /** Answers that are no pattern though most give them: what a language or its tools do by themselves. */
  readonly isSilent?: (variant: string, group: string) => boolean;
  /** Its places are classes: what those extend that give an answer need not give it, and who extends what gives it does. */
  readonly isOfClasses?: true;
  /**
   * Whether manifests declare what gives an answer that no place gives: nothing is told of such a question.
   *
   * @param seen answers
   */
  readonly isUnseen?: (isDeclared: (name: string) => boolean, seen: ReadonlyMap<string, unknown>) => boolean;
  /** Answers by what the others are: some count only beside certain ones. */
  readonly weigh?: <Place>(answers: ReadonlyMap<string, readonly Place[]>) => ReadonlyMap<string, readonly Place[]>;
  readonly name: (variant: string, group: string) => string;
  /** A sentence that is true where most do so. */
  readonly summary: (variant: string, group: string) => string;
  /** Why a place that gives another answer stands out. */
  readonly reason: (variant: string, group: string) => string;
}

/** What an observer of an open convention sees once for each place. */
export const total = "*";
