// Writes src/engine/scan/rules.gen.json from rules/**/*.yaml: one list of clauses, as crates/rules reads it.
// `--check` writes nothing, and fails where the file is not what it would write.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readRules } from "./rules.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const target = join(root, "src", "engine", "scan", "rules.gen.json");

const paths = readdirSync(join(root, "rules"), { recursive: true })
  .filter((path) => path.endsWith(".yaml"))
  .sort();
const clauses = paths.flatMap((path) => readRules(path, readFileSync(join(root, "rules", path), "utf8")).clauses);
const text = `[\n${clauses.map((clause) => JSON.stringify(clause)).join(",\n")}\n]\n`;

if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8") !== text) {
    console.error("src/engine/scan/rules.gen.json is out of date: run `node scripts/gen-rules.mjs`.");
    process.exit(1);
  }
} else {
  writeFileSync(target, text);
}
