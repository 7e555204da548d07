/** What the names, errors and documentation of a piece of a codebase have in common. */
import { commonest, type ImportStyle } from "./import-style.ts";
import { stemOf } from "./paths.ts";

export type Casing = "camelCase" | "PascalCase" | "snake_case" | "kebab-case" | "UPPER_CASE" | "lowercase";

/** How a name is written; undefined where several could be meant. */
export function casingOf(name: string): Casing | undefined {
  const bare = name.replace(/^[_$#]+|[_$]+$/g, "");
  if (/^[a-z][a-z0-9]*$/.test(bare)) return "lowercase";
  if (/^[a-z][a-zA-Z0-9]*$/.test(bare)) return "camelCase";
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(bare) && bare.length > 1) return "UPPER_CASE";
  if (/^[A-Z][a-zA-Z0-9]*$/.test(bare)) return "PascalCase";
  if (/^[a-z0-9]+(?:_[a-z0-9]+)+$/.test(bare)) return "snake_case";
  if (/^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(bare)) return "kebab-case";
  return undefined;
}

/** One word in lower case is camel, snake and kebab at once. */
export const fits = (name: string, convention: Casing): boolean => {
  const casing = casingOf(name);
  return (
    casing === undefined ||
    casing === convention ||
    (casing === "lowercase" && convention !== "PascalCase" && convention !== "UPPER_CASE")
  );
};

/**
 * The casing of most names; undefined with fewer than `least` names that show one, or where under four in five agree.
 */
export function conventionOf(names: readonly string[], least = 3): Casing | undefined {
  const casings = names.map(casingOf).filter((casing) => casing !== undefined && casing !== "lowercase");
  const usual = commonest(casings);
  if (!usual || casings.length < least) return undefined;
  return casings.filter((casing) => casing === usual).length >= 0.8 * casings.length ? usual : undefined;
}

export const fileNameConvention = (paths: readonly string[]): Casing | undefined =>
  conventionOf([...new Set(paths)].map((path) => stemOf(path).split(".")[0] ?? ""));

const errorStyles: readonly (readonly [string, RegExp])[] = [
  ["throws", /\bthrow new (\w+)/],
  ["raises", /\braise (\w+)/],
  ["returns an error value", /\breturn (?:nil, |\w+, )?(?:err\b|fmt\.Errorf|errors\.New|Err\w+)/],
  ["wraps in a Result", /\b(?:Result\.(?:ok|err)|(?:ok|err)\(|Result<)/],
  ["catches and answers", /\bcatch \(|\bexcept\b/],
];

/** How errors are handled in excerpts, as a phrase; undefined where none shows it. */
export function errorHandlingOf(excerpts: readonly string[]): string | undefined {
  const found = errorStyles
    .map(([phrase, pattern]) => {
      const matches = excerpts.flatMap((text) => pattern.exec(text) ?? []).filter((part) => part !== undefined);
      const shown = excerpts.filter((text) => pattern.test(text));
      const name = commonest(excerpts.flatMap((text) => pattern.exec(text)?.[1] ?? []));
      return { phrase: name && matches.length > 0 ? `${phrase} ${name}` : phrase, count: shown.length };
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  return found.length === 0
    ? undefined
    : found
        .slice(0, 2)
        .map(({ phrase, count }) => `${phrase} (${count} of ${excerpts.length})`)
        .join(", ");
}

/** `alias "@/", barrel files, import type`. */
export function importsPhrase(style: ImportStyle): string {
  return [
    style.alias ? `alias "${style.alias}"` : `${style.pathStyle} paths`,
    style.style === "barrel" ? "barrel files" : style.style === "deep" ? "deep modules" : "barrels and deep modules",
    ...(style.preferType ? ["import type"] : []),
  ].join(", ");
}

/** `camelCase functions, PascalCase types, kebab-case files`; undefined where nothing is agreed on. */
export function namingPhrase(symbols: readonly { name: string; kind: string; path: string }[]): string | undefined {
  const of = (kinds: readonly string[]) => symbols.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);
  const parts = [
    [conventionOf(of(["function", "method"])), "functions"],
    [conventionOf(of(["class", "interface", "struct", "type_alias"]), 2), "types"],
    [fileNameConvention(symbols.map(({ path }) => path)), "files"],
  ].flatMap(([casing, what]) => (casing ? [`${casing} ${what}`] : []));
  return parts.length > 0 ? parts.join(", ") : undefined;
}
