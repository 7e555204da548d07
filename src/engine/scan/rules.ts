/** What libraries' calls and decorators mean: the files under `rules/`, compiled by `scripts/gen-rules.mjs`. */
import clauses from "./rules.gen.json" with { type: "json" };

/** The clauses as the scan module reads them. */
export const rules = JSON.stringify(clauses);
