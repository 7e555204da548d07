import { expect, test } from "vitest";
import { rowsOf } from "#engine/scan/testing/scanned-rows";

const names = "select name from patterns where id like '%file-names%'";
const components = (folder: string, files: string): [string, string][] =>
  files.split(" ").map((file) => [`${folder}/${file}.vue`, "<template><p>x</p></template>\n"]);
const views = components("src/views", "Login Home Setup Carts Orders Buyers Stock Prices Labels Taxes");

test("words in lower case go against names that begin with a capital", async () => {
  const parts = components("src/components", "login home setup carts orders buyers stock prices labels taxes");
  expect(await rowsOf(Object.fromEntries(views), names)).toEqual([{ name: "Component files in PascalCase" }]);
  expect(await rowsOf(Object.fromEntries([...views, ...parts]), names)).toEqual([]);
  const pages = components("src/pages", "login home setup carts orders buyers stock prices labels taxes");
  expect(await rowsOf(Object.fromEntries([...views, ...pages]), names)).toEqual([
    { name: "Component files in PascalCase" },
  ]);
});

test("beside names with hyphens they are nothing", async () => {
  const parts = components("src/parts", "a-b c-d e-f g-h i-j k-l m-n o-p q-r s-t login home setup carts orders buyers");
  expect(await rowsOf(Object.fromEntries(parts), names)).toEqual([{ name: "Component files in kebab-case" }]);
});
