/** What classes of one role share: a base, a decorator, the end of their names. */
import type { Convention } from "#engine/scan/derive/patterns/convention";

/** What Java makes of a record is no base that somebody chose. */
const records = "are records";

/** Fewer classes of one role that look alike are what their authors happened to write. */
const leastClasses = 8;

/** `…Service`: classes of that name; `services/`: classes in a folder of that name. */
const subject = (group: string): string => (group.endsWith("/") ? `Classes in ${group}` : `Classes named ${group}`);

export const classes: readonly Convention[] = [
  {
    id: "base",
    category: "structural",
    gene: "Base of classes",
    minimum: leastClasses,
    isOpen: true,
    isOfClasses: true,
    name: (variant, group) => `${subject(group)} ${variant}`,
    summary: (variant, group) => `${subject(group)} ${variant}.`,
    reason: (variant) => (variant === records ? "is no record" : `does not ${variant}`),
  },
  {
    id: "decorator",
    category: "structural",
    gene: "Decorators of classes",
    minimum: leastClasses,
    isOpen: true,
    isOfClasses: true,
    name: (variant, group) => `${subject(group)} carry ${variant}`,
    summary: (variant, group) => `${subject(group)} carry \`${variant}\`.`,
    reason: (variant) => `does not carry \`${variant}\``,
  },
  {
    id: "class-names",
    category: "structural",
    gene: "Names of classes",
    minimum: leastClasses,
    isOfClasses: true,
    isSilent: (variant) => variant === "otherwise",
    name: (variant, group) => `Classes in ${group}/ are named …${variant}`,
    summary: (variant, group) => `Classes in ${group}/ have names that end in ${variant}.`,
    reason: () => "is named otherwise",
  },
];
