/** What libraries' calls and decorators mean: the files under `rules/`, compiled by `scripts/gen-rules.mjs`. */
import list from "./derive/patterns/observers/choices.gen.json" with { type: "json" };
import testClauses from "./derive/tests/test-rules.gen.json" with { type: "json" };
import clauses from "./rules.gen.json" with { type: "json" };

/** The clauses as the scan module reads them. */
export const rules = JSON.stringify(clauses);

/** What patterns rest on besides the files: the choices under `rules/patterns`. */
export const choices = JSON.stringify(list);
/** Those about tests, apart, as a module that knows of none leaves them aside. */
export const testRules = JSON.stringify(testClauses.mocks);
