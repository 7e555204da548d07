/** What one file brings to the question which functions tests reach, its words as numbers of the whole repository. */
import { type ListName, listNames, type ReachShare } from "./reach-share.ts";
import type { Words } from "./reach-words.ts";

/** Which places of the parts that a list is made of are words; of all others every place is one. */
const parts: Partial<Record<ListName, readonly boolean[]>> = {
  functions: [true, true, false, true],
  exported: [true, true, false, true, false],
  testCalls: [true, false, true],
};
/** Lists of lists, each behind its length. */
const nested: ReadonlySet<ListName> = new Set(["calls", "open"]);

const places = Object.fromEntries(listNames.map((name, at) => [name, at])) as Record<ListName, number>;

/** A file without its lists. */
export type FileHead = readonly [path: string, language: string, marks: number];

const marksOf = { isWhole: 1, isGenerated: 2, hasTests: 4, isLoading: 8 } as const;

export const headOf = (path: string, share: ReachShare): FileHead => {
  const { isWhole, isGenerated, hasTests, isLoading } = marksOf;
  const of = (is: boolean, mark: number): number => (is ? mark : 0);
  const kind = of(share.isWhole, isWhole) | of(share.isGenerated, isGenerated);
  return [path, share.language, kind | of(share.hasTests, hasTests) | of(share.isLoading, isLoading)];
};

/** The lists of a file as numbers of the repository's words: where each of them ends, then all of them. */
export function numbersOf({ words: own, lists }: ReachShare, words: Words): number[] {
  const taken = own.map((word) => words.take(word));
  const ends: number[] = [];
  const numbers: number[] = [];
  for (const name of listNames) {
    const list = lists[name];
    const part = parts[name];
    for (let at = 0; at < list.length; at++) {
      const one = list[at] ?? -1;
      if (nested.has(name)) {
        const length = one;
        numbers.push(length);
        for (const end = at + length; at < end; ) numbers.push(taken[list[++at] ?? -1] ?? -1);
      } else numbers.push(part?.[at % part.length] === false ? one : (taken[one] ?? -1));
    }
    ends.push(listNames.length + numbers.length);
  }
  return [...ends, ...numbers];
}

export class ReachFile {
  readonly path: string;
  /** The path's among the words. */
  readonly number: number;
  readonly language: string;
  readonly #marks: number;
  readonly #numbers: ArrayLike<number>;
  readonly #from: number;

  /**
   * @param number the path's among the words
   * @param from where the file's lists stand among the numbers
   */
  constructor([path, language, marks]: FileHead, number: number, numbers: ArrayLike<number>, from = 0) {
    this.path = path;
    this.number = number;
    this.language = language;
    this.#marks = marks;
    this.#numbers = numbers;
    this.#from = from;
  }

  /** All of it is for tests. */
  get isWhole(): boolean {
    return (this.#marks & marksOf.isWhole) > 0;
  }

  get isGenerated(): boolean {
    return (this.#marks & marksOf.isGenerated) > 0;
  }

  get hasTests(): boolean {
    return (this.#marks & marksOf.hasTests) > 0;
  }

  /** It loads files by names that are put together. */
  get isLoading(): boolean {
    return (this.#marks & marksOf.isLoading) > 0;
  }

  #start(name: ListName): number {
    const place = places[name];
    return this.#from + (place === 0 ? listNames.length : (this.#numbers[this.#from + place - 1] ?? 0));
  }

  #end(name: ListName): number {
    return this.#from + (this.#numbers[this.#from + places[name]] ?? 0);
  }

  #at(place: number): number {
    return this.#numbers[place] ?? -1;
  }

  /** What a list holds that is nothing but words. */
  each(name: ListName, visit: (word: number) => void): void {
    const end = this.#end(name);
    for (let at = this.#start(name); at < end; at++) visit(this.#at(at));
  }

  /** Types with the names of methods that they promise. */
  eachPromised(visit: (type: number, name: number) => void): void {
    const end = this.#end("promised");
    for (let at = this.#start("promised"); at < end; at += 2) visit(this.#at(at), this.#at(at + 1));
  }

  /** Functions, with their names, their marks, and what they stand in or -1. */
  eachFunction(visit: (id: number, name: number, marks: number, parent: number) => void): void {
    const end = this.#end("functions");
    for (let at = this.#start("functions"); at < end; at += 4)
      visit(this.#at(at), this.#at(at + 1), this.#at(at + 2), this.#at(at + 3));
  }

  /** Each caller with each of what it calls, and whether that is the first of them. */
  eachCall(name: "calls" | "open", visit: (caller: number, called: number, isFirst: boolean) => void): void {
    const end = this.#end(name);
    for (let at = this.#start(name); at < end; ) {
      const next = at + 1 + this.#at(at);
      const caller = this.#at(at + 1);
      for (let one = at + 2; one < next; one++) visit(caller, this.#at(one), one === at + 2);
      at = next;
    }
  }

  /** Exported functions with branches: with what they stand in or -1, and a mark of `contained`. */
  eachExported(
    visit: (id: number, name: number, complexity: number, parent: number, isContained: number) => void,
  ): void {
    const end = this.#end("exported");
    for (let at = this.#start("exported"); at < end; at += 5)
      visit(this.#at(at), this.#at(at + 1), this.#at(at + 2), this.#at(at + 3), this.#at(at + 4));
  }

  /** What tests call. */
  eachTestCall(visit: (callee: number, isPassedOn: boolean, name: number) => void): void {
    const end = this.#end("testCalls");
    for (let at = this.#start("testCalls"); at < end; at += 3)
      visit(this.#at(at), this.#at(at + 1) === 1, this.#at(at + 2));
  }
}
