/**
 * Who is signed in where.
 *
 *     accounts/<id>.json    an account: who, at which server, for which organisation; no secret
 *     secrets/<id>.json     its tokens, where no keychain keeps them
 *     locks/<id>.lock       held by whoever changes the tokens
 *
 * One file an account, so that two commands that sign in at once do not overwrite each other. The account used last
 * for something is not noted; the one chosen last, by signing in or by `drift use`, is: it goes before others.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { CliError } from "#cli/errors";
import { type Keychain, systemKeychain } from "./keychain.ts";
import { withLock } from "./lock.ts";
import { homeFolder, readPrivate, removePrivate, writePrivate } from "./private-files.ts";

const accountShape = z.object({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  /** Origin of the service, and issuer of the tokens. */
  server: z.string(),
  user: z.object({ id: z.string(), name: z.string(), email: z.string().nullable() }),
  organisation: z.object({ id: z.string(), slug: z.string() }),
  scopes: z.array(z.string()),
  /** ISO times. */
  signedInAt: z.string(),
  chosenAt: z.string(),
  /** Where its tokens are; `nowhere`: the sign-in has ended. */
  kept: z.enum(["keychain", "file", "nowhere"]),
});
export type Account = z.infer<typeof accountShape>;

const secretShape = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Unix milliseconds, by this machine's clock. */
  expiresAt: z.number(),
});
export type Secret = z.infer<typeof secretShape>;

/** The same person in the same organisation of the same server is the same account. */
export const accountId = (server: string, user: string, organisation: string): string =>
  createHash("sha256")
    .update(JSON.stringify([server, user, organisation]))
    .digest("hex")
    .slice(0, 16);

/** `acme at edge.example.com` */
export const labelOf = ({ server, organisation }: Account): string => `${organisation.slug} at ${new URL(server).host}`;

export class AccountBook {
  readonly #home: string;
  readonly #openKeychain: () => Promise<Keychain | undefined>;

  constructor(home = homeFolder(), openKeychain = systemKeychain) {
    this.#home = home;
    this.#openKeychain = openKeychain;
  }

  /** Every account, the one chosen last first. A file that is none of ours is passed over. */
  list(): Account[] {
    const folder = join(this.#home, "accounts");
    let names: string[];
    try {
      names = readdirSync(folder).filter((name) => /^[0-9a-f]{16}\.json$/.test(name));
    } catch {
      return [];
    }
    return names
      .map((name) => this.find(name.slice(0, -".json".length)))
      .filter((account) => account !== undefined)
      .sort((a, b) => b.chosenAt.localeCompare(a.chosenAt) || a.id.localeCompare(b.id));
  }

  find(id: string): Account | undefined {
    try {
      return accountShape.parse(JSON.parse(readFileSync(this.#path("accounts", id), "utf8")));
    } catch {
      return undefined;
    }
  }

  /** Runs work while no other process changes the account's tokens. */
  whileLocked<T>(id: string, work: () => Promise<T>): Promise<T> {
    return withLock(join(this.#home, "locks", `${id}.lock`), work);
  }

  /**
   * The tokens of an account; undefined: it has none any more.
   *
   * @throws CliError `refused` where the keychain has them and does not give them.
   */
  async secret({ id }: Account): Promise<Secret | undefined> {
    const account = this.find(id);
    if (!account || account.kept === "nowhere") return undefined;
    const text =
      account.kept === "file" ? await readPrivate(this.#path("secrets", id)) : await this.#fromKeychain(account);
    try {
      return text === undefined ? undefined : secretShape.parse(JSON.parse(text));
    } catch {
      return undefined;
    }
  }

  /**
   * Keeps an account with its tokens, under its lock: in the keychain, or where that is not to be had, in a file. What lies in a file
   * stays there until the next sign-in: a keychain that was out of order once is not asked again at every refresh.
   */
  async keep(account: Omit<Account, "kept"> & { kept?: Account["kept"] }, secret: Secret): Promise<Account> {
    const text = JSON.stringify(secret);
    const keychain = account.kept === "file" ? undefined : await this.#openKeychain();
    const path = this.#path("secrets", account.id);
    const isKept = await keychain?.set(account.id, text).then(
      async () => (await keychain.get(account.id)) === text,
      () => false,
    );
    if (isKept) await removePrivate(path);
    else await writePrivate(path, text);
    return this.#write({ ...account, kept: isKept ? "keychain" : "file" });
  }

  /** Puts an account before all others, and leaves its tokens as they are. */
  choose({ id }: Account): Promise<void> {
    return this.whileLocked(id, async () => {
      const account = this.find(id);
      if (account) await this.#write({ ...account, chosenAt: new Date().toISOString() });
    });
  }

  async #write(account: Account): Promise<Account> {
    await writePrivate(this.#path("accounts", account.id), `${JSON.stringify(account, null, 2)}\n`);
    return account;
  }

  /** Forgets the tokens, under the account's lock; the account stays known, so that commands say where to sign in again. */
  async end(account: Account): Promise<void> {
    await this.#forgetSecret(account);
    await this.#write({ ...account, kept: "nowhere" });
  }

  /** Under the account's lock. */
  async remove(account: Account): Promise<void> {
    await this.#forgetSecret(account);
    await removePrivate(this.#path("accounts", account.id));
  }

  async #fromKeychain(account: Account): Promise<string | undefined> {
    const hint = `Unlock it, or sign in again: DRIFT_KEYCHAIN=off drift login --server ${account.server} keeps the sign-in in a file.`;
    const keychain = await this.#openKeychain();
    if (!keychain)
      throw new CliError("refused", `the sign-in for ${labelOf(account)} is in a keychain that is not here`, hint);
    try {
      return (await keychain.get(account.id)) ?? undefined;
    } catch (error) {
      throw new CliError(
        "refused",
        `the keychain keeps the sign-in for ${labelOf(account)} shut: ${(error as Error).message}`,
        hint,
      );
    }
  }

  /** A keychain that refuses here keeps what nobody looks for any more. */
  async #forgetSecret(account: Account): Promise<void> {
    const { id, kept } = this.find(account.id) ?? account;
    await removePrivate(this.#path("secrets", id));
    if (kept === "keychain") await (await this.#openKeychain())?.remove(id).catch(() => {});
  }

  #path(kind: "accounts" | "secrets", id: string): string {
    return join(this.#home, kind, `${id}.json`);
  }
}
