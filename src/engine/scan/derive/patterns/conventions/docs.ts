/** What is documented, and in which form. */
import type { Convention } from "#engine/scan/derive/patterns/convention";

export const docs: readonly Convention[] = [
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
];
