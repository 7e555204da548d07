/** What a command shows a service, and where it has it from. */
export interface Credential {
  /** `--token`, `DRIFT_TOKEN`, the local edge's `edge.json`, a CI system's identity, a sign-in. */
  readonly source: "option" | "environment" | "local" | "ci" | "account";
  /** The token to show now. Throws `CliError` where none is to be had any more. */
  bearer(): Promise<string>;
  /** Another token in place of one that was refused as invalid; undefined: there is no other. */
  renew(refused: string): Promise<string | undefined>;
  /** What to do where the service does not accept it. */
  readonly remedy: string;
}

/** A token that somebody gave: there is only this one. */
export const givenToken = (source: "option" | "environment" | "local", token: string): Credential => ({
  source,
  bearer: async () => token,
  renew: async () => undefined,
  remedy: remedies[source],
});

const remedies = {
  option: "Give another with --token, or leave it out to use what drift login keeps.",
  environment: "Set DRIFT_TOKEN anew, or unset it to use what drift login keeps.",
  local: "Start the local edge again with drift up: it prints its token.",
} as const;

/** What to do where a service refuses what was shown: as invalid, or as not enough for what was asked. */
export function remedyFor(
  refusal: "invalid" | "insufficient",
  credential: Credential | undefined,
  server: string,
): string | undefined {
  if (refusal === "invalid") return credential?.remedy ?? noCredential(server);
  return credential?.source === "account"
    ? `${credential.remedy} and allow it. If your role does not, ask an admin: \`drift members\` says who is one.`
    : undefined;
}

/** What to do where there is no credential at all. */
export const noCredential = (server: string): string =>
  `Run drift login --server ${server}, give --token, or set DRIFT_TOKEN.`;

/** Does something with a credential's token, and again with a new one if the first is refused with 401. */
export async function withBearer<T>(
  credential: Credential | undefined,
  send: (token: string | undefined) => Promise<T>,
  isRefusal: (answer: T) => boolean,
): Promise<T> {
  const token = await credential?.bearer();
  const answer = await send(token);
  if (token === undefined || !isRefusal(answer)) return answer;
  const other = await credential?.renew(token);
  return other === undefined ? answer : send(other);
}
