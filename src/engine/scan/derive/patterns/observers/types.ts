/** How types are written down. */
import type { Observer } from "#engine/scan/derive/patterns/convention";
import type { FileFacts, SymbolRow } from "#engine/scan/derive/patterns/file-facts";
import type { Gathered } from "#engine/scan/derive/patterns/observation";
import { isAside } from "#engine/scan/derive/patterns/words";

interface Param {
  readonly name: string;
  readonly type?: string;
}

export const types: Observer = {
  conventions: [
    {
      id: "type-hints",
      category: "types",
      gene: "Type hints",
      minimum: 15,
      isSilent: (variant) => variant === "partial",
      name: (variant) =>
        variant === "complete" ? "Functions with complete type hints" : "Functions without type hints",
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
  ],
  observe(file, gathered) {
    if (file.isTest || isAside(file.path)) return;
    if (file.family === "python") for (const symbol of file.symbols) python(symbol, gathered);
    if (file.family === "php") for (const symbol of file.symbols) hints(symbol, gathered);
    if (file.language === "typescript" || file.language === "tsx")
      for (const symbol of file.symbols) typescript(file, symbol, gathered);
    if (file.family === "rust") for (const symbol of file.symbols) rust(symbol, gathered);
  },
};

const placeOf = ({ name_line, end_line, id }: SymbolRow) => ({ line: name_line, endLine: end_line, symbol: id });

function hints(symbol: SymbolRow, gathered: Gathered): Param[] | null {
  if (symbol.kind !== "function" && symbol.kind !== "method") return null;
  const params = (symbol.params === null ? [] : (JSON.parse(symbol.params) as Param[])).filter(
    ({ name }) => !/^\*{0,2}(?:self|cls)$/.test(name) && name !== "*" && name !== "/",
  );
  const told = params.filter(({ type }) => type !== undefined).length + (symbol.returns === null ? 0 : 1);
  if (params.length > 0) {
    const variant = told === params.length + 1 ? "complete" : told === 0 ? "none" : "partial";
    gathered.see("type-hints", variant, placeOf(symbol));
  }
  return params;
}

function python(symbol: SymbolRow, gathered: Gathered): void {
  const params = hints(symbol, gathered);
  if (params === null) return;
  const written = [...params.map(({ type }) => type ?? ""), symbol.returns ?? ""].join(" ");
  if (/\|\s*None\b|\bNone\s*\|/.test(written)) gathered.see("optional-types", "`X | None`", placeOf(symbol));
  if (/\bOptional\[/.test(written)) gathered.see("optional-types", "`Optional[X]`", placeOf(symbol));
  if (/\b(?:list|dict|set|tuple)\[/.test(written))
    gathered.see("generic-types", "`list[X]`, `dict[K, V]`", placeOf(symbol));
  if (/\b(?:List|Dict|Set|Tuple)\[/.test(written))
    gathered.see("generic-types", "`List[X]`, `Dict[K, V]`", placeOf(symbol));
}

function typescript(file: FileFacts, symbol: SymbolRow, gathered: Gathered): void {
  const { kind, type_text } = symbol;
  if (kind === "function" && symbol.exported === 1 && symbol.parent === null && file.language === "typescript")
    gathered.see("result-types", symbol.returns === null ? "inferred" : "declared", placeOf(symbol));
  if (kind === "interface") gathered.see("object-types", "interfaces", placeOf(symbol));
  if (kind === "enum") gathered.see("closed-sets", "enums", placeOf(symbol));
  if (kind !== "type_alias" || type_text === null) return;
  if (/^\{/.test(type_text) && !/\bin keyof\b|^\{\s*\[\w+ in /.test(type_text))
    gathered.see("object-types", "type aliases", placeOf(symbol));
  if (/^\|?\s*["'][^"']*["'](?:\s*\|\s*["'][^"']*["'])+$/.test(type_text))
    gathered.see("closed-sets", "unions of literals", placeOf(symbol));
}

function rust(symbol: SymbolRow, gathered: Gathered): void {
  const found = /^((?:[\w]+::)*Result)(?:<(.*)>)?$/s.exec(symbol.returns ?? "");
  if (!found || (symbol.kind !== "function" && symbol.kind !== "method")) return;
  const [, head = "", inside = ""] = found;
  const error = secondOf(inside);
  gathered.see("fallible-results", error === null ? `${head}<_>` : `${head}<_, ${error}>`, placeOf(symbol));
}

/** The second of a type's arguments. */
function secondOf(inside: string): string | null {
  let depth = 0;
  for (let at = 0; at < inside.length; at++) {
    const sign = inside[at] ?? "";
    if ("<([".includes(sign)) depth++;
    else if (")]".includes(sign) || (sign === ">" && inside[at - 1] !== "-")) depth--;
    else if (sign === "," && depth === 0) return inside.slice(at + 1).trim() || null;
  }
  return null;
}
