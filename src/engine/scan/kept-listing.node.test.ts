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

async function keep(repository: TempRepository, now = later) {
  const db = new DatabaseSync(":memory:");
  db.exec(createKeptTables);
  const asked = askedOf(await listNames(repository.path));
  const listing = await listFiles(repository.path, true);
  KeptListing.put(db, asked, listing, now);
  return { kept: KeptListing.read(db), db, asked, listing };
}

test("of a folder that nothing happened to, the listing is known without one", async () => {
  const repository = new TempRepository(files);
  symlinkSync("a.ts", repository.at("link.ts"));
  const { kept, asked, listing } = await keep(repository);
  expect(kept?.looksSame(repository.path)).toBe(true);
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
  expect(kept?.looksSame(repository.path)).toBe(false);
});

test("the listed files that look other than they did are told, wherever they stand", async () => {
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`f${at}.ts`, "let x;"]));
  const repository = new TempRepository(many);
  const { kept } = await keep(repository);
  repository.write({ "f3.ts": "let longer;", "f19.ts": "" });
  repository.remove("f7.ts");
  expect(kept?.looksSame(repository.path)).toBe(false);
  kept?.looks(repository.path);
  expect(kept?.changed()).toEqual(["f19.ts", "f3.ts"]);
});

test("where nothing but listed files changed, the listing is known anew, and kept anew", async () => {
  const repository = new TempRepository(files);
  symlinkSync("src/b.ts", repository.at("link.ts"));
  const { kept, db, asked } = await keep(repository);
  repository.write({ "src/b.ts": "let longer;" });
  kept?.looks(repository.path);
  const { looks: _, note: __, ...listing } = await listFiles(repository.path, true);
  expect(kept?.renewed(repository.path)).toEqual({ ...listing, differing: new Set(["src/b.ts"]) });
  kept?.keepRenewed(db);
  const again = KeptListing.read(db);
  expect([again?.isOf(asked), again?.looksSame(repository.path)]).toEqual([true, true]);
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
  kept?.looks(repository.path);
  expect(kept?.renewed(repository.path)).toBeUndefined();
});

test("nothing is kept where a file may change again and look the same", async () => {
  const { kept } = await keep(new TempRepository(files), Date.now());
  expect(kept).toBeUndefined();
});

test("of a listing that is outdated only how its paths look now is of use", async () => {
  const repository = new TempRepository(files);
  const { kept, db } = await keep(repository);
  KeptListing.outdate(db);
  const outdated = KeptListing.read(db);
  expect([kept?.looksSame(repository.path), outdated?.looksSame(repository.path)]).toEqual([true, false]);
  repository.write({ "src/b.ts": "let longer;" });
  repository.remove("a.ts");
  const looks = outdated?.looks(repository.path);
  expect([looks?.get("src/b.ts")?.size, looks?.has("a.ts"), looks?.get("src")?.isDirectory()]).toEqual([
    11,
    false,
    true,
  ]);
});
