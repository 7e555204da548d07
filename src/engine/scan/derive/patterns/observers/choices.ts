/** Choices among libraries: the files under `rules/patterns`, compiled by `scripts/gen-rules.mjs`. */
import type { PatternCategory } from "#contract/fact-words";
import type { Convention, Observer } from "#engine/scan/derive/patterns/convention";
import { familyOf } from "#engine/scan/derive/patterns/families";
import { type FileFacts, type ImportRow, levels, type SymbolRow } from "#engine/scan/derive/patterns/file-facts";
import { fileOf, folderOf, lastOf, moduleName } from "#engine/scan/derive/patterns/words";
import list from "./choices.gen.json" with { type: "json" };

export interface Variant {
  readonly name: string;
  readonly silent?: boolean;
  /** Where it is met in some of the choice's languages alone. */
  readonly languages?: readonly string[];
  /** Patterns of dotted paths: of what is called, imported, inherited. `*` is any name, `**` any number of them. */
  readonly call?: readonly string[];
  readonly import?: readonly string[];
  readonly extends?: readonly string[];
  /** As manifests name it: where one does and no place of it is seen, that all do otherwise is not known. */
  readonly packages?: readonly string[];
  /** Annotations of classes that are given something when they are made. */
  readonly constructed?: readonly string[];
}

export interface Choice {
  readonly id: string;
  readonly category: PatternCategory;
  readonly gene: string;
  readonly languages: readonly string[];
  readonly in: "code" | "tests" | "all";
  readonly minimum?: number;
  readonly name: string;
  readonly summary: string;
  readonly reason: string;
  readonly variants: readonly Variant[];
}

interface Matcher {
  readonly start: string;
  readonly written: string;
  /** Made when a path first starts like it: most never do. */
  pattern?: RegExp;
  readonly choice: Choice;
  readonly variant: string;
}

type Way = "call" | "import" | "extends";

const choices = list as readonly Choice[];
const matchers = new Map<string, Matcher[]>();
/** Of those, what paths with the same first letters may fit. */
const startingLike = new Map<string, readonly Matcher[]>();
const firstLetters = 3;
/** What fits a path, by how and in which family it is met; so many of each are remembered. */
const known = new Map<string, Map<string, readonly Matcher[]>>();
const mostKnown = 10_000;

for (const choice of choices)
  for (const variant of choice.variants)
    for (const way of ["call", "import", "extends"] as const)
      for (const written of variant[way] ?? [])
        for (const family of new Set((variant.languages ?? choice.languages).map(familyOf))) {
          const key = `${way} ${family}`;
          const start = written.slice(0, /\*|$/.exec(written)?.index).replace(/\.$/, "");
          const all = matchers.get(key) ?? [];
          matchers.set(key, all);
          all.push({ start, written, choice, variant: variant.name });
        }

/** `a.**` is `a` and everything below it; `a.*` is what lies right below it. */
function compile(written: string): RegExp {
  const escaped = written
    .replace(/[.+?^${}()|[\]\\/]/g, "\\$&")
    .replace(/\\\.\*\*/g, "(?:\\.[^ ]*)?")
    .replace(/\*\*/g, "[^ ]*")
    .replace(/(?<![\])])\*/g, "[^. ]*");
  return new RegExp(`^${escaped}$`);
}

/** By what is called, which variant of a choice it is. */
export function variantsCalled(id: string): (target: string) => string | undefined {
  const variants = choices.filter((choice) => choice.id === id).flatMap((choice) => choice.variants);
  const patterns = variants.flatMap(({ name, call = [] }) => call.map((one) => ({ name, pattern: compile(one) })));
  return (target) => patterns.find(({ pattern }) => pattern.test(target))?.name;
}

function patternOf(matcher: Matcher): RegExp {
  matcher.pattern ??= compile(matcher.written);
  return matcher.pattern;
}

