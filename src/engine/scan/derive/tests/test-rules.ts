/** What calls in tests mean: the files under `rules/tests`, compiled by `scripts/gen-rules.mjs`. */
import { fits } from "#engine/scan/derive/path-pattern";
import clauses from "./test-rules.gen.json" with { type: "json" };

type Kind = "assertion" | "fixture" | "stub" | "verification";

interface Clause {
  readonly kind: Kind;
  readonly framework: string;
  readonly languages: readonly string[];
  readonly call: readonly string[];
}

/** What a call in a test is for, and whose word it is. */
export interface Meaning {
  readonly kind: Kind;
  readonly framework: string;
}

interface Pattern extends Meaning {
  readonly languages: ReadonlySet<string>;
  readonly parts: readonly string[];
}

const patterns: readonly Pattern[] = (clauses.calls as readonly Clause[]).flatMap(
  ({ kind, framework, languages, call }) => {
    const known = new Set(languages);
    return call.map((one): Pattern => ({ kind, framework, languages: known, parts: one.split(".") }));
  },
);

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

/** Answers by language and path; most paths are asked for often. */
export class TestRules {
  readonly #known = new Map<string, Meaning | null>();
  /** By language and first name of a path: the patterns that can fit. */
  readonly #beginning = new Map<string, readonly Pattern[]>();

  /** What a call means that leads to `path` outside of the repository. */
  meaningOf(language: string, path: string): Meaning | null {
    const key = `${language} ${path}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const names = path.split(".");
    const found = this.#candidates(language, names[0] ?? "").find(({ parts }) => fits(parts, names)) ?? null;
    this.#known.set(key, found);
    return found;
  }

  #candidates(language: string, name: string): readonly Pattern[] {
    const key = `${language} ${name}`;
    const known = this.#beginning.get(key);
    if (known) return known;
    const found = patterns.filter(
      ({ languages, parts: [first = ""] }) => languages.has(language) && (first === "**" || fits([first], [name])),
    );
    this.#beginning.set(key, found);
    return found;
  }
}
