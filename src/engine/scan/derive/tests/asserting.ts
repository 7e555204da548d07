/** Functions of a repository's own that assert for its tests, without any library's assertion. */
import type { Unit } from "#contract/unit";
import { lastName } from "#engine/scan/derive/symbols";
import { tuplesOf } from "#engine/scan/derive/unit-rows";

/** A function that says by its name that it fails a test where something is not so: `verifyOrder`, `assert_sorted`. */
const saysThatItChecks = (name: string): boolean =>
  /^_?(?:assert|expect|verify|check|ensure|must|should)(?![a-z])/i.test(spaced(name));

/** A function that says by its name that it asserts and nothing else, in a row too: `andAssertThatJson`. */
export const saysThatItAsserts = (name: string): boolean => /^_?(?:and )?assert(?![a-z])/i.test(spaced(name));

/** Words of a name apart: `assertThat` is `assert That`, `assertion` stays one. */
const spaced = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase();

/** What frameworks know a test's failure by, as against an error of what is tested. */
const isFailure = (error: string): boolean =>
  /(?:^|[.:\\])(?:AssertionError|AssertionFailedError|ComparisonFailure|AssertionException|ExpectationFailed(?:Exception|Error)|AssertionFailedException|XunitException)$/.test(
    error,
  );

/** Where the code of a file fails a test by throwing: the line, and whose code it is. */
export function failuresIn(unit: Unit): (readonly [line: number, caller: string])[] {
  type Row = readonly [kind: string, error: string | null, line: number, caller: string | null];
  return tuplesOf<Row>(unit, "error_sites", ["kind", "error", "line", "symbol"]).flatMap(
    ([kind, error, line, caller]) =>
      kind === "throw" && caller !== null && (isFailure(error ?? "") || saysThatItChecks(lastName(caller)))
        ? [[line, caller] as const]
        : [],
  );
}
