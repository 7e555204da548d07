/** drift_prevalidate: whether proposed code fits, before it is written. */
import * as z from "zod";
import { checkCode, type Violation } from "#context/check-code";
import { packageOf } from "#context/globals";
import { moduleCandidates } from "#context/module-paths";
import { familyOf, folderOf } from "#context/paths";
import { DriftError } from "#contract/errors";
import { and, eq, from, isIn, startsWith, which } from "#db/query";
import { dependencies, files, imports, symbols, tests } from "#db/schema/facts";
import type { Outline } from "#engine/outline";
import { defineTool } from "#tools/kit/define-tool";
import * as params from "#tools/kit/params";
import { counted } from "#tools/kit/present";

const cost = { error: 35, warning: 10, info: 3 };

export default defineTool({
  name: "drift_prevalidate",
  title: "Check code before writing",
  description:
    "Checks proposed code against the codebase before it is written: syntax, imports that lead nowhere, names that are not imported or unknown, wrong argument counts, duplicates of what exists, naming, missing types and docs, test framework.",
  category: "surgical",
  input: z.object({
    code: z.string().min(1).max(200_000),
    targetFile: params.path.describe("Where it will be written; its ending names the language"),
    kind: z
      .enum(["function", "class", "component", "test", "full-file"])
      .default("full-file")
      .describe("Other than full-file: a part of the file, whose imports it shares"),
  }),
  output: z.object({
    valid: z.boolean().describe("No errors"),
    score: z.number().int().describe("0 to 100"),
    violations: z.array(
      z.object({
        rule: z.string(),
        severity: z.enum(["error", "warning", "info"]),
        message: z.string(),
        suggestion: z.string().optional(),
        line: z.number().int().optional().describe("Of the proposed code"),
      }),
    ),
    expectedPatterns: z.array(z.string()).optional(),
    suggestions: z.array(z.string()),
  }),
  example: {
    code: 'import { formatMoney } from "@/utils/money";\n\nexport function label(total: { amount: number; currency: "EUR" }): string {\n  return formatMoney(total, 2, "de");\n}\n',
    targetFile: "web/src/api/label.ts",
  },
  cost: "light",
  scopes: ["drift:read"],
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  shrink: ["suggestions", "violations"],

  async run({ code, targetFile, kind }, { db, outline: read }) {
    const outline = await read(targetFile, code);
    const family = familyOf(targetFile);
    if (outline.language === null || !family) {
      throw new DriftError("INVALID_ARGUMENT", `No language is known for ${targetFile}.`, {
        hint: "TypeScript, JavaScript, Python and Go can be checked.",
      });
    }
    const folder = folderOf(targetFile);
    const answers = await db.batch(queries(targetFile, outline));
    const violations = checkCode(
      { code, targetFile, outline, isPart: kind !== "full-file" },
      {
        named: answers.named,
        neighbours: answers.neighbours.filter(({ path }) => folderOf(path) === folder && path !== targetFile),
        siblings: answers.siblings
          .map(({ path }) => path)
          .filter((path) => folderOf(path) === folder && path !== targetFile),
        existing: new Set(answers.existing.map(({ value }) => value)),
        usedSpecifiers: new Set([...answers.used, ...answers.depended].map(({ value }) => value)),
        insideSpecifiers: new Set(
          answers.inside.flatMap(({ specifier, resolved }) => (resolved === null ? [] : specifier)),
        ),
        inScope: new Set(
          kind === "full-file"
            ? []
            : [
                ...answers.own.map(({ alias, name }) => alias ?? name ?? ""),
                ...answers.declaredHere.map(({ name }) => name),
              ],
        ),
        frameworks: answers.tests.map(({ framework }) => framework),
      },
    );
    const order = { error: 0, warning: 1, info: 2 };
    violations.sort((a, b) => order[a.severity] - order[b.severity] || (a.line ?? 0) - (b.line ?? 0));
    const errors = violations.filter(({ severity }) => severity === "error").length;
    return {
      summary:
        violations.length === 0
          ? `Fits ${targetFile}: nothing found against it.`
          : `${counted(errors, "error")}, ${counted(violations.length - errors, "further remark")} for ${targetFile}.`,
      data: {
        valid: errors === 0,
        score: Math.max(0, 100 - violations.reduce((sum, { severity }) => sum + cost[severity], 0)),
        violations,
        suggestions: [...new Set(violations.flatMap(({ suggestion }) => suggestion ?? []))].slice(0, 5),
      },
      nextActions: next(violations, answers.named, targetFile),
    };
  },
});

