/** How a codebase tests, learnt from its tests, and a test for a file in that style. */
import { unknownFramework } from "#contract/fact-words";
import { isAside } from "./call-sites.ts";
import { commonest, type Learnt, specifierFor } from "./import-style.ts";
import { type Family, fileName, folderOf, sharedFolders, stemOf } from "./paths.ts";

export interface TestStyle {
  framework: string;
  style: string;
  mockStyle: string;
  assertionStyle: string;
  filePattern: string;
}

export interface TestRow {
  path: string;
  kind: string;
  name: string;
  framework: string;
}

const defaults: Record<Family, TestStyle> = {
  script: {
    framework: "vitest",
    style: "describe/it",
    mockStyle: "none seen",
    assertionStyle: "expect",
    filePattern: "*.test.ts",
  },
  python: {
    framework: "pytest",
    style: "functions",
    mockStyle: "none seen",
    assertionStyle: "assert",
    filePattern: "tests/test_*.py",
  },
  go: {
    framework: "go test",
    style: "functions",
    mockStyle: "none seen",
    assertionStyle: "t.Errorf",
    filePattern: "*_test.go",
  },
};

/** Calls that tell how tests mock and assert: the called names to count. */
export const tellingCalls: Record<Family, readonly string[]> = {
  script: [
    "mock",
    "fn",
    "spyOn",
    "stub",
    "doMock",
    "expect",
    "assert",
    "equal",
    "strictEqual",
    "deepEqual",
    "it",
    "test",
  ],
  python: [
    "Mock",
    "MagicMock",
    "AsyncMock",
    "patch",
    "setattr",
    "object",
    "create_autospec",
    "assertEqual",
    "assertTrue",
    "assertRaises",
    "raises",
  ],
  go: ["Fatalf", "Errorf", "Fatal", "Error", "Equal", "NoError", "Run", "NewController", "EXPECT", "Diff"],
};

const mocks =
  /^(?:vi|jest|sinon|mock|td|t\.mock)\.(?:mock|fn|spyOn|stub|doMock|method)$|(?:^|\.)(?:Mock|MagicMock|AsyncMock|patch|create_autospec|NewController|EXPECT)$|monkeypatch\.setattr|mocker\.\w+$|patch\.object$/;
const assertions =
  /^(?:expect|assert|assert\.\w+|require\.\w+|t\.(?:Fatalf?|Errorf?|assert)|self\.assert\w+|pytest\.raises|cmp\.Diff)$/;

/**
 * @param told how often each callee text of `tellingCalls` occurs in tests.
 * @returns the style, and whether any test of the family was seen.
 */
export function learnTests(
  family: Family,
  rows: readonly TestRow[],
  told: readonly { text: string; path: string }[],
): { style: TestStyle; seen: boolean } {
  const fallback = defaults[family];
  if (rows.length === 0) return { style: fallback, seen: false };
  const inTests = told.filter(({ path }) => isAside(path));
  const usual = (pattern: RegExp) =>
    commonest(inTests.filter(({ text }) => pattern.test(text)).map(({ text }) => text));
  const suites = rows.filter(({ kind }) => kind === "suite").length;
  const cases = inTests.filter(({ text }) => text === "it" || text === "test").map(({ text }) => text);
  const style =
    family === "script"
      ? `${suites > 0 ? "describe/" : ""}${commonest(cases) ?? "it"}`
      : family === "python"
        ? suites > rows.length / 4
          ? "classes"
          : "functions"
        : usual(/^t\.Run$/)
          ? "functions with t.Run"
          : "functions";
  const asserts = usual(assertions);
  return {
    style: {
      framework: commonest(knownFrameworks(rows.map(({ framework }) => framework))) ?? fallback.framework,
      style,
      mockStyle: usual(mocks) ?? fallback.mockStyle,
      assertionStyle:
        family === "python"
          ? asserts?.startsWith("self.")
            ? "self.assert…"
            : "assert"
          : (asserts ?? fallback.assertionStyle),
      filePattern: commonest([...new Set(rows.map(({ path }) => path))].map(patternOf)) ?? fallback.filePattern,
    },
    seen: true,
  };
}

