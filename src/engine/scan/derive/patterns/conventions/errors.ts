/** Which errors are thrown, and what they are made from. */
import type { Convention } from "#engine/scan/derive/patterns/convention";

const usual = new Set(["Error", "Exception", "BaseException", "RuntimeException", "StandardError", "Throwable"]);

export const errors: readonly Convention[] = [
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
];
