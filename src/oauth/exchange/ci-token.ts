/** What a CI system signs about a run: GitHub Actions and GitLab. */
import { decodeJwt, errors, jwtVerify } from "jose";
import * as z from "zod";
import type { CiKind } from "#contract/teams";
import { keysOf, skewSeconds } from "#oauth/identity/openid";
import type { OauthPorts } from "#oauth/ports";

/** A run, as a trust describes one. */
export interface CiRun {
  issuer: string;
  /** When the token was given out and names itself: it is good for one exchange. */
  id: string;
  /** Seconds since the epoch. */
  expiresAt: number;
  /** `owner/name` */
  repository: string;
  /** The number that the issuer gives it: a name that was given up can be taken by anyone. */
  repositoryId: string;
  /** In full, such as `refs/heads/main`. */
  ref: string;
  environment: string | null;
  /** For the audit. */
  name: string;
}

const number = z.union([z.string(), z.number()]).transform(String);
const text = z.string().min(1).max(500);
const environment = z.string().max(255).optional();
const common = { iss: text, jti: text, exp: z.number() };

const claimsOf = {
  github: z
    .object({ ...common, repository: text, repository_id: number, ref: text, environment, run_id: number })
    .transform((said) => ({
      ...{ repository: said.repository, repositoryId: said.repository_id, ref: said.ref },
      ...{ environment: said.environment, name: `${said.repository}#${said.run_id}` },
    })),
  gitlab: z
    .object({
      ...{ ...common, project_path: text, project_id: number, ref: text, environment, pipeline_id: number },
      ...{ ref_type: z.enum(["branch", "tag"]), ref_path: text.optional() },
    })
    .transform((said) => ({
      ...{ repository: said.project_path, repositoryId: said.project_id, environment: said.environment },
      ref: said.ref_path ?? `refs/${said.ref_type === "tag" ? "tags" : "heads"}/${said.ref}`,
      name: `${said.project_path}#${said.pipeline_id}`,
    })),
} satisfies Record<CiKind, z.ZodType>;

/** What a token says of itself, unchecked: enough to look up who could trust it, and nothing else. */
export function claimedRepository(token: string): { issuer: string; repository: string } | undefined {
  try {
    const { iss, repository, project_path } = decodeJwt(token);
    const name = repository ?? project_path;
    return typeof iss === "string" && typeof name === "string" ? { issuer: iss, repository: name } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The run that a token of `issuer` stands for; undefined: it is not good. The issuer is one that a trust
 * names, never the token's own word. Throws `FetchFailed` (`#oauth/fetch-json`) where the issuer's keys cannot be had.
 */
export async function verifyCiToken(
  ports: OauthPorts,
  token: string,
  { issuer, kind }: { issuer: string; kind: CiKind },
): Promise<CiRun | undefined> {
  const { payload } = await jwtVerify(token, await keysOf(ports, issuer), {
    issuer,
    audience: ports.issuer,
    algorithms: ["RS256", "ES256"],
    requiredClaims: ["exp", "iat", "jti"],
    maxTokenAge: "15 minutes",
    clockTolerance: skewSeconds,
  }).catch((error: unknown) => {
    if (error instanceof errors.JOSEError) return { payload: undefined };
    throw error;
  });
  const read = claimsOf[kind].safeParse(payload);
  if (!payload || !read.success) return undefined;
  const { environment: named, ...run } = read.data;
  return { ...run, environment: named ?? null, issuer, id: payload.jti as string, expiresAt: payload.exp as number };
}

/** Whether a ref is one of a trust's: `*` stands for any text without a slash, a last `**` for any text. */
export function matchesRef(pattern: string, ref: string): boolean {
  const open = pattern.endsWith("**");
  const parts = (open ? pattern.slice(0, -2) : pattern).split("*");
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const last = index === parts.length - 1;
    const from = index === 0 ? at : nextWithoutSlash(ref, at, part, last && !open);
    if (from === undefined || !ref.startsWith(part, from)) return false;
    at = from + part.length;
  }
  return open || at === ref.length;
}

/** Where `part` comes next, with no slash skipped; `end`: it has to be the end. */
function nextWithoutSlash(ref: string, at: number, part: string, end: boolean): number | undefined {
  const found = end ? ref.length - part.length : ref.indexOf(part, at);
  return found >= at && !ref.slice(at, found).includes("/") ? found : undefined;
}
