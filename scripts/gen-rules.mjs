// Writes what rules/**/*.yaml say: src/engine/scan/rules.gen.json, one list of clauses as crates/rules reads it, and
// under src/engine/scan/derive what calls in tests mean, what is wrapped, and of rules/patterns the choices;
// docs/libraries.md, which libraries all this is about.
// `--check` writes nothing, and fails where a file is not what it would write.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readChoice } from "./choices.ts";
import { librariesDocument } from "./libraries.ts";
import { readRules } from "./rules.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const ofPatterns = /^patterns[\\/]/;

const paths = readdirSync(join(root, "rules"), { recursive: true })
  .filter((path) => path.endsWith(".yaml"))
  .sort();
const textOf = (path) => readFileSync(join(root, "rules", path), "utf8");
const files = paths.filter((path) => !ofPatterns.test(path)).map((path) => readRules(path, textOf(path)));
const choices = paths
  .filter((path) => ofPatterns.test(path))
  .map((path) => readChoice(path.replace(ofPatterns, ""), textOf(path)).choice);
const lines = (list) => `[\n${list.map((one) => JSON.stringify(one)).join(",\n")}\n]`;
const ofTests = ["calls", "mocks", "packages", "fixtures", "implicit"].map(
  (key) => `"${key}": ${lines(files.flatMap(({ tests }) => tests[key]))}`,
);
const written = {
  "src/engine/scan/rules.gen.json": `${lines(files.flatMap(({ clauses }) => clauses))}\n`,
  "src/engine/scan/derive/wrappers/wrapper-rules.gen.json": `${lines(files.flatMap(({ wrappers }) => wrappers))}\n`,
  "src/engine/scan/derive/tests/test-rules.gen.json": `{\n${ofTests.join(",\n")}\n}\n`,
  "src/engine/scan/derive/patterns/conventions/choices.gen.json": `${lines(choices)}\n`,
  "docs/libraries.md": librariesDocument(
    files.map(({ library }) => library),
    choices.map(({ gene, variants }) => ({ gene, variants: variants.map(({ name }) => name) })),
  ),
};

for (const [path, text] of Object.entries(written)) {
  const target = join(root, path);
  if (!process.argv.includes("--check")) writeFileSync(target, text);
  else if (readFileSync(target, "utf8") !== text) {
    console.error(`${path} is out of date: run \`node scripts/gen-rules.mjs\`.`);
    process.exit(1);
  }
}
