import * as z from "zod";
import { CliError } from "#cli/errors";
import type { Secret } from "./account-book.ts";

const answerShape = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,2000}$/),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.number().positive(),
  refresh_token: z
    .string()
    .regex(/^[\x21-\x7e]{1,2000}$/)
    .optional(),
  scope: z.string().optional(),
});
export type TokenAnswer = z.infer<typeof answerShape>;

/** A token endpoint's answer. Throws `garbage` where it is none, without a word of what it holds. */
export function readTokens(value: unknown): TokenAnswer {
  const answer = answerShape.safeParse(value).data;
  if (answer) return answer;
  throw new CliError(
    "garbage",
    "the server's answer holds no tokens",
    "Check that this drift and the service are of the same version.",
  );
}

/** The tokens to keep. Throws `garbage` where there is none to refresh with. */
export function secretOf(
  { access_token, expires_in, refresh_token }: TokenAnswer,
  refreshToken = refresh_token,
): Secret {
  if (refreshToken === undefined) throw new CliError("garbage", "the server gave no refresh token");
  return { accessToken: access_token, refreshToken, expiresAt: Date.now() + expires_in * 1_000 };
}
