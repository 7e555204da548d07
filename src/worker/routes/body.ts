import type { z } from "zod";
import { DriftError } from "#contract/errors";

/** The body as JSON of a schema. Throws `INVALID_ARGUMENT` naming what is wrong where. */
export async function parseJson<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>> {
  const json: unknown = await request.json().catch(() => {
    throw new DriftError("INVALID_ARGUMENT", "The body is not JSON");
  });
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue?.path.join(".");
  throw new DriftError("INVALID_ARGUMENT", `${at ? `${at}: ` : ""}${issue?.message ?? "The body is not valid"}`);
}
