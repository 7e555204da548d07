import { expect, test } from "vitest";
import { query } from "./testing/query-db.ts";
import { runScan } from "./testing/run-scan.ts";
import { TempFolder } from "./testing/temp-repository.ts";

const code = `class Base:
    def __init__(self): pass
class Own(Base):
    def __init__(self):
        super().__init__()
class Sub(Base): pass
made = [Sub(), Own()]
`;

test("an edge leads to what a site names; that an inherited constructor runs stands beside it", async () => {
  const folder = new TempFolder({ "a.py": code });
  await runScan(folder);
  const edges =
    "select call_line || ' ' || callee_name as edge from call_edges where callee_name is not null order by 1";
  expect(query(folder, edges)).toEqual([{ edge: "5 Base.__init__" }, { edge: "7 Own.__init__" }, { edge: "7 Sub" }]);
  const calls = "select line from calls where callee = 'a.py#Base.__init__' order by line";
  expect(query(folder, calls)).toEqual([{ line: 5 }, { line: 7 }]);
});
