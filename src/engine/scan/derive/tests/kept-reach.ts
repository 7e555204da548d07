/**
 * What all files bring to the question which functions tests reach, kept as a few arrays: reading each file's share takes
 * many times as long as the answer. Files whose shares differ since are read anew, and all of it once they are many.
 */
import type { DatabaseSync } from "node:sqlite";
import { readShares, shareReader } from "#engine/scan/derive/kept-shares";
import { forgetParts, int32Of, type Parts, putParts, readParts, readSince, textOf } from "#engine/scan/kept-parts";
import { type FileHead, headOf, numbersOf, ReachFile } from "./reach-file.ts";
import { decodeReachShare } from "./reach-share.ts";
import { type KeptWords, Words } from "./reach-words.ts";

/** The files that bring something, in no order, and their words. */
export interface ReadReach {
  readonly words: Words;
  readonly files: ReadonlyMap<string, ReachFile>;
}

/** @param parts what was kept, where it was read ahead */
export function readReach(db: DatabaseSync, parts = readParts(db, "reach")): ReadReach {
  const since = readSince(db, "reach");
  if (!since || !parts) return make(db);
  const kept = read(parts);
  const words = new Words(kept.words);
  const files = new Map(
    kept.heads.map(
      (head, at) => [head[0], new ReachFile(head, kept.paths[at] ?? -1, kept.numbers, kept.starts[at])] as const,
    ),
  );
  const share = shareReader(db, "reach");
  for (const path of since) {
    const one = share(path);
    if (one === undefined) files.delete(path);
    else files.set(path, fileOf(path, one, words));
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

/** Reads all shares, and keeps what they come to. */
function make(db: DatabaseSync): ReadReach {
  const words = new Words();
  const heads: FileHead[] = [];
  const paths: number[] = [];
  const starts: number[] = [];
  const all: number[] = [];
  for (const [path, kept] of readShares(db, "reach")) {
    const share = decodeReachShare(path, kept);
    heads.push(headOf(path, share));
    paths.push(words.take(path));
    starts.push(all.length);
    for (const one of numbersOf(share, words)) all.push(one);
  }
  const numbers = Int32Array.from(all);
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
