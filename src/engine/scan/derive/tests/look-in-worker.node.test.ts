import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { driftDbPath } from "#engine/scan/drift-folder";
import { scan } from "#engine/scan/scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";
import { WorkerPool } from "#engine/scan/worker-pool";
import { readEntered } from "./entered.ts";
import { readKeptReach } from "./kept-reach.ts";
import { lookInWorker } from "./look-in-worker.ts";
import { lookThroughKept } from "./look-through.ts";

test("a worker finds what no test reaches, and where it is lost this thread does", async () => {
  const folder = new TempFolder({
    "a.ts": "export function a(n: number) { return n ? 1 : 2; }\n",
    "b.ts": "export function b(n: number) { return n ? 1 : 2; }\n",
    "a.test.ts": 'import { test } from "vitest"; import { a } from "./a"; test("a", () => { a(1); });\n',
  });
  const options = { folder: folder.path, generated: false, maxFileBytes: 1_000 };
  await scan({ ...options, sourceMode: "snippets", scanner: "test" });
  const db = new DatabaseSync(driftDbPath(folder.path), { readOnly: true });
  const read = () => readKeptReach(db) ?? expect.unreachable("nothing was kept");
  const asked = {
    entered: readEntered(db),
    rendering: [],
    tests: new Set<string>(),
    functions: new Set(["a.ts#a"]),
    files: new Set<string>(),
  };
  const found = {
    covering: new Set(["a.test.ts"]),
    untested: new Map([["b.ts", [{ id: "b.ts#b", name: "b", complexity: 2, callers: 0, confidence: 90 }]]]),
  };
  for (const silenceMs of [20_000, 0]) {
    const pool = new WorkerPool(options, { silenceMs });
    expect(await lookInWorker(pool, read(), asked, () => lookThroughKept(read(), asked))).toEqual(found);
    // Where no answer came, none is left.
    expect(pool.first !== undefined).toBe(silenceMs > 0);
    await pool.close();
  }
  db.close();
});
