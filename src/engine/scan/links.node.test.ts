import { symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { linksWithin } from "./links.ts";
import { query } from "./testing/query-db.ts";
import { runScan } from "./testing/run-scan.ts";
import { TempFolder, TempRepository } from "./testing/temp-repository.ts";

test("a link stands for the file or folder of the repository that it leads to at last", async () => {
  const folder = new TempFolder({ "src/a.ts": "", "lib/b/c.ts": "" });
  for (const [target, path] of [
    ["src/a.ts", "one.ts"],
    ["./one.ts", "two.ts"],
    ["../lib/b", "src/b"],
    ["b/c.ts", "src/c.ts"],
    ["..", "lib/up"],
    ["nowhere", "dangling"],
    ["circle", "circle"],
    ["../../etc", "lib/out"],
    ["/etc/hosts", "absolute"],
  ] as const)
    symlinkSync(target, folder.at(path));
  const links = ["one.ts", "two.ts", "src/b", "src/c.ts", "lib/up", "dangling", "circle", "lib/out", "absolute"];
  expect(linksWithin(folder.path, links, [{ path: "lib/b/c.ts" }, { path: "src/a.ts" }])).toEqual([
    ["one.ts", "src/a.ts"],
    ["src/b", "lib/b"],
    ["src/c.ts", "lib/b/c.ts"],
    ["two.ts", "src/a.ts"],
  ]);
});

test("imports through a link lead to what it stands for, also once it leads elsewhere", async () => {
  const repository = new TempRepository({
    "shared/old.ts": "export function told() {}\n",
    "shared/new.ts": "\nexport function told() {}\n",
    "app/main.ts": 'import { told } from "./linked";\ntold();\n',
  });
  symlinkSync("../shared/old.ts", repository.at("app/linked.ts"));
  const leads = () => query(repository, "select callee_path, callee_line from call_edges");
  await runScan(repository);
  expect(leads()).toEqual([{ callee_path: "shared/old.ts", callee_line: 1 }]);
  expect(query(repository, "select path from files order by path")).toEqual([
    { path: "app/main.ts" },
    { path: "shared/new.ts" },
    { path: "shared/old.ts" },
  ]);
  repository.remove("app/linked.ts");
  symlinkSync("../shared/new.ts", repository.at("app/linked.ts"));
  await runScan(repository);
  expect(leads()).toEqual([{ callee_path: "shared/new.ts", callee_line: 2 }]);
});
