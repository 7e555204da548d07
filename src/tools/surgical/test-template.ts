/** drift_test_template: a test for a file, in the style of the codebase. */
import * as z from "zod";
import { isAside } from "#context/call-sites";
import { learnImports } from "#context/import-style";
import { familyOf, fileName, folderOf, sharedFolders, stemOf } from "#context/paths";
import { learnTests, type Tested, tellingCalls, testFileFor, testTemplate } from "#context/test-style";
import { DriftError } from "#contract/errors";
import { and, asc, eq, from, isIn, maybe, or, startsWith } from "#db/query";
import { calls, files, imports, symbols, tests } from "#db/schema/facts";
import { defineTool } from "#tools/kit/define-tool";
import { noSuchSymbol, parseName } from "#tools/kit/names";
import * as params from "#tools/kit/params";
import { cutText } from "#tools/kit/present";
import { importSample } from "#tools/kit/samples";

/** Without `function` a template covers this many. */
const mostTested = 4;

export default defineTool({
  name: "drift_test_template",
  title: "Test template",
  description:
    "Where the test of a file goes and a scaffold for it in this codebase's own style: framework, structure, mocks, assertions and file pattern learnt from its tests, with the real signatures and an example test. Call it before you write tests.",
  category: "surgical",
  input: z.object({
    targetFile: params.path.describe("File to test"),
    function: params.symbolName.optional().describe("Function, class or `Class.method` to test"),
    type: z.enum(["unit", "integration", "e2e"]).default("unit"),
  }),
  output: z.object({
    testFile: z.string(),
    exists: z.boolean().describe("Add to it: the file is there"),
    template: z.string().describe("`…` marks what to fill in"),
    conventions: z.object({
      framework: z.string(),
      style: z.string(),
      mockStyle: z.string(),
      assertionStyle: z.string(),
      filePattern: z.string(),
    }),
    exampleTest: z.object({ file: z.string(), preview: z.string() }).optional(),
  }),
  example: { targetFile: "web/src/utils/money.ts", function: "formatMoney" },
  cost: "light",
  scopes: ["drift:read"],
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },

  async run({ targetFile, function: asked, type }, { head, db }) {
    const family = familyOf(targetFile);
    if (!family) {
      throw new DriftError("INVALID_ARGUMENT", `No language is known for ${targetFile}.`, {
        hint: "TypeScript, JavaScript, Python and Go files can be tested.",
      });
    }
    const answers = await db.batch({
      ...queries(targetFile, asked, tellingCalls[family]),
      ...importSample(targetFile),
    });
    if (answers.file.length === 0) {
      throw new DriftError("FILE_NOT_FOUND", `${targetFile} is not in this snapshot.`, {
        hint: "Give its path from the root of the repository; scan and push if it is new.",
        alternativeTools: ["drift_context"],
      });
    }
    const tested = choose(answers.declared, asked);
    if (tested.length === 0 && asked !== undefined) throw await noSuchSymbol({ db, head }, asked, targetFile);

    const sought = [answers.testsNear, answers.testsWide, answers.testsAnywhere].map((rows) =>
      rows.filter(({ path }) => familyOf(path) === family),
    );
    const found = sought.find((rows) => rows.length > 0) ?? [];
    const rows = found.filter(({ path }) => matchesType(path, type));
    const { style, seen } = learnTests(
      family,
      rows,
      answers.told.filter(({ path }) => familyOf(path) === family),
    );
    const paths = [...new Set(rows.filter(({ kind }) => kind === "case").map(({ path }) => path))];
    const covering = answers.importers
      .map(({ path }) => path)
      .filter((path) => stemOf(path).includes(stemOf(targetFile)));
    const own = [
      ...covering,
      ...paths.filter(
        (path) => folderOf(path) === folderOf(targetFile) && fileName(path) === `${stemOf(targetFile)}_test.go`,
      ),
    ];
    const testFile = own[0] ?? testFileFor(targetFile, family, style, paths);
    const example = paths.sort((a, b) => rank(b, targetFile, own) - rank(a, targetFile, own))[0];
    const preview = example && exampleOf(example, found);
    return {
      summary: `${own.length > 0 ? "Add to" : "Create"} ${testFile}: ${style.framework}, ${style.style}.`,
      data: {
        testFile,
        exists: own.length > 0,
        template: testTemplate(family, {
          targetFile,
          testFile,
          tested,
          style,
          learnt: learnImports(testFile, [...answers.importers, ...answers.near, ...answers.wide]),
          package: answers.file[0]?.package?.split("/").at(-1) ?? "main",
        }),
        conventions: style,
        ...(example && preview && { exampleTest: { file: example, preview } }),
      },
      warnings: seen ? [] : ["No tests in this language were found: the usual style of the language is assumed."],
      nextActions:
        tested[0] && tested[0].params.length > 0
          ? [
              {
                tool: "drift_callers",
                args: {
                  function: tested[0].owner ? `${tested[0].owner}.${tested[0].name}` : tested[0].name,
                  file: targetFile,
                },
                reason: "How it is really called, for the values of the test",
                priority: "medium",
              },
            ]
          : [],
    };
  },
});

/** A symbol of the name, or a member of one: a file has more symbols than are read. */
const isOrBelongsTo = (file: string, name: string) =>
  or(eq(symbols.name, name), startsWith(symbols.id, `${file}#${name}.`));

