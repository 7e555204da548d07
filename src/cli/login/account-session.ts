/** The credential of somebody who is signed in. */
import { setTimeout as sleep } from "node:timers/promises";
import { CliError } from "#cli/errors";
import { type Account, type AccountBook, labelOf, type Secret } from "./account-book.ts";
import type { Credential } from "./credential.ts";
import { CLIENT_ID, discover, OauthRefusal, postForm } from "./server.ts";
import { readTokens, secretOf } from "./tokens.ts";

/** An access token is replaced so long before it expires: it must live until the service has read it. */
const LEEWAY_MS = 20_000;
/**
 * A refresh whose answer was lost is asked for again. The service answers the same refresh the same for a minute, and
 * all tries together take less, waits included.
 */
const TRIES = 3;
const TRY_MS = 15_000;
const PAUSE_MS = 1_000;

/**
 * Refresh tokens are spent by their use, and one that is used again later looks stolen: the service then ends the
 * sign-in. So a process refreshes under the account's lock alone, and with what is kept at that moment, never with
 * what it read before.
 */
export class AccountSession implements Credential {
  readonly source = "account";
  readonly account: Account;
  readonly #book: AccountBook;
  #secret: Secret | undefined;
  #renewing: Promise<Secret> | undefined;

  constructor(book: AccountBook, account: Account) {
    this.#book = book;
    this.account = account;
  }

  get remedy(): string {
    return `Run drift login --server ${this.account.server}`;
  }

  async bearer(): Promise<string> {
    this.#secret ??= await this.#book.secret(this.account);
    if (!isFresh(this.#secret)) this.#secret = await this.#renewed(undefined);
    return this.#secret.accessToken;
  }

  async renew(refused: string): Promise<string> {
    this.#secret = await this.#renewed(refused);
    return this.#secret.accessToken;
  }

  /** Requests of this process that find the token refused at once wait for one refresh. */
  #renewed(refused: string | undefined): Promise<Secret> {
    this.#renewing ??= this.#book
      .whileLocked(this.account.id, () => this.#renewUnderLock(refused))
      .finally(() => {
        this.#renewing = undefined;
      });
    return this.#renewing;
  }

  async #renewUnderLock(refused: string | undefined): Promise<Secret> {
    const kept = await this.#book.secret(this.account);
    if (!kept) throw this.#ended();
    // Another process was here first.
    if (kept.accessToken !== refused && isFresh(kept)) return kept;
    try {
      const answer = await refresh(this.account.server, kept.refreshToken);
      const secret = secretOf(answer, answer.refresh_token ?? kept.refreshToken);
      await this.#book.keep(this.#book.find(this.account.id) ?? this.account, secret);
      return secret;
    } catch (error) {
      if (!(error instanceof OauthRefusal)) throw error;
      if (error.code === "temporarily_unavailable" || error.code === "slow_down") {
        const seconds = error.retryAfterSeconds ?? 60;
        throw new CliError(
          "unreachable",
          `${this.account.server} takes no more requests`,
          `Try again in ${seconds} seconds.`,
        );
      }
      if (error.code !== "invalid_grant") {
        throw new CliError(
          "refused",
          `${this.account.server} does not renew the sign-in: ${error.message}`,
          this.remedy,
        );
      }
      await this.#book.end(this.account);
      throw this.#ended(error.clock);
    }
  }

  #ended(clock?: string): CliError {
    const { user, server } = this.account;
    return new CliError(
      "refused",
      `the sign-in of ${user.email ?? user.name} for ${labelOf(this.account)} has ended`,
      [`Run drift login --server ${server}`, clock].filter(Boolean).join("\n"),
    );
  }
}

const isFresh = (secret: Secret | undefined): secret is Secret =>
  secret !== undefined && secret.expiresAt - LEEWAY_MS > Date.now();

async function refresh(server: string, refreshToken: string) {
  const { token } = await discover(server);
  const form = { grant_type: "refresh_token", refresh_token: refreshToken, client_id: CLIENT_ID };
  for (let left = TRIES - 1; ; left--) {
    try {
      return readTokens(await postForm(token, form, TRY_MS));
    } catch (error) {
      if (left === 0 || !(error instanceof CliError) || error.failure !== "unreachable") throw error;
      await sleep(PAUSE_MS);
    }
  }
}
