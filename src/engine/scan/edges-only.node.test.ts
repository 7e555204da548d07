import { expect, test } from "vitest";
import type { ScanResult } from "./scan.ts";
import { query } from "./testing/query-db.ts";
import { runScan } from "./testing/run-scan.ts";
import { TempFolder } from "./testing/temp-repository.ts";

const repository = {
  "package.json": '{ "name": "shop", "dependencies": { "express": "5.0.0" } }\n',
  "README.md": "# Shop\n\nRun `npm start`.\n",
  "src/app.ts": 'import express from "express";\nconst app = express();\napp.get("/cart", () => total());\n',
  "src/cart.ts": "export const total = () => price(1);\nexport function price(n: number) { return n; }\n",
};
const edges = "select caller_name, call_line, callee_text, callee_path, resolution from call_edges order by 1, 2, 3";
const kinds = (folder: TempFolder) => query(folder, "select distinct kind from units order by kind");

test("a scan of edges alone tells the same edges and nothing else, and gives way to a whole one", async () => {
  const folder = new TempFolder(repository);
  const run = (edgesOnly: boolean): Promise<ScanResult> => runScan(folder, { edgesOnly });
  await run(true);
  const bare = query(folder, edges);
  expect(bare.length).toBeGreaterThan(0);
  expect(kinds(folder)).toEqual([{ kind: "file" }]);
  expect(query(folder, "select * from registrations")).toEqual([]);
  await run(false);
  expect(query(folder, edges)).toEqual(bare);
  expect(kinds(folder).map(({ kind }) => kind)).toEqual(expect.arrayContaining(["document", "entry_point", "package"]));
  await run(true);
  expect(query(folder, edges)).toEqual(bare);
  expect(kinds(folder)).toEqual([{ kind: "file" }]);
  expect(query(folder, "select * from registrations")).toEqual([]);
});
