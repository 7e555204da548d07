/** Numbers for words in the whole repository: of what is asked so often, numbers are several times as quick. */

/** Words as they are kept between scans: as a few arrays, of which only what is asked for is made into text. */
export interface KeptWords {
  /** The words behind each other, in UTF-8. */
  readonly text: Uint8Array;
  /** Where each of them ends. */
  readonly ends: Int32Array;
  /** Of each of them, the number of its path; -1: it is no symbol. */
  readonly paths: Int32Array;
  /** Their numbers and one more, each at or behind the place that its hash says; 0: free. */
  readonly slots: Int32Array;
}

const underscore = 0x5f;
const nothing = new Int32Array();
const none: KeptWords = { text: new Uint8Array(), ends: nothing, paths: nothing, slots: nothing };

export class Words {
  readonly #kept: KeptWords;
  readonly #text: Buffer;
  readonly #taken: string[] = [];
  readonly #paths: number[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(kept: KeptWords = none) {
    this.#kept = kept;
    this.#text = Buffer.from(kept.text.buffer, kept.text.byteOffset, kept.text.byteLength);
  }

  get size(): number {
    return this.#kept.ends.length + this.#taken.length;
  }

  at(number: number): string {
    const { ends } = this.#kept;
    if (number < 0) return "";
    if (number >= ends.length) return this.#taken[number - ends.length] ?? "";
    return this.#text.toString("utf8", ends[number - 1] ?? 0, ends[number]);
  }

  /** Whether a word begins with two underscores, without making a text of it. */
  isDunder(number: number): boolean {
    const { ends } = this.#kept;
    if (number >= ends.length) return this.at(number).startsWith("__");
    const from = ends[number - 1] ?? 0;
    const isLong = (ends[number] ?? 0) - from >= 2;
    return isLong && this.#text[from] === underscore && this.#text[from + 1] === underscore;
  }

  /** The number of the path that a symbol is declared in; -1 of what is no symbol. */
  pathOf(number: number): number {
    const { paths } = this.#kept;
    return paths[number] ?? this.#paths[number - paths.length] ?? -1;
  }

  /** Undefined: nothing that was read holds the word. */
  find(word: string): number | undefined {
    return this.#numbers.get(word) ?? this.#findKept(word);
  }

  /** The number of a word that is read. */
  take(word: string): number {
    const known = this.find(word);
    if (known !== undefined) return known;
    const end = word.indexOf("#");
    const path = end > 0 ? this.take(word.slice(0, end)) : -1;
    const number = this.size;
    this.#numbers.set(word, number);
    this.#taken.push(word);
    this.#paths.push(path);
    return number;
  }

  #findKept(word: string): number | undefined {
    const { slots, ends } = this.#kept;
    if (slots.length === 0) return undefined;
    for (let at = hashOf(word) & (slots.length - 1); slots[at]; at = (at + 1) & (slots.length - 1)) {
      const number = (slots[at] ?? 0) - 1;
      const bytes = (ends[number] ?? 0) - (ends[number - 1] ?? 0);
      if (bytes >= word.length && this.at(number) === word) return number;
    }
    return undefined;
  }

  /** All words, to be kept. Undefined: there is one that is no text. */
  keep(): KeptWords | undefined {
    const { size } = this;
    const all = Array.from({ length: size }, (_, number) => this.at(number));
    const joined = all.join("");
    if (!joined.isWellFormed()) return undefined;
    const ends = new Int32Array(size);
    const slots = new Int32Array(2 ** Math.ceil(Math.log2(size * 2 + 1)));
    let end = 0;
    for (const [number, word] of all.entries()) {
      end += Buffer.byteLength(word);
      ends[number] = end;
      let at = hashOf(word) & (slots.length - 1);
      while (slots[at]) at = (at + 1) & (slots.length - 1);
      slots[at] = number + 1;
    }
    const paths = Int32Array.from({ length: size }, (_, number) => this.pathOf(number));
    return { text: Buffer.from(joined), ends, paths, slots };
  }
}

/** FNV-1a over the units of its text. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