function queries(targetFile: string, outline: Outline) {
  const family = familyOf(targetFile) ?? "script";
  const folder = folderOf(targetFile);
  const specifiers = [...new Set(outline.imports.map(({ specifier }) => specifier))].slice(0, 100);
  const names = new Set([
    ...outline.symbols.filter(({ exported }) => exported).map(({ name }) => name),
    ...outline.imports.flatMap(({ names }) => names.flatMap(({ imported, local }) => imported ?? local ?? [])),
    ...outline.calls.filter(({ text, name }) => text === name).map(({ name }) => name),
  ]);
  const packages = specifiers.map((specifier) => packageOf(family, specifier));
  const inFolder = folder === "" ? undefined : startsWith(files.path, `${folder}/`);
  return {
    named: from(symbols)
      .where(isIn(symbols.name, [...names].slice(0, 200)))
      .limit(400)
      .select(symbolFields),
    neighbours: from(symbols)
      .where(folder === "" ? undefined : startsWith(symbols.id, `${folder}/`))
      .limit(150)
      .select(symbolFields),
    siblings: from(files).where(inFolder).limit(60).select({ path: files.path }),
    existing: which(files, files.path, [
      targetFile,
      ...specifiers.flatMap((one) => moduleCandidates(targetFile, one, family)),
    ]),
    used: which(imports, imports.specifier, [...specifiers, ...packages]),
    inside: from(imports)
      .where(isIn(imports.specifier, [...specifiers.filter((one) => !one.startsWith(".")), ""]))
      .limit(40)
      .select({ specifier: imports.specifier, resolved: imports.resolved }),
    depended: which(dependencies, dependencies.name, packages),
    own: from(files)
      .joinUnit(imports, files)
      .where(eq(files.path, targetFile))
      .limit(300)
      .select({ name: imports.name, alias: imports.alias }),
    declaredHere: from(symbols)
      .where(startsWith(symbols.id, `${targetFile}#`))
      .limit(500)
      .select({ name: symbols.name }),
    tests: from(files)
      .joinUnit(tests, files)
      .where(and(eq(files.isTest, outline.isTest ? 1 : 2), startsWith(files.path, `${targetFile.split("/")[0]}/`)))
      .limit(40)
      .select({ framework: tests.framework }),
  };
}

const symbolFields = {
  id: symbols.id,
  name: symbols.name,
  qualified: symbols.qualified,
  kind: symbols.kind,
  path: symbols.path,
  line: symbols.nameLine,
  exported: symbols.exported,
  parent: symbols.parent,
  params: symbols.params,
  returns: symbols.returns,
  doc: symbols.doc,
};

function next(violations: readonly Violation[], known: readonly { name: string }[], targetFile: string) {
  const missing = violations
    .filter(({ rule, suggestion }) => (rule === "unknown-name" || rule === "import") && suggestion)
    .flatMap(
      ({ message }) =>
        known.find(({ name }) => new RegExp(`\\b${name.replace(/\W/g, "")}\\b`).test(message))?.name ?? [],
    );
  const symbols = [...new Set(missing)].slice(0, 20);
  if (symbols.length === 0) return [];
  return [
    { tool: "drift_imports", args: { symbols, targetFile }, reason: "The missing imports", priority: "high" as const },
  ];
}
