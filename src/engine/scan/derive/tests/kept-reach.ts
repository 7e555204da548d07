/**
 * What all files bring to the question which functions tests reach, kept as a few arrays: reading each file's share takes
 * many times as long as the answer. Files whose shares differ since are read anew, and all of it once they are many.
 */
import type { DatabaseSync } from "node:sqlite";
import { Ahead } from "#engine/scan/ahead";
import { readShares, shareReader } from "#engine/scan/derive/kept-shares";
import { forgetParts, int32Of, type Parts, putParts, readEachPart, readSince, textOf } from "#engine/scan/kept-parts";
import { type FileHead, headOf, numbersOf, ReachFile } from "./reach-file.ts";
import { decodeReachShare } from "./reach-share.ts";
import { type KeptWords, Words } from "./reach-words.ts";

/** What was kept of all files, and the shares of those that bring something else since, or nothing. */
export interface KeptReach {
  readonly parts: Parts;
  readonly since: readonly (readonly [path: string, share: string | undefined])[];
}

/** The files that bring something, in no order, and their words. */
export interface ReadReach {
  readonly words: Words;
  readonly files: ReadonlyMap<string, ReachFile>;
}

/**
 * Undefined: what was kept is of no use any more.
 *
 * @param ahead reads the arrays, where that was begun
 */
export function readKeptReach(db: DatabaseSync, ahead = new Ahead(readEachPart(db, "reach"))): KeptReach | undefined {
  const since = readSince(db, "reach");
  const parts = since && ahead.finish();
  if (!parts) return undefined;
  const share = shareReader(db, "reach");
  return { parts, since: since.map((path) => [path, share(path)] as const) };
}

export function reachOf({ parts, since }: KeptReach): ReadReach {
  const kept = read(parts);
  const words = new Words(kept.words);
  const files = new Map(
    kept.heads.map(
      (head, at) => [head[0], new ReachFile(head, kept.paths[at] ?? -1, kept.numbers, kept.starts[at])] as const,
    ),
  );
  for (const [path, share] of since) {
    if (share === undefined) files.delete(path);
    else files.set(path, fileOf(path, share, words));
  }
  return { words, files };
}

function fileOf(path: string, kept: string, words: Words): ReachFile {
  const share = decodeReachShare(path, kept);
  return new ReachFile(headOf(path, share), words.take(path), numbersOf(share, words));
}

interface Kept {
  readonly words: KeptWords;
  readonly heads: readonly FileHead[];
  /** The numbers of the files' paths. */
  readonly paths: Int32Array;
  /** Where the lists of each file stand among the numbers. */
  readonly starts: Int32Array;
  readonly numbers: Int32Array;
}

const read = (parts: Parts): Kept => ({
  words: {
    text: parts.get("text") ?? new Uint8Array(),
    ends: int32Of(parts, "ends"),
    paths: int32Of(parts, "paths"),
    slots: int32Of(parts, "slots"),
  },
  heads: JSON.parse(textOf(parts, "heads")) as FileHead[],
  paths: int32Of(parts, "files"),
  starts: int32Of(parts, "starts"),
  numbers: int32Of(parts, "numbers"),
});

/** Numbers behind each other, as many as come: as a plain array they would take twice the room, and thrice as they grow. */
class Numbers {
  #held = new Int32Array(2 ** 16);
  length = 0;

  add(numbers: readonly number[]): void {
    const length = this.length + numbers.length;
    if (length > this.#held.length) {
      const larger = new Int32Array(Math.max(length, this.#held.length * 1.5));
      larger.set(this.#held.subarray(0, this.length));
      this.#held = larger;
    }
    this.#held.set(numbers, this.length);
    this.length = length;
  }

  get taken(): Int32Array {
    return this.#held.subarray(0, this.length);
  }
}

/** Reads all shares, and keeps what they come to. */
export function makeReach(db: DatabaseSync): ReadReach {
  const words = new Words();
  const heads: FileHead[] = [];
  const paths: number[] = [];
  const starts: number[] = [];
  const all = new Numbers();
  for (const [path, kept] of readShares(db, "reach")) {
    const share = decodeReachShare(path, kept);
    heads.push(headOf(path, share));
    paths.push(words.take(path));
    starts.push(all.length);
    all.add(numbersOf(share, words));
  }
  const numbers = all.taken;
  const kept = words.keep();
  if (kept) {
    const parts = { ...kept, files: Int32Array.from(paths), starts: Int32Array.from(starts), numbers };
    putParts(db, "reach", { heads: Buffer.from(JSON.stringify(heads)), ...parts });
  } else forgetParts(db, "reach");
  const files = new Map(
    heads.map((head, at) => [head[0], new ReachFile(head, paths[at] ?? -1, numbers, starts[at])] as const),
  );
  return { words, files };
}
