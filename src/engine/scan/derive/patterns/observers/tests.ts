/** Where tests stand, what they are named, and how they are written. */
import type { Observer } from "#engine/scan/derive/patterns/convention";
import type { FileFacts, TestRow } from "#engine/scan/derive/patterns/file-facts";
import { casingOf, fileOf, folderOf } from "#engine/scan/derive/patterns/words";

/** Languages where the place of a test is left open. */
const open = new Set(["js", "python", "ruby", "rust"]);
const folders = new Set(["test", "tests", "spec", "specs", "e2e", "testing", "t"]);
/** Of TypeScript and JavaScript, where most names tell tests apart. */
const plainName = "without a part that tells tests apart";
const quoted = (variant: string): string => (variant === plainName ? variant : `\`${variant}\``);
/** Frameworks as they call themselves. */
const called = new Map(
  "Jest Vitest Mocha Playwright Cypress Jasmine RSpec PHPUnit Pest Minitest XCTest xUnit NUnit MSTest TestNG Kotest Catch2"
    .split(" ")
    .map((name) => [name.toLowerCase(), name]),
);
const calledOf = (framework: string): string => called.get(framework) ?? framework.replace(/^junit\b/, "JUnit");
/** What a language brings: nobody chose it. */
const built = new Set(["go test", "cargo test"]);

/** Frameworks that drive the whole application from outside: their tests are of another kind, and stand elsewhere. */
const ofTheWhole = new Set(["playwright", "cypress", "testcafe", "webdriverio", "nightwatch", "codeceptjs", "detox"]);
const endToEnd = "end to end";
const testsOf = (group: string): string => (group === "" ? "Tests" : "End-to-end tests");

/** Where a test file has no name of its own. */
export const inTheFile = "in the file that they test";
export const testFramework = "test-framework";

export const tests: Observer = {
  conventions: [
    {
      id: "test-placement",
      category: "testing",
      gene: "Place of tests",
      minimum: 5,
      name: (variant, group) => `${testsOf(group)} ${variant}`,
      summary: (variant, group) => `${testsOf(group)} stand ${variant}.`,
      reason: (variant) => `stands ${variant}`,
    },
    {
      id: "test-files",
      category: "testing",
      gene: "Names of test files",
      minimum: 5,
      name: (variant, group) => `${group === "" ? "Test files" : "End-to-end test files"} are named ${variant}`,
      summary: (variant, group) => `Files of ${lower(testsOf(group))} are named ${quoted(variant)}.`,
      reason: (variant) => `is named ${quoted(variant)}`,
    },
    {
      id: testFramework,
      category: "testing",
      gene: "Test framework",
      minimum: 5,
      minimumFiles: 2,
      isSilent: (variant) => built.has(variant),
      name: (variant, group) => `${testsOf(group)} in ${calledOf(variant)}`,
      summary: (variant, group) => `${testsOf(group)} are written for ${calledOf(variant)}.`,
      reason: (variant) => `is written for ${calledOf(variant)}`,
    },
    {
      id: "test-form",
      category: "testing",
      gene: "Form of tests",
      minimum: 8,
      name: (variant) => `Tests ${variant}`,
      summary: (variant) => `Test cases are written ${variant}.`,
      reason: (variant) => `is written ${variant}`,
    },
    {
      id: "test-names",
      category: "testing",
      gene: "Names of test cases",
      minimum: 10,
      isSilent: (variant) => variant === "in camelCase",
      name: (variant) => `Test cases are named ${variant}`,
      summary: (variant) => `Test cases are named ${variant}.`,
      reason: (variant) => `is named ${variant}`,
    },
  ],
  observe(file, gathered) {
    const cases = file.tests.filter(({ kind }) => kind === "case");
    const first = cases[0];
    if (!first) return;
    const ofFile = groupOf(file, first);
    if (open.has(file.family))
      gathered.see("test-placement", placementOf(file), { line: first.line, count: 1 }, ofFile);
    const shape = shapeOf(file);
    if (shape !== null && file.isTest) gathered.see("test-files", shape, { line: first.line }, ofFile);
    const suites = new Set(file.tests.filter(({ kind }) => kind === "suite").map(({ symbol }) => symbol));
    for (const one of cases) {
      const at = { line: one.line, symbol: one.symbol };
      gathered.see(testFramework, one.framework, at, groupOf(file, one));
      const form = formOf(file, one);
      if (form !== null) gathered.see("test-form", form, at);
      const name = nameOf(file, one, suites);
      if (name !== null) gathered.see("test-names", name, at);
    }
    if (file.family === "js")
      for (const { target, line, count, caller } of file.targets) {
        const word =
          /^(?:@jest\/globals\.|vitest\.|mocha\.|node:test\.|bun:test\.)?(it|test)(?:\.(?:each|only|skip|concurrent))?$/.exec(
            target,
          )?.[1];
        if (word) gathered.see("test-form", `with ${word}()`, { line, count, symbol: caller });
      }
  },
};