/** `src/__tests__/a.test.ts` is `__tests__/*.test.ts`, `tests/unit/test_a.py` is `tests/unit/test_*.py`. */
export function patternOf(path: string): string {
  const name = fileName(path)
    .replace(/^test_.*(\.py)$/, "test_*$1")
    .replace(/^.*_test(\.\w+)$/, "*_test$1")
    .replace(/^[^*]*?((?:[._-](?:test|spec))\.\w+)$/, "*$1");
  const folders = folderOf(path).split("/");
  const at = folders.findIndex((folder) => /^(?:tests?|__tests__|spec|e2e)$/.test(folder));
  return [...(at < 0 ? [] : folders.slice(at)), name.includes("*") ? name : `*${name.slice(name.indexOf("."))}`].join(
    "/",
  );
}

/** Where the test of `targetFile` goes: beside it, or in the nearest folder of tests. */
export function testFileFor(
  targetFile: string,
  family: Family,
  style: TestStyle,
  testPaths: readonly string[],
): string {
  const stem = stemOf(targetFile);
  const ending = targetFile.slice(targetFile.lastIndexOf("."));
  const pattern = style.filePattern.split("/");
  const shape = pattern.at(-1) ?? "*.test.ts";
  const name = family === "script" ? shape.replace("*", stem).replace(/\.\w+$/, ending) : shape.replace("*", stem);
  if (pattern.length === 1) return [folderOf(targetFile), name].filter(Boolean).join("/");
  if (pattern[0] === "__tests__") return [folderOf(targetFile), "__tests__", name].filter(Boolean).join("/");
  const alike = testPaths.filter((path) => patternOf(path) === style.filePattern);
  const nearest = [...alike].sort((a, b) => sharedFolders(b, targetFile) - sharedFolders(a, targetFile))[0];
  return [nearest ? folderOf(nearest) : pattern.slice(0, -1).join("/"), name].filter(Boolean).join("/");
}

export interface Tested {
  name: string;
  /** The class or receiver of a method. */
  owner?: string;
  kind: string;
  params: { name: string; type?: string; required: boolean }[];
  returns: string | null;
  isAsync: boolean;
}

interface Subject {
  targetFile: string;
  testFile: string;
  tested: readonly Tested[];
  style: TestStyle;
  learnt: Learnt;
  /** Go's package clause. */
  package: string;
}

export function testTemplate(family: Family, subject: Subject): string {
  if (family === "go") return goTemplate(subject);
  return family === "python" ? pythonTemplate(subject) : scriptTemplate(subject);
}

const words = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .trim()
    .toLowerCase();
const required = ({ params }: Tested): Tested["params"] => params.filter((param) => param.required);

