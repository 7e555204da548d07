/** RFC 8693: a CI run's own token for a push token of ten minutes. The run's token is the authentication. */
import type { Context } from "hono";
import { Slug } from "#contract/ids";
import type { Named, TrustCandidate } from "#db/account/trusts";
import { AccountDb } from "#db/account-db";
import { oauthPorts } from "#durable/oauth-ports";
import { oauthError, tokenAnswer } from "#oauth/answer";
import { type CiRun, claimedRepository, matchesRef, verifyCiToken } from "#oauth/exchange/ci-token";
import { FetchFailed } from "#oauth/fetch-json";
import { restResource } from "#oauth/resources";
import { sha256 } from "#oauth/secrets";
import { vaultOf } from "#oauth/store/place";
import type { Edge } from "#worker/edge";
import { authorOrigin, originOf } from "#worker/session";

const ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";
const SUBJECT_TYPES = ["urn:ietf:params:oauth:token-type:jwt", "urn:ietf:params:oauth:token-type:id_token"];
/** A token that has expired is refused by its time alone; until then, by having been used. */
const SKEW_MS = 60_000;

/** No trust, another's project and no such project are one answer. */
const untrusted = () =>
  oauthError(
    "invalid_target",
    "No project trusts this repository, ref and environment. An admin adds the trust in the project's settings.",
  );

export async function exchange(c: Context<Edge>, form: URLSearchParams): Promise<Response> {
  const ports = oauthPorts(c.env, originOf(c));
  if (!SUBJECT_TYPES.includes(form.get("subject_token_type") ?? "")) {
    return oauthError("invalid_request", `subject_token_type is none of ${SUBJECT_TYPES.join(", ")}`);
  }
  if ((form.get("requested_token_type") ?? ACCESS_TOKEN) !== ACCESS_TOKEN) {
    return oauthError("invalid_request", `requested_token_type is not ${ACCESS_TOKEN}`);
  }
  if ((form.get("scope") ?? "drift:push") !== "drift:push") {
    return oauthError("invalid_scope", "Only drift:push is given");
  }
  const project = wantedProject(ports.issuer, form.get("resource"));
  if (!project) {
    return oauthError(
      "invalid_target",
      `Name the project as resource: ${restResource(ports.issuer)}/projects/<organisation>/<project>`,
    );
  }

  const token = form.get("subject_token") ?? "";
  const claimed = token.length > 8_192 ? undefined : claimedRepository(token);
  if (!claimed) return oauthError("invalid_request", "subject_token is no signed token of a CI run");
  const account = new AccountDb(c.env.ACCOUNT);
  const candidates = await account.trusts.candidates(claimed.issuer, claimed.repository, project);
  const [first] = candidates;
  if (!first) return untrusted();
  const run = await verifyCiToken(ports, token, first).catch((error: unknown) => {
    if (error instanceof FetchFailed) return error;
    throw error;
  });
  if (run instanceof FetchFailed) {
    return oauthError("temporarily_unavailable", "The CI system's keys cannot be had now", 503, {
      "retry-after": "30",
    });
  }
  // What a token claims and what it was found to say are the same text: the trusts are this repository's.
  if (!run || run.repository !== claimed.repository) {
    return oauthError("invalid_request", `subject_token is not valid for the audience ${ports.issuer}`);
  }
  const trust = candidates.find((one) => isTrusted(one, run));
  if (!trust) return untrusted();
  // Replay: a token that was printed into a public log is worth nothing once its run has used it.
  const used = `ci-run:${await sha256(JSON.stringify([run.issuer, run.id]))}`;
  if (!(await vaultOf(ports, used).claim(used, run.expiresAt * 1000 + SKEW_MS))) {
    return oauthError("invalid_request", "subject_token was already used");
  }
  const origin = authorOrigin(c);
  const minted = await account.trusts.mint(trust, run, { user: null, ...(origin !== undefined && { origin }) });
  if (!minted) return untrusted();
  return tokenAnswer({
    access_token: minted.token,
    issued_token_type: ACCESS_TOKEN,
    token_type: "Bearer",
    expires_in: Math.floor((minted.expiresAt - Date.now()) / 1000),
    scope: "drift:push",
  });
}

/**
 * The project that a resource names. It is the run's to name: anybody can make a project that trusts
 * somebody else's repository, and must neither get its pushes nor get in their way.
 */
function wantedProject(issuer: string, resource: string | null): Named | undefined {
  const [base, path] = [`${restResource(issuer)}/projects/`, resource ?? ""];
  if (!path.startsWith(base)) return undefined;
  const [organisation = "", project = "", ...more] = path.slice(base.length).split("/");
  const isSlug = Slug.safeParse(organisation).success && Slug.safeParse(project).success;
  return isSlug && more.length === 0 ? { organisation, project } : undefined;
}

const isTrusted = (trust: TrustCandidate, run: CiRun): boolean =>
  (trust.repositoryId === null || trust.repositoryId === run.repositoryId) &&
  matchesRef(trust.ref, run.ref) &&
  (trust.environment === null || trust.environment === run.environment);
