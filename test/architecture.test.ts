/** The import rules of ARCHITECTURE.md, checked on every file under src. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it, test } from "vitest";

/** Each layer, and the layers it may import; arrows point down the table of ARCHITECTURE.md. */
const mayImport: Record<string, string[]> = {
  contract: [],
  db: ["contract"],
  engine: ["contract", "wasm"],
  context: ["contract", "db", "engine"],
  tools: ["contract", "db", "engine", "context"],
  mcp: ["contract", "tools"],
  oauth: ["contract"],
  durable: ["contract", "db", "engine", "mcp", "oauth"],
  pages: ["contract"],
  worker: ["contract", "db", "mcp", "oauth", "durable", "pages"],
  cli: ["contract", "engine"],
};
/** Layers whose types alone may be named: the handles themselves are handed in. */
const mayName: Record<string, string[]> = { mcp: ["db"] };
/** Packages that one layer alone may import: what the others would do with them is that layer's to offer. */
const keptTo: Record<string, string> = {
  "drizzle-orm": "db",
  "@cloudflare/workers-oauth-provider": "oauth",
  jose: "oauth",
};
const maxLines = 400;
const statement =
  /^(?:import|export)\s+(type\s)?[^;]*?from\s+"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)|^import\s+"([^"]+)"/gm;

/** All rows of all files would be read, and what is derived of them anew with every edit. */
const byPath = /\bfrom (?:calls|symbols|imports|exports|"?references"?|type_relations|type_members)\s+where path = \?/;

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const files = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\.tsx?$/.test(file));

it("finds the layers", () => {
  expect(new Set(files.map((file) => file.split("/")[0]))).toEqual(new Set(Object.keys(mayImport)));
});

test.each(files)("%s", (file) => {
  expect(problems(file, readFileSync(`src/${file}`, "utf8"))).toEqual([]);
});

it("catches what it forbids", () => {
  expect(problems("db/a.ts", 'import { x } from "#tools/kit/define-tool";')).toEqual([
    "db may not import #tools/kit/define-tool",
  ]);
  expect(problems("tools/surgical/a.ts", 'import x from "../../db/x.ts";')).toEqual([
    "write ../../db/x.ts as a #layer path",
  ]);
  expect(problems("tools/surgical/a.ts", 'const b = import("./b.ts");')).toEqual([
    "a tool may not import another tool: ./b.ts",
  ]);
  expect(problems("tools/surgical/a.ts", 'import b from "#tools/discovery/b";')).toEqual([
    "a tool may not import another tool: #tools/discovery/b",
  ]);
  expect(problems("mcp/a.ts", 'import { ProjectDb } from "#db/project-db";')).toEqual([
    "mcp may not import #db/project-db",
  ]);
  expect(problems("mcp/a.ts", 'import type { ProjectDb } from "#db/project-db";')).toEqual([]);
  expect(problems("tools/kit/a.ts", 'import { sql } from "drizzle-orm/sqlite-core";')).toEqual([
    "drizzle-orm is imported in db alone",
  ]);
  expect(problems("db/a.ts", 'import { sql } from "drizzle-orm";')).toEqual([]);
  expect(problems("db/a.ts", 'import {\n  x,\n} from "#mcp/a";')).toEqual(["db may not import #mcp/a"]);
  expect(problems("db/a.ts", 'import { x } from "./x";')).toEqual(["./x lacks its extension"]);
  expect(problems("engine/scan/derive/a.ts", 'db.prepare("select line from calls\n where path = ?")')).toHaveLength(1);
  expect(problems("db/index.ts", 'export * from "./x.ts";\n')).toEqual(["a file that only re-exports"]);
  expect(problems("db/a.ts", "\n".repeat(maxLines))).toEqual([`over ${maxLines} lines`]);
});

function problems(file: string, text: string): string[] {
  const layer = file.split("/")[0] ?? "";
  const found = [...text.matchAll(statement)].flatMap(([, type, ...specifiers]) =>
    importProblem(file, layer, specifiers.find((one) => one !== undefined) ?? "", type !== undefined),
  );
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "").trim();
  const onlyExports =
    code !== "" && code.split(";").every((part) => part.trim() === "" || /^\s*export\s[^;]*\sfrom\s/.test(part));
  return [
    ...found,
    ...(onlyExports ? ["a file that only re-exports"] : []),
    ...(file.startsWith("engine/scan/derive/") && !isTest(file) && byPath.test(text)
      ? [
          "ask for the rows of one file by where they stand (FactRanges): no table of a file's facts is indexed by paths",
        ]
      : []),
    ...(!file.endsWith(".gen.ts") && !isTest(file) && text.split("\n").length > maxLines
      ? [`over ${maxLines} lines`]
      : []),
  ];
}

function importProblem(file: string, layer: string, specifier: string, typeOnly: boolean): string[] {
  // A test may look at what stands beside its own layer, and holds sources of others as texts.
  if (isTest(file)) return [];
  if (specifier.startsWith("../")) return [`write ${specifier} as a #layer path`];
  if (specifier.startsWith("./") && !/\.(?:tsx?|wasm|json)$/.test(specifier))
    return [`${specifier} lacks its extension`];
  const kept = Object.keys(keptTo).find((name) => specifier === name || specifier.startsWith(`${name}/`));
  if (kept && keptTo[kept] !== layer) return [`${kept} is imported in ${keptTo[kept]} alone`];
  const target = /^#(\w+)\//.exec(specifier)?.[1];
  if (target && target !== layer && !mayImport[layer]?.includes(target)) {
    if (!(typeOnly && mayName[layer]?.includes(target))) return [`${layer} may not import ${specifier}`];
  }
  const isTool = /^tools\/(?!kit\/|registry\.gen)/.test(file);
  if (isTool && (specifier.startsWith("./") || /^#tools\/(?!kit\/)/.test(specifier))) {
    return [`a tool may not import another tool: ${specifier}`];
  }
  return [];
}
