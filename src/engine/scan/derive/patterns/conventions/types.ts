/** How types are written down. */
import type { Convention } from "#engine/scan/derive/patterns/convention";

export const types: readonly Convention[] = [
  {
    id: "type-hints",
    category: "types",
    gene: "Type hints",
    minimum: 15,
    isSilent: (variant) => variant === "partial",
    name: (variant) => (variant === "complete" ? "Functions with complete type hints" : "Functions without type hints"),
    summary: (variant) =>
      variant === "complete"
        ? "Functions declare the types of all parameters and of the result."
        : "Functions are written without type hints.",
    reason: (variant) => (variant === "none" ? "has no type hints" : `has ${variant} type hints`),
  },
  {
    id: "optional-types",
    category: "types",
    gene: "Values that may be missing",
    minimum: 6,
    name: (variant) => `Optional values as ${variant}`,
    summary: (variant) => `A type that may be missing is written ${variant}.`,
    reason: (variant) => `is written ${variant}`,
  },
  {
    id: "generic-types",
    category: "types",
    gene: "Types of collections",
    minimum: 6,
    name: (variant) => `Collections as ${variant}`,
    summary: (variant) => `Types of collections are written ${variant}.`,
    reason: (variant) => `is written ${variant}`,
  },
  {
    id: "result-types",
    category: "types",
    gene: "Results of exported functions",
    minimum: 15,
    isSilent: (variant) => variant === "inferred",
    name: () => "Exported functions declare their results",
    summary: () => "Exported functions declare the type of their result.",
    reason: () => "leaves its result to be inferred",
  },
  {
    id: "object-types",
    category: "types",
    gene: "Shapes of objects",
    minimum: 10,
    name: (variant) => `Object types as ${variant}`,
    summary: (variant) => `Shapes of objects are declared as ${variant}.`,
    reason: (variant) => `is one of the ${variant}`,
  },
  {
    id: "closed-sets",
    category: "types",
    gene: "Closed sets of words",
    minimum: 5,
    name: (variant) => `Closed sets of words as ${variant}`,
    summary: (variant) => `A closed set of words is declared as one of the ${variant}.`,
    reason: (variant) => `is one of the ${variant}`,
  },
  {
    id: "fallible-results",
    category: "errors",
    gene: "Results of what can fail",
    minimum: 8,
    name: (variant) => `Fallible functions answer ${variant}`,
    summary: (variant) => `Functions that can fail answer \`${variant}\`.`,
    reason: (variant) => `answers \`${variant}\``,
  },
];
