/** Which errors are thrown, and what they are made from. */
import type { Observer } from "#engine/scan/derive/patterns/convention";
import { bareType } from "#engine/scan/derive/patterns/words";

const usual = new Set(["Error", "Exception", "BaseException", "RuntimeException", "StandardError", "Throwable"]);

const macros = new Set(["anyhow!", "bail!", "ensure!", "eyre!", "whatever!"]);

const plainErrors = new Set(["fmt.Errorf", "errors.New"]);

/** Families in which what is thrown is made of a class, which alone begin with capitals: `PermissionDenied`, `Http404`. */
const ofClasses: ReadonlySet<string> = new Set(["python", "php", "ruby", "java", "kotlin", "csharp"]);

/** Whether what is thrown is called as types of errors are; a function that makes one is none: `createNotFoundException`. */
const isType = (name: string, family: string): boolean =>
  /^[A-Z]/.test(name) && (ofClasses.has(family) ? /[a-z]/.test(name) : /(?:Error|Exception|Failure|Fault)$/.test(name));

export const errors: Observer = {
  conventions: [
    {
      id: "error-types",
      category: "errors",
      gene: "Errors that are thrown",
      minimum: 10,
      isSilent: (variant) => variant !== "own",
      name: () => "Errors of its own types",
      summary: () => "Errors that are thrown are of types that the repository declares.",
      reason: () => "throws an error of a built-in or a library's type",
    },
    {
      id: "thrown-type",
      category: "errors",
      gene: "Type of thrown errors",
      minimum: 8,
      isSilent: (variant) => usual.has(variant),
      name: (variant) => `Errors are thrown as ${variant}`,
      summary: (variant) => `Errors are thrown as \`${variant}\`.`,
      reason: (variant) => `throws \`${variant}\``,
    },
    {
      id: "error-base",
      category: "errors",
      gene: "Base of error types",
      minimum: 4,
      isSilent: (variant) => usual.has(variant),
      name: (variant) => `Error types extend ${variant}`,
      summary: (variant) => `Types of errors extend \`${variant}\`.`,
      reason: (variant) => `extends \`${variant}\``,
    },
  ],
  observe(file, gathered) {
    if (file.isTest) return;
    for (const { kind, error, target, line, symbol } of file.errors) {
      if (kind !== "throw" || error === null) continue;
      // What Rust's macros make is an error of their library.
      if (macros.has(error)) gathered.see("error-types", "built-in or a library's", { line, symbol });
      const name = bareType(error);
      // In Go most errors are of no type of their own: made where they are given back, or once, as a variable.
      if (file.family === "go" && (plainErrors.has(error) || /^Err[A-Z]/.test(name))) {
        gathered.see("error-types", "built-in or a library's", { line, symbol });
        gathered.see("thrown-type", "Error", { line, symbol });
        continue;
      }
      // What makes an error in Go is no type; what is left to others to write raises none.
      if (/^NotImplemented(?:Error|Exception)$/.test(name)) continue;
      if (!isType(name, file.family) || (file.family === "go" && /^New[A-Z]/.test(name))) continue;
      gathered.see("error-types", target === null ? "built-in or a library's" : "own", { line, symbol });
      gathered.see("thrown-type", name, { line, symbol });
    }
    for (const { type, relation, name, line } of file.relations) {
      if (relation !== "extends" || !/(?:Error|Exception)$/.test(type)) continue;
      const base = bareType(name);
      if (/(?:Error|Exception|Throwable)$/.test(base)) gathered.see("error-base", base, { line, symbol: type });
    }
  },
};
