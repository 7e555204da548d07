import type { z } from "zod";
import { DriftError } from "#contract/errors";

/**
 * The body as JSON of a schema. Throws `INVALID_ARGUMENT` naming what is wrong where, `LIMIT_EXCEEDED`
 * for a list that is too long.
 */
export async function parseJson<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>> {
  const json: unknown = await request.json().catch(() => {
    throw new DriftError("INVALID_ARGUMENT", "The body is not JSON");
  });
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const { at, issue } = innermost(parsed.error.issues);
  const code = issue.code === "too_big" && issue.origin === "array" ? "LIMIT_EXCEEDED" : "INVALID_ARGUMENT";
  throw new DriftError(code, at ? `${at}: ${issue.message}` : issue.message);
}

/** The first issue; of a union, the one of the alternative that has the fewest. */
function innermost(issues: readonly z.core.$ZodIssue[], above: readonly PropertyKey[] = []): Refusal {
  const [issue] = issues as [z.core.$ZodIssue];
  const path = [...above, ...issue.path];
  const [fewest] = issue.code === "invalid_union" ? [...issue.errors].sort((a, b) => a.length - b.length) : [];
  return fewest?.length ? innermost(fewest, path) : { at: path.join("."), issue };
}

interface Refusal {
  at: string;
  issue: z.core.$ZodIssue;
}