function candidates(key: string, path: string): readonly Matcher[] {
  const head = path.slice(0, firstLetters);
  const at = `${key} ${head}`;
  const before = startingLike.get(at);
  if (before) return before;
  const all = matchers.get(key) ?? [];
  const found = all.filter(({ start }) => start.startsWith(head) || head.startsWith(start));
  if (startingLike.size < mostKnown) startingLike.set(at, found);
  return found;
}

function match(way: Way, family: string, path: string): readonly Matcher[] {
  const key = `${way} ${family}`;
  const met = known.get(key) ?? new Map<string, readonly Matcher[]>();
  if (met.size === 0) known.set(key, met);
  const before = met.get(path);
  if (before) return before;
  // Of a choice's variants the first that fits: `x.module.css` is no plain style sheet.
  const fits = candidates(key, path).filter((one) => path.startsWith(one.start) && patternOf(one).test(path));
  const found = fits.filter(({ choice }, at) => fits.findIndex((one) => one.choice === choice) === at);
  if (met.size < mostKnown) met.set(path, found);
  return found;
}

const constructed = choices.flatMap((choice) =>
  choice.variants.flatMap(({ name, constructed: annotations }) =>
    annotations ? [{ choice, variant: name, annotations: new Set(annotations) }] : [],
  ),
);

/** What stands at a constructor that says how it is given what it takes, or at a class that a constructor is made for. */
const saidOtherwise = /^(?:[\w.]*\.)?(?:Autowired|Inject)\b/;
const madeFor = /^(?:lombok\.)?(?:RequiredArgs|AllArgs)Constructor\b/;

/** The classes with one of these annotations whose constructor takes something. */
function takers({ symbols }: FileFacts, annotations: ReadonlySet<string>): SymbolRow[] {
  const makers = new Map<string, SymbolRow>();
  for (const one of symbols) if (one.kind === "constructor" && one.parent !== null) makers.set(one.parent, one);
  const annotated = (one: SymbolRow): string[] => JSON.parse(one.decorators ?? "[]") as string[];
  return symbols.filter((one) => {
    if (one.kind !== "class" || one.decorators === null) return false;
    const said = annotated(one);
    if (!said.some((each) => annotations.has(/[\w.]*/.exec(each)?.[0].split(".").at(-1) ?? ""))) return false;
    const maker = makers.get(one.id);
    if (maker) return hasParameters(maker.params) && !annotated(maker).some((each) => saidOtherwise.test(each));
    // Kotlin's stands in the class's own head.
    const head = /\bclass\s+\w+(?:<[^()]*>)?\s*((?:@\w+\s+)?(?:\w+\s+)?constructor\s*)?\(\s*[^\s)]/.exec(one.signature);
    return head ? !saidOtherwise.test((head[1] ?? "").replace("@", "")) : said.some((each) => madeFor.test(each));
  });
}

const hasParameters = (params: string | null): boolean => params !== null && params !== "[]";

const told = (template: string, variant: string): string => template.replaceAll("{variant}", variant);

