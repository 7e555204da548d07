/** Who is asked before fields of GraphQL's types, by the directives of a schema: `providers: [Provider] @auth(requires: ["admin"])`. */
import type { FactRow } from "#contract/unit";
import { guardsOfSchema } from "#engine/scan/derive/entry-points/guards/schema-guards";
import { rowOfRegistration } from "./registration.ts";

interface Guarded {
  /** `AnalyticsQuery/providers`; of all fields of a type, `AnalyticsQuery/*`. */
  readonly field: string;
  readonly directives: readonly string[];
  readonly line: number;
}

const maxFields = 4_000;
/** What directives are called that let some requests through and others not. */
const asking =
  /auth(?!ors?$)|role|permi(?:t|ssion)|scope|guard|policy|login|signed|admin|private|protect|restrict|acl$/i;
/** Texts and comments. */
const apart = /"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|#[^\n]*/g;
const typed = /^\s*(?:extend\s+)?(?:type|interface)\s+(\w+)/;

/** The fields before which a directive asks, in the order in which they are written. */
export function readGraphql(text: string): Guarded[] {
  const lines = text.replace(apart, (part) => part.replace(/[^\n]/g, "")).split(/\r?\n/);
  const found: Guarded[] = [];
  let type: string | undefined;
  let field: { name: string; line: number } | undefined;
  // Braces around fields, parentheses around what a field takes.
  let [braces, parentheses] = [0, 0];
  const note = (name: string, line: number, code: string) => {
    const directives = [...code.matchAll(/@(\w+)/g)].flatMap(([, one = ""]) => (asking.test(one) ? [one] : []));
    if (type !== undefined && directives.length > 0 && found.length < maxFields)
      found.push({ field: `${type}/${name}`, directives, line });
  };
  for (const [at, line] of lines.entries()) {
    if (line.length > 2_000) continue;
    if (braces === 0) {
      const declared = typed.exec(line)?.[1];
      if (declared !== undefined) type = declared;
      else if (
        /^\s*(?:extend\s+)?(?:input|enum|union|scalar|schema|directive|query|mutation|subscription|fragment)\b/.test(
          line,
        )
      )
        type = undefined;
      note("*", at + 1, line.split("{")[0] ?? "");
    }
    const own = braces === 1 && parentheses === 0 ? /^\s*(\w+)\s*[:(]/.exec(line)?.[1] : undefined;
    if (own !== undefined) field = { name: own, line: at + 1 };
    const [outside, depth] = withoutParentheses(line, parentheses);
    parentheses = depth;
    if (field && braces === 1) note(field.name, field.line, outside);
    for (const one of outside) {
      if (one === "{") braces += 1;
      if (one === "}") braces = Math.max(0, braces - 1);
    }
    if (braces === 0) field = undefined;
  }
  return found;
}

/** A line without what stands in parentheses, and how many of these are open at its end. */
function withoutParentheses(line: string, open: number): [outside: string, open: number] {
  let depth = open;
  let outside = "";
  for (const one of line) {
    if (one === "(") depth += 1;
    else if (one === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0) outside += one;
  }
  return [outside, depth];
}

/** Rows of `registrations`. */
export const guardsOfGraphql = (path: string, fields: readonly Guarded[]): FactRow[] =>
  fields.map(({ field, directives, line }) =>
    rowOfRegistration(path, {
      kind: "guard",
      framework: "GraphQL",
      line,
      name: `${guardsOfSchema}${field}`,
      guards: directives.map((name) => ({ name: `@${name}`, symbol: null })),
    }),
  );
