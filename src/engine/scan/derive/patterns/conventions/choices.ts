/** Choices among libraries: the files under `rules/patterns`, compiled by `scripts/gen-rules.mjs`. */
import type { PatternCategory } from "#contract/fact-words";
import type { Convention } from "#engine/scan/derive/patterns/convention";
import list from "./choices.gen.json" with { type: "json" };

interface Variant {
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

interface Choice {
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

const choices = list as readonly Choice[];
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

const told = (template: string, variant: string): string => template.replaceAll("{variant}", variant);

export const libraries: readonly Convention[] = choices.map(
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
);
