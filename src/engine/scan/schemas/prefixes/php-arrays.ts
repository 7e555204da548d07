/** Arrays of PHP as they are written in files that give settings back: `return ['routes' => […]];`. */

export type Held = string | PhpArray | null;

/** An item of an array: its key, where it is a text or a class, and what it holds; null: something computed. */
export interface Item {
  readonly key: string | null;
  readonly held: Held;
  readonly line: number;
}

export class PhpArray {
  readonly items: readonly Item[];

  constructor(items: readonly Item[]) {
    this.items = items;
  }

  /** What a key holds. */
  get(key: string): Held | undefined {
    return this.items.find((one) => one.key === key)?.held;
  }

  text(key: string): string | undefined {
    const held = this.get(key);
    return typeof held === "string" ? held : undefined;
  }

  /** The items of an array that a key holds. */
  list(key: string): readonly Item[] {
    const held = this.get(key);
    return held instanceof PhpArray ? held.items : [];
  }
}

const maxDepth = 12;
const token =
  /\/\*[\s\S]*?\*\/|(?:\/\/|#(?!\[))[^\n]*|'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|array\s*\(|=>|\?->|->|::|\\?[A-Za-z_][\w\\]*|\$\w+|\d[\w.]*|[[\](){},;.]|[^\s\w]/gy;

/** The array that a file gives back, or the last argument of a call of `called`. Undefined: none is written there. */
export function readPhpArray(text: string, called?: RegExp, kept?: RegExp): PhpArray | undefined {
  const begin = /\breturn\s*(?=\[|array\s*\()/.exec(text) ?? (called ? called.exec(text) : null);
  return begin ? phpArrayAt(text, begin.index + begin[0].length, kept) : undefined;
}

/**
 * The array that begins at a place; calls of functions that `kept` fits stand in it as they are written. Where it `joins`, what
 * is put together of texts and constants is a text that has these by their names: `ADMIN . '/*'` is `${ADMIN}/*`.
 */
export function phpArrayAt(text: string, at: number, kept?: RegExp, joins = false): PhpArray | undefined {
  const held = new Reader(text, at, kept, joins).value(0);
  return held instanceof PhpArray ? held : undefined;
}

class Reader {
  readonly #text: string;
  #at: number;
  #line: number;
  #next: string | undefined;
  readonly #kept: RegExp | undefined;
  readonly #joins: boolean;

  constructor(text: string, at: number, kept: RegExp | undefined, joins: boolean) {
    this.#joins = joins;
    this.#text = text;
    this.#at = at;
    this.#kept = kept;
    this.#line = text.slice(0, at).split("\n").length;
    this.#step();
  }

  /** What is written up to a comma or the end of what is around. */
  value(depth: number): Held {
    const parts: { word: string; held: Held }[] = [];
    while (this.#next !== undefined && !/^(?:,|;|=>|\]|\))$/.test(this.#next)) {
      const word = this.#next;
      parts.push({ word, held: this.#part(depth) });
    }
    const [only, ...others] = parts;
    const isConstant = only !== undefined && constant.test(only.word) && only.word === only.held;
    if (this.#joins && (others.length > 0 || isConstant)) return joined(parts);
    return only !== undefined && others.length === 0 ? only.held : null;
  }

  #part(depth: number): Held {
    const word = this.#next ?? "";
    if (word === "[" || /^array\s*\($/.test(word)) return this.#array(depth);
    if (word === "(" || word === "{") {
      this.#skip();
      return null;
    }
    const from = this.#at - word.length;
    this.#step();
    if (this.#next === "(" && this.#kept?.test(word)) {
      this.#skip();
      return this.#text.slice(from, this.#at - (this.#next ?? "").length).trim();
    }
    if (/^['"]/.test(word)) return plain(word);
    if (this.#next === "::" && /^\\?[A-Za-z]/.test(word)) {
      this.#step();
      const member = this.#taken();
      return member === "class" ? word.replace(/^\\/, "") : `${word}::${member}`;
    }
    return /^[\w\\]+$/.test(word) ? word : null;
  }

  #taken(): string {
    const word = this.#next ?? "";
    this.#step();
    return word;
  }

  #array(depth: number): PhpArray | null {
    if (depth > maxDepth) {
      this.#skip();
      return null;
    }
    this.#step();
    const items: Item[] = [];
    while (this.#next !== undefined && this.#next !== "]" && this.#next !== ")") {
      if (this.#next === ",") {
        this.#step();
        continue;
      }
      const line = this.#line;
      const first = this.value(depth + 1);
      // What closes what was never opened.
      if (this.#next === ";") break;
      const isKey = this.#next === "=>";
      if (isKey) this.#step();
      const key = isKey && typeof first === "string" ? first : null;
      items.push({ key, held: isKey ? this.value(depth + 1) : first, line });
    }
    this.#step();
    return new PhpArray(items);
  }

  /** Goes behind the bracket that closes the one that is next. */
  #skip(): void {
    let open = 0;
    do {
      const word = this.#next ?? "";
      if (/^(?:[[({]|array\s*\()$/.test(word)) open++;
      else if (/^[\])}]$/.test(word)) open--;
      this.#step();
    } while (open > 0 && this.#next !== undefined);
  }

  #step(): void {
    for (;;) {
      const space = /\s*/y;
      space.lastIndex = this.#at;
      this.#move(space.exec(this.#text)?.[0] ?? "");
      token.lastIndex = this.#at;
      const found = token.exec(this.#text)?.[0];
      this.#next = found;
      if (found === undefined) return;
      this.#move(found);
      if (!/^(?:\/\*|\/\/|#)/.test(found)) return;
    }
  }

  #move(text: string): void {
    this.#at += text.length;
    for (const mark of text) if (mark === "\n") this.#line++;
  }
}

const constant = /^\\?[A-Z][A-Z0-9_]*$/;

/** A text that is put together of others and of constants. */
function joined(parts: readonly { readonly word: string; readonly held: Held }[]): string | null {
  let text = "";
  for (const [at, { word, held }] of parts.entries()) {
    if (at % 2 === 1 ? word !== "." : typeof held !== "string") return null;
    if (at % 2 === 1) continue;
    if (!/^['"]/.test(word) && !(constant.test(word) && word === held)) return null;
    text += /^['"]/.test(word) ? held : `\${${word.replace(/^\\/, "")}}`;
  }
  return parts.length % 2 === 1 ? text : null;
}

/** A text without its quotes; what is put into one is not known. */
function plain(quoted: string): string | null {
  const inner = quoted.slice(1, -1);
  if (quoted.startsWith('"') && /(?<!\\)\$/.test(inner)) return null;
  return inner.replace(/\\(['"\\$])/g, "$1");
}
