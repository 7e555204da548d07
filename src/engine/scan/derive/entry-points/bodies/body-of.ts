/** The bodies of functions as statements, by how the language of their file is written. */
import { bracedBody } from "./braced-statements.ts";
import { endedBody } from "./ended-statements.ts";
import { indentedBody } from "./indented-statements.ts";
import type { Braced, Statements } from "./statements.ts";

const script: Braced = { byLine: true, arrow: "=>", patterns: true };
const braced: Readonly<Record<string, Braced | undefined>> = {
  ...Object.fromEntries(["js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts"].map((end) => [end, script])),
  go: { byLine: true, bare: true },
  swift: { byLine: true, bare: true, trailing: true },
  kt: { byLine: true, trailing: true },
  kts: { byLine: true, trailing: true },
  java: { byLine: false, arrow: "->" },
  cs: { byLine: false, arrow: "=>" },
  php: { byLine: false, arrow: "=>", hashes: true },
  rs: { byLine: false, bare: true, lifetimes: true, arms: true },
};

/** The body of the function that a text declares, or that is given there last; undefined where none is found. */
export function bodyOf(text: string, path: string): Statements | undefined {
  const end = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? "";
  if (end === "py") return indentedBody(text);
  if (end === "rb" || end === "ru") return endedBody(text);
  const language = braced[end];
  return language && bracedBody(text, language);
}
