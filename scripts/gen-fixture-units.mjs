// Writes test/fixtures/shop.units.json: the units that a scan of test/fixtures/repository gives, a line each.
// `--check` writes nothing, and fails where they are not what it would write.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DriftDb } from "../src/engine/scan/drift-db.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const fixtures = join(root, "test", "fixtures");
const target = join(fixtures, "shop.units.json");

// A copy outside this repository: it has no history, and no ignore rules but its own.
const folder = mkdtempSync(join(tmpdir(), "drift-fixture-"));
try {
  cpSync(join(fixtures, "repository"), folder, { recursive: true });
  execFileSync(process.execPath, [join(root, "bin", "drift.js"), "scan", folder, "--json"], { stdio: "pipe" });
  const db = DriftDb.open(folder);
  const lines = [...db.unitLines(db.unitHashes())].sort((a, b) => (a.path < b.path ? -1 : 1)).map(({ line }) => line);
  db.close();
  const text = `[\n${lines.join(",\n")}\n]\n`;
  if (!process.argv.includes("--check")) writeFileSync(target, text);
  else if (readFileSync(target, "utf8") !== text) {
    console.error("test/fixtures/shop.units.json is out of date: run `node scripts/gen-fixture-units.mjs`.");
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