/** Files that say of themselves that they test the whole: `orders.e2e-spec.ts`, `orders.cy.ts`. */
const saysOfTheWhole = /\.cy\.[jt]sx?$|(?:^|\/)cypress\/|[._-]e2e(?:[._-](?:test|spec))?\.[cm]?[jt]sx?$/;

const groupOf = ({ path }: FileFacts, { framework }: TestRow): string | null =>
  ofTheWhole.has(framework) || saysOfTheWhole.test(path) ? endToEnd : null;
const lower = (text: string): string => text[0]?.toLowerCase() + text.slice(1);

function placementOf({ path, family, isTest }: FileFacts): string {
  if (
    family === "rust" &&
    !folderOf(path)
      .split("/")
      .some((one) => folders.has(one))
  )
    return inTheFile;
  const parts = folderOf(path).split("/");
  // `api_tests/`, `ui-e2e/`
  const at = parts.findIndex((part) => folders.has(part) || /[-_](?:tests?|specs?|e2e)$/.test(part));
  if (parts.includes("__tests__"))
    return parts[0] === "__tests__" ? "under __tests__/" : "in __tests__ folders beside the code";
  if (at < 0) return isTest ? "beside the code" : inTheFile;
  return at === 0 ? `under ${parts[at]}/` : `in ${parts[at]}/ folders`;
}

function shapeOf({ path, family }: FileFacts): string | null {
  const name = fileOf(path);
  if (family === "js") {
    // `.ts` and `.tsx` are one way to name tests.
    const found = /([._-](?:tests?|specs?|e2e-spec|e2e|cy)|(?<=[a-z0-9])(?:Test|Tests|Spec))\.[cm]?[jt]sx?$/.exec(name);
    return found
      ? `*${found[1]}.*`
      : (/^test[-_]/.exec(name)?.[0].replace(/$/, `*.${name.slice(name.lastIndexOf(".") + 1)}`) ?? plainName);
  }
  if (family === "python")
    return name.startsWith("test_") ? "test_*.py" : name.endsWith("_test.py") ? "*_test.py" : null;
  // `test_order_test.rb` is about a `TestOrder`.
  if (family === "ruby")
    return (
      /_(?:test|spec)\.rb$/.exec(name)?.[0].replace(/^/, "*") ??
      (/^(?:test|spec)_/.test(name) ? `${name.slice(0, 5)}*.rb` : null)
    );
  return null;
}

function formOf({ family }: FileFacts, { symbol }: TestRow): string | null {
  if (family !== "python" || symbol === null) return null;
  return symbol.slice(symbol.indexOf("#") + 1).includes(".") ? "as methods of classes" : "as functions";
}

const byName = new Set(["java", "kotlin", "csharp", "php"]);

function nameOf({ family }: FileFacts, { name, symbol }: TestRow, suites: ReadonlySet<string | null>): string | null {
  if (!byName.has(family) || symbol === null || suites.has(symbol)) return null;
  if (/\s/.test(name)) return family === "kotlin" ? "as sentences in backticks" : null;
  if (/^test_[a-z0-9_]+$/.test(name)) return "in snake_case with test_ in front";
  if (/^test[A-Z]/.test(name)) return "in camelCase with test in front";
  if (/^should[A-Z]/.test(name)) return "in camelCase with should in front";
  if (/^[A-Z]\w*_\w+$/.test(name)) return "Subject_Outcome";
  if (/^[a-z]+[a-z0-9]*[A-Z]?\w*_\w+$/.test(name) && /[A-Z]/.test(name)) return "subject_outcome";
  const casing = casingOf(name);
  return casing === null ? null : `in ${casing}`;
}
