/** What every file brings to the question which functions tests reach, and what of the code is there for tests. */
import { pathOf } from "#engine/scan/derive/symbols";
import type { ReadReach } from "./kept-reach.ts";
import type { ReachFile } from "./reach-file.ts";
import { functionMarks } from "./reach-share.ts";
import type { Words } from "./reach-words.ts";

export class Reach {
  readonly words: Words;
  /** In no order. */
  readonly files: ReadonlyMap<string, ReachFile>;
  /** By the numbers of symbols: what is for tests in files for other things. */
  readonly #between: Uint8Array;
  /** Functions, and components, which are what runs where they are passed on. */
  readonly #functions: Uint8Array;
  /** Methods that have no body: whose is run is not known. */
  readonly #promised: Uint8Array;
  /** By the numbers of paths: files for tests. */
  readonly #wholes: Uint8Array;

  constructor({ words, files }: ReadReach) {
    this.words = words;
    this.files = files;
    this.#between = this.marks();
    this.#functions = this.marks();
    this.#promised = this.marks();
    this.#wholes = this.marks();
    const promised = functionMarks.isMethod | functionMarks.hasNoBody;
    for (const file of files.values()) {
      if (file.isWhole) this.#wholes[file.number] = 1;
      file.each("between", (id) => {
        this.#between[id] = 1;
      });
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

  /** Marks of what a list of any file holds. */
  marked(...lists: readonly Parameters<ReachFile["each"]>[0][]): Uint8Array {
    const marks = this.marks();
    const mark = (one: number): void => {
      marks[one] = 1;
    };
    for (const file of this.files.values()) for (const list of lists) file.each(list, mark);
    return marks;
  }

  /** Whether a symbol is there for tests. */
  isTest(symbol: string): boolean {
    const number = this.words.find(symbol);
    return number === undefined ? this.isTestFile(pathOf(symbol)) : this.isTestNumber(number);
  }

  isTestNumber(symbol: number): boolean {
    return this.#between[symbol] === 1 || this.#wholes[this.words.pathOf(symbol)] === 1;
  }

  isTestFile(path: string): boolean {
    return this.files.get(path)?.isWhole === true;
  }

  /** Whether code for other things than tests lies in a file of the repository. */
  isOtherFile(path: string): boolean {
    return this.files.get(path)?.isWhole === false;
  }

  isFunction(symbol: number): boolean {
    return this.#functions[symbol] === 1;
  }

  /** Whether a call or a reference runs what it leads to. */
  isRun(callee: string, origin: "call" | "reference"): boolean {
    return this.isRunNumber(this.words.find(callee) ?? -1, origin === "reference");
  }

  isRunNumber(callee: number, isPassedOn: boolean): boolean {
    return isPassedOn ? this.#functions[callee] === 1 : this.#promised[callee] !== 1;
  }
}
