import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createKeptTables } from "./kept-parts.ts";
import { Outlines } from "./outlines.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text);

function open(files: Readonly<Record<string, string>>) {
  const db = new DatabaseSync(":memory:");
  db.exec(`create table scan_outlines (path text primary key, outline blob not null) strict;${createKeptTables}`);
  const put = (path: string, outline: string): void => {
    db.prepare("insert or replace into scan_outlines values (?, ?)").run(path, bytes(outline));
  };
  for (const [path, outline] of Object.entries(files)) put(path, outline);
  const read = (outlines: Outlines, path: string, outline: string): void => {
    outlines.isRead(path, bytes(outline));
    put(path, outline);
  };
  return { db, read };
}

/** What was joined, one by one: of a file that stands there twice the later counts. */
function parts(all: Uint8Array): string[] {
  const found: string[] = [];
  const view = new DataView(all.buffer, all.byteOffset, all.length);
  for (let at = 0; at < all.length; ) {
    const length = view.getUint32(at, true);
    found.push(Buffer.from(all.subarray(at + 4, at + 4 + length)).toString());
    at += 4 + length;
  }
  return found;
}

const files = { "a.ts": "a1", "b.ts": "b1" };

test("what is kept is what the rows say, and what was read since stands behind it", () => {
  const { db, read } = open(files);
  new Outlines(db).keep();
  const second = new Outlines(db);
  second.fetch();
  read(second, "a.ts", "a2");
  read(second, "b.ts", "b1");
  expect(parts(second.all())).toEqual(["a1", "b1", "a2"]);
  expect(parts(second.some(["a.ts"]))).toEqual(["a2"]);
  expect(parts(second.allBefore()).slice(-2)).toEqual(["a1", "b1"]);
  second.keep();
  const third = new Outlines(db);
  third.fetch();
  expect(parts(third.all())).toEqual(["a1", "b1", "a2"]);
});

test("of a file that is read no more nothing is told, now or by the next scan", () => {
  const { db } = open(files);
  new Outlines(db).keep();
  const second = new Outlines(db);
  second.fetch();
  second.forget("never.ts");
  expect(parts(second.all())).toEqual(["a1", "b1"]);
  second.forget("a.ts");
  expect(parts(second.all())).toEqual(["b1"]);
  second.keep();
  const third = new Outlines(db);
  third.fetch();
  expect(parts(third.all())).toEqual(["b1"]);
});

test("where more files were read since than are worth telling apart, all are kept anew", () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`${at}.ts`, `${at}`]));
  const { db, read } = open(many);
  const first = new Outlines(db);
  first.keep();
  for (const path of Object.keys(many)) read(first, path, `${path} anew`);
  first.keep();
  const second = new Outlines(db);
  second.fetch();
  expect(parts(second.all()).sort()).toEqual(
    Object.keys(many)
      .map((path) => `${path} anew`)
      .sort(),
  );
});
