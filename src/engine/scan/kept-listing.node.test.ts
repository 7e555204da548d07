import { hash } from "node:crypto";
import { renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { listNames } from "./git.ts";
import { askedOf, KeptListing } from "./kept-listing.ts";
import { createKeptTables } from "./kept-parts.ts";
import { listFiles } from "./list-files.ts";
import { TempFolder, TempRepository } from "./testing/temp-repository.ts";

/** Later than any file here changed, by more than stamps may be wrong. */
const later = Date.now() + 3_600_000;

const files = {
  "a.ts": "let a;",
  "src/b.ts": "let b;",
  "gen/package-lock.json": "{}",
  "node_modules/x/.gitattributes": "*.ts linguist-generated",
  ".gitattributes": "gen/* linguist-generated",
};

async function keep(repository: TempRepository, now = later, bytes: Readonly<Record<string, string>> = {}) {
  const db = new DatabaseSync(":memory:");
  db.exec(createKeptTables);
  const asked = askedOf(await listNames(repository.path));
  const listing = await listFiles(repository.path, true);
  const hashes = Object.entries(bytes).map(([path, text]) => [path, hash("sha256", text)] as const);
  KeptListing.put(db, asked, listing, now, new Map(hashes));
  return { kept: KeptListing.read(db, repository.path), db, asked, listing };
}

test("of a folder that nothing happened to, the listing is known without one", async () => {
  const repository = new TempRepository(files);
  symlinkSync("a.ts", repository.at("link.ts"));
  const { kept, asked, listing } = await keep(repository);
  expect(kept?.looksSame()).toBe(true);
  expect(kept?.isOf(asked)).toBe(true);
  const { looks: _, links, ...rest } = listing;
  expect(kept?.listing()).toEqual(rest);
  expect(rest.skipped.get("link.ts")).toBe("symlink");
  expect(links).toEqual([["link.ts", "a.ts"]]);
});

test("a file that came is told by git's names, a setting by what was asked", async () => {
  const repository = new TempRepository(files);
  const { kept } = await keep(repository);
  repository.write({ "src/c.ts": "" });
  const names = await listNames(repository.path);
  expect(kept?.isOf(askedOf(names))).toBe(false);
  rmSync(repository.at("src/c.ts"));
  const again = await listNames(repository.path);
  expect([kept?.isOf(askedOf(again)), kept?.isOf(askedOf(again, "none"))]).toEqual([true, false]);
});

test.for<[what: string, change: (repository: TempRepository) => void]>([
  ["a file's bytes", (repository) => repository.write({ "src/b.ts": "let c;" })],
  ["a file's time alone", (repository) => utimesSync(repository.at("a.ts"), 1, 1)],
  ["a file that went", (repository) => repository.remove("a.ts")],
  ["a lock file that a tool wrote", (repository) => repository.write({ "gen/package-lock.json": "[]" })],
  [
    "rules that stand in what is not read",
    (repository) => writeFileSync(repository.at("node_modules/x/.gitattributes"), ""),
  ],
  [
    "a folder that became a link",
    (repository) => {
      const outside = new TempFolder();
      renameSync(repository.at("src"), outside.at("src"));
      symlinkSync(outside.at("src"), repository.at("src"));
    },
  ],
])("%s is seen", async ([, change]) => {
  const repository = new TempRepository(files);
  const { kept } = await keep(repository);
  change(repository);
  expect(kept?.looksSame()).toBe(false);
});

test("the listed files that look other than they did are told, wherever they stand", async () => {
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`f${at}.ts`, "let x;"]));
  const repository = new TempRepository(many);
  const { kept } = await keep(repository);
  repository.write({ "f3.ts": "let longer;", "f19.ts": "" });
  repository.remove("f7.ts");
  expect(kept?.looksSame()).toBe(false);
  kept?.looks();
  expect(kept?.changed()).toEqual(["f19.ts", "f3.ts"]);
});

test("where nothing but listed files changed, the listing is known anew, and kept anew", async () => {
  const repository = new TempRepository(files);
  symlinkSync("src/b.ts", repository.at("link.ts"));
  const { kept, db, asked } = await keep(repository);
  repository.write({ "src/b.ts": "let longer;" });
  kept?.looks();
  const { looks: _, note: __, ...listing } = await listFiles(repository.path, true);
  expect(kept?.renewed()).toEqual({ ...listing, differing: new Set(["src/b.ts"]) });
  kept?.keepRenewed(db, later, new Map());
  const again = KeptListing.read(db, repository.path);
  expect([again?.isOf(asked), again?.looksSame()]).toEqual([true, true]);
  const { links, ...rest } = listing;
  expect(again?.listing()).toEqual(rest);
  expect(links).toEqual([["link.ts", "src/b.ts"]]);
});

test.for<[what: string, change: (repository: TempRepository) => void]>([
  ["a listed file went", (repository) => repository.remove("a.ts")],
  ["a listed file became a link", (repository) => symlinkSync("src/b.ts", repository.remove("a.ts").at("a.ts"))],
  ["what is listed is said otherwise", (repository) => repository.write({ ".gitattributes": "" })],
  ["a lock file that a tool wrote changed", (repository) => repository.write({ "gen/package-lock.json": "[]" })],
])("where %s, the folder has to be listed", async ([, change]) => {
  const repository = new TempRepository(files);
  const { kept } = await keep(repository);
  change(repository);
  kept?.looks();
  expect(kept?.renewed()).toBeUndefined();
});

test("nothing is kept where a file may change again and look the same", async () => {
  const { kept } = await keep(new TempRepository(files), Date.now());
  expect(kept).toBeUndefined();
});

test("of files that may change again and look the same the bytes tell whether they did", async () => {
  const repository = new TempRepository({ "a.ts": "let a;", "b.ts": "let b;" });
  const settled = new Date(Date.now() - 3_600_000);
  utimesSync(repository.at("b.ts"), settled, settled);
  const same = await keep(repository, later, { "a.ts": "let a;" });
  expect([same.kept?.latestChanged(), same.kept?.looksSame()]).toEqual([[], true]);
  const { kept, db } = await keep(repository, later, { "a.ts": "let c;", "b.ts": "let b;" });
  expect([kept?.latestChanged(), kept?.looksSame()]).toEqual([["a.ts"], false]);
  kept?.looks();
  expect(kept?.renewed()?.differing).toEqual(new Set(["a.ts"]));
  // By now both have settled, and `a.ts` was read.
  kept?.keepRenewed(db, later, new Map());
  const again = KeptListing.read(db, repository.path);
  expect([again?.latestChanged(), again?.looksSame()]).toEqual([[], true]);
});

test("of a listing that is outdated only how its paths look now is of use", async () => {
  const repository = new TempRepository(files);
  const { kept, db } = await keep(repository);
  KeptListing.outdate(db);
  const outdated = KeptListing.read(db, repository.path);
  expect([kept?.looksSame(), outdated?.looksSame()]).toEqual([true, false]);
  repository.write({ "src/b.ts": "let longer;" });
  repository.remove("a.ts");
  const looks = outdated?.looks();
  expect([looks?.get("src/b.ts")?.size, looks?.has("a.ts"), looks?.get("src")?.isDirectory()]).toEqual([
    11,
    false,
    true,
  ]);
});
