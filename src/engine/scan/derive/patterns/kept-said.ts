/**
 * What all files say of how things are done, kept as one list of texts and one of numbers: of a text that many files
 * say there is one. Files that say something else since are read anew, and all of them once they are many.
 */
import type { DatabaseSync } from "node:sqlite";
import { Ahead, type Steps } from "#engine/scan/ahead";
import { readShares, shareReader } from "#engine/scan/derive/kept-shares";
import { int32Of, type Parts, putParts, readEachPart, readSince, textOf } from "#engine/scan/kept-parts";
import type { FileObservations, Place, Reach } from "./observation.ts";

type Decode = (path: string, share: string) => FileObservations;

/** What files said when it was kept, in the order of their paths; undefined: nothing is kept. */
export function* readKept(db: DatabaseSync): Steps<FileObservations[] | undefined> {
  const parts = yield* readEachPart(db, "said");
  return parts && (yield* decodeSaid(parts));
}

/**
 * The files that say something, in the order of their paths.
 *
 * @param decode makes of a share what the file says
 * @param kept what was kept of it, where that was read ahead
 */
export function readSaid(db: DatabaseSync, decode: Decode, kept = new Ahead(readKept(db))): FileObservations[] {
  const since = readSince(db, "said");
  const before = since && kept.finish();
  if (!before) {
    const files = Array.from(readShares(db, "said"), ([path, share]) => decode(path, share));
    putParts(db, "said", encodeSaid(files));
    return files;
  }
  const anew = new Set(since);
  const files = before.filter(({ path }) => !anew.has(path));
  const read = shareReader(db, "said");
  for (const path of anew) {
    const share = read(path);
    if (share !== undefined) files.splice(placeOf(path, files), 0, decode(path, share));
  }
  return files;
}

/** Where a path belongs among others in the order of SQLite's texts, that of their bytes. */
function placeOf(path: string, files: readonly FileObservations[]): number {
  const bytes = Buffer.from(path);
  let [from, to] = [0, files.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (Buffer.compare(Buffer.from(files[middle]?.path ?? ""), bytes) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** So many are decoded in a millisecond or two. */
const filesPerStep = 256;

/** Stands for null: no text has the number. */
const nothing = -1;

function encodeSaid(files: readonly FileObservations[]): { texts: Buffer; numbers: Int32Array } {
  const texts = new Map<string, number>();
  const take = (text: string | null): number => {
    if (text === null) return nothing;
    const known = texts.get(text) ?? texts.size;
    texts.set(text, known);
    return known;
  };
  const numbers: number[] = [];
  for (const { path, family, isTest, observations, internal, external } of files) {
    numbers.push(take(path), take(family), Number(isTest), observations.length, internal.length, external.length);
    for (const { convention, group, variant, line, endLine, symbol, quote, count } of observations)
      numbers.push(take(convention), take(group), take(variant), line, endLine, take(symbol), take(quote), count);
    for (const { to, line, isOfTypes } of [...internal, ...external]) numbers.push(take(to), line, Number(isOfTypes));
  }
  return { texts: Buffer.from(JSON.stringify([...texts.keys()])), numbers: Int32Array.from(numbers) };
}

function* decodeSaid(parts: Parts): Steps<FileObservations[]> {
  const texts = JSON.parse(textOf(parts, "texts")) as readonly string[];
  const numbers = int32Of(parts, "numbers");
  let at = 0;
  const next = (): number => numbers[at++] ?? nothing;
  const text = (): string => texts[next()] ?? "";
  const textOrNull = (): string | null => texts[next()] ?? null;
  const place = (path: string): Place => ({
    convention: text(),
    group: textOrNull(),
    variant: text(),
    line: next(),
    endLine: next(),
    symbol: textOrNull(),
    quote: textOrNull(),
    count: next(),
    path,
  });
  const reach = (): Reach => ({ to: text(), line: next(), isOfTypes: next() === 1 });
  const times = <T>(count: number, read: () => T): T[] => Array.from({ length: count }, read);
  const files: FileObservations[] = [];
  while (at < numbers.length) {
    if (files.length % filesPerStep === 0) yield;
    const [path, family, isTest] = [text(), text(), next() === 1];
    const [places, internal, external] = [next(), next(), next()];
    files.push({
      path,
      family,
      isTest,
      observations: times(places, () => place(path)),
      internal: times(internal, reach),
      external: times(external, reach),
    });
  }
  return files;
}
