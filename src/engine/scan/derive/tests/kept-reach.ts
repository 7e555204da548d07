/**
 * What all files bring to the question which functions tests reach, kept as a few arrays: reading each file's share takes
 * many times as long as the answer. Files whose shares differ since are read anew, and all of it once they are many.
 */
import type { DatabaseSync } from "node:sqlite";
import { readShares, shareReader } from "#engine/scan/derive/kept-shares";
import { type FileHead, headOf, numbersOf, ReachFile } from "./reach-file.ts";
import { decodeReachShare } from "./reach-share.ts";
import { type KeptWords, Words } from "./reach-words.ts";

/** So many files may differ. */
const mostDiffering = 50;

/** The files that bring something, in no order, and their words. */
export interface ReadReach {
  readonly words: Words;
  readonly files: ReadonlyMap<string, ReachFile>;
}

export function readReach(db: DatabaseSync): ReadReach {
  const since = db
    .prepare("select path from scan_reach_since")
    .all()
    .map(({ path }) => String(path));
  const kept = since.length <= mostDiffering ? read(db) : undefined;
  if (!kept) return make(db);
  const words = new Words(kept.words);
  const files = new Map(
    kept.heads.map((head, at) => [head[0], new ReachFile(head, kept.numbers, kept.starts[at])] as const),
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
  return new ReachFile(headOf(path, share), numbersOf(share, words));
}

interface Kept {
  readonly words: KeptWords;
  readonly heads: readonly FileHead[];
  /** Where the lists of each file stand among the numbers. */
  readonly starts: Int32Array;
  readonly numbers: Int32Array;
}

function read(db: DatabaseSync): Kept | undefined {
  const rows = db.prepare("select part, bytes from scan_reach").all() as { part: string; bytes: Uint8Array }[];
  if (rows.length === 0) return undefined;
  const parts = new Map(rows.map(({ part, bytes }) => [part, bytes]));
  const bytes = (part: string): Uint8Array => parts.get(part) ?? new Uint8Array();
  const numbers = (part: string): Int32Array => {
    // A blob of SQLite's need not lie where numbers may.
    const found = bytes(part).byteOffset % 4 === 0 ? bytes(part) : bytes(part).slice();
    return new Int32Array(found.buffer, found.byteOffset, found.byteLength >> 2);
  };
  return {
    words: { text: bytes("text"), ends: numbers("ends"), paths: numbers("paths"), slots: numbers("slots") },
    heads: JSON.parse(Buffer.from(bytes("heads")).toString()) as FileHead[],
    starts: numbers("starts"),
    numbers: numbers("numbers"),
  };
}

/** Reads all shares, and keeps what they come to. */
function make(db: DatabaseSync): ReadReach {
  const words = new Words();
  const heads: FileHead[] = [];
  const starts: number[] = [];
  const all: number[] = [];
  for (const [path, kept] of readShares(db, "reach")) {
    const share = decodeReachShare(path, kept);
    heads.push(headOf(path, share));
    starts.push(all.length);
    for (const one of numbersOf(share, words)) all.push(one);
  }
  const numbers = Int32Array.from(all);
  db.exec("delete from scan_reach; delete from scan_reach_since");
  const kept = words.keep();
  if (kept) {
    const insert = db.prepare("insert into scan_reach values (?, ?)");
    // SQLite has no other word than null for an empty blob here.
    const put = (part: string, { buffer, byteOffset, byteLength }: Uint8Array | Int32Array): void => {
      if (byteLength > 0) insert.run(part, new Uint8Array(buffer, byteOffset, byteLength));
    };
    put("heads", Buffer.from(JSON.stringify(heads)));
    put("text", kept.text);
    put("ends", kept.ends);
    put("paths", kept.paths);
    put("slots", kept.slots);
    put("starts", Int32Array.from(starts));
    put("numbers", numbers);
  }
  const files = new Map(heads.map((head, at) => [head[0], new ReachFile(head, numbers, starts[at])] as const));
  return { words, files };
}
