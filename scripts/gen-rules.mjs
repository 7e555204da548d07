// Writes what rules/**/*.yaml say: src/engine/scan/rules.gen.json, one list of clauses as crates/rules reads it, and
// src/engine/scan/derive/tests/test-rules.gen.json, what calls in tests mean.
// `--check` writes nothing, and fails where a file is not what it would write.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readRules } from "./rules.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

const paths = readdirSync(join(root, "rules"), { recursive: true })
  .filter((path) => path.endsWith(".yaml"))
  .sort();
const files = paths.map((path) => readRules(path, readFileSync(join(root, "rules", path), "utf8")));
const lines = (list) => `[\n${list.map((one) => JSON.stringify(one)).join(",\n")}\n]`;
const ofTests = ["calls", "packages", "fixtures", "implicit"].map(
  (key) => `"${key}": ${lines(files.flatMap(({ tests }) => tests[key]))}`,
);
const written = {
  "src/engine/scan/rules.gen.json": `${lines(files.flatMap(({ clauses }) => clauses))}\n`,
  "src/engine/scan/derive/tests/test-rules.gen.json": `{\n${ofTests.join(",\n")}\n}\n`,
};

for (const [path, text] of Object.entries(written)) {
  const target = join(root, path);
  if (!process.argv.includes("--check")) writeFileSync(target, text);
  else if (readFileSync(target, "utf8") !== text) {
    console.error(`${path} is out of date: run \`node scripts/gen-rules.mjs\`.`);
    process.exit(1);
  }
}
