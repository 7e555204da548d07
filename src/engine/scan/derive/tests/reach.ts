/** What every file brings to the question which functions tests reach, and what of the code is there for tests. */
import type { DatabaseSync } from "node:sqlite";
import { readShares } from "#engine/scan/derive/kept-shares";
import { pathOf } from "#engine/scan/derive/symbols";
import { decodeReachShare, functionMarks, type ListName, type ReachShare } from "./reach-share.ts";

/** Numbers for words, in the whole repository: of what is asked so often, numbers are several times as quick. */
class Words {
  readonly #numbers = new Map<string, number>();
  readonly #all: string[] = [];

  get size(): number {
    return this.#all.length;
  }

  at(number: number): string {
    return this.#all[number] ?? "";
  }

  /** Undefined: nothing that was read holds the word. */
  find(word: string): number | undefined {
    return this.#numbers.get(word);
  }

  /** The number of a word that is read. */
  take(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#all.push(word) - 1;
    this.#numbers.set(word, number);
    return number;
  }
}

/** A function, its name, its marks, and what it stands in or -1. */
type OnFunction = (id: number, name: number, marks: number, parent: number) => void;

export class ReachFile {
  readonly path: string;
  readonly share: ReachShare;
  readonly #numbers: Int32Array;

  constructor(path: string, share: ReachShare, words: Words) {
    this.path = path;
    this.share = share;
    this.#numbers = Int32Array.from(share.words, (word) => words.take(word));
  }

  /** The number of what stands at a place among the file's words; -1 of nothing. */
  number(at: number | undefined): number {
    return at === undefined ? -1 : (this.#numbers[at] ?? -1);
  }

  /** A list that holds nothing but words. */
  listed(name: ListName): number[] {
    return this.share.lists[name].map((at) => this.number(at));
  }

  eachFunction(visit: OnFunction): void {
    const { functions } = this.share.lists;
    for (let at = 0; at < functions.length; at += 4)
      visit(
        this.number(functions[at]),
        this.number(functions[at + 1]),
        functions[at + 2] ?? 0,
        this.number(functions[at + 3]),
      );
  }

  /** Each caller with the words of its list. */
  eachCaller(name: "calls" | "open", visit: (caller: number, words: readonly number[]) => void): void {
    const list = this.share.lists[name];
    for (let at = 0; at < list.length; at += (list[at] ?? 0) + 1) {
      const end = at + 1 + (list[at] ?? 0);
      visit(
        this.number(list[at + 1]),
        list.slice(at + 2, end).map((one) => this.number(one)),
      );
    }
  }
}

const notAsked = 0;
const no = 1;
const yes = 2;

export class Reach {
  readonly words = new Words();
  /** In the order of paths. */
  readonly files: ReadonlyMap<string, ReachFile>;
  /** By the numbers of symbols: what is for tests in files for other things. */
  readonly #between: Uint8Array;
  /** Functions, and components, which are what runs where they are passed on. */
  readonly #functions: Uint8Array;
  /** Methods that have no body: whose is run is not known. */
  readonly #promised: Uint8Array;
  readonly #isTest: Uint8Array;

  constructor(db: DatabaseSync) {
    this.files = new Map(
      readShares(db, "reach").map(([path, share]) => [
        path,
        new ReachFile(path, decodeReachShare(path, share), this.words),
      ]),
    );
    this.#between = this.marks();
    this.#functions = this.marks();
    this.#promised = this.marks();
    this.#isTest = this.marks();
    const promised = functionMarks.isMethod | functionMarks.hasNoBody;
    for (const file of this.files.values()) {
      for (const id of file.listed("between")) this.#between[id] = 1;
      file.eachFunction((id, _, marks) => {
        this.#functions[id] = 1;
        if ((marks & promised) === promised) this.#promised[id] = 1;
      });
    }
  }

  /** A mark for each word; none is set. */
  marks(): Uint8Array {
    return new Uint8Array(this.words.size);
  }

  /** Whether a symbol is there for tests. */
  isTest(symbol: string): boolean {
    const number = this.words.find(symbol);
    return number === undefined ? this.isTestFile(pathOf(symbol)) : this.isTestNumber(number);
  }

  isTestNumber(symbol: number): boolean {
    const known = this.#isTest[symbol] ?? notAsked;
    if (known !== notAsked) return known === yes;
    const isTest = this.#between[symbol] === 1 || this.isTestFile(pathOf(this.words.at(symbol)));
    this.#isTest[symbol] = isTest ? yes : no;
    return isTest;
  }

  isTestFile(path: string): boolean {
    return this.files.get(path)?.share.isWhole === true;
  }

  /** Whether code for other things than tests lies in a file of the repository. */
  isOtherFile(path: string): boolean {
    return this.files.get(path)?.share.isWhole === false;
  }

  /** Whether a call or a reference runs what it leads to. */
  isRun(callee: string, origin: "call" | "reference"): boolean {
    return this.isRunNumber(this.words.find(callee) ?? -1, origin === "reference");
  }

  isRunNumber(callee: number, isPassedOn: boolean): boolean {
    return isPassedOn ? this.#functions[callee] === 1 : this.#promised[callee] !== 1;
  }
}
