// Writes src/tools/registry.gen.ts from the files under src/tools: a tool is registered by its place.
// `--check` writes nothing, and fails where the registry is not what it would write.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "src", "tools");
const target = join(root, "registry.gen.ts");

const tools = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "kit")
  .flatMap(({ name: category }) =>
    readdirSync(join(root, category))
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .map((file) => ({ category, name: file.slice(0, -3) })),
  )
  .sort((a, b) => (`${a.category}/${a.name}` < `${b.category}/${b.name}` ? -1 : 1));

/** `test-template` is `drift_test_template`, imported as `testTemplate`. */
const toolName = (name) => `drift_${name.replaceAll("-", "_")}`;
const local = (name) => `${name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())}Tool`;

const text = `// Written by scripts/gen-tools.mjs from the folders beside it. Do not edit.
import type { Tool } from "./kit/define-tool.ts";
${tools.map(({ category, name }) => `import ${local(name)} from "./${category}/${name}.ts";`).join("\n")}

/** Every tool by its name. */
export const tools = {
${tools.map(({ name }) => `  ${toolName(name)}: ${local(name)} as unknown as Tool,`).join("\n")}
} satisfies Record<string, Tool>;

export type ToolName = keyof typeof tools;
`;

if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8") !== text) {
    console.error("src/tools/registry.gen.ts is out of date: run `node scripts/gen-tools.mjs`.");
    process.exit(1);
  }
} else {
  writeFileSync(target, text);
}
