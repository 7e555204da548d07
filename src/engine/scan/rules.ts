/**
 * What libraries' calls and decorators mean: the files under `rules/`, compiled by `scripts/gen-rules.mjs`. All of it is
 * JSON: the build puts the values in this module's place, so that a scan need not make them of the clauses.
 */
import list from "./derive/patterns/conventions/choices.gen.json" with { type: "json" };
import testClauses from "./derive/tests/test-rules.gen.json" with { type: "json" };
import wrapperClauses from "./derive/wrappers/wrapper-rules.gen.json" with { type: "json" };
import clauses from "./rules.gen.json" with { type: "json" };

/** Files that are entry points by their paths. */
export interface FileRoute {
  readonly kind: string;
  readonly framework: string;
  /** A pattern of paths; its groups `route` and `method` say what a file is reached by. */
  readonly files: string;
  /** What a manifest above has to name. */
  readonly dependency: string;
  /** A file of settings by whose name (`next`: `next.config.ts`) its folder is an application's, whatever manifests say. */
  readonly config?: string;
  /** The names of what handles; none: the file itself. */
  readonly exports?: readonly string[];
  /** The same of what stands at the top of a file, in languages that export nothing by name. */
  readonly declares?: readonly string[];
  /** Which method exports of these names handle. */
  readonly methods?: Readonly<Record<string, string>>;
  /** `flat`: dots separate parts of the route too. `underscored`: what stands behind an underscore is a parameter. */
  readonly form?: "flat" | "underscored";
  /** What stands before the route. */
  readonly route?: string;
  /** Who asks below a path where a file does not say otherwise: `unless` is a constant that says so by `false`. */
  readonly asked?: readonly { readonly below: string; readonly guard: string; readonly unless?: string }[];
  /** Of a guard, the constant whose member of this name says of which paths it is. */
  readonly matching?: string;
}

export const fileRoutes = (clauses as unknown as (FileRoute | { files?: undefined })[]).filter(
  (one): one is FileRoute => one.files !== undefined,
);

/** How libraries name the tables of models that do not name them, by the library. */
export const tableNamings: Readonly<Record<string, string>> = Object.fromEntries(
  (clauses as { framework: string; naming?: string }[]).flatMap(({ framework, naming }) =>
    naming === undefined ? [] : [[framework, naming] as const],
  ),
);

/** The packages of frameworks of JavaScript that rules know by what calls or objects look like as well. */
export const loosePackages: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [
    ...Map.groupBy(
      (
        clauses as {
          framework: string;
          languages?: string[];
          call?: string[];
          extends?: string[];
          literal?: string[];
        }[]
      ).filter(({ languages }) => languages?.includes("javascript")),
      ({ framework }) => framework,
    ),
  ].flatMap(([framework, all]) => {
    const paths = all.flatMap(({ call, literal }) => [...(call ?? []), ...(literal ?? [])]);
    const isLoose = (path: string) => /^\((?:any )?given\)|^\(route\)$/.test(path);
    const packages = paths.filter((path) => !path.startsWith("(")).map((path) => path.replace(/\..*$/s, ""));
    return paths.some(isLoose) ? [[framework, [...new Set(packages)]] as const] : [];
  }),
);

/** A clause a line, behind the languages that it is about: `rules-of.ts`. */
export const rules = (clauses as { languages?: readonly string[] }[])
  .map((clause) => `${clause.languages?.join(" ") ?? ""}\t${JSON.stringify(clause)}`)
  .join("\n");

/** Those about tests, apart, as a module that knows of none leaves them aside. */
export const testRules = JSON.stringify(testClauses.mocks);
/**
 * What shares are made by, as `crates/shares` reads it, a list a line: what calls in tests mean; the choices among libraries
 * under `rules/patterns`; what functions are wrapped, the files under `rules/wrappers`.
 */
export const shareRules = [testClauses.calls, list, wrapperClauses].map((one) => JSON.stringify(one)).join("\n");
