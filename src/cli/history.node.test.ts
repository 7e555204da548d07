import { expect, test } from "vitest";
import { TempRepository } from "#engine/scan/testing/temp-repository";
import { runDrift } from "./testing/run-drift.ts";

async function scanned(): Promise<TempRepository> {
  const repository = new TempRepository({ "a.ts": "1\n", "b.ts": "1\n", "src/c.ts": "1\n", "package.json": "{}" });
  for (const at of [2, 3, 4]) repository.write({ "a.ts": `${at}\n`, "b.ts": `${at}\n` }).commit(`both ${at}`);
  repository
    .write({ "a.ts": "5\n", "src/c.ts": "5\n" })
    .commit("Keep it in order to tell of it\n\nWe chose to keep it so that it is told.");
  repository.write({ "package.json": `{"dependencies":{"zod":"^3"}}` }).commit("Add zod");
  expect((await runDrift(["scan", repository.path])).stderr).toBe("");
  return repository;
}

test("drift decisions lists what was decided, newest first, and why", async () => {
  const { path } = await scanned();
  const { code, stdout } = await runDrift(["decisions", "--dir", path]);
  expect({ code, stdout: stdout.replace(/[0-9a-f]{10}/g, "<commit>..") }).toMatchInlineSnapshot(`
    {
      "code": 0,
      "stdout": "2023-11-14  <commit>..  Adds zod as a dependency.
    2023-11-14  <commit>..  Keep it in order to tell of it.
                            We chose to keep it so that it is told.
    ",
    }
  `);
  const narrowed = await runDrift(["decisions", "--dir", path, "--kind", "stated", "--path", "src/", "--json"]);
  expect(narrowed.json()).toMatchObject({
    decisions: [{ kind: "stated", paths: ["a.ts", "src/c.ts"], confidence: 75 }],
    total: 1,
  });
  expect((await runDrift(["decisions", "--dir", path, "--path", "elsewhere"])).stdout).toMatch(
    /^None of the 2 decisions is what was asked for/,
  );
  expect((await runDrift(["decisions", "--dir", path, "--since", "2026-01-01"])).stdout).toMatch(
    /^None of the 2 decisions is what was asked for/,
  );
  expect((await runDrift(["decisions", "--dir", path, "--limit", "1"])).stdout).toMatch(/and 1 older: --limit 2\n$/);
  expect((await runDrift(["decisions", "--dir", path, "--since", "then"])).code).toBe(2);
});

test("a commit that was picked onto another branch is told once", async () => {
  const repository = new TempRepository({ "package.json": "{}", "a.ts": "1\n" });
  repository.git("checkout", "-q", "-b", "release");
  const added = repository.write({ "package.json": `{"dependencies":{"zod":"^3"}}` }).commit("Add zod");
  repository.write({ "b.ts": "1\n" }).commit("Change b");
  repository.git("checkout", "-q", "main");
  repository.write({ "a.ts": "2\n" }).commit("Change a");
  repository.git("cherry-pick", added);
  repository.git("merge", "-q", "--no-edit", "release");
  expect((await runDrift(["scan", repository.path])).stderr).toBe("");
  const { json } = await runDrift(["decisions", "--dir", repository.path, "--json"]);
  const { decisions, total } = json() as { decisions: Record<string, unknown>[]; total: number };
  expect(total).toBe(1);
  expect(decisions).toMatchObject([{ kind: "dependency_added", subject: "zod" }]);
  expect(Object.keys(decisions[0] ?? {})).toEqual([
    "commit",
    "time",
    "kind",
    "subject",
    "summary",
    "reason",
    "paths",
    "confidence",
    "reverts",
    "revertedBy",
    "undoneBy",
  ]);
  const commits = await runDrift(["history", "package.json", "--dir", repository.path]);
  expect(commits.stdout).toMatch(/^package\.json: 3 commits/);
});

