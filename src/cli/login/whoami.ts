import * as z from "zod";
import { CliError } from "#cli/errors";
import { ask } from "#cli/service";
import type { Credential } from "./credential.ts";

const identityShape = z.object({
  kind: z.enum(["user", "machine"]),
  user: z.object({ id: z.string(), name: z.string(), email: z.string().nullable() }),
  organisation: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
  role: z.string(),
  scopes: z.array(z.string()),
  /** `organisation/project`; null: all of the organisation's. */
  projects: z.array(z.string()).nullable(),
  /** ISO time at which the token that was shown expires. */
  expiresAt: z.string(),
});
export type Identity = z.infer<typeof identityShape>;

/** Asks the service who shows this token. */
export async function whoIs(url: string, credential: Credential): Promise<Identity> {
  const identity = identityShape.safeParse(await ask({ url, credential, project: undefined }, "/v1/whoami")).data;
  if (identity) return identity;
  throw new CliError(
    "garbage",
    `${url} does not say who this is`,
    "Check that this drift and the service are of the same version.",
  );
}
