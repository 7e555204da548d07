/**
 * The outlines of all files, which every project that is opened is told first. Besides their rows they are kept as one
 * array, each behind its length (`kept-parts.ts`): reading a row a file takes many times as long.
 */
import type { DatabaseSync } from "node:sqlite";
import { forgetParts, putParts, readParts, readSince, sinceNoter } from "./kept-parts.ts";

const kept = "outlines";

type Statement = ReturnType<DatabaseSync["prepare"]>;

export class Outlines {
  readonly #db: DatabaseSync;
  readonly #find: Statement;
  readonly #remove: Statement;
  readonly #noteSince: (path: string) => void;
  /** Of all files, behind their lengths; later ones count in the place of earlier ones of the same file. */
  #fetched: readonly Uint8Array[] | undefined;
  /** Those that were read anew since they were fetched. */
  readonly #anew = new Map<string, Uint8Array>();
  /** Of files that were read anew, those that the last scan left. */
  readonly #before = new Map<string, Uint8Array>();

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#find = db.prepare("select outline from scan_outlines where path = ?");
    this.#remove = db.prepare("delete from scan_outlines where path = ?");
    this.#noteSince = sinceNoter(db, kept);
  }

  clear(): void {
    this.#fetched = undefined;
    this.#db.exec("delete from scan_outlines");
    forgetParts(this.#db, kept);
  }

  /** A file was read anew; its row is still what it was. */
  isRead(path: string, outline: Uint8Array): void {
    const before = this.#of(path);
    if (before) this.#before.set(path, before);
    if (before && Buffer.compare(before, outline) === 0) return;
    this.#noteSince(path);
    // It shares the memory of all that reading a file gave: of many files it is not to be held.
    if (this.#fetched) this.#anew.set(path, outline);
  }

  /** A file is read no more. */
  forget(path: string): void {
    if (this.#remove.run(path).changes === 0) return;
    this.#fetched = undefined;
    // What is kept cannot say that a file is gone.
    forgetParts(this.#db, kept);
  }

  /** Reads them ahead of their use, while a worker is at work. */
  fetch(): void {
    this.#fetched ??= this.#readKept() ?? [...this.#readRows()].flat();
  }

  /** All, each behind its length, in a buffer of their own, which can be handed over. */
  all(): Uint8Array<ArrayBuffer> {
    return this.#fetched ? joined([...this.#fetched, ...lengthened(this.#anew)]) : joined([...this.#readRows()].flat());
  }

  /** The same, of files that were read anew as they were before. */
  allBefore(): Uint8Array<ArrayBuffer> {
    return joined([this.all(), ...lengthened(this.#before)]);
  }

  /** Those of some files. */
  some(paths: Iterable<string>): Uint8Array<ArrayBuffer> {
    return joined(lengthened([...paths].flatMap((path) => [[path, this.#of(path) ?? new Uint8Array()] as const])));
  }

  /** Keeps all for the next scan, where what is kept is of no use for it. */
  keep(): void {
    if (readSince(this.#db, kept) && this.#isKept()) return;
    const all = joined([...this.#readRows()].flat());
    if (all.length > 0) putParts(this.#db, kept, { all });
  }

  #of(path: string): Uint8Array | undefined {
    return this.#find.get(path)?.outline as Uint8Array | undefined;
  }

  #isKept(): boolean {
    return this.#db.prepare("select 1 from scan_kept where name = ?").get(kept) !== undefined;
  }

  #readKept(): Uint8Array[] | undefined {
    const since = readSince(this.#db, kept);
    const all = since && readParts(this.#db, kept)?.get("all");
    if (!since || !all) return undefined;
    return [all, ...lengthened(since.map((path) => [path, this.#of(path) ?? new Uint8Array()] as const))];
  }

  *#readRows(): Generator<[Uint8Array, Uint8Array]> {
    const rows = this.#db.prepare("select outline from scan_outlines order by path");
    rows.setReturnArrays(true);
    for (const row of rows.iterate()) {
      const [outline] = row as unknown as [Uint8Array];
      yield [lengthOf(outline), outline];
    }
  }
}

const lengthOf = ({ length }: Uint8Array): Uint8Array => new Uint8Array(Uint32Array.of(length).buffer);

const lengthened = (outlines: Iterable<readonly [path: string, outline: Uint8Array]>): Uint8Array[] =>
  [...outlines].filter(([, { length }]) => length > 0).flatMap(([, outline]) => [lengthOf(outline), outline]);

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
