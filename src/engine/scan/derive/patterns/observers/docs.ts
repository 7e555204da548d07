/** What is documented, and in which form. */
import type { Observer } from "#engine/scan/derive/patterns/convention";
import type { FileFacts, SymbolRow } from "#engine/scan/derive/patterns/file-facts";
import { isAside, isMigration } from "#engine/scan/derive/patterns/words";

const declared = new Set(["function", "class", "interface", "struct", "enum"]);
/** Languages whose functions are all members of something. */
const ofMembers = new Set(["java", "kotlin", "csharp", "php"]);

export const docs: Observer = {
  conventions: [
    {
      id: "doc-comments",
      category: "documentation",
      gene: "Documentation of public declarations",
      minimum: 15,
      isSilent: (variant) => variant === "undocumented",
      name: () => "Public declarations are documented",
      summary: () => "Functions and types that others can use have a documentation comment.",
      reason: () => "has no documentation comment",
    },
    {
      id: "doc-form",
      category: "documentation",
      gene: "Form of documentation",
      minimum: 8,
      name: (variant) => `Documentation in ${variant}`,
      summary: (variant) => `Documentation tells of parameters and results in ${variant}.`,
      reason: (variant) => `is documented in ${variant}`,
    },
  ],
  observe(file, gathered) {
    if (file.isTest || isAside(file.path) || isMigration(file.path)) return;
    const heads = new Map(file.symbols.map(({ id, name_line }) => [id, name_line]));
    for (const symbol of file.symbols) {
      // A member that its class's documentation declares (`@method`) has none of its own.
      if (symbol.parent !== null && symbol.line < (heads.get(symbol.parent) ?? 0)) continue;
      const at = { line: symbol.name_line, endLine: symbol.end_line, symbol: symbol.id };
      if (isPublic(symbol, file)) gathered.see("doc-comments", symbol.doc ? "documented" : "undocumented", at);
      const form = symbol.doc === null ? null : formOf(symbol.doc, file.family);
      if (form !== null && (symbol.kind === "function" || symbol.kind === "method")) gathered.see("doc-form", form, at);
    }
  },
};

function isPublic({ kind, exported, visibility, name, parent }: SymbolRow, { family }: FileFacts): boolean {
  if (exported === 0 || visibility !== "public" || name.startsWith("_")) return false;
  // A class in a class of Python says something of that: Django's `Meta`.
  if (family === "python" && kind === "class" && parent !== null) return false;
  return declared.has(kind) || (kind === "method" && ofMembers.has(family));
}

function formOf(doc: string, family: string): string | null {
  if (family === "python") {
    if (/^\s*(?:Args|Arguments|Returns|Raises|Yields):\s*$/m.test(doc)) return "Google's style (Args:, Returns:)";
    if (/^\s*(?:Parameters|Returns|Raises)\s*\n\s*-{3,}/m.test(doc)) return "NumPy's style (underlined sections)";
    return /^\s*:(?:param|returns?|rtype|raises)\b/m.test(doc) ? "reStructuredText fields (:param:)" : null;
  }
  if (family !== "js") return null;
  return /@(?:param|returns?)\b/.test(doc) ? "JSDoc tags (@param)" : null;
}
