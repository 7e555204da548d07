/** How imports are written. */
import { builtinModules } from "node:module";
import type { Observer } from "#engine/scan/derive/patterns/convention";
import type { FileFacts, ImportRow } from "#engine/scan/derive/patterns/file-facts";
import type { Gathered } from "#engine/scan/derive/patterns/observation";
import { folderOf } from "#engine/scan/derive/patterns/words";

const builtins = new Set(builtinModules);
const alias = /^(@\/|~\/|~[a-z-]+\/|#[a-z-]*\/?|\$[a-z-]+\/?|src\/)/;

export const imports: Observer = {
  conventions: [
    {
      id: "import-paths",
      category: "structural",
      gene: "Imports from other folders",
      minimum: 10,
      name: (variant) => `Imports from other folders by ${variant}`,
      summary: (variant) => `Modules of other folders are imported by ${variant}.`,
      reason: (variant) => `imports by ${variant}`,
    },
    {
      id: "import-endings",
      category: "structural",
      gene: "Endings in relative imports",
      minimum: 10,
      isSilent: (variant) => variant === "without an ending",
      name: (variant) => `Relative imports ${variant}`,
      summary: (variant) => `Relative imports are written ${variant}.`,
      reason: (variant) => `imports ${variant}`,
    },
    {
      id: "node-builtins",
      category: "structural",
      gene: "Node's own modules",
      minimum: 5,
      name: (variant) => (variant === "node:" ? "Node's modules by node:" : "Node's modules by bare names"),
      summary: (variant) =>
        variant === "node:"
          ? "Node's own modules are imported with the node: prefix."
          : "Node's own modules are imported without the node: prefix.",
      reason: (variant) => (variant === "node:" ? "imports with node:" : "imports without node:"),
    },
    {
      id: "import-order",
      category: "structural",
      gene: "Order of imports",
      minimum: 10,
      isSilent: (variant) => variant === "mixed",
      name: () => "Packages are imported first",
      summary: () => "Imports of packages stand before imports of the repository's own modules.",
      reason: () => "imports a package after a module of its own",
    },
    {
      id: "own-imports",
      category: "structural",
      gene: "Imports within the repository",
      minimum: 10,
      name: (variant) => `${title(variant)} imports`,
      summary: (variant) => `Modules of the repository import each other by ${variant} paths.`,
      reason: (variant) => `imports by a ${variant} path`,
    },
  ],
  observe(file, gathered) {
    if (file.family === "js") javascript(file, gathered);
    if (file.family === "python")
      for (const { resolved, specifier, line } of statements(file))
        if (resolved !== null)
          gathered.see("own-imports", specifier.startsWith(".") ? "relative" : "absolute", { line });
    if (file.family === "js" || file.family === "python") order(file, gathered);
  },
};

const title = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** One row a statement. What only a type names where it stands, by a call of `import`, is none. */
function statements({ imports }: FileFacts): ImportRow[] {
  const seen = new Set<string>();
  return imports.filter(({ line, specifier, type_only, dynamic }) => {
    if (type_only === 1 && dynamic === 1) return false;
    const key = `${line} ${specifier}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Whether a specifier is the path itself below a folder that both files are in, as `baseUrl` has it: `components/Cart`. */
function isFromBase(specifier: string, resolved: string, path: string): boolean {
  if (specifier.startsWith("@")) return false;
  const plain = resolved.replace(/(?:\/index)?(?:\.module)?\.\w+$/, "");
  const base = plain.endsWith(`/${specifier}`) ? plain.slice(0, -specifier.length) : undefined;
  return base !== undefined && path.startsWith(base);
}

function javascript(file: FileFacts, gathered: Gathered): void {
  for (const { specifier, resolved, line } of statements(file)) {
    if (builtins.has(specifier.replace(/^node:/, ""))) {
      gathered.see("node-builtins", specifier.startsWith("node:") ? "node:" : "bare", { line });
      continue;
    }
    if (resolved === null) continue;
    if (specifier.startsWith(".") && /\.[cm]?[jt]sx?$/.test(resolved)) {
      const ending = /\.[cm]?[jt]sx?$/.exec(specifier)?.[0];
      gathered.see("import-endings", ending ? `with ${ending}` : "without an ending", { line });
    }
    if (file.isTest || folderOf(resolved).startsWith(folderOf(file.path))) continue;
    if (specifier.startsWith(".")) gathered.see("import-paths", "relative paths", { line });
    else {
      const prefix = alias.exec(specifier)?.[1];
      if (prefix) gathered.see("import-paths", `the alias ${prefix}`, { line });
      else if (isFromBase(specifier, resolved, file.path))
        gathered.see("import-paths", "paths from a base folder", { line });
    }
  }
}

/** Only what stands before the first declaration: later imports are there for another reason. */
function order(file: FileFacts, gathered: Gathered): void {
  const first =
    file.symbols.find(({ kind }) => kind === "function" || kind === "class")?.line ?? Number.POSITIVE_INFINITY;
  const head = statements(file).filter(({ line }) => line < first);
  const own = head.find(({ resolved }) => resolved !== null);
  const last = head.findLast(({ resolved, external }) => resolved === null && external !== null);
  if (!own || !last) return;
  const isMixed = own.line < last.line;
  gathered.see("import-order", isMixed ? "mixed" : "packages first", {
    line: isMixed ? last.line : (head[0]?.line ?? 1),
  });
}
