/** Every choice's examples: little repositories that are scanned as any other, and the answers that are seen in them. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { observe } from "#engine/scan/derive/patterns/store";
import { openForScan } from "#engine/scan/drift-db";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";
import { readChoice } from "../scripts/choices.ts";

const root = join(import.meta.dirname, "..", "rules", "patterns");
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".yaml"));
describe.each(files.sort())("rules/patterns/%s", (path) => {
  const { choice, examples } = readChoice(path, readFileSync(join(root, path), "utf8"));
  test.each(examples.map((example, at) => [at + 1, example] as const))("example %d", async (_, example) => {
    const folder = new TempFolder(example.files);
    await runScan(folder);
    expect(told(folder.path, choice.id).sort()).toEqual([...example.expect].sort());
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
