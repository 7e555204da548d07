/** How modules of JavaScript give out what they declare, and how functions are written. */
import type { Observer } from "#engine/scan/derive/patterns/convention";
import type { FileFacts, SymbolRow } from "#engine/scan/derive/patterns/file-facts";
import { fileOf, holdsComponent } from "#engine/scan/derive/patterns/words";

/** A tool asks them for a default export. */
const asked =
  /\.(?:config|stories|d)\.|^(?:page|layout|template|loading|error|not-found|global-error|default|route|middleware|index|_app|_document|app)\.|\.(?:vue|svelte|astro)$/;
const isComponent = ({ path }: FileFacts): boolean => /\.[jt]sx$/.test(path) && holdsComponent(path);

export const exports: Observer = {
  conventions: [
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
  ],
  observe(file, gathered) {
    if (file.family !== "js" || file.isTest) return;
    const values = file.exports.filter(
      ({ type_only, kind }) => type_only === 0 && (kind === "local" || kind === "value"),
    );
    // `module.exports = f` gives out one thing; what else is given so may be an object of many.
    const isWhole = ({ name, symbol }: (typeof values)[number]): boolean =>
      name === "default" || (name === "export=" && symbol !== null);
    const main = values.find(isWhole) ?? values.find(({ name }) => name !== "export=");
    if (main && !asked.test(fileOf(file.path)))
      gathered.see(
        "export-style",
        isWhole(main) ? "default" : "named",
        { line: main.line, symbol: main.symbol },
        isComponent(file) ? "component file" : "module",
      );
    for (const symbol of file.symbols) {
      if (symbol.is_async === 1 && symbol.kind !== "variable") gathered.see("async-style", "async", placeOf(symbol));
      if (symbol.kind !== "function" || symbol.parent !== null) continue;
      const group = isComponent(file) && /^[A-Z]/.test(symbol.name) ? "Components" : "Functions";
      const form = formOf(symbol.signature);
      if (form !== null) gathered.see("function-style", form, placeOf(symbol), group);
    }
    for (const { target, line, count, quote, caller } of file.targets)
      if (/(?:^|\.)[Pp]romise(?:\.[a-z]+)*\.then$/.test(target))
        gathered.see("async-style", "then", { line, count, quote, symbol: caller });
  },
};

const placeOf = ({ name_line, end_line, id }: SymbolRow) => ({ line: name_line, endLine: end_line, symbol: id });

/** Null: what another function makes of it, as a wrapper or a component of higher order. */
function formOf(signature: string): string | null {
  const isGiven = /^(?:module\.)?exports\b[\w$.[\]]*\s*=(?![=>])/.test(signature);
  if (!isGiven && !/^(?:export\s+)?(?:default\s+)?(?:const|let|var)\b/.test(signature)) return "function declarations";
  const made = /^[^=]*?(?<![=!<>])=(?!=|>)\s*(.*)$/s.exec(signature)?.[1] ?? "";
  if (/^(?:async\s+)?function\b/.test(made)) return "function expressions";
  return /^(?:async\s+)?(?:<[^(]*>\s*)?(?:\(|[\w$]+\s*=>)/.test(made) ? "arrow functions" : null;
}
