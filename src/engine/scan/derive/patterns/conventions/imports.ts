/** How imports are written. */
import type { Convention } from "#engine/scan/derive/patterns/convention";

const title = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

export const imports: readonly Convention[] = [
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
];
