import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { Ahead } from "#engine/scan/ahead";
import { driftDbPath } from "#engine/scan/drift-folder";
import { forgetParts, sinceNoter } from "#engine/scan/kept-parts";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";
import { readKept } from "./kept-said.ts";
import { observe } from "./store.ts";

test("whatever files say since it was kept, all say what they say now", async () => {
  const names = ["a", "b", "c", "d", "e", "f"];
  const folder = new TempFolder({
    "package.json": '{ "name": "a", "devDependencies": { "vitest": "4" } }',
    ...Object.fromEntries(names.map((name) => [`${name}.ts`, `import "./a";\nexport function ${name}Name() {}\n`])),
    "a.test.ts": 'import { aName } from "./a";\ntest("a", () => aName());\n',
  });
  await runScan(folder);
  const db = new DatabaseSync(driftDbPath(folder.path));
  try {
    const before = observe(db);
    const kept = new Ahead(readKept(db));
    expect(observe(db, kept)).toEqual(before);
    // One says something else since, one is gone, and one came.
    db.exec(`begin;
      update share_said set share = (select share from share_said where path = 'b.ts') where path = 'a.ts';
      delete from share_said where path = 'c.ts';
      insert into share_said select 'aa.ts', share from share_said where path = 'd.ts'`);
    for (const path of ["a.ts", "aa.ts", "c.ts"]) sinceNoter(db, "said")(path);
    const files = observe(db, kept);
    forgetParts(db, "said");
    expect(files).toEqual(observe(db));
    expect(files.map(({ path }) => path)).toEqual(["a.test.ts", "a.ts", "aa.ts", "b.ts", "d.ts", "e.ts", "f.ts"]);
    const [tests] = files;
    expect(tests?.observations).toContainEqual(expect.objectContaining({ variant: "vitest", path: "a.test.ts" }));
  } finally {
    db.close();
  }
});
