import { expect, test } from "vitest";
import type { Place } from "./observation.ts";
import { placed, type Subject } from "./places.ts";

const data: Subject = { id: "place", category: "data-access", what: "The database", verb: "is asked", least: 4 };
const ages = { first: new Map<string, number>(), now: 0 };
const packages = ["a", "b", "c", "d", "e", "f"];
const code = packages.flatMap((name) => ["src", "store", "tests", "tools"].map((part) => `${name}/${part}/x.rs`));
const one = {
  convention: "place",
  group: null,
  variant: "data",
  line: 1,
  endLine: 1,
  symbol: null,
  quote: null,
  count: 2,
};
const placesIn = (part: string): Place[] => packages.map((name) => ({ ...one, path: `${name}/${part}/x.rs` }));

test("folders of one name are a place, but not those in which all code lies", () => {
  expect(placed(data, placesIn("store"), code, ages)?.name).toBe("The database is asked in folders named store/");
  expect(placed(data, placesIn("src"), code, ages)).toBeUndefined();
});

test("that something is done in the folder of an application's own code says nothing", () => {
  const files = ["app/a/x.rb", "app/b/x.rb", "app/c/x.rb", "lib/x.rb", "db/a.rb", "db/b.rb", "db/c.rb", "db/d.rb"];
  const places = (folder: string): Place[] =>
    ["a", "b", "c"].map((name) => ({ ...one, path: `${folder}/${name}/x.rb` }));
  expect(placed(data, places("app"), files, ages)).toBeUndefined();
  expect(placed(data, places("web/store"), files, ages)?.name).toBe("The database is asked in web/store/");
});
