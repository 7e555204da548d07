/**
 * Reads TOML 1.0 (https://toml.io/en/v1.0.0) as far as manifests of packages need it: tables, arrays of tables,
 * dotted and quoted keys, all four kinds of strings, arrays and inline tables. Numbers, booleans and dates are kept
 * as the text that was written.
 */
export type TomlValue = string | TomlValue[] | TomlTable;
export interface TomlTable {
  [key: string]: TomlValue;
}

export class TomlError extends Error {
  override readonly name = "TomlError";
}

/** @throws TomlError where the text is no TOML. */
export function parseToml(text: string): TomlTable {
  return new Reader(text).document();
}

export const isTable = (value: TomlValue | undefined): value is TomlTable =>
  typeof value === "object" && !Array.isArray(value);

const newTable = (): TomlTable => Object.create(null) as TomlTable;

const escapes: Record<string, string> = {
  b: "\b",
  t: "\t",
  n: "\n",
  f: "\f",
  r: "\r",
  e: "\u001b",
  '"': '"',
  "\\": "\\",
};

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  }

  document(): TomlTable {
    const root = newTable();
    let table = root;
    for (this.#skip(true); this.#at < this.#text.length; this.#skip(true)) {
      if (this.#take("[[")) {
        const path = this.#key();
        this.#expect("]]");
        table = this.#append(root, path);
      } else if (this.#take("[")) {
        const path = this.#key();
        this.#expect("]");
        table = this.#descend(root, path);
      } else this.#pair(table);
      this.#skip(false);
      if (this.#at < this.#text.length) this.#expect("\n");
    }
    return root;
  }

  #pair(table: TomlTable): void {
    const path = this.#key();
    this.#expect("=");
    this.#skip(false);
    const last = path.pop() as string;
    this.#descend(table, path)[last] = this.#value();
  }

  /** The table at a path, made where it is not there; of an array of tables, its last. */
  #descend(from: TomlTable, path: readonly string[]): TomlTable {
    let table = from;
    for (const key of path) {
      table[key] ??= newTable();
      const found: TomlValue | undefined = Array.isArray(table[key]) ? table[key].at(-1) : table[key];
      if (!isTable(found)) throw this.#fail(`${key} is no table`);
      table = found;
    }
    return table;
  }

  #append(root: TomlTable, path: string[]): TomlTable {
    const last = path.pop() as string;
    const parent = this.#descend(root, path);
    parent[last] ??= [];
    const list = parent[last];
    if (!Array.isArray(list)) throw this.#fail(`${last} is no array of tables`);
    const table = newTable();
    list.push(table);
    return table;
  }

  #key(): string[] {
    const path: string[] = [];
    do {
      this.#skip(false);
      const next = this.#text[this.#at];
      if (next === '"' || next === "'") path.push(this.#string());
      else path.push(this.#match(/[\w-]+/y, "a key"));
      this.#skip(false);
    } while (this.#take("."));
    return path;
  }

  #value(): TomlValue {
    const next = this.#text[this.#at];
    if (next === '"' || next === "'") return this.#string();
    if (this.#take("[")) {
      const list: TomlValue[] = [];
      for (this.#skip(true); !this.#take("]"); this.#skip(true)) {
        list.push(this.#value());
        this.#skip(true);
        if (!this.#take(",") && this.#text[this.#at] !== "]") throw this.#fail("an array goes on with a comma");
      }
      return list;
    }
    if (this.#take("{")) {
      const table = newTable();
      for (this.#skip(true); !this.#take("}"); this.#skip(true)) {
        this.#pair(table);
        this.#skip(true);
        if (!this.#take(",") && this.#text[this.#at] !== "}") throw this.#fail("a table goes on with a comma");
      }
      return table;
    }
    return this.#match(/[\w+:.-]+(?: \d\d:[\w+:.-]+)?/y, "a value");
  }

  #string(): string {
    const long = /"""\n?((?:[^\\]|\\[\s\S])*?"{0,2})"""(?!")|'''\n?([\s\S]*?'{0,2})'''(?!')/y;
    const short = /"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'/y;
    const quotes = this.#text.slice(this.#at, this.#at + 3);
    const pattern = quotes === '"""' || quotes === "'''" ? long : short;
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (!found) throw this.#fail("a string has no end");
    this.#at = pattern.lastIndex;
    return found[2] ?? readEscapes(found[1] ?? "");
  }

  /** Passes blanks and comments; line ends too, where they mean nothing. */
  #skip(lines: boolean): void {
    const pattern = lines ? /(?:[ \t\n]|#[^\n]*)*/y : /[ \t]*(?:#[^\n]*)?/y;
    pattern.lastIndex = this.#at;
    pattern.exec(this.#text);
    this.#at = pattern.lastIndex;
  }

  #take(what: string): boolean {
    if (!this.#text.startsWith(what, this.#at)) return false;
    this.#at += what.length;
    return true;
  }

  #expect(what: string): void {
    this.#skip(false);
    if (!this.#take(what)) throw this.#fail(`${JSON.stringify(what)} is missing`);
  }

  #match(pattern: RegExp, what: string): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (!found) throw this.#fail(`${what} is missing`);
    this.#at = pattern.lastIndex;
    return found[0];
  }

  #fail(what: string): TomlError {
    return new TomlError(`line ${this.#text.slice(0, this.#at).split("\n").length}: ${what}`);
  }
}

const readEscapes = (text: string): string =>
  text.replace(/\\(?:\s*\n\s*|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))/g, (whole, short, long, one) => {
    const code = Number.parseInt(short ?? long ?? "", 16);
    if (!Number.isNaN(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
    return one === undefined ? "" : (escapes[one] ?? whole);
  });
