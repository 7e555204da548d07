/** How classes and what they hold are declared. */
import type { Convention } from "#engine/scan/derive/patterns/convention";

export const ofClasses: readonly Convention[] = [
  {
    id: "closed-classes",
    category: "structural",
    gene: "Classes that nobody extends",
    minimum: 10,
    isSilent: (variant) => variant === "open",
    name: (variant) => `Classes are ${variant}`,
    summary: (variant) => `Classes that are not made to be extended are declared ${variant}.`,
    reason: (variant) => (variant === "open" ? "is left open" : `is declared ${variant}`),
    isOfClasses: true,
  },
  {
    id: "value-classes",
    category: "types",
    gene: "Classes that carry values",
    minimum: 8,
    isSilent: (variant) => variant === "others",
    name: (variant) => (variant === "classes" ? "Values are carried by classes" : `Values are carried by ${variant}`),
    summary: (variant) =>
      `What is named after the values that it carries, as …Request or …Dto, is declared as one of the ${variant}.`,
    reason: (variant) => `is one of the ${variant}`,
  },
  {
    id: "final-fields",
    category: "structural",
    gene: "Private fields that keep what constructors take",
    minimum: 12,
    isSilent: (variant) => variant === "set again",
    name: (variant) => `What constructors keep is ${variant}`,
    summary: (variant) => `Private fields that keep what a constructor takes are declared ${variant}.`,
    reason: () => "may be set again",
  },
  {
    id: "promoted-parameters",
    category: "structural",
    gene: "Parameters of constructors that are kept",
    minimum: 8,
    name: (variant) =>
      variant === "promoted" ? "Constructors promote their parameters" : "Constructors assign their parameters",
    summary: (variant) =>
      variant === "promoted"
        ? "What a constructor keeps is declared among its parameters: private readonly Type $name."
        : "What a constructor keeps is declared as a property and assigned.",
    reason: (variant) =>
      variant === "promoted" ? "is declared among the parameters" : "is declared as a property and assigned",
  },
  {
    id: "type-kinds",
    category: "types",
    gene: "Types that hold values",
    minimum: 15,
    name: (variant) => `Types are ${variant}`,
    summary: (variant) => `Types that hold values are declared as ${variant}.`,
    reason: (variant) => `is one of the ${variant}`,
  },
  {
    id: "conformances",
    category: "structural",
    gene: "Where types conform to protocols",
    minimum: 12,
    isSilent: (variant) => variant === "at the type",
    name: () => "Protocols are conformed to in extensions",
    summary: () => "A type conforms to a protocol in an extension of its own, with what the protocol asks for.",
    reason: () => "conforms where the type is declared",
  },
  {
    id: "closed-hierarchies",
    category: "types",
    gene: "Closed hierarchies",
    minimum: 5,
    name: (variant) => `Closed hierarchies as sealed ${variant}`,
    summary: (variant) =>
      `A closed set of cases is declared as a sealed ${variant === "classes" ? "class" : "interface"}.`,
    reason: (variant) => `is one of the sealed ${variant}`,
  },
];
