/**
 * What a file brings to the question which functions tests reach, kept as a share: who calls whom, and what may
 * be called without a call that is seen. Lines are not among it: where only those change, what is reached stays.
 * `crates/shares/src/reach.rs` writes it.
 */
import { Ids } from "#engine/scan/derive/symbols";

/**
 * What a file brings, as lists of numbers: where a word stands among its `words`, which are ids of symbols, names and
 * paths. In a list of lists each is behind its length.
 */
export interface ReachShare {
  readonly language: string;
  readonly isWhole: boolean;
  readonly isGenerated: boolean;
  readonly hasTests: boolean;
  /** It loads files by names that are put together. */
  readonly isLoading: boolean;
  readonly words: readonly string[];
  readonly lists: Readonly<Record<ListName, readonly number[]>>;
}

export const listNames = [
  /** Symbols for tests in a file that is for other things. */
  "between",
  /** Of each function: id, name, marks of `FunctionMark`, and where it stands in something, that; else -1. */
  "functions",
  /** Of each caller that is not for tests, with its length: the caller, and whom it calls for sure. */
  "calls",
  /** Of each caller that is not for tests, with its length: the caller, and names of calls that lead nowhere for sure. */
  "open",
  /** Names that are called of what stands outside of the repository. */
  "outside",
  /** Those of them that are called by nothing but their name. */
  "outsideBare",
  /** Names that stand beside calls and are not called, or in texts: whoever is given them may. */
  "mentioned",
  /** What is passed on by name. */
  "referenced",
  /** Files that are passed on as a whole. */
  "held",
  /** Names that stand in for parameters. */
  "defaults",
  "interfaces",
  /** What runs where something is made of a type. */
  "constructors",
  /** What functions of other files may stand in. */
  "containers",
  /** Methods of types, which interfaces promise: type and name. */
  "promised",
  /** Types with a base that is not in the repository. */
  "foreign",
  /**
   * Exported functions with branches, of which it would be told that no test reaches them: id, name, complexity, what
   * it stands in or -1, and a mark of `ContainedMark`.
   */
  "exported",
  /** What tests call: the callee, whether it is passed on by name, and what the call names. */
  "testCalls",
  /** Names of calls in tests that lead nowhere for sure. */
  "testOpen",
  /** Files in which what types for tests extend is declared, and those that tests in Python bring in whole. */
  "testBases",
  /** Files that it imports or gives on. */
  "imported",
] as const;
export type ListName = (typeof listNames)[number];

/** Marks of functions. Of a method without a body it is not known whose is run; what takes whatever it is given by name is a hook. */
export const functionMarks = { isMethod: 1, hasNoBody: 2, isDecorated: 4, takesAny: 8 } as const;

/** Whether what an exported function stands in is a type or a namespace; that may be declared in another file. */
export const contained = { no: 0, yes: 1, elsewhere: 2 } as const;

export const scripts: ReadonlySet<string> = new Set(["typescript", "tsx", "javascript", "vue", "svelte", "astro"]);
type Kept = readonly [language: string, marks: number, words: string[], ...lists: number[][]];

/** What was kept of a file. */
export function decodeReachShare(path: string, share: string): ReachShare {
  const [language, marks, words, ...lists] = JSON.parse(share) as Kept;
  const ids = new Ids(path);
  return {
    language,
    isWhole: (marks & 1) > 0,
    isGenerated: (marks & 2) > 0,
    hasTests: (marks & 4) > 0,
    isLoading: (marks & 8) > 0,
    words: words.map((word) => ids.long(word)),
    lists: Object.fromEntries(listNames.map((name, at) => [name, lists[at] ?? []])) as unknown as ReachShare["lists"],
  };
}

/** How a file differs for the tests of others. */
export interface FaceChange {
  /** What it is to them: whether it is for tests, and which of its functions have a body. */
  readonly isOther: boolean;
  /** Functions that it has in one of two versions alone; what else bears such an id may be no function. */
  readonly functions: readonly string[];
}

/**
 * Compares two versions of what a file brings; none: it was not there. Of a file that came or went the calls of others
 * tell, which lead to its functions or no longer, and their names.
 */
export function compareFaces(path: string, before: string | null, after: string | null): FaceChange {
  if (before === null || after === null) {
    const only = before ?? after;
    return { isOther: false, functions: only === null ? [] : [...bodilessOf(decodeReachShare(path, only)).keys()] };
  }
  const [one, other] = [decodeReachShare(path, before), decodeReachShare(path, after)];
  const what = ({ language, isWhole, isGenerated, words, lists }: ReachShare) =>
    JSON.stringify([language, isWhole, isGenerated, lists.between.map((at) => words[at])]);
  const [had, has] = [bodilessOf(one), bodilessOf(other)];
  const isBodyOther = [...has].some(([id, hasNoBody]) => (had.get(id) ?? hasNoBody) !== hasNoBody);
  const functions = [...had.keys(), ...has.keys()].filter((id) => had.has(id) !== has.has(id));
  return { isOther: what(one) !== what(other) || isBodyOther, functions };
}

/** Of each function, whether it has no body. */
function bodilessOf({ words, lists: { functions } }: ReachShare): Map<string, boolean> {
  const found = new Map<string, boolean>();
  for (let at = 0; at < functions.length; at += 4)
    found.set(words[functions[at] as number] as string, ((functions[at + 2] as number) & functionMarks.hasNoBody) > 0);
  return found;
}
