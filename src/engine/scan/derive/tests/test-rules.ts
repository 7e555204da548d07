/**
 * What frameworks of tests are and bring: the files under `rules/tests`, compiled by `scripts/gen-rules.mjs`. What calls in
 * tests mean is asked of them where units are made: `crates/shares/src/tests/rules.rs`.
 */
import clauses from "./test-rules.gen.json" with { type: "json" };

interface Package {
  readonly name: string;
  readonly framework: string;
  readonly languages: readonly string[];
}

const packages = clauses.packages as readonly Package[];
const named: ReadonlySet<string> = new Set(packages.map(({ name }) => name));

/** The framework of a package, by the name that manifests give it, of tests in a language. */
export const frameworkOf = (name: string, language: string): string | undefined =>
  named.has(name)
    ? packages.find((one) => one.name === name && one.languages.includes(language))?.framework
    : undefined;

/** Fixtures that a framework brings with it. */
export const builtinFixtures: ReadonlySet<string> = new Set(clauses.fixtures);

/** Methods that languages and their libraries call without being told to. */
export const implicitMethods: ReadonlySet<string> = new Set(clauses.implicit);
