/** Which framework a test is of whose file imports none, and what its module does as it is loaded. */

import { expect, test } from "vitest";
import { query } from "#engine/scan/testing/query-db";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

async function scanned(sources: Record<string, string>): Promise<TempFolder> {
  const folder = new TempFolder(sources);
  await runScan(folder);
  return folder;
}

test("a package of another ecosystem is no framework of a language, whatever it is called", async () => {
  const folder = await scanned({
    Gemfile: "source 'https://rubygems.org'\ngem 'mocha'\ngem 'minitest'\n",
    "package.json": `{ "devDependencies": { "jest": "29.0.0" } }`,
    "test/cart.test.js": `test("is empty", () => { expect(0).toBe(0); });`,
  });
  expect(query(folder, "select name, framework from test_cases")).toEqual([{ name: "is empty", framework: "jest" }]);
});

test("what a module of Python's tests does as it is loaded is set up for none of them", async () => {
  const folder = await scanned({
    "shop/cart.py": "def joined(parts):\n    return ''.join(parts)\n\n\ndef total(prices):\n    return sum(prices)\n",
    "tests/test_cart.py":
      "from shop.cart import joined, total\n\nTABLE = joined(['a', 'b'])\n\n\ndef test_total():\n    assert total([1]) == 1\n",
  });
  expect(query(folder, "select symbol, how from test_covers where test is not null")).toEqual([
    { symbol: "shop/cart.py#total", how: "call" },
  ]);
});
