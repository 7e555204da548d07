/** How functions, constructors and tests are declared. */
import type { FileFacts } from "#engine/scan/derive/patterns/file-facts";
import { fileOf, folderOf } from "#engine/scan/derive/patterns/words";
import { atOf, headOf, ofKind, type Question } from "./question.ts";

export const ofFunctions: readonly Question[] = [
  {
    id: "async-names",
    category: "structural",
    gene: "Names of asynchronous methods",
    families: ["csharp"],
    of: "code",
    minimum: 15,
    name: (variant) =>
      variant === "Async" ? "Asynchronous methods end in Async" : "Asynchronous methods are named plainly",
    summary: (variant) =>
      variant === "Async"
        ? "The name of a method that gives a task ends in Async."
        : "The name of a method that gives a task does not say so: it has no Async at its end.",
    reason: (variant) => (variant === "Async" ? "ends in Async" : "does not end in Async"),
    ask(file, see) {
      for (const symbol of ofKind(file, "method", "function")) {
        const givesTask = symbol.is_async === 1 || /^(?:Value)?Task(?:<|$)/.test(symbol.returns ?? "");
        // What a base or an interface names, and what a framework calls by its route, is named by that.
        if (!givesTask || /\boverride\b/.test(headOf(symbol)) || isAction(file, symbol.parent)) continue;
        if (symbol.name === "Main" || symbol.signature.includes("EventArgs")) continue;
        see(symbol.name.endsWith("Async") ? "Async" : "plain", atOf(symbol));
      }
    },
  },
  {
    id: "async-code",
    category: "structural",
    gene: "Asynchronous functions",
    families: ["swift"],
    of: "code",
    minimum: 10,
    name: (variant) => (variant === "async" ? "async and await" : "Completion handlers"),
    summary: (variant) =>
      variant === "async"
        ? "What takes time is an async function."
        : "What takes time is given a closure that it calls at its end.",
    reason: (variant) => (variant === "async" ? "is an async function" : "takes a completion handler"),
    ask(file, see) {
      for (const symbol of ofKind(file, "method", "function"))
        if (symbol.is_async === 1) see("async", atOf(symbol));
        else if (/\b(?:completion|completionHandler)\s*:\s*(?:@[\w()]+\s+)*@escaping\b/.test(symbol.signature))
          see("completion", atOf(symbol));
    },
  },
  {
    id: "constructor-results",
    category: "structural",
    gene: "What constructors give",
    families: ["go", "rust"],
    of: "code",
    minimum: 12,
    isSilent: (variant) => variant === "a value",
    name: (variant) => `Constructors give ${variant}`,
    summary: (variant) =>
      variant === "a pointer"
        ? "Functions named New… give a pointer to what they make."
        : `The functions \`new\` of types say that they give ${variant}.`,
    reason: (variant) => `gives ${variant}`,
    ask(file, see) {
      if (file.family === "rust")
        for (const symbol of ofKind(file, "method", "function")) {
          const own =
            symbol.name === "new"
              ? /^(?:Result<|Option<|io::Result<)?(\w+)/.exec(symbol.returns ?? "")?.[1]
              : undefined;
          if (own === "Self") see("Self", atOf(symbol));
          else if (own !== undefined && symbol.parent?.endsWith(own)) see("the type's name", atOf(symbol));
        }
      else
        for (const symbol of ofKind(file, "function")) {
          const given = /^New([A-Z]\w*)?$/.test(symbol.name) ? /^\(?(\*?)(\w+)/.exec(symbol.returns ?? "") : null;
          if (!given || /^[a-z]/.test(given[2] ?? "")) continue;
          const made = file.symbols.find(
            ({ name, kind, parent }) => name === given[2] && parent === null && kind !== "function",
          );
          if (given[1] === "*") see("a pointer", atOf(symbol));
          else if (made?.kind === "interface") see("an interface", atOf(symbol));
          else if (made?.kind === "struct") see("a value", atOf(symbol));
        }
    },
  },
  {
    id: "error-wrapping",
    category: "errors",
    gene: "Errors that are passed on",
    families: ["go"],
    of: "code",
    minimum: 15,
    isSilent: (variant) => variant === "as they are",
    name: (variant) => `Errors are passed on with what ${variant} adds`,
    summary: (variant) => `An error that is passed on is wrapped by ${variant}, which says what was being done.`,
    reason: () => "passes the error on as it is",
    ask({ errors }, see) {
      for (const { kind, error, symbol, line } of errors)
        if (kind === "propagate") see(error ?? "as they are", { line, symbol });
    },
  },
  {
    id: "parallel-tests",
    category: "testing",
    gene: "Tests that run beside each other",
    families: ["go"],
    of: "tests",
    minimum: 8,
    isSilent: (variant) => variant === "one by one",
    name: () => "Tests run in parallel",
    summary: () => "Tests begin with t.Parallel().",
    reason: () => "does not call t.Parallel()",
    ask(file, see) {
      const cases = file.tests.filter(({ kind }) => kind === "case");
      const first = cases[0];
      if (!first) return;
      const parallel = file.targets.find(({ target }) => target === "testing.T.Parallel");
      const isParallel = (parallel?.count ?? 0) * 2 >= cases.length;
      see(isParallel ? "in parallel" : "one by one", { line: isParallel ? (parallel?.line ?? 1) : first.line });
    },
  },
  {
    id: "test-package",
    category: "testing",
    gene: "Packages of tests",
    families: ["go"],
    of: "tests",
    minimum: 8,
    name: (variant) => `Tests stand in ${variant}`,
    summary: (variant) =>
      variant === ofOwn
        ? "Test files are of a package of their own, named …_test, and import what they test."
        : "Test files are of the package that they test, and see what it does not export.",
    reason: (variant) => `stands in ${variant}`,
    ask(file, see) {
      const first = file.tests.find(({ kind }) => kind === "case");
      const folder = folderOf(file.path);
      if (!first || !fileOf(file.path).endsWith("_test.go") || folder === "") return;
      const own = file.imports.find(({ resolved }) => resolved === folder);
      see(own ? ofOwn : "the package that they test", { line: own?.line ?? first.line });
    },
  },
  {
    id: "test-visibility",
    category: "testing",
    gene: "Visibility of test methods",
    families: ["java"],
    of: "tests",
    minimum: 12,
    name: (variant) => `Test methods are ${variant}`,
    summary: (variant) =>
      variant === "public"
        ? "Test methods of JUnit 5 are declared public."
        : "Test methods of JUnit 5 are declared without public.",
    reason: (variant) => `is ${variant}`,
    ask(file, see) {
      const cases = new Set(
        file.tests.flatMap(({ kind, framework, symbol }) => (kind === "case" && framework === "junit 5" ? symbol : [])),
      );
      for (const symbol of ofKind(file, "method")) {
        const head = headOf(symbol);
        if (cases.has(symbol.id) && !/\b(?:protected|private)\b/.test(head))
          see(/\bpublic\b/.test(head) ? "public" : "package-private", atOf(symbol));
      }
    },
  },
];

const ofOwn = "packages of their own";

/** Whether a class's methods answer requests. */
const isAction = ({ symbols, relations }: FileFacts, parent: string | null): boolean =>
  symbols.some(({ id, name }) => id === parent && /(?:Controller|Hub|PageModel|Model)$/.test(name)) ||
  relations.some(
    ({ type, relation, name }) =>
      type === parent && relation === "extends" && /(?:Controller(?:Base)?|Hub)\b/.test(name),
  );
