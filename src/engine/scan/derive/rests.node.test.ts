import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { factTable } from "#contract/fact-tables";
import { type FactRow, type Unit, unitVersion } from "#contract/unit";
import { createTables } from "#engine/scan/schema";
import { Changes } from "./changes.ts";
import { hashOfFile } from "./declared-texts.ts";
import { FactRanges } from "./fact-ranges.ts";
import { isUntouched, type Rests, Watched } from "./rests.ts";

/** A row of a table with some of its columns. */
const row = (table: string, cells: Record<string, string | number>): FactRow =>
  (factTable(table)?.columns ?? []).map(({ name }) => cells[name] ?? null);

const unit = (path: string, rows: Record<string, FactRow[]>): Unit => ({ v: unitVersion, kind: "file", path, rows });

function opened(): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  db.exec(createTables);
  return db;
}

/** What a derivation rests on that asks for all throws outside of tests, and for the names of what `a.ts` declares. */
function rests(): Rests {
  const watched = new Watched(opened());
  const throws =
    "select symbol from error_sites where kind = 'throw' and path not in (select path from files where is_test)";
  expect(watched.db.prepare(throws).all()).toEqual([]);
  watched.db
    .prepare("select name from symbols where fact >= ? and fact < ?")
    .all(...new FactRanges(watched.db).of("a.ts#a"));
  return watched.rests;
}

test("what is asked is told by tables and columns, and by the files whose rows are asked for", () => {
  expect(rests()).toEqual({
    whole: { error_sites: ["kind", "symbol", "path"], files: ["path", "is_test"] },
    ofFiles: { symbols: ["name"] },
    files: ["a.ts"],
  });
  const watched = new Watched(opened());
  watched.db.prepare("select * from environment_uses where path not in (select path from files where is_test)");
  const { environment_uses, files } = watched.rests.whole;
  expect([environment_uses?.length, files]).toEqual([
    factTable("environment_uses")?.columns.length,
    ["path", "is_test"],
  ]);
});

test("a function that gives rows is no table", () => {
  const watched = new Watched(opened());
  watched.db.prepare(
    "select count(*) as n from calls where target = ? and caller not in (select value from json_each(?))",
  );
  expect(watched.rests.whole).toEqual({ calls: ["caller", "target"] });
});

test("whoever reads a file's text rests on all of the file", () => {
  const db = opened();
  db.exec("insert into units (id, hash, kind, path) values (7, 'h', 'file', 'a.ts')");
  const watched = new Watched(db);
  watched.db.prepare(hashOfFile).get(...new FactRanges(watched.db).of("a.ts#a"));
  expect(watched.rests).toEqual({ whole: {}, ofFiles: {}, files: ["a.ts"], texts: ["a.ts"] });
  const isLeft = (path: string) => {
    const changes = new Changes();
    const [before, after] = ["one", "other"].map((hash) => ({ files: [row("files", { hash })] }));
    changes.replaces(unit(path, after ?? {}), () => before ?? {});
    return isUntouched(watched.rests, changes);
  };
  expect([isLeft("a.ts"), isLeft("b.ts")]).toEqual([false, true]);
});

/** Whether a file's rows, another before and after, leave what rests on all this as it is. */
function leaves(path: string, before: Record<string, FactRow[]>, after: Record<string, FactRow[]>): boolean {
  const changes = new Changes();
  changes.replaces(unit(path, after), () => before);
  return isUntouched(rests(), changes);
}

test("rows of other tables, other columns and files that nobody asked for make no difference", () => {
  const [one, other] = [row("symbols", { name: "a", line: 1 }), row("symbols", { name: "a", line: 2 })];
  expect(leaves("a.ts", { symbols: [one] }, { symbols: [other] })).toBe(true);
  expect(leaves("b.ts", { symbols: [one] }, { symbols: [one, row("symbols", { name: "b" })] })).toBe(true);
  expect(leaves("a.ts", {}, { imports: [row("imports", { specifier: "x" })] })).toBe(true);
});

test("a row of what is asked for does, in whatever file where the table is read whole", () => {
  expect(
    leaves("a.ts", { symbols: [row("symbols", { name: "a" })] }, { symbols: [row("symbols", { name: "b" })] }),
  ).toBe(false);
  expect(leaves("b.ts", {}, { error_sites: [row("error_sites", { kind: "throw", symbol: "b.ts#b" })] })).toBe(false);
  expect(leaves("b.ts", { files: [row("files", { is_test: 0 })] }, { files: [row("files", { is_test: 1 })] })).toBe(
    false,
  );
});

test("files that come or go, derived units that changed, and what is no table of facts make all of it open", () => {
  const [files, derived, nothing] = [new Changes(), new Changes(), new Changes()];
  files.comesOrGoes("file");
  derived.comesOrGoes("entry_point");
  const onEntryPoints: Rests = { whole: { entry_points: ["route"] }, ofFiles: {}, files: [] };
  expect([isUntouched(rests(), nothing), isUntouched(rests(), files), isUntouched(rests(), derived)]).toEqual([
    true,
    false,
    true,
  ]);
  expect(isUntouched(onEntryPoints, derived)).toBe(false);
  expect(isUntouched({ whole: { call_edges: [] }, ofFiles: {}, files: [] }, nothing)).toBe(false);
});
