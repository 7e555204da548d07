/** Which methods classes define that extend another. */
import { type Convention, type Observer, total } from "#engine/scan/derive/patterns/convention";
import { bareType } from "#engine/scan/derive/patterns/words";

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

const makers = /^(?:__\w+__|constructor|__construct|initialize|init|new|toString|equals|hashCode|main)$/;
const ordinary = new Set([
  "Object",
  "object",
  "Exception",
  "Error",
  "ABC",
  "Enum",
  "Protocol",
  "Generic",
  "TypedDict",
  "NamedTuple",
  "BaseModel",
  "dict",
  "list",
  "str",
  "int",
]);

export const subclasses: Observer = {
  conventions: [],
  observe(file, gathered) {
    if (file.isTest) return;
    const bases = new Map<string, string[]>();
    for (const { type, relation, name } of file.relations) {
      const base = bareType(name);
      if (relation === "extends" && /^\w+$/.test(base) && !ordinary.has(base))
        bases.set(type, [...(bases.get(type) ?? []), base]);
    }
    if (bases.size === 0) return;
    // What is abstract leaves to others what it does not define.
    const isWhole = ({ kind, is_abstract: isAbstract }: (typeof file.symbols)[number]) =>
      kind === "class" && !isAbstract;
    const types = new Map(file.symbols.filter(isWhole).map((one) => [one.id, one]));
    for (const [type, of] of bases) {
      const symbol = types.get(type);
      if (symbol)
        for (const base of of)
          gathered.see(methodsOfSubclasses.id, total, { line: symbol.name_line, symbol: type }, base);
    }
    const seen = new Set<string>();
    for (const { kind, name, parent, visibility, name_line, id } of file.symbols) {
      if (kind !== "method" || parent === null || visibility === "private" || makers.test(name)) continue;
      // Overloads are one method, and counted are classes.
      const key = `${parent}\n${name}`;
      const around = types.get(parent);
      // What only the documentation in front of a class tells of it is defined elsewhere: PHP's `@method`.
      if (seen.has(key) || around === undefined || name_line < around.name_line) continue;
      seen.add(key);
      for (const base of bases.get(parent) ?? [])
        gathered.see(methodsOfSubclasses.id, name, { line: name_line, symbol: id }, base);
    }
  },
};
