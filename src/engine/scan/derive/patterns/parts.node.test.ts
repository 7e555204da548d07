import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { driftDbPath } from "#engine/scan/drift-folder";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";
import { partsOf } from "./parts.ts";

/** Most files of `shop/api` raise one error and three another; elsewhere each file raises its own. */
function raising(): Record<string, string> {
  const file = (error: string) => `def f(value):\n    if not value:\n        raise ${error}("no value")\n`;
  const of = (count: number, folder: string, error: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => [`shop/${folder}/${error(at).toLowerCase()}_${at}.py`, file(error(at))]);
  return Object.fromEntries([
    ...of(24, "api", () => "ValidationError"),
    ...of(3, "api", () => "QueryError"),
    ...of(3, "api_abstract", () => "NotImplementedError"),
    ...of(24, "core", (at) => `Own${at}Error`),
    [".tools/release.py", file("ToolError")],
  ]);
}

test("what lies in one main folder falls into the folders inside of it", async () => {
  const folder = new TempFolder(raising());
  await runScan(folder, { full: true });
  const db = new DatabaseSync(driftDbPath(folder.path), { readOnly: true });
  const told = db.prepare("select name, scope, occurrences, outliers from patterns where category = 'errors'").all();
  db.close();
  expect(told.map((row) => Object.values(row).join(" | "))).toEqual([
    "Errors are thrown as ValidationError in api | shop/api | 24 | 3",
  ]);
});

test("of very many packages those with the most code are looked at", () => {
  const db = new DatabaseSync(":memory:");
  db.exec("create table packages (path text)");
  const put = db.prepare("insert into packages values (?)");
  const folders = [...Array.from({ length: 60 }, (_, at) => `connectors/${at}`), "web"];
  for (const folder of folders) put.run(`${folder}/package.json`);
  const files = [...folders, "web", "web"].map((folder, at) => ({
    path: `${folder}/src/${at}.ts`,
    family: "js",
    isTest: false,
    observations: [],
    internal: [],
    external: [],
  }));
  const { folders: found } = partsOf(db, files);
  expect(found).toHaveLength(40);
  expect(found).toContain("web");
});
