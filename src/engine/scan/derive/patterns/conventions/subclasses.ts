/** Which methods classes define that extend another. */
import type { Convention } from "#engine/scan/derive/patterns/convention";

/** Asked for constraints alone. */
export const methodsOfSubclasses: Convention = {
  id: "subclass-methods",
  category: "structural",
  gene: "Methods of subclasses",
  isOpen: true,
  name: (variant, group) => `Classes that extend ${group} define ${variant}`,
  summary: (variant, group) => `Classes that extend ${group} define ${variant}.`,
  reason: (variant) => `does not define ${variant}`,
};