function scriptTemplate({ targetFile, testFile, tested, style, learnt }: Subject): string {
  const [, caseWord = "it"] = /(?:describe\/)?(\w+)$/.exec(style.style) ?? [];
  const suite = style.style.startsWith("describe");
  const names = [...new Set(tested.map(({ name, owner }) => owner ?? name))];
  const lines: string[] = [];
  if (style.framework === "vitest" || style.framework === "bun:test" || style.framework === "node:test") {
    const imported = [
      ...(suite ? ["describe"] : []),
      ...(style.assertionStyle.startsWith("expect") ? ["expect"] : []),
      caseWord,
    ];
    lines.push(`import { ${imported.sort().join(", ")} } from "${style.framework}";`);
  }
  if (!style.assertionStyle.startsWith("expect")) lines.push('import assert from "node:assert/strict";');
  lines.push(`import { ${names.join(", ")} } from "${specifierFor(testFile, targetFile, learnt)}";`, "");
  for (const one of tested) {
    const title = one.owner ? `${one.owner}.${one.name}` : one.name;
    const wait = one.isAsync ? "await " : "";
    const inner = [
      `${caseWord}("${words(one.name)} …", ${one.isAsync ? "async " : ""}() => {`,
      ...required(one).map((param) => `  const ${param.name} = …;${param.type ? ` // ${param.type}` : ""}`),
      ...(one.owner && one.kind !== "constructor" ? [`  const subject = new ${one.owner}(…);`] : []),
      `  const result = ${one.kind === "class" ? "new " : wait}${one.owner ? "subject." : ""}${one.name}(${required(one)
        .map(({ name }) => name)
        .join(", ")});`,
      style.assertionStyle.startsWith("expect") ? "  expect(result).toEqual(…);" : "  assert.deepEqual(result, …);",
      "});",
    ];
    lines.push(...(suite ? [`describe("${title}", () => {`, ...inner.map((line) => `  ${line}`), "});"] : inner), "");
  }
  return lines.join("\n").trimEnd();
}

function pythonTemplate({ targetFile, testFile, tested, style, learnt }: Subject): string {
  const names = [...new Set(tested.map(({ name, owner }) => owner ?? name))];
  const absolute: Learnt = { ...learnt, style: { ...learnt.style, pathStyle: "absolute" } };
  const inClass = style.framework === "unittest" || style.style === "classes";
  const self = inClass ? "self" : "";
  const methods = tested.map((one) => {
    const call = `${one.owner ? "subject." : ""}${one.name}(${required(one)
      .map(({ name }) => `${name}=…`)
      .join(", ")})`;
    return [
      `${one.isAsync ? "async " : ""}def test_${one.name}(${self}):`,
      ...(one.owner ? [`    subject = ${one.owner}(…)`] : []),
      `    result = ${one.isAsync ? "await " : ""}${call}`,
      style.assertionStyle === "assert" ? "    assert result == …" : "    self.assertEqual(result, …)",
    ];
  });
  const head = [
    ...(style.framework === "unittest" ? ["import unittest"] : []),
    `from ${specifierFor(testFile, targetFile, absolute)} import ${names.join(", ")}`,
  ];
  const body = inClass
    ? [
        `class Test${stemOf(targetFile).replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}${style.framework === "unittest" ? "(unittest.TestCase)" : ""}:`,
        ...methods.flatMap((lines) => ["", ...lines.map((line) => `    ${line}`)]).slice(1),
      ]
    : methods.flatMap((lines, at) => (at === 0 ? lines : ["", "", ...lines]));
  return [...head, "", "", ...body].join("\n");
}

function goTemplate({ tested, style, package: name }: Subject): string {
  const check = style.assertionStyle.startsWith("t.") ? "t.Errorf" : style.assertionStyle;
  const functions = tested.flatMap((one) => {
    const call = `${one.owner ? "subject." : ""}${one.name}(${one.params.map((param) => param.name).join(", ")})`;
    const results = (one.returns ?? "")
      .replace(/^\(|\)$/g, "")
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean);
    const gots = results.map((result, at) =>
      result.split(" ").at(-1) === "error" ? "err" : at === 0 ? "got" : `got${at + 1}`,
    );
    return [
      `func Test${one.owner ?? ""}${one.name.charAt(0).toUpperCase()}${one.name.slice(1)}(t *testing.T) {`,
      ...(one.owner ? [`\tvar subject ${one.owner} // …`] : []),
      ...one.params.map((param) => `\tvar ${param.name} ${(param.type ?? "any").replace(/^\.\.\./, "[]")} // …`),
      `\t${gots.length > 0 ? `${gots.join(", ")} := ` : ""}${call}`,
      ...(gots.includes("err") ? ["\tif err != nil {", "\t\tt.Fatal(err)", "\t}"] : []),
      ...gots
        .filter((got) => got !== "err")
        .flatMap((got, at) =>
          check === "t.Errorf"
            ? [
                `\tvar want${at || ""} ${(results[gots.indexOf(got)] ?? "any").split(" ").at(-1)} // …`,
                `\tif ${got} != want${at || ""} {`,
                `\t\tt.Errorf("got %v, want %v", ${got}, want${at || ""})`,
                "\t}",
              ]
            : [`\t${check}(t, …, ${got})`],
        ),
      "}",
      "",
    ];
  });
  return [`package ${name}`, "", 'import "testing"', "", ...functions].join("\n").trimEnd();
}

/** Those that say whose tests they are: a file that uses a framework's globals alone does not. */
export const knownFrameworks = (all: readonly string[]): string[] => all.filter((one) => one !== unknownFramework);
