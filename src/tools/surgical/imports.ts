/** drift_imports: the import statements for symbols, as this codebase writes them. */
import { z } from "zod";
import { fromRepository, nearest, rank, type Wanted, writeImports } from "#context/import-statements";
import { learnImports } from "#context/import-style";
import { familyOf, folderOf } from "#context/paths";
import { asc, eq, from, isIn, isNull } from "#db/query";
import { calls, exports, files, imports, symbols } from "#db/schema/facts";
import { defineTool } from "#tools/kit/define-tool";
import { parseName } from "#tools/kit/names";
import * as params from "#tools/kit/params";
import { importSample } from "#tools/kit/samples";

export default defineTool({
  name: "drift_imports",
  title: "Imports for symbols",
  description:
    "Ready import statements for symbols in a file, written as this codebase writes them: alias or relative, barrel or deep, type imports; TypeScript, JavaScript, Python and Go. Also for packages that the project already uses. Call it before you write an import.",
  category: "surgical",
  input: z.object({
    symbols: z.array(params.symbolName).min(1).max(20),
    targetFile: params.path.describe("Where they will be imported; need not exist yet"),
  }),
  output: z.object({
    imports: z.array(z.string()),
    unresolved: z.array(z.string()),
    noImportNeeded: z.array(z.string()).optional().describe("Declared in the file itself, or in its Go package"),
    conventions: z.object({
      style: z.enum(["barrel", "deep", "mixed"]),
      pathStyle: z.enum(["relative", "alias", "absolute"]),
      alias: z.string().optional(),
      preferNamed: z.boolean(),
      preferType: z.boolean().describe("Uses `import type`"),
    }),
  }),
  example: { symbols: ["Order", "addMoney"], targetFile: "web/src/api/refunds.ts" },
  cost: "light",
  scopes: ["drift:read"],
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  shrink: ["unresolved", "imports"],

  async run({ symbols: asked, targetFile }, { db }) {
    const names = asked.map((text) => parseName(text.replace(/^.*#/, "")));
    // An owner is what is imported of `Owner.member`; in Go it is the package, and the member names it.
    const family = familyOf(targetFile);
    const roots = names.map(({ name, qualified }) => (family === "go" ? name : (qualified?.split(".")[0] ?? name)));
    const { declared, exported, reexported, used, called, modules, ...sample } = await db.batch({
      ...queries([...new Set(roots)]),
      ...importSample(targetFile),
    });
    const learnt = learnImports(targetFile, [...sample.near, ...sample.wide]);

    const statements = new Map<string, Wanted[]>();
    const add = (specifier: string, wanted: Wanted) =>
      statements.set(specifier, [...(statements.get(specifier) ?? []), wanted]);
    const unresolved: string[] = [];
    const local: string[] = [];
    for (const [at, name] of roots.entries()) {
      const text = asked[at] ?? name;
      const home = declared
        .filter((symbol) => symbol.name === name && familyOf(symbol.path) === family)
        .filter((symbol) => symbol.exported === 1 || symbol.path === targetFile)
        .sort((a, b) => rank(b.path, targetFile) - rank(a.path, targetFile))[0];
      const ways = used.filter((row) => row.name === name && familyOf(row.path) === family);
      if (home && (home.path === targetFile || (family === "go" && folderOf(home.path) === folderOf(targetFile)))) {
        local.push(text);
      } else if (home) {
        const way = fromRepository(home, targetFile, learnt, {
          ways: ways.filter(({ symbol }) => symbol === home.id),
          barrels: [
            ...exported.filter(({ symbol }) => symbol === home.id),
            ...reexported.filter(({ resolved }) => resolved === home.path).map((row) => ({ ...row, name })),
          ],
        });
        add(way.specifier, { ...way, name });
      } else {
        const outside = nearest(
          ways.filter(({ external }) => external !== null),
          targetFile,
        );
        const known = [...modules, ...sample.near, ...sample.wide].filter(
          ({ kind }) => kind === "module" || kind === "default",
        );
        const whole = nearest(
          known.filter((row) => matchesModule(row, name) && familyOf(row.path) === family),
          targetFile,
        );
        const goPackage =
          family === "go"
            ? called.find(({ target, path }) => familyOf(path) === "go" && target?.endsWith(`.${name}`))
            : undefined;
        if (goPackage?.target) add(goPackage.target.slice(0, -name.length - 1), { name, kind: "module", type: false });
        else if (outside) add(outside.specifier, { name, kind: outside.kind, type: outside.typeOnly === 1 });
        else if (whole) add(whole.specifier, { name, kind: whole.kind, type: false, alias: whole.alias });
        else unresolved.push(text);
      }
    }
    const lines = [...statements].flatMap(([specifier, wanted]) =>
      writeImports(family, specifier, wanted, learnt.style),
    );
    return {
      summary: summarise(lines.length, targetFile, unresolved, local),
      data: {
        imports: lines,
        unresolved,
        ...(local.length > 0 && { noImportNeeded: local }),
        conventions: learnt.style,
      },
      warnings:
        sample.near.length + sample.wide.length === 0
          ? ["No imports near this file: its conventions are assumed."]
          : [],
      nextActions: unresolved.slice(0, 1).map((name) => ({
        tool: "drift_signature",
        args: { symbol: name },
        reason: "Finds symbols of a similar name",
        priority: "medium" as const,
      })),
    };
  },
});

const queries = (names: string[]) => ({
  declared: from(symbols)
    .where(isIn(symbols.name, names), isNull(symbols.parent))
    .join(files, eq(files.path, symbols.path))
    .limit(120)
    .select({
      id: symbols.id,
      name: symbols.name,
      kind: symbols.kind,
      path: symbols.path,
      exported: symbols.exported,
      package: files.package,
    }),
  exported: from(symbols)
    .join(exports, eq(exports.symbol, symbols.id))
    .where(isIn(symbols.name, names), isNull(symbols.parent))
    .limit(200)
    .select({ symbol: exports.symbol, path: exports.path, name: exports.name }),
  reexported: from(symbols)
    .join(exports, eq(exports.resolved, symbols.path))
    .where(eq(exports.kind, "all"), isIn(symbols.name, names), isNull(symbols.parent))
    .limit(100)
    .select({ resolved: exports.resolved, path: exports.path }),
  used: from(imports).where(isIn(imports.name, names)).orderBy(asc(imports.rowId)).limit(300).select(importFields),
  called: from(calls)
    .where(isIn(calls.calleeName, names), eq(calls.resolution, "external"))
    .limit(40)
    .select({ path: calls.path, target: calls.target }),
  modules: from(imports)
    .where(
      isIn(
        imports.specifier,
        names.flatMap((name) => [name, name.toLowerCase()]),
      ),
    )
    .limit(60)
    .select(importFields),
});

const importFields = {
  path: imports.path,
  specifier: imports.specifier,
  resolved: imports.resolved,
  external: imports.external,
  kind: imports.kind,
  name: imports.name,
  alias: imports.alias,
  symbol: imports.symbol,
  typeOnly: imports.typeOnly,
};

/** `React` for `import React from "react"`, `np` for `import numpy as np`, `http` for Go's `net/http`. */
const matchesModule = (row: { alias: string | null; specifier: string }, name: string): boolean =>
  row.alias === name || row.specifier === name;

function summarise(count: number, file: string, unresolved: readonly string[], local: readonly string[]): string {
  const parts = [
    `${count} import ${count === 1 ? "statement" : "statements"} for ${file}`,
    ...(local.length > 0 ? [`${local.join(", ")}: no import needed`] : []),
    ...(unresolved.length > 0 ? [`not found: ${unresolved.join(", ")}`] : []),
  ];
  return `${parts.join("; ")}.`;
}
