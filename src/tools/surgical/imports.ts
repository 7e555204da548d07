/** drift_imports: the import statements for symbols, as this codebase writes them. */
import * as z from "zod";
import { fromRepository, nearest, rank, type Wanted, writeImports } from "#context/import-statements";
import { learnImports } from "#context/import-style";
import { type Family, familyOf, folderOf } from "#context/paths";
import { DriftError } from "#contract/errors";
import { asc, eq, from, isIn, isNull } from "#db/query";
import { calls, exports, files, imports, symbols } from "#db/schema/facts";
import { blindSpots } from "#tools/kit/blind-spots";
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

  async run({ symbols: asked, targetFile }, { db, head }) {
    const family = familyOf(targetFile) ?? (/\.(?:vue|svelte|astro)$/.test(targetFile) ? "script" : undefined);
    if (!family) {
      throw new DriftError("INVALID_ARGUMENT", `No import statements are written for files such as ${targetFile}.`, {
        hint: "They are for TypeScript, JavaScript, Python and Go. drift_signature and drift_type tell in which file and package a symbol is declared.",
      });
    }
    const names = asked.map(parseName);
    const owners = names.map(({ name, qualified }) => qualified?.split(".")[0] ?? name);
    const { declared, exported, reexported, used, called, modules, ...sample } = await db.batch({
      ...queries([...new Set([...owners, ...(family === "go" ? names.map(({ name }) => name) : [])])]),
      ...importSample(targetFile),
    });
    const learnt = learnImports(targetFile, [...sample.near, ...sample.wide]);
    const alike = declared.filter(({ path }) => familyOf(path) === family);
    // An owner is what is imported of `Owner.member`; in Go it may be a package, and then the member names it.
    const roots = owners.map((owner, at) =>
      family === "go" && !alike.some(({ name, kind }) => name === owner && goTypes.includes(kind))
        ? (names[at]?.name ?? owner)
        : owner,
    );

    const statements = new Map<string, Wanted[]>();
    const add = (specifier: string, wanted: Wanted) =>
      statements.set(specifier, [...(statements.get(specifier) ?? []), wanted]);
    const unresolved: string[] = [];
    const local: string[] = [];
    const hidden: string[] = [];
    const known = [...modules, ...sample.near, ...sample.wide].filter((row) => familyOf(row.path) === family);
    const goCalls = called.filter(({ path }) => familyOf(path) === "go");
    const fromOutside = (
      name: string,
      owner: string,
      ways: typeof used,
    ): (Wanted & { specifier: string }) | undefined => {
      if (family === "go") {
        const packages = goCalls.flatMap(({ target }) => packageOf(target, name) ?? []);
        const imported = known.map(({ specifier }) => specifier);
        const path =
          owner === name ? packages[0] : [...packages, ...imported].find((path) => packageName(path) === owner);
        return path === undefined ? undefined : { specifier: path, name, kind: "module", type: false };
      }
      const same = ways.filter(({ external }) => external !== null);
      const outside = nearest(same, targetFile);
      if (outside) return { ...outside, name, type: outside.typeOnly === 1, alias: null };
      const isWhole = (row: (typeof known)[number]) =>
        (row.kind === "module" || row.kind === "default") && matchesModule(row, name);
      const whole = nearest(known.filter(isWhole), targetFile);
      return whole && { ...whole, name, type: false };
    };
    for (const [at, name] of roots.entries()) {
      const text = asked[at] ?? name;
      const owner = owners[at] ?? name;
      const file = names[at]?.path;
      const homes = alike
        .filter((symbol) => symbol.name === name && (file === undefined || isPath(symbol.path, file)))
        .filter((symbol) => owner === name || packageName(symbol.package ?? folderOf(symbol.path)) === owner)
        .sort((a, b) => rank(b.path, targetFile) - rank(a.path, targetFile));
      const reachable = homes.filter(
        ({ exported, path }) => exported === 1 || path === targetFile || isBeside(family, path, targetFile),
      );
      const ways = used.filter((row) => row.name === name && familyOf(row.path) === family);
      const outside = reachable[0] ? undefined : fromOutside(name, owner, ways);
      // Python hides nothing: a private name is imported where it must be.
      const home = reachable[0] ?? (family === "python" && !outside ? homes[0] : undefined);
      if (home && (home.path === targetFile || isBeside(family, home.path, targetFile))) {
        local.push(text);
      } else if (home) {
        const kinds = homes.filter(({ path }) => path === home.path).map(({ kind }) => kind);
        const way = fromRepository({ ...home, kinds }, targetFile, learnt, {
          ways: ways.filter(({ symbol }) => symbol === home.id),
          barrels: [
            ...exported.filter(({ symbol }) => symbol === home.id),
            ...reexported.filter(({ resolved }) => resolved === home.path).map((row) => ({ ...row, name })),
          ],
        });
        add(way.specifier, { ...way, name });
      } else if (outside) {
        add(outside.specifier, outside);
      } else {
        unresolved.push(text);
        if (homes[0]) hidden.push(`${text} is not exported by ${homes[0].path}.`);
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
      warnings: [
        ...hidden,
        ...(unresolved.length > 0 ? blindSpots(head.counts) : []),
        ...(sample.near.length + sample.wide.length === 0
          ? ["No imports near this file: its conventions are assumed."]
          : []),
      ],
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

const goTypes = ["struct", "interface", "type_alias"];

/** The Go package of `net/http.Get`; none of `net/http.Client.Get`, which is a member of what the package exports. */
function packageOf(target: string | null, name: string): string | undefined {
  const owner = target?.endsWith(`.${name}`) ? target.slice(0, -name.length - 1) : "";
  return owner !== "builtin" && /(?:^|[./])[a-z0-9][^./]*$/.test(owner) ? owner : undefined;
}

/** How Go code names a package: `chi` for `github.com/go-chi/chi/v5`, `yaml` for `gopkg.in/yaml.v3`. */
const packageName = (path: string): string | undefined => /([^/]+?)(?:[./]v\d+)?$/.exec(path)?.[1];

const isPath = (path: string, asked: string): boolean => path === asked || path.endsWith(`/${asked}`);

/** Files of one Go package see each other's names. */
const isBeside = (family: Family, path: string, targetFile: string): boolean =>
  family === "go" && folderOf(path) === folderOf(targetFile);

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