export const libraries: Observer = {
  conventions: choices.map(
    ({ id, category, gene, minimum, variants, name, summary, reason }): Convention => ({
      id,
      category,
      gene,
      minimum: minimum ?? 4,
      minimumFiles: 2,
      isSilent: (variant) => variants.some((one) => one.name === variant && one.silent === true),
      name: (variant) => told(name, variant),
      summary: (variant) => told(summary, variant),
      reason: (variant) => told(reason, variant),
      isUnseen: (isDeclared, seen) => variants.some((one) => !seen.has(one.name) && one.packages?.some(isDeclared)),
    }),
  ),
  observe(file, gathered) {
    const told = new Set<string>();
    const see = (way: Way, path: string, at: Parameters<typeof gathered.see>[2]): void => {
      for (const { choice, variant } of match(way, file.family, path)) {
        if (choice.in !== "all" && (choice.in === "tests") !== file.isTest) continue;
        if (choice.id === "logging" && isLogger(at.symbol)) continue;
        const key = `${choice.id}\n${variant}`;
        // Whoever calls something has imported it: the import is no place of its own.
        if (way === "import" && told.has(key)) continue;
        gathered.see(choice.id, variant, at);
        if (way !== "import") told.add(key);
      }
    };
    for (const { target, line, count, quote, caller } of file.targets)
      see("call", target, { line, count, quote, symbol: caller.endsWith("#<module>") ? null : caller });
    for (const { target, line, count, quote, caller } of file.logs) {
      const own = ownLogger(target);
      if (own !== null && !file.isTest) gathered.see("logging", own, { line, count, quote, symbol: caller });
    }
    const bindings = bindingsOf(file);
    for (const { name, type, line } of file.relations) {
      const [head = "", ...rest] = name.replace(/[<[(].*$/s, "").split(/\.|::|\\/);
      see("extends", [bindings.get(head) ?? head, ...rest].join("."), { line, symbol: type });
    }
    // A macro that is named by its path is imported by none.
    for (const { id, line, decorators } of file.symbols)
      for (const path of derived(file, decorators)) see("extends", path, { line, symbol: id });
    for (const { choice, variant, annotations } of constructed) {
      if (!choice.languages.includes(file.language) || (choice.in === "tests") !== file.isTest) continue;
      for (const symbol of takers(file, annotations))
        gathered.see(choice.id, variant, { line: symbol.name_line, symbol: symbol.id });
    }
    const lines = new Set<string>();
    for (const row of file.imports) {
      if (row.resolved !== null) continue;
      const path = pathOf(row);
      const key = `${row.line} ${path}`;
      if (!lines.has(key)) see("import", path, { line: row.line });
      lines.add(key);
    }
  },
};

/** Whether a function is the repository's own for log lines: what it writes them with is not chosen there. */
function isLogger(id: string | null | undefined): boolean {
  return id != null && levels.has(/[^.#]*$/.exec(id)?.[0] ?? "") && ownLogger(id) !== null;
}

/** `loggers.Logger`: what a method for writing log lines belongs to, where its type or its file says that it logs. */
function ownLogger(callee: string): string | null {
  const at = callee.indexOf("#");
  const [path, qualified] = [callee.slice(0, at), callee.slice(at + 1)];
  const type = qualified.includes(".") ? qualified.slice(0, qualified.lastIndexOf(".")) : null;
  if (type !== null) return /log/i.test(type) ? `the repository's own ${type}` : null;
  return /(?:^|\/)(?:log|logs|logger|loggers|logging)(?:\/[^/]*)?(?:\.[a-z]+)?$/i.test(path)
    ? `the repository's own ${/^logg?(?:er|ing|s)?\./i.test(fileOf(path)) ? moduleName(path) : lastOf(folderOf(path))}`
    : null;
}

/** What Rust derives for a type by paths: `thiserror.Error` of `derive(thiserror::Error, Debug)`. */
function derived({ family }: FileFacts, decorators: string | null): string[] {
  if (family !== "rust" || !decorators?.includes("::")) return [];
  const given = (JSON.parse(decorators) as string[]).flatMap((one) => /^derive\((.*)\)$/s.exec(one)?.[1] ?? []);
  const paths = given.flatMap((list) => list.split(",")).map((one) => one.trim());
  return paths.filter((path) => path.includes("::")).map((path) => path.replace(/^::/, "").replaceAll("::", "."));
}

const pathOf = ({ specifier, name }: ImportRow): string =>
  name === null || name === "default" ? specifier : `${specifier}.${name}`;

/** What local names stand for that come from outside of the repository. */
function bindingsOf({ imports }: FileFacts): Map<string, string> {
  const found = new Map<string, string>();
  for (const row of imports) {
    const local = row.alias ?? row.name;
    if (row.resolved === null && local !== null) found.set(local, pathOf(row));
  }
  return found;
}
