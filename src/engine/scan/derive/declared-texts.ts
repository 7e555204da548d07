/**
 * How declarations are written, whole: rows hold the begin of each, and what decides who is asked may stand behind that. The
 * rest is read from the file, where that still is the one that was scanned.
 */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { FactRanges } from "./fact-ranges.ts";

/** The bytes that a file had when it was scanned, by their hash; whoever asks rests on all of the file. */
export const hashOfFile = "select hash from files where fact >= ? and fact < ?";

/** So many lines of a declaration are kept, and so many characters. */
const [linesKept, charactersKept] = [10, 1_200];
/** A declaration of more lines decides nothing that could be read from its text. */
const mostLines = 400;

const folders = new WeakMap<object, string>();

/** Says in which folder the files lie that a database is about. */
export function liesIn(db: DatabaseSync, folder: string | undefined): void {
  if (folder !== undefined) folders.set(db, folder);
}

/** What a row of `symbols` says of how something is written: its `id`, `preview`, `line` and `end_line`. */
export type Written = Readonly<Record<string, unknown>>;

interface DeclaredText {
  readonly text: string;
  /** Nothing is left out of it. */
  readonly isWhole: boolean;
}

export class DeclaredTexts {
  readonly #db: DatabaseSync;
  readonly #files = new Map<string, readonly string[] | undefined>();
  #ranges: FactRanges | undefined;
  #hash: ReturnType<DatabaseSync["prepare"]> | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  of({ id, preview, line, end_line }: Written): DeclaredText {
    const begin = String(preview ?? "");
    const [first, last] = [Number(line), Number(end_line)];
    const isKept = last - first < linesKept && begin !== "" && begin.length < charactersKept;
    if (isKept) return { text: begin, isWhole: true };
    const lines = last - first < mostLines ? this.#linesOf(String(id).replace(/#.*$/s, "")) : undefined;
    if (!lines) return { text: begin, isWhole: last - first < linesKept && begin !== "" };
    const [head = "", ...rest] = lines.slice(first - 1, last);
    // What stands before it on its first line is no part of it.
    const at = head.indexOf(begin.split("\n", 1)[0] || head.trimStart());
    return { text: [head.slice(Math.max(0, at)), ...rest].join("\n"), isWhole: true };
  }

  /** The lines of a file from one to another; undefined where they are not known. */
  within(path: string, [first, last]: readonly [number, number]): string | undefined {
    return this.#linesOf(path)
      ?.slice(first - 1, last)
      .join("\n");
  }

  #linesOf(path: string): readonly string[] | undefined {
    if (!this.#files.has(path)) this.#files.set(path, this.#read(path));
    return this.#files.get(path);
  }

  #read(path: string): readonly string[] | undefined {
    const folder = folders.get(this.#db);
    if (folder === undefined) return undefined;
    this.#ranges ??= new FactRanges(this.#db);
    this.#hash ??= this.#db.prepare(hashOfFile);
    const known = this.#hash.get(...this.#ranges.of(path))?.hash;
    if (known === undefined) return undefined;
    try {
      const bytes = readFileSync(join(folder, path));
      return hash("sha256", bytes) === known ? new TextDecoder().decode(bytes).split(/\r?\n/) : undefined;
    } catch {
      // It is gone, or may not be read: then its begin is all that is known.
      return undefined;
    }
  }
}
