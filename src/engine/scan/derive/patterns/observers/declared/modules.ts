/** How files, imports and what stands at their top are written. */
import { casingOf, fileOf, folderOf } from "#engine/scan/derive/patterns/words";
import { atOf, hasWord, headOf, ofKind, type Question } from "./question.ts";

/** What a logger is made by, or what its type is called. */
const logger = /\b(?:getLogger|get_logger|GetLogger|LoggerFactory|LogManager|KotlinLogging|NewLogger)\b/;
const loggerType = /^(?:[\w.]*\.)?(?:I?Logger|KLogger|Log)(?:<.*>)?$/;

export const ofModules: readonly Question[] = [
  {
    id: "logger-names",
    category: "logging",
    gene: "Name of loggers",
    families: ["java", "kotlin", "csharp", "python"],
    of: "code",
    minimum: 8,
    name: (variant) => `Loggers are named ${variant}`,
    summary: (variant) => `What a class or module logs with is named \`${variant}\`.`,
    reason: (variant) => `is named \`${variant}\``,
    ask(file, see) {
      // What a base class hands down is named as others are to call it.
      for (const symbol of ofKind(file, "property", "variable"))
        if (symbol.kind === "property" && symbol.visibility !== "private" && file.family !== "python") continue;
        else if (loggerType.test(symbol.type_text ?? "") || logger.test(symbol.signature))
          see(symbol.name, atOf(symbol));
    },
  },
  {
    id: "wildcard-imports",
    category: "structural",
    gene: "Imports of several names",
    families: ["java", "kotlin"],
    of: "code",
    minimum: 20,
    isSilent: (variant) => variant === "by name",
    name: () => "Imports by wildcards",
    summary: () => "Where several names of a package are used, all are imported: import a.b.*.",
    reason: () => "imports name by name",
    ask({ imports }, see) {
      const packages = new Map<string, number>();
      for (const { kind, specifier, line } of imports)
        if (kind === "all") see("wildcards", { line });
        else if (kind === "named") packages.set(specifier, (packages.get(specifier) ?? 0) + 1);
      // One name alone needs no wildcard.
      for (const { specifier, line } of imports)
        if ((packages.get(specifier) ?? 0) > 2 && packages.delete(specifier)) see("by name", { line });
    },
  },
  {
    id: "module-files",
    category: "structural",
    gene: "Files of modules that have a folder",
    families: ["rust"],
    of: "code",
    minimum: 5,
    name: (variant) => (variant === "mod.rs" ? "Modules with a folder in mod.rs" : "Modules with a folder beside it"),
    summary: (variant) =>
      variant === "mod.rs"
        ? "A module that has modules of its own stands in its folder, in a file mod.rs."
        : "A module that has modules of its own stands beside its folder: a.rs and a/b.rs.",
    reason: (variant) => (variant === "mod.rs" ? "stands in mod.rs" : "stands beside its folder"),
    ask({ path, imports }, see) {
      const name = fileOf(path);
      const own = name === "mod.rs" ? folderOf(path) : path.replace(/\.rs$/, "");
      if (/^(?:lib|main|build)\.rs$/.test(name)) return;
      const inner = imports.find(
        ({ kind, specifier, resolved }) =>
          kind === "module" && specifier.startsWith("self::") && resolved?.startsWith(`${own}/`),
      );
      if (inner) see(name === "mod.rs" ? "mod.rs" : "beside", { line: inner.line });
    },
  },
  {
    id: "type-derives",
    category: "types",
    gene: "Public types that can be printed",
    families: ["rust"],
    of: "code",
    minimum: 12,
    isSilent: (variant) => variant === "none",
    name: () => "Public types derive Debug",
    summary: () => "Public structs and enums can be printed: they derive Debug or implement it.",
    reason: () => "cannot be printed for debugging",
    ask(file, see) {
      const written = new Set(file.relations.flatMap(({ type, name }) => (/(?:^|::)Debug$/.test(name) ? type : [])));
      for (const symbol of ofKind(file, "struct", "enum")) {
        if (symbol.exported !== 1 || symbol.visibility !== "public") continue;
        const isShown = /\bDebug\b/.test(symbol.decorators ?? "") || written.has(symbol.id);
        see(isShown ? "Debug" : "none", atOf(symbol));
      }
    },
  },
  {
    id: "header-paths",
    category: "structural",
    gene: "Headers of other folders",
    families: ["c"],
    of: "code",
    minimum: 15,
    name: (variant) => `Headers of other folders by ${variant}`,
    summary: (variant) => `Own headers of other folders are included by ${variant}.`,
    reason: (variant) => `includes by ${variant}`,
    ask({ path, imports }, see) {
      for (const { specifier, resolved, line } of imports) {
        if (resolved === null || folderOf(resolved) === folderOf(path)) continue;
        const plain = specifier.replace(/^<|>$/g, "");
        if (plain.startsWith("../")) see("relative paths", { line });
        else if (specifier.startsWith("<")) see("paths in angle brackets", { line });
        else see(plain.includes("/") ? "paths from a root" : "their names alone", { line });
      }
    },
  },
  {
    id: "file-endings",
    category: "structural",
    gene: "Endings of files",
    families: ["c"],
    of: "code",
    minimum: 8,
    isSilent: (variant) => variant === ".h" || variant === ".cpp" || variant === ".c",
    name: (variant, group) => `${group} end in ${variant}`,
    summary: (variant, group) => `${group} of C++ are named *${variant}.`,
    reason: (variant) => `ends in ${variant}`,
    ask({ path, language }, see) {
      const ending = /\.[a-z+]+$/i.exec(path)?.[0];
      if (ending && language === "cpp") see(ending, { line: 1 }, /^\.h/i.test(ending) ? "Headers" : "Sources");
    },
  },
  {
    id: "enum-casing",
    category: "structural",
    gene: "Casing of enumerators",
    families: ["c", "swift", "csharp", "kotlin", "python", "php"],
    of: "code",
    minimum: 15,
    isSilent: (variant) => variant === "PascalCase" || variant === "camelCase",
    name: (variant) => `Cases of enums in ${variant}`,
    summary: (variant) => `The cases of enums are named in ${variant}.`,
    reason: (variant) => `is named in ${variant}`,
    ask(file, see) {
      for (const symbol of ofKind(file, "enum_member")) {
        const casing = /^[A-Z][A-Z0-9]{2,}$/.test(symbol.name) ? "UPPER_CASE" : casingOf(symbol.name);
        if (casing !== null) see(casing, atOf(symbol));
      }
    },
  },
  {
    id: "postponed-annotations",
    category: "types",
    gene: "When annotations are evaluated",
    families: ["python"],
    of: "code",
    minimum: 10,
    isSilent: (variant) => variant === "at once",
    name: () => "Annotations are postponed",
    summary: () => "Files begin with from __future__ import annotations.",
    reason: () => "does not postpone its annotations",
    ask(file, see) {
      const postponed = file.imports.find(
        ({ specifier, name }) => specifier === "__future__" && name === "annotations",
      );
      const hinted = file.symbols.find(({ returns, params }) => returns !== null || params?.includes('"type"'));
      if (postponed) see("postponed", { line: postponed.line });
      else if (hinted) see("at once", atOf(hinted));
    },
  },
  {
    id: "declared-visibility",
    category: "structural",
    gene: "Visibility of declarations",
    families: ["kotlin", "csharp"],
    of: "code",
    minimum: 20,
    isSilent: (variant) => variant === "public",
    name: (variant) => `Declarations at the top level are ${variant}`,
    summary: (variant) => `Classes and functions at the top level of files are ${variant}, but what others are to use.`,
    reason: (variant) => `is ${variant}`,
    ask(file, see) {
      for (const symbol of ofKind(file, "class", "interface", "function", "struct", "enum")) {
        const head = headOf(symbol);
        if (symbol.parent !== null || hasWord(head, "private")) continue;
        see(hasWord(head, "internal") ? "internal" : "public", atOf(symbol));
      }
    },
  },
];
