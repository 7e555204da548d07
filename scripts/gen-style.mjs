// Writes src/pages/style.gen.ts from the stylesheets under src/pages/style: one minified text, named by its hash.
// `--check` writes nothing, and fails where the file is not what it would write.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "src", "pages");
const target = join(root, "style.gen.ts");

const { outputFiles } = await build({
  entryPoints: [join(root, "style", "index.css")],
  bundle: true,
  minify: true,
  write: false,
  target: ["chrome111", "firefox121", "safari16.4"],
});
const style = outputFiles[0].text.trim();
const hash = createHash("sha256").update(style).digest("hex").slice(0, 12);
const text = `// Written by scripts/gen-style.mjs from the stylesheets in style/. Do not edit.
export const styleHash = ${JSON.stringify(hash)};
export const style =
  ${JSON.stringify(style)};
`;

if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8") !== text) {
    console.error("src/pages/style.gen.ts is out of date: run `node scripts/gen-style.mjs`.");
    process.exit(1);
  }
} else {
  writeFileSync(target, text);
}
