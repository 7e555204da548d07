import { expect, test } from "vitest";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";
import { runMain } from "./testing/run-main.ts";

/** What a command prints. */
const run = async (...args: string[]): Promise<string> => (await runMain(...args)).out;

test("errors are printed as a tree of types, their sites by error, what is dropped place by place", async () => {
  const folder = new TempFolder({
    "src/errors.ts":
      "export class Failed extends Error {}\nexport class Gone extends Failed {}\nexport class Missing extends Gone {}\n",
    "src/find.ts": [
      'import { Missing, Gone } from "./errors";',
      "export function find(x: number) {",
      "  if (x) throw new Missing();",
      "  if (x > 1) throw new Missing();",
      "  if (x > 2) throw new Gone();",
      "  try { find(x); } catch {}",
      "}",
      "",
    ].join("\n"),
    "src/find.test.ts": 'import { test } from "vitest";\ntest("x", () => { throw new RangeError(); });\n',
  });
  await runScan(folder);
  const out = await run("errors", "--dir", folder.path);
  expect(out.replaceAll(/ +$/gm, "")).toMatchInlineSnapshot(`
    "types 3
    Failed       Error              src/errors.ts:1
      Gone              thrown 1    src/errors.ts:2
        Missing         thrown 2    src/errors.ts:3

    thrown 3
    Missing  2  src/find.ts:3
    Gone     1  src/find.ts:5

    swallowed 1
    any  find  src/find.ts:6
    "
  `);
  expect(await run("errors", "--kind", "throw", "--tests", "--dir", folder.path)).toContain("RangeError");
  const json = JSON.parse(await run("errors", "missing", "--json", "--dir", folder.path)) as {
    types: unknown[];
    sites: unknown[];
  };
  expect([json.types.length, json.sites.length]).toEqual([1, 2]);
});
