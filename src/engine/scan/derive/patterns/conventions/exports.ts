/** How modules of JavaScript give out what they declare, and how functions are written. */
import type { Convention } from "#engine/scan/derive/patterns/convention";

export const exports: readonly Convention[] = [
  {
    id: "export-style",
    category: "structural",
    gene: "Exports",
    minimum: 8,
    name: (variant, group) => `${variant === "default" ? "Default" : "Named"} exports in ${group}s`,
    summary: (variant, group) =>
      variant === "default"
        ? `A ${group} exports its main thing as the default.`
        : `A ${group} exports by name, without a default.`,
    reason: (variant) => (variant === "default" ? "has a default export" : "has named exports only"),
  },
  {
    id: "function-style",
    category: "structural",
    gene: "Functions at the top level",
    minimum: 10,
    name: (variant, group) => `${group} as ${variant}`,
    summary: (variant, group) => `${group} at the top level of modules are written as ${variant}.`,
    reason: (variant) => `is written as one of the ${variant}`,
  },
  {
    id: "async-style",
    category: "structural",
    gene: "Asynchronous code",
    minimum: 8,
    name: (variant) => (variant === "async" ? "async and await" : "Chains of .then"),
    summary: (variant) =>
      variant === "async"
        ? "Asynchronous code is written with async functions."
        : "Asynchronous code is written with .then.",
    reason: (variant) => (variant === "async" ? "is an async function" : "chains with .then"),
  },
];
