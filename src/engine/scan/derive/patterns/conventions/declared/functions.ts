/** How functions, constructors and tests are declared. */
import type { Convention } from "#engine/scan/derive/patterns/convention";

const ofOwn = "packages of their own";

export const ofFunctions: readonly Convention[] = [
  {
    id: "async-names",
    category: "structural",
    gene: "Names of asynchronous methods",
    minimum: 15,
    name: (variant) =>
      variant === "Async" ? "Asynchronous methods end in Async" : "Asynchronous methods are named plainly",
    summary: (variant) =>
      variant === "Async"
        ? "The name of a method that gives a task ends in Async."
        : "The name of a method that gives a task does not say so: it has no Async at its end.",
    reason: (variant) => (variant === "Async" ? "ends in Async" : "does not end in Async"),
  },
  {
    id: "async-code",
    category: "structural",
    gene: "Asynchronous functions",
    minimum: 10,
    name: (variant) => (variant === "async" ? "async and await" : "Completion handlers"),
    summary: (variant) =>
      variant === "async"
        ? "What takes time is an async function."
        : "What takes time is given a closure that it calls at its end.",
    reason: (variant) => (variant === "async" ? "is an async function" : "takes a completion handler"),
  },
  {
    id: "constructor-results",
    category: "structural",
    gene: "What constructors give",
    minimum: 12,
    isSilent: (variant) => variant === "a value",
    name: (variant) => `Constructors give ${variant}`,
    summary: (variant) =>
      variant === "a pointer"
        ? "Functions named New… give a pointer to what they make."
        : `The functions \`new\` of types say that they give ${variant}.`,
    reason: (variant) => `gives ${variant}`,
  },
  {
    id: "error-wrapping",
    category: "errors",
    gene: "Errors that are passed on",
    minimum: 15,
    isSilent: (variant) => variant === "as they are",
    name: (variant) => `Errors are passed on with what ${variant} adds`,
    summary: (variant) => `An error that is passed on is wrapped by ${variant}, which says what was being done.`,
    reason: () => "passes the error on as it is",
  },
  {
    id: "parallel-tests",
    category: "testing",
    gene: "Tests that run beside each other",
    minimum: 8,
    isSilent: (variant) => variant === "one by one",
    name: () => "Tests run in parallel",
    summary: () => "Tests begin with t.Parallel().",
    reason: () => "does not call t.Parallel()",
  },
  {
    id: "test-package",
    category: "testing",
    gene: "Packages of tests",
    minimum: 8,
    name: (variant) => `Tests stand in ${variant}`,
    summary: (variant) =>
      variant === ofOwn
        ? "Test files are of a package of their own, named …_test, and import what they test."
        : "Test files are of the package that they test, and see what it does not export.",
    reason: (variant) => `stands in ${variant}`,
  },
  {
    id: "test-visibility",
    category: "testing",
    gene: "Visibility of test methods",
    minimum: 12,
    name: (variant) => `Test methods are ${variant}`,
    summary: (variant) =>
      variant === "public"
        ? "Test methods of JUnit 5 are declared public."
        : "Test methods of JUnit 5 are declared without public.",
    reason: (variant) => `is ${variant}`,
  },
];
