/** What classes of one role share: a base, a decorator, the end of their names. */
import { type Observer, total } from "#engine/scan/derive/patterns/convention";
import type { FileFacts, SymbolRow } from "#engine/scan/derive/patterns/file-facts";
import { bareType, folderOf, isAside, isMigration, lastWord } from "#engine/scan/derive/patterns/words";

/** Folders whose names say no role. */
const plain = new Set(
  "src lib libs main app apps core internal pkg packages package source sources java kotlin python php common shared utils util helpers impl base root api include server client web backend frontend module modules domain".split(
    " ",
  ),
);
const version = /^v\d+(?:_\d+)?$/i;

/** The folder that a file lies in, by the role that its name says; empty: none. Versions stand in folders that have one. */
function roleOf(path: string): string {
  const role =
    folderOf(path)
      .split("/")
      .findLast((one) => !version.test(one)) ?? "";
  return plain.has(role.toLowerCase()) ? "" : role;
}

/** What languages and their tools say of a declaration, not what it is for. */
const told =
  /^(?:Override|Deprecated|SuppressWarnings|Suppress|staticmethod|classmethod|method_decorator|property|overload|override|abstractmethod|derive|allow|cfg|cfg_attr|doc|inline|must_use|non_exhaustive|Serializable|Obsolete|SafeVarargs|FunctionalInterface|JvmStatic|JvmField|JvmOverloads|JvmName|OptIn|Throws|wraps|final|test|EditorBrowsable|NotNull|Nullable|CLSCompliant|DebuggerDisplay|DebuggerStepThrough|MethodImpl)$/;

/** What compilers and libraries of languages ask of a type: nobody chose it. */
const markers = new Set(
  "Sendable Equatable Hashable Comparable Codable Decodable Encodable Identifiable NSObject AnyObject ObservableObject Serializable Cloneable Object Enum".split(
    " ",
  ),
);
/** What Java makes of a record is no base that somebody chose. */
const records = "are records";
/** Decorators without which a framework does not take a class for what it is. */
const asked =
  /^(?:Injectable|Component|Directive|Pipe|NgModule|Module|Controller|RestController|ControllerAdvice|Resolver|Entity|Table|Path|Configuration|SpringBootApplication|ApiController)$/;

/** Fewer classes of one role that look alike are what their authors happened to write. */
const leastClasses = 8;

export const classes: Observer = {
  conventions: [
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
  ],
  observe(file, gathered) {
    if (file.isTest || isAside(file.path) || isMigration(file.path)) return;
    const role = roleOf(file.path);
    const modules = modulesOf(file);
    const isTop = ({ id, parent }: SymbolRow): boolean => !modules.has(id) && (parent === null || modules.has(parent));
    for (const symbol of file.symbols) {
      if (symbol.kind !== "class" || !isTop(symbol) || /(?:Error|Exception)$/.test(symbol.name)) continue;
      const at = { line: symbol.name_line, endLine: symbol.end_line, symbol: symbol.id };
      const word = lastWord(symbol.name);
      const groups = [...(word === null ? [] : [`…${word}`]), ...(role === "" ? [] : [`${role}/`])];
      const bases = basesOf(file, symbol);
      const decorators = decoratorsOf(symbol, file);
      for (const group of groups) {
        gathered.see("base", total, at, group);
        gathered.see("decorator", total, at, group);
        for (const { base, isOwn, verb } of bases)
          if (isOwn || !isNamedFor(base, group))
            gathered.see("base", base === "Record" && !isOwn ? records : `${verb} ${base}`, at, group);
        for (const { said, isOwn } of decorators)
          if (isOwn || !isNamedFor(said, group)) gathered.see("decorator", said, at, group);
      }
      if (role !== "" && !isLookedUpByName(file, word)) gathered.see("class-names", word ?? "otherwise", at, role);
    }
  },
};

/** Ruby's modules, and classes that hold nothing but others: they stand around what has a role. */
function modulesOf({ family, symbols }: FileFacts): ReadonlySet<string> {
  if (family !== "ruby") return new Set();
  const holders = new Set(symbols.flatMap(({ kind, parent }) => (kind === "class" ? (parent ?? []) : [])));
  for (const { kind, parent } of symbols) if (kind !== "class" && parent !== null) holders.delete(parent);
  const modules = symbols.flatMap(({ id, signature }) => (signature.startsWith("module ") ? [id] : []));
  return new Set([...holders, ...modules]);
}

/** Rails finds these by the ends of their names. */
const isLookedUpByName = ({ family }: FileFacts, word: string | null): boolean =>
  family === "ruby" && (word === "Controller" || word === "Helper");

/** `…Service`: classes of that name; `services/`: classes in a folder of that name. */
const subject = (group: string): string => (group.endsWith("/") ? `Classes in ${group}` : `Classes named ${group}`);

function basesOf(
  { relations }: FileFacts,
  { id, name: own }: SymbolRow,
): { base: string; isOwn: boolean; verb: string }[] {
  const found = new Map(
    relations.flatMap(({ type, relation, name, target }): [string, { isOwn: boolean; verb: string }][] =>
      type === id
        ? [[saidOf(name, own), { isOwn: target !== null, verb: relation === "extends" ? "extend" : "implement" }]]
        : [],
    ),
  );
  return [...found].flatMap(([base, how]) => (markers.has(base) ? [] : [{ base, ...how }]));
}

/** `Base` alone says nothing: `ActiveRecord::Base`; nor does the class's own name: `Index::Component`. */
function saidOf(name: string, own: string): string {
  const bare = bareType(name);
  return bare === "Base" || bare === own ? name.replace(/[<[(].*$/s, "").trim() : bare;
}

/** What a framework asks for by its name: `@Module` on …Module, `Migration` in migrations/. */
function isNamedFor(name: string, group: string): boolean {
  const role = group.replace(/^…|\/$/g, "").toLowerCase();
  const singular = role.replace(/ies$/, "y").replace(/(?<=\w{3})s$/, "");
  return name.toLowerCase().includes(singular);
}

/** @returns as they are written, and whether they are the repository's own */
function decoratorsOf(
  { decorators }: SymbolRow,
  { family, imports }: FileFacts,
): readonly { readonly said: string; readonly isOwn: boolean }[] {
  if (decorators === null) return [];
  const names = (JSON.parse(decorators) as string[])
    .map((text) => bareType(text))
    .filter((name) => /^\w+$/.test(name) && !told.test(name) && !asked.test(name));
  const written =
    family === "csharp"
      ? (name: string) => `[${name}]`
      : family === "rust" || family === "php"
        ? (name: string) => `#[${name}]`
        : (name: string) => `@${name}`;
  const own = new Set(imports.flatMap(({ name, alias, resolved }) => (resolved === null ? [] : (alias ?? name ?? []))));
  return [...new Set(names)].map((name) => ({ said: written(name), isOwn: own.has(name) }));
}
