/** Every choice's examples: little repositories that are scanned as any other, and the answers that are seen in them. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { observe } from "#engine/scan/derive/patterns/store";
import { openForScan } from "#engine/scan/drift-db";
import { runScan } from "#engine/scan/testing/run-scan";
import { readChoice } from "../scripts/choices.ts";

const root = join(import.meta.dirname, "..", "rules", "patterns");
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".yaml"));
const folder = mkdtempSync(join(tmpdir(), "drift-choices-"));
// Each example leaves a database: they go one by one, so that the end of hundreds is not long.
let left: string | undefined;
const remove = (path: string): void => rmSync(path, { recursive: true, force: true });
afterEach(() => {
  if (left !== undefined) remove(left);
});
afterAll(() => remove(folder), 60_000);

describe.each(files.sort())("rules/patterns/%s", (path) => {
  const { choice, examples } = readChoice(path, readFileSync(join(root, path), "utf8"));
  test.each(examples.map((example, at) => [at + 1, example] as const))("example %d", async (at, example) => {
    const here = mkdtempSync(join(folder, `${at}-`));
    left = here;
    for (const [name, text] of Object.entries(example.files)) {
      mkdirSync(dirname(join(here, name)), { recursive: true });
      writeFileSync(join(here, name), text);
    }
    await runScan({ path: here });
    expect(told(here, choice.id).sort()).toEqual([...example.expect].sort());
  });
});

/** Answers, one a line, as the files write them: `file: variant` with how often, where that is more than once. */
function told(here: string, id: string): string[] {
  const { db } = openForScan(here);
  try {
    return observe(db).flatMap(({ path, observations }) =>
      observations
        .filter(({ convention }) => convention === id)
        .map(({ variant, count }) => `${path}: ${variant}${count > 1 ? ` ${count}` : ""}`),
    );
  } finally {
    db.close();
  }
}
