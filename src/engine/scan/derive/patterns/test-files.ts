/** Constraints on test files: where nearly all stand, and how nearly all are named. */
import type { Constraint } from "./constraint.ts";
import { inTheFile } from "./conventions/tests.ts";
import { nameOfFamily } from "./families.ts";
import { type Pattern, withinPart } from "./learn.ts";
import { slug } from "./words.ts";

const leastShare = 0.95;

const said: Readonly<
  Record<string, { says: (variant: string) => string; asks: (variant: string, files: string) => string }>
> = {
  "test-placement": {
    says: (variant) => `stands ${variant}`,
    asks: (variant, files) => `Put a new ${files} ${variant}`,
  },
  "test-files": {
    says: (variant) => `is named ${variant}`,
    asks: (variant, files) => `Name a new ${files} ${variant}`,
  },
};

/** @param patterns of which those about test files are looked at */
export function learnTestFiles(patterns: readonly Pattern[]): Constraint[] {
  return patterns.flatMap((one): Constraint[] => {
    const [first] = one.held;
    const words = first && said[first.convention];
    const chances = one.occurrences + one.outliers;
    if (!words || one.language === null || one.occurrences < chances * leastShare) return [];
    const of = nameOfFamily(one.language);
    const files = first.group === null ? "test file" : "end-to-end test file";
    const isBesideCode = first.variant === inTheFile;
    return [
      {
        id: `testing/${slug(`${one.language} ${first.convention}${first.group === null ? "" : ` ${first.group}`} ${first.variant}${one.part === null ? "" : ` in ${one.part}`}`)}`,
        category: "testing",
        condition: withinPart(
          isBesideCode
            ? `Tests of ${of} stand ${first.variant}.`
            : `Every ${files} of ${of} ${words.says(first.variant)}.`,
          one.part,
        ),
        guidance: withinPart(
          isBesideCode ? `Write a new test ${first.variant}.` : `${words.asks(first.variant, files)}.`,
          one.part,
        ),
        scope: one.scope,
        chances,
        confidence: one.confidence,
        evidence: one.held.map(({ path, line }) => ({ path, line })),
        exceptions: one.broken.map(({ place: { path, line } }) => ({ path, line })),
      },
    ];
  });
}
