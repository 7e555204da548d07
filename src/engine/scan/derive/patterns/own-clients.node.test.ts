import { expect, test } from "vitest";
import { query } from "#engine/scan/testing/query-db";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

const client = `import pycurl


def request(method: str, url: str):
    c = pycurl.Curl()
    c.setopt(pycurl.URL, url)
    c.perform()
    return c


def get(url: str):
    return request("get", url)
`;

const caller = (name: string): string => `from shop import curl


def ${name}(base):
    return curl.get(base + "/${name}")
`;

test("requests over the repository's own interface are its way, and what that uses is its own", async () => {
  const names = ["cart", "order", "price", "stock", "store", "buyer"];
  const folder = new TempFolder({
    "shop/curl/__init__.py": client,
    "shop/late.py": 'import requests\n\n\ndef late():\n    return requests.get("https://late.example")\n',
    ...Object.fromEntries(names.map((name) => [`shop/${name}.py`, caller(name)])),
  });
  await runScan(folder);
  const told = () =>
    query(folder, "select name, occurrences, outliers from patterns where id like 'api/%http-client%'").map((row) =>
      Object.values(row).join(" | "),
    );
  expect(told()).toEqual(["HTTP requests with the repository's own curl | 6 | 1"]);
  const places = () =>
    query(folder, "select line from pattern_locations where path = 'shop/cart.py' and pattern like '%http-client%'");
  expect(places()).toMatchObject([{ line: 5 }]);
  // A call that only moved is told where it is now.
  folder.write({ "shop/cart.py": `# Moved.\n${caller("cart")}` });
  await runScan(folder);
  expect(places()).toMatchObject([{ line: 6 }]);
});