const queries = (targetFile: string, asked: string | undefined, telling: readonly string[]) => ({
  file: from(files).where(eq(files.path, targetFile)).limit(1).select({ path: files.path, package: files.package }),
  declared: from(symbols)
    .where(
      startsWith(symbols.id, `${targetFile}#`),
      asked === undefined ? undefined : isOrBelongsTo(targetFile, parseName(asked).name),
      isIn(symbols.kind, ["function", "method", "class", "struct", "constructor"]),
    )
    .limit(300)
    .select({
      name: symbols.name,
      qualified: symbols.qualified,
      kind: symbols.kind,
      exported: symbols.exported,
      parent: symbols.parent,
      visibility: symbols.visibility,
      params: symbols.params,
      returns: symbols.returns,
      isAsync: symbols.isAsync,
    }),
  importers: from(imports)
    .join(files, and(eq(files.path, imports.path), eq(files.isTest, 1)) ?? eq(files.isTest, 1))
    .where(eq(imports.resolved, targetFile))
    .distinct()
    .limit(40)
    .select({
      path: imports.path,
      specifier: imports.specifier,
      resolved: imports.resolved,
      kind: imports.kind,
      typeOnly: imports.typeOnly,
    }),
  testsNear: testsIn(folderOf(targetFile), 80),
  testsWide: testsIn(targetFile.includes("/") ? (targetFile.split("/")[0] ?? "") : "", 80),
  testsAnywhere: testsIn("", 80),
  told: from(calls)
    .where(isIn(calls.calleeName, telling))
    .limit(300)
    .select({ text: calls.calleeText, path: calls.path }),
});

const testsIn = (folder: string, rows: number) =>
  from(files)
    .joinUnit(tests, files)
    .leftJoin(symbols, eq(symbols.id, tests.symbol))
    .where(eq(files.isTest, 1), folder === "" ? undefined : startsWith(files.path, `${folder}/`))
    .orderBy(asc(files.path))
    .limit(rows)
    .select({
      path: tests.path,
      kind: tests.kind,
      name: tests.name,
      framework: tests.framework,
      line: tests.line,
      preview: maybe(symbols.preview),
    });

interface Declared {
  name: string;
  qualified: string;
  kind: string;
  exported: number;
  parent: string | null;
  visibility: string;
  params: string | null;
  returns: string | null;
  isAsync: number;
}

/** What was asked for, or what the file offers to others: functions first, else a class's public methods. */
function choose(declared: readonly Declared[], asked: string | undefined): Tested[] {
  const callable = declared.filter(({ kind }) => kind === "function" || kind === "method");
  const offered = (rows: readonly Declared[]) =>
    rows.filter(({ exported, visibility }) => exported === 1 && visibility === "public");
  if (asked === undefined) {
    const functions = offered(callable.filter(({ parent, kind }) => parent === null && kind === "function"));
    const methods = functions.length > 0 ? functions : offered(callable.filter(({ name }) => !name.startsWith("_")));
    const classes = offered(declared.filter(({ kind, parent }) => kind === "class" && parent === null));
    return (methods.length > 0 ? methods : classes).slice(0, mostTested).map(toTested);
  }
  const { name, qualified } = parseName(asked);
  const found = declared.filter(
    (symbol) => symbol.name === name && (!qualified || symbol.qualified.endsWith(qualified)),
  );
  const isClass = found.some(({ kind }) => kind === "class" || kind === "struct");
  const rows = isClass
    ? callable.filter((row) => row.qualified.startsWith(`${name}.`) && row.visibility === "public")
    : found;
  return (rows.length > 0 ? rows : found).slice(0, mostTested).map(toTested);
}

function toTested({ name, qualified, kind, params, returns, isAsync }: Declared): Tested {
  const owner =
    kind === "method" && qualified.includes(".") ? qualified.slice(0, qualified.lastIndexOf(".")) : undefined;
  const all = JSON.parse(params ?? "[]") as Tested["params"];
  return {
    name,
    kind,
    ...(owner && { owner }),
    params: all.filter((param) => !(owner && ["self", "cls"].includes(param.name))),
    returns,
    isAsync: isAsync === 1 || (returns?.startsWith("Promise<") ?? false),
  };
}

const matchesType = (path: string, type: "unit" | "integration" | "e2e"): boolean =>
  isAside(path) && (type === "unit" ? !/e2e|integration/i.test(path) : new RegExp(type, "i").test(path));

const rank = (path: string, targetFile: string, own: readonly string[]): number =>
  sharedFolders(path, targetFile) + (own.includes(path) ? 10 : 0);

/** The first lines of a test function, or the titles of a file's suites and cases. */
function exampleOf(
  path: string,
  rows: readonly { path: string; kind: string; name: string; line: number; preview: string | null }[],
): string {
  const own = rows.filter((row) => row.path === path).sort((a, b) => a.line - b.line);
  const shown = own.find(({ kind, preview }) => kind === "case" && preview !== null)?.preview;
  if (shown) return cutText(shown, 600);
  return own
    .slice(0, 8)
    .map(({ line, kind, name }) => `${line}: ${kind} ${name}`)
    .join("\n");
}
