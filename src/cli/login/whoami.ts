import * as z from "zod";
import { CliError } from "#cli/errors";
import { ask } from "#cli/service";
import type { Credential } from "./credential.ts";
import { printable } from "./server.ts";

/** What people wrote, and a service passes on, reaches a terminal as one line without control characters. */
const text = z.string().transform(printable);
const identityShape = z.object({
  kind: z.enum(["user", "machine"]),
  user: z.object({ id: text, name: text, email: text.nullable() }),
  organisation: z.object({ id: text, slug: text, name: text }),
  role: text,
  scopes: z.array(text),
  /** `organisation/project`; null: all of the organisation's. */
  projects: z.array(text).nullable(),
  /** ISO time at which the token that was shown expires. */
  expiresAt: text,
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
