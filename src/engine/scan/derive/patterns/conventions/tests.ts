/** Where tests stand, what they are named, and how they are written. */
import type { Convention } from "#engine/scan/derive/patterns/convention";

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

const testsOf = (group: string): string => (group === "" ? "Tests" : "End-to-end tests");

/** Where a test file has no name of its own. */
export const inTheFile = "in the file that they test";

export const testFramework = "test-framework";

const lower = (text: string): string => text[0]?.toLowerCase() + text.slice(1);

export const tests: readonly Convention[] = [
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
];
