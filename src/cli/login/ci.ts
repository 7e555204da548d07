/**
 * Pushing from CI without a secret: the CI system vouches for the run (OpenID Connect), and the service gives a token
 * for minutes to runs that a project trusts (RFC 8693).
 *
 * GitHub Actions gives its token on request, where the job has `permissions: id-token: write`. GitLab puts it into a
 * variable that the job declares under `id_tokens`, with the service's origin as `aud`: `DRIFT_ID_TOKEN`.
 */
import * as z from "zod";
import { CliError } from "#cli/errors";
import { causeOf } from "#cli/network";
import type { Credential } from "./credential.ts";
import { discover, OauthRefusal, postForm } from "./server.ts";
import { readTokens } from "./tokens.ts";

const EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token";
const TIMEOUT_MS = 30_000;
/** A token is replaced so long before it expires. */
const LEEWAY_MS = 20_000;

/**
 * Undefined: this is no CI run that could say who it is.
 *
 * @param project the one that trusts the run: the token is for it alone.
 */
export function ciCredential(
  server: string,
  project: string | undefined,
  env: NodeJS.ProcessEnv = process.env,
): Credential | undefined {
  const { DRIFT_ID_TOKEN: gitlab, ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: secret } = env;
  if (gitlab) return new CiCredential({ server, project }, async () => gitlab, remedies.gitlab);
  if (url && secret)
    return new CiCredential({ server, project }, (audience) => askActions(url, secret, audience), remedies.github);
  return undefined;
}

const remedies = {
  github: "Let the project trust this repository, its branch and its environment: its settings, CI.",
  gitlab: "Let the project trust this repository and its branch, and give the job's id token the server as aud.",
} as const;

interface Target {
  readonly server: string;
  readonly project: string | undefined;
}

interface Given {
  readonly token: string;
  /** Unix milliseconds, by this machine's clock. */
  readonly expiresAt: number;
}

class CiCredential implements Credential {
  readonly source = "ci";
  readonly remedy: string;
  readonly #target: Target;
  readonly #identify: (audience: string) => Promise<string>;
  #given: Promise<Given> | undefined;

  constructor(target: Target, identify: (audience: string) => Promise<string>, remedy: string) {
    this.#target = target;
    this.#identify = identify;
    this.remedy = remedy;
  }

  async bearer(): Promise<string> {
    const given = this.#given ?? this.#replace(undefined);
    const { token, expiresAt } = await given;
    return expiresAt - LEEWAY_MS > Date.now() ? token : (await this.#replace(given)).token;
  }

  async renew(refused: string): Promise<string> {
    const given = this.#given ?? this.#replace(undefined);
    const { token } = await given;
    return token === refused ? (await this.#replace(given)).token : token;
  }

  /** Of requests that find the same token too old, the first has it replaced. One that was not given is asked for again. */
  #replace(old: Promise<Given> | undefined): Promise<Given> {
    if (this.#given && this.#given !== old) return this.#given;
    const given = this.#exchanged();
    this.#given = given;
    given.catch(() => {
      if (this.#given === given) this.#given = undefined;
    });
    return given;
  }

  async #exchanged(): Promise<Given> {
    const { project } = this.#target;
    if (project === undefined) {
      throw new CliError("usage", "a CI run is trusted by a project, and none is named", "Give --project ORG/NAME.");
    }
    const server = await discover(this.#target.server);
    const form = {
      grant_type: EXCHANGE,
      subject_token: await this.#identify(server.issuer),
      subject_token_type: ID_TOKEN,
      scope: "drift:push",
      resource: `${server.issuer}/v1/projects/${project}`,
    };
    try {
      const { access_token: token, expires_in } = readTokens(await postForm(server.token, form));
      return { token, expiresAt: Date.now() + expires_in * 1_000 };
    } catch (error) {
      if (!(error instanceof OauthRefusal)) throw error;
      throw new CliError(
        "refused",
        `${server.issuer} gives this CI run no token: ${error.message}`,
        [this.remedy, error.clock].filter(Boolean).join("\n"),
      );
    }
  }
}

/** GitHub's token for one audience. The request's own secret is in no error. */
async function askActions(url: string, secret: string, audience: string): Promise<string> {
  const asked = URL.parse(url);
  const refused = (why: string) =>
    new CliError("refused", `GitHub gives this job no id token: ${why}`, "Give the job permissions: id-token: write.");
  if (!asked) throw refused("ACTIONS_ID_TOKEN_REQUEST_URL is no URL");
  asked.searchParams.set("audience", audience);
  let value: unknown;
  try {
    const headers = { authorization: `Bearer ${secret}`, accept: "application/json" };
    const response = await fetch(asked, { headers, redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw refused(`it answers ${response.status}`);
    value = await response.json();
  } catch (error) {
    throw error instanceof CliError ? error : refused(causeOf(error));
  }
  const { data } = z.object({ value: z.string().min(1) }).safeParse(value);
  if (!data) throw refused("its answer holds none");
  return data.value;
}
