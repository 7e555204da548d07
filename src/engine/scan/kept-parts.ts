/**
 * What is kept of all files together, as a few arrays: reading what each file brings takes many times as long. Beside
 * it stands which files bring something else since, so that only these are read.
 */
import type { DatabaseSync } from "node:sqlite";
import { Ahead, type Steps } from "./ahead.ts";

export const createKeptTables = `
create table scan_kept (name text not null, part text not null, bytes blob not null, primary key (name, part)) strict;
create table scan_kept_since (name text not null, path text not null, primary key (name, path)) strict, without rowid;`;

export type KeptName = "listing" | "outlines" | "reach" | "said" | `rests of ${string}`;

/** So many files may bring something else before all are read again. */
const mostSince = 50;

type Numbers = Int32Array | Float64Array;
export type Parts = ReadonlyMap<string, Uint8Array>;

/** Undefined: nothing is kept. An array that is empty is no part. */
export function readParts(db: DatabaseSync, name: KeptName): Parts | undefined {
  return new Ahead(readEachPart(db, name)).finish();
}

/** The same, a part a step. */
export function* readEachPart(db: DatabaseSync, name: KeptName): Steps<Parts | undefined> {
  const names = db.prepare("select part from scan_kept where name = ?").all(name);
  const read = db.prepare("select bytes from scan_kept where name = ? and part = ?");
  const parts = new Map<string, Uint8Array>();
  for (const { part } of names as { part: string }[]) {
    parts.set(part, read.get(name, part)?.bytes as Uint8Array);
    yield;
  }
  return parts.size === 0 ? undefined : parts;
}

/** Keeps parts in the place of those before. */
export function putParts(
  db: DatabaseSync,
  name: KeptName,
  parts: Readonly<Record<string, Uint8Array | Numbers>>,
): void {
  forgetParts(db, name);
  const insert = db.prepare("insert into scan_kept values (?, ?, ?)");
  // SQLite has no other word than null for an empty blob here.
  for (const [part, { buffer, byteOffset, byteLength }] of Object.entries(parts))
    if (byteLength > 0) insert.run(name, part, new Uint8Array(buffer, byteOffset, byteLength));
}

/** Keeps a part in the place of the one before, where all that is kept with it still holds. */
export function replacePart(db: DatabaseSync, name: KeptName, part: string, of: Uint8Array | Numbers): void {
  const bytes = new Uint8Array(of.buffer, of.byteOffset, of.byteLength);
  db.prepare("insert or replace into scan_kept values (?, ?, ?)").run(name, part, bytes);
}

export function forgetParts(db: DatabaseSync, name: KeptName): void {
  db.prepare("delete from scan_kept where name = ?").run(name);
  db.prepare("delete from scan_kept_since where name = ?").run(name);
}

export const textOf = (parts: Parts, part: string): string => Buffer.from(parts.get(part) ?? []).toString();

/** A blob of SQLite's need not lie where numbers may. */
const aligned = (bytes: Uint8Array, width: number): Uint8Array =>
  bytes.byteOffset % width === 0 ? bytes : bytes.slice();

export function int32Of(parts: Parts, part: string): Int32Array {
  const { buffer, byteOffset, byteLength } = aligned(parts.get(part) ?? new Uint8Array(), 4);
  return new Int32Array(buffer, byteOffset, byteLength >> 2);
}

export function float64Of(parts: Parts, part: string): Float64Array {
  const { buffer, byteOffset, byteLength } = aligned(parts.get(part) ?? new Uint8Array(), 8);
  return new Float64Array(buffer, byteOffset, byteLength >> 3);
}

/** Notes that a file brings something else than what is kept. */
export function sinceNoter(db: DatabaseSync, name: KeptName): (path: string) => void {
  const note = db.prepare(
    `insert or ignore into scan_kept_since select '${name}', ? where exists (select 1 from scan_kept where name = '${name}')`,
  );
  return (path) => {
    note.run(path);
  };
}

/** The files that bring something else; undefined where they are so many that what is kept is of no more use. */
export function readSince(db: DatabaseSync, name: KeptName): string[] | undefined {
  const rows = db.prepare("select path from scan_kept_since where name = ? limit ?").all(name, mostSince + 1);
  return rows.length > mostSince ? undefined : rows.map(({ path }) => String(path));
}
