/** How names of declarations are written, where a language leaves it open. */
import type { Observer } from "#engine/scan/derive/patterns/convention";
import type { FileFacts, SymbolRow } from "#engine/scan/derive/patterns/file-facts";
import { type Casing, casingOf } from "#engine/scan/derive/patterns/words";

interface Asked {
  readonly family: string;
  readonly group: string;
  readonly of: (symbol: SymbolRow, file: FileFacts) => boolean;
  readonly how: (name: string) => string | null;
  /** What the language's own style says: told as a gene alone. */
  readonly usual?: string;
}

const literal = /=\s*(?:["'`]|-?\d)/;
const isPrivateField = ({ kind, visibility, is_static }: SymbolRow) =>
  kind === "property" && visibility === "private" && is_static === 0;
const isMethod = ({ kind }: SymbolRow) => kind === "method" || kind === "function";
const isType = ({ kind }: SymbolRow) => kind === "class" || kind === "struct" || kind === "enum";

const asked: readonly Asked[] = [
  { family: "js", group: "enum members", of: ({ kind }) => kind === "enum_member", how: strict },
  {
    family: "js",
    group: "constants with a literal value",
    of: ({ kind, parent, signature }) =>
      kind === "variable" && parent === null && /\bconst\b/.test(signature) && literal.test(signature),
    how: (name) => (casingOf(name) === null && /^[a-z]+$/.test(name) ? "camelCase" : casingOf(name)),
  },
  {
    family: "js",
    group: "interfaces",
    of: ({ kind }) => kind === "interface",
    how: (name) => (/^I[A-Z][a-z]/.test(name) ? "a leading I" : "no prefix"),
    usual: "no prefix",
  },
  {
    family: "js",
    group: "private members",
    of: ({ visibility, kind }) => visibility === "private" && kind !== "constructor",
    how: prefixed,
    usual: "no prefix",
  },
  { family: "csharp", group: "private fields", of: isPrivateField, how: prefixed },
  { family: "php", group: "methods", of: isMethod, how: strict, usual: "camelCase" },
  { family: "c", group: "private members", of: isPrivateField, how: affixed, usual: "no prefix" },
  { family: "c", group: "functions", of: isMethod, how: strict },
  { family: "c", group: "types", of: isType, how: typeCasing },
];

export const casing: Observer = {
  conventions: [
    {
      id: "casing",
      category: "structural",
      gene: "Casing",
      minimum: 10,
      isSilent: (variant, of) => asked.some(({ group, usual }) => group === of && usual === variant),
      name: (variant, group) => `${title(group)} ${written(variant)}`,
      summary: (variant, group) => `${title(group)} are named ${written(variant)}.`,
      reason: (variant) => `is named ${written(variant)}`,
    },
  ],
  observe(file, gathered) {
    if (file.isTest) return;
    for (const { group, of, how } of asked.filter(({ family }) => family === file.family)) {
      for (const symbol of file.symbols) {
        if (!of(symbol, file)) continue;
        const variant = how(symbol.name);
        if (variant !== null)
          gathered.see(
            "casing",
            variant,
            { line: symbol.name_line, endLine: symbol.end_line, symbol: symbol.id },
            group,
          );
      }
    }
  },
};

const written = (variant: string): string =>
  /^a (?:leading|trailing)|prefix$/.test(variant) ? `with ${variant}` : `in ${variant}`;
const title = (group: string): string => `${group.slice(0, 1).toUpperCase()}${group.slice(1)}`;

function strict(name: string): Casing | null {
  return name.startsWith("_") || name.startsWith("operator") ? null : casingOf(name);
}

/** C++ marks members at either end. */
function affixed(name: string): string {
  return /[a-z0-9]_$/.test(name) ? "a trailing _" : prefixed(name);
}

function typeCasing(name: string): string | null {
  return name.endsWith("_t") ? "snake_case with _t" : casingOf(name);
}

function prefixed(name: string): string {
  if (name.startsWith("#")) return "a leading #";
  if (name.startsWith("m_")) return "a leading m_";
  return name.startsWith("_") ? "a leading _" : "no prefix";
}
