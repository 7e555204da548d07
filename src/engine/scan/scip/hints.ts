/** From SCIP indexes to what they say of each file: where its names lead. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { ScanError } from "#engine/scan/scan-error";
import { type Document, documents, NotScip, type PositionEncoding } from "./decode.ts";

/**
 * Line from 1 and column in bytes from 0 of a name; path and line of the declaration's name, or null, 0 and the text of
 * a symbol outside. As `crates/resolve/src/project/compiler_truth.rs` reads it.
 */
export type Hint = readonly [line: number, column: number, path: string | null, declared: number, outside: string];

export interface FileHints {
  /** JSON of hints. */
  readonly bytes: Uint8Array;
  /** Names them. */
  readonly digest: string;
}

/**
 * Reads indexes; of two that speak of a file, the later one counts.
 *
 * @throws ScanError where one is not there, or no index
 */
export function readScip(folder: string, indexes: readonly string[]): Map<string, FileHints> {
  const hints = new Map<string, FileHints>();
  for (const index of indexes) {
    const at = isAbsolute(index) ? index : join(folder, index);
    let bytes: Uint8Array;
    try {
      bytes = readFileSync(at);
    } catch (error) {
      throw new ScanError(
        "input",
        `${at}: ${(error as Error).message}`,
        "Give the path of a SCIP index, or leave it out.",
      );
    }
    try {
      readIndex(folder, relative(folder, dirname(at)).split(sep).join("/"), bytes, hints);
    } catch (error) {
      if (!(error instanceof NotScip)) throw error;
      throw new ScanError(
        "input",
        `${at} is no SCIP index, or not a whole one: ${error.message}`,
        "Make it anew, for example with scip-typescript index.",
      );
    }
  }
  return hints;
}

function readIndex(folder: string, beside: string, bytes: Uint8Array, into: Map<string, FileHints>): void {
  const all = [...documents(bytes)];
  const base = baseOf(folder, beside, all);
  const pathOf = (document: Document): string => (base ? `${base}/${document.path}` : document.path);
  const declared = new Map<string, { path: string; line: number }>();
  for (const document of all)
    for (const { symbol, isDefinition, line } of document.occurrences)
      if (isDefinition && !isLocal(symbol) && !declared.has(symbol))
        declared.set(symbol, { path: pathOf(document), line: line + 1 });
  for (const document of all) {
    const columns = new Columns(join(folder, pathOf(document)), document.encoding);
    const hints: Hint[] = [];
    for (const { symbol, isDefinition, line, column } of document.occurrences) {
      if (isDefinition || isLocal(symbol)) continue;
      const target = declared.get(symbol);
      const at = columns.inBytes(line, column);
      if (at === undefined) continue;
      hints.push(target ? [line + 1, at, target.path, target.line, ""] : [line + 1, at, null, 0, nameOf(symbol)]);
    }
    if (hints.length === 0) continue;
    const json = Buffer.from(JSON.stringify(hints));
    into.set(pathOf(document), { bytes: json, digest: createHash("sha256").update(json).digest("hex") });
  }
}

const isLocal = (symbol: string): boolean => symbol.startsWith("local ");

/** `scip-typescript npm react 18.2.0 src/`index.d.ts`/useState().` as a dotted path: `react.useState`. */
function nameOf(symbol: string): string {
  const [, , pack = "", , ...descriptors] = symbol.split(" ");
  const names = descriptors.join(" ").match(/`[^`]+`|[\w$+-]+/g) ?? [];
  const kept = names.filter((name) => !/[./]/.test(name)).map((name) => name.replaceAll("`", ""));
  return [pack, ...kept]
    .filter((part) => part && part !== ".")
    .join(".")
    .slice(0, 600);
}

/** Where the index's documents lie: in the folder, or in the one that the index lies in. */
function baseOf(folder: string, beside: string, all: readonly Document[]): string {
  const found = (base: string): number => all.filter(({ path }) => existsSync(join(folder, base, path))).length;
  const inside = !beside.startsWith("..") && beside !== "";
  return inside && found(beside) > found("") ? beside : "";
}

/** Columns of a file in bytes, whatever they were counted in. */
class Columns {
  readonly #path: string;
  readonly #encoding: PositionEncoding;
  #lines: readonly string[] | undefined;
  #isAscii: boolean | undefined;

  constructor(path: string, encoding: PositionEncoding) {
    this.#path = path;
    this.#encoding = encoding;
  }

  /** Undefined: there is no such line. */
  inBytes(line: number, column: number): number | undefined {
    if (this.#encoding === "utf-8") return column;
    if (this.#isAscii === undefined) {
      let bytes: Buffer = Buffer.alloc(0);
      try {
        bytes = readFileSync(this.#path);
      } catch {
        // A file that is gone is not resolved either.
      }
      this.#isAscii = bytes.every((byte) => byte < 128);
      if (!this.#isAscii) this.#lines = bytes.toString().split(/\r\n|\r|\n/);
    }
    if (this.#isAscii) return column;
    const text = this.#lines?.[line];
    if (text === undefined) return undefined;
    const before = this.#encoding === "utf-16" ? text.slice(0, column) : [...text].slice(0, column).join("");
    return Buffer.byteLength(before);
  }
}