test("drift history tells a file's changes, authors and companions, and a folder's files", async () => {
  const { path } = await scanned();
  expect((await runDrift(["history", "a.ts", "--dir", path])).stdout).toMatchInlineSnapshot(`
    "a.ts: 5 commits, +5 -4 lines, 2023-11-14 to 2023-11-14
    by
         5  Ann, last on 2023-11-14
    changes with
         4  b.ts (of its 4 commits)
    "
  `);
  expect((await runDrift(["history", ".", "--dir", path])).stdout).toMatchInlineSnapshot(`
    ".: 6 commits, +13 -9 lines, 2023-11-14 to 2023-11-14
    by
         6  Ann, last on 2023-11-14
    most changed
         5  a.ts
         4  b.ts
         2  package.json
         2  src/c.ts
    "
  `);
  const { json } = await runDrift(["history", "src", "--dir", path, "--json"]);
  expect(json()).toMatchObject({ path: "src", commits: 2, insertions: 2, deletions: 1, together: [] });
  expect(await runDrift(["history", "none.ts", "--dir", path])).toMatchObject({ code: 3 });
});

test("what a branch and the commit that it was squashed into say alike is told once", async () => {
  const repository = new TempRepository({ "package.json": "{}", "a.ts": "1\n" });
  repository.git("checkout", "-q", "-b", "try");
  repository.write({ "package.json": `{"dependencies":{"zod":"^3"}}`, "b.ts": "1\n" }).commit("Add zod");
  repository.git("checkout", "-q", "main");
  repository.write({ "package.json": `{"dependencies":{"zod":"^3"}}`, "a.ts": "2\n" }).commit("Check what comes (#3)");
  repository.git("merge", "-q", "--no-edit", "try");
  await runDrift(["scan", repository.path, "--quiet"]);
  const { decisions, total, history } = (
    await runDrift(["decisions", "--dir", repository.path, "--json"])
  ).json() as unknown as { decisions: { subject: string }[]; total: number; history: object };
  expect(decisions.map(({ subject }) => subject)).toEqual(["zod"]);
  expect(total).toBe(1);
  expect(history).toMatchObject({ commits: 3, isCut: false });
});

test("a decision that was taken back says so, and what took it back names it", async () => {
  const repository = new TempRepository({ "a.ts": "", "package.json": '{"dependencies":{}}' });
  const added = repository
    .write({ "package.json": '{"dependencies":{"zod":"^3.0.0"}}' })
    .commit("Check with zod (#12)");
  const back = repository
    .write({ "package.json": '{"dependencies":{}}' })
    .commit('Revert "Check with zod"\n\nIt is too slow for what we ask of it.');
  // A whole branch that is taken back by its name is known by the files that go.
  const adopted = repository.write({ ".tool-versions": "ruby 4\n" }).commit("Pin the tools");
  const uses = (names: object) => repository.write({ "package.json": JSON.stringify({ dependencies: names }) });
  const tried = uses({ ky: "1" }).commit("Ask with ky");
  const gone = uses({}).commit("Ask no more");
  const branch = repository.remove(".tool-versions").commit('Revert "Upgrade Ruby to 4"');
  await runDrift(["scan", repository.path, "--quiet"]);
  const { stdout } = await runDrift(["decisions", "--dir", repository.path]);
  expect(stdout.replaceAll(/\s+/g, " ")).toContain(
    `${adopted.slice(0, 10)} Adopts asdf or mise (tool version manager). Taken back by ${branch.slice(0, 10)}.`,
  );
  expect(stdout.replaceAll(/\s+/g, " ")).toContain(
    `${tried.slice(0, 10)} Adds ky as a dependency. No longer so since ${gone.slice(0, 10)}.`,
  );
  expect(stdout).toContain("Adds zod as a dependency.\n");
  expect(stdout).toContain(`Taken back by ${back.slice(0, 10)}.\n`);
  const json = (await runDrift(["decisions", "--dir", repository.path, "--json"])).json() as unknown as {
    decisions: { kind: string; subject: string; reverts: string | null }[];
  };
  expect(json.decisions.findLast(({ kind }) => kind === "reverted")).toMatchObject({
    subject: "Check with zod (#12)",
    reverts: added,
  });
});
