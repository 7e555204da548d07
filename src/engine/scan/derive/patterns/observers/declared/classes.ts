/** How classes and what they hold are declared. */
import type { FileFacts, SymbolRow } from "#engine/scan/derive/patterns/file-facts";
import { bareType } from "#engine/scan/derive/patterns/words";
import { atOf, hasWord, headOf, ofKind, type Question } from "./question.ts";

/** The word by which nobody extends a class; Kotlin's are closed by themselves. */
const closing: Readonly<Record<string, string>> = { java: "final", php: "final", swift: "final", csharp: "sealed" };
/** Names of classes that carry values and do little else. */
const carrier = /(?:Dto|DTO|Request|Response|Payload|Event|Command|Query|Message|Vo|VO|ViewModel|Projection)$/;

export const ofClasses: readonly Question[] = [
  {
    id: "closed-classes",
    category: "structural",
    gene: "Classes that nobody extends",
    families: Object.keys(closing),
    of: "code",
    minimum: 10,
    isSilent: (variant) => variant === "open",
    name: (variant) => `Classes are ${variant}`,
    summary: (variant) => `Classes that are not made to be extended are declared ${variant}.`,
    reason: (variant) => (variant === "open" ? "is left open" : `is declared ${variant}`),
    isOfClasses: true,
    ask(file, see) {
      const word = closing[file.family] ?? "";
      for (const symbol of ofKind(file, "class")) {
        const head = headOf(symbol);
        // Of Java's and C#'s records nobody extends one anyway, or few do.
        if (symbol.is_abstract === 1 || /\b(?:static|record|open|abstract)\b/.test(head)) continue;
        see(hasWord(head, word) ? word : "open", atOf(symbol));
      }
    },
  },
  {
    id: "value-classes",
    category: "types",
    gene: "Classes that carry values",
    families: ["java", "kotlin", "csharp"],
    of: "code",
    minimum: 8,
    isSilent: (variant) => variant === "others",
    name: (variant) => (variant === "classes" ? "Values are carried by classes" : `Values are carried by ${variant}`),
    summary: (variant) =>
      `What is named after the values that it carries, as …Request or …Dto, is declared as one of the ${variant}.`,
    reason: (variant) => `is one of the ${variant}`,
    ask(file, see) {
      for (const symbol of ofKind(file, "class", "struct")) {
        const head = headOf(symbol);
        if (!carrier.test(symbol.name) || symbol.is_abstract === 1) continue;
        if (/\b(?:static|abstract|enum|object)\b/.test(head) || !isPlain(file, symbol)) continue;
        if (file.family !== "csharp" && hasWord(head, "sealed")) continue;
        const made = hasWord(head, "record") ? "records" : hasWord(head, "data") ? "data classes" : "classes";
        see(made, atOf(symbol));
      }
    },
  },
  {
    id: "final-fields",
    category: "structural",
    gene: "Private fields that keep what constructors take",
    families: ["java", "csharp"],
    of: "code",
    minimum: 12,
    isSilent: (variant) => variant === "set again",
    name: (variant) => `What constructors keep is ${variant}`,
    summary: (variant) => `Private fields that keep what a constructor takes are declared ${variant}.`,
    reason: () => "may be set again",
    ask(file, see) {
      const taken = takenBy(file);
      for (const symbol of ofKind(file, "property")) {
        const isKept = taken.get(symbol.parent)?.has(`${symbol.type_text} ${plain(symbol.name)}`);
        if (!isKept || symbol.visibility !== "private" || symbol.is_static === 1) continue;
        const word = file.family === "java" ? "final" : "readonly";
        see(hasWord(headOf(symbol), word) ? word : "set again", atOf(symbol));
      }
    },
  },
  {
    id: "promoted-parameters",
    category: "structural",
    gene: "Parameters of constructors that are kept",
    families: ["php"],
    of: "code",
    minimum: 8,
    name: (variant) =>
      variant === "promoted" ? "Constructors promote their parameters" : "Constructors assign their parameters",
    summary: (variant) =>
      variant === "promoted"
        ? "What a constructor keeps is declared among its parameters: private readonly Type $name."
        : "What a constructor keeps is declared as a property and assigned.",
    reason: (variant) =>
      variant === "promoted" ? "is declared among the parameters" : "is declared as a property and assigned",
    ask(file, see) {
      for (const symbol of ofKind(file, "constructor")) {
        const inside = /\((.*)/s.exec(symbol.signature)?.[1] ?? "";
        const params = symbol.params === null ? [] : (JSON.parse(symbol.params) as { readonly name: string }[]);
        if (/\b(?:private|protected|public|readonly)\b/.test(inside)) see("promoted", atOf(symbol));
        else if (params.some(({ name }) => isProperty(file, symbol, name))) see("assigned", atOf(symbol));
      }
    },
  },
  {
    id: "type-kinds",
    category: "types",
    gene: "Types that hold values",
    families: ["swift"],
    of: "code",
    minimum: 15,
    name: (variant) => `Types are ${variant}`,
    summary: (variant) => `Types that hold values are declared as ${variant}.`,
    reason: (variant) => `is one of the ${variant}`,
    ask(file, see) {
      for (const symbol of ofKind(file, "struct", "class"))
        if (/\b(?:struct|class|actor)\b/.test(headOf(symbol)))
          see(
            hasWord(headOf(symbol), "actor") ? "actors" : symbol.kind === "struct" ? "structs" : "classes",
            atOf(symbol),
          );
    },
  },
  {
    id: "conformances",
    category: "structural",
    gene: "Where types conform to protocols",
    families: ["swift"],
    of: "code",
    minimum: 12,
    isSilent: (variant) => variant === "at the type",
    name: () => "Protocols are conformed to in extensions",
    summary: () => "A type conforms to a protocol in an extension of its own, with what the protocol asks for.",
    reason: () => "conforms where the type is declared",
    ask(file, see) {
      const kinds = new Map(file.symbols.map(({ id, kind }) => [id, kind]));
      for (const { type, relation, name, line } of file.relations) {
        // What the compiler makes by itself, and what asks for nothing, is written at the type.
        if (relation !== "implements" || derived.has(bareType(name))) continue;
        see(kinds.get(type) === "extension" ? "in extensions" : "at the type", { line, symbol: type });
      }
    },
  },
  {
    id: "closed-hierarchies",
    category: "types",
    gene: "Closed hierarchies",
    families: ["kotlin", "java"],
    of: "code",
    minimum: 5,
    name: (variant) => `Closed hierarchies as sealed ${variant}`,
    summary: (variant) =>
      `A closed set of cases is declared as a sealed ${variant === "classes" ? "class" : "interface"}.`,
    reason: (variant) => `is one of the sealed ${variant}`,
    ask(file, see) {
      for (const symbol of ofKind(file, "class", "interface"))
        if (hasWord(headOf(symbol), "sealed"))
          see(symbol.kind === "interface" ? "interfaces" : "classes", atOf(symbol));
    },
  },
];

const derived = new Set(
  "Equatable Hashable Codable Encodable Decodable Sendable Identifiable CaseIterable RawRepresentable Error Comparable View App Scene".split(
    " ",
  ),
);

/** A field's name as its parameter has it: without a mark of fields. */
const plain = (name: string): string => name.replace(/^(?:m_|_)/, "").toLowerCase();

/** What the constructors of each class take: types with names. */
function takenBy(file: FileFacts): Map<string | null, Set<string>> {
  const taken = new Map<string | null, Set<string>>();
  for (const { parent, params } of ofKind(file, "constructor")) {
    const own = taken.get(parent) ?? new Set();
    taken.set(parent, own);
    for (const { name, type } of JSON.parse(params ?? "[]") as { readonly name: string; readonly type?: string }[])
      own.add(`${type} ${plain(name)}`);
  }
  return taken;
}

/** Extends nothing that would ask for a class. */
const isPlain = ({ relations }: FileFacts, { id }: SymbolRow): boolean =>
  !relations.some(({ type, relation }) => type === id && relation === "extends");

const isProperty = ({ symbols }: FileFacts, { parent }: SymbolRow, name: string): boolean =>
  symbols.some((one) => one.parent === parent && one.kind === "property" && one.name === name.replace(/^\$/, ""));
