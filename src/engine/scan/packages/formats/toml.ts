/** TOML, and the lines of its keys, which the parser does not tell. */
import { parse, type TomlTable, type TomlValue } from "smol-toml";
import { isNestedTooDeep } from "./nesting.ts";

export type { TomlTable, TomlValue };

/** @throws TomlError, RangeError */
export function parseToml(source: string): TomlTable {
  if (isNestedTooDeep(source)) throw new RangeError("nested too deep");
  return parse(source, { maxDepth: 200 });
}

/** More parts has no key of a manifest. */
const maxParts = 20;

const isTable = (value: TomlValue | undefined): value is TomlTable =>
  typeof value === "object" && !Array.isArray(value) && !(value instanceof Date);

/** An empty one where it is no table. */
export const table = (value: TomlValue | undefined): TomlTable => (isTable(value) ? value : {});
export const text = (value: TomlValue | undefined): string | null =>
  typeof value === "string" && value !== "" ? value : null;
export const texts = (value: TomlValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

/** At a table's path: the value there. */
export const tableAt = (root: TomlTable, ...keys: readonly string[]): TomlTable =>
  keys.reduce((at, key) => table(at[key]), root);

const keyPart = /"[^"]*"|'[^']*'|[A-Za-z0-9_-]+/y;

/** Lines of keys, by the table they stand in (`a.b`); a table's own line by its path. */
export class TomlLines {
  readonly #lines: readonly string[];
  readonly #keys = new Map<string, number>();
  readonly #tables = new Map<string, number>();

  constructor(source: string) {
    this.#lines = source.split("\n");
    let section = "";
    let quotes: string | undefined;
    for (const [at, line] of this.#lines.entries()) {
      if (quotes === undefined) {
        const start = line.trimStart();
        if (start.startsWith("[")) {
          section = pathOf(start.replace(/^\[\[?/, "")).join(".");
          if (!this.#tables.has(section)) this.#tables.set(section, at + 1);
        } else {
          const path = pathOf(start);
          // A dotted key counts under each of its starts: `a.version = 1` says something of `a`.
          for (let end = path.length; end > 0; end--) {
            const key = [section, ...path.slice(0, end)].filter(Boolean).join(".");
            if (!this.#keys.has(key)) this.#keys.set(key, at + 1);
          }
        }
      }
      for (const mark of line.match(/"""|'''/g) ?? []) {
        if (quotes === undefined) quotes = mark;
        else if (quotes === mark) quotes = undefined;
      }
    }
  }

  /** Of a key, or a table, by its path; 1 where it is not found. */
  of(...path: readonly string[]): number {
    const joined = path.join(".");
    return this.#keys.get(joined) ?? this.#tables.get(joined) ?? 1;
  }

  /** Of a text in the value of a key: the first line from the key's on that holds it. */
  ofText(written: string, ...path: readonly string[]): number {
    const start = this.of(...path);
    for (let at = start; at <= this.#lines.length; at++) {
      const line = this.#lines[at - 1] ?? "";
      if (at > start && line.startsWith("[")) break;
      if (line.includes(written)) return at;
    }
    return start;
  }
}

/** The parts of a key at the start of a line; none where it does not start with one. */
function pathOf(line: string): string[] {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    while (line[at] === " " || line[at] === "\t") at++;
    keyPart.lastIndex = at;
    const part = keyPart.exec(line)?.[0];
    if (part === undefined) return parts;
    parts.push(/^["']/.test(part) ? part.slice(1, -1) : part);
    at += part.length;
    while (line[at] === " " || line[at] === "\t") at++;
    if (line[at] === "=" || line[at] === "]") return parts;
    if (line[at] !== "." || parts.length >= maxParts) return [];
    at++;
  }
}
