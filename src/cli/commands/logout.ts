/** `drift logout`: ends sign-ins, here and at their servers. */
import type { Command } from "commander";
import { CliError, failures, toCliError } from "#cli/errors";
import { type Account, AccountBook, labelOf } from "#cli/login/account-book";
import { accountCalled } from "#cli/login/choose-account";
import { revoke } from "#cli/login/revoke";
import { discover, OauthRefusal } from "#cli/login/server";
import { note, print, printJson } from "#cli/output";

interface Options {
  server?: string;
  all?: true;
  json?: true;
}

const examples = `
Examples:
  $ drift logout                  end the sign-in chosen last
  $ drift logout acme             end another one, as drift use lists them
  $ drift logout --server https://edge.example.com
  $ drift logout --all

What was given to it is taken back at the server. Where that does not answer, the sign-in is forgotten here all the
same, and the exit code is ${failures.unreachable[0]}: end it under Account there.`;

export function define(command: Command): void {
  command
    .argument("[account]", "the sign-in (default: the one chosen last)")
    .option("--server <url>", "every sign-in for this server")
    .option("--all", "every sign-in")
    .option("--json", "print {ended: [{account, server, organisation, revoked}]}")
    .addHelpText("after", examples)
    .action(async (words: string | undefined, options: Options) => {
      const book = new AccountBook();
      const ended = [];
      for (const account of chosen(book.list(), words, options)) {
        const revoked = await end(book, account);
        if (!revoked) process.exitCode = failures.unreachable[0];
        ended.push({ account: account.id, server: account.server, organisation: account.organisation.slug, revoked });
        if (!options.json) print(`signed out of ${labelOf(account)}`);
      }
      if (options.json) printJson({ ended });
    });
}

function chosen(accounts: readonly Account[], words: string | undefined, { server, all }: Options): readonly Account[] {
  const [latest] = accounts;
  if (!latest) throw new CliError("usage", "nobody is signed in");
  if (all) return accounts;
  if (words !== undefined) return [accountCalled(accounts, words)];
  if (server === undefined) return [latest];
  const origin = URL.parse(server.includes("://") ? server : `https://${server}`)?.origin;
  const there = accounts.filter((account) => account.server === origin);
  if (there.length > 0) return there;
  throw new CliError("usage", `nobody is signed in to ${server}`, "drift use lists who is signed in where.");
}

/** Whether the server took it back. Nobody refreshes meanwhile: what would be kept then would be lost, not ended. */
const end = (book: AccountBook, account: Account): Promise<boolean> =>
  book.whileLocked(account.id, async () => {
    const secret = await book.secret(account).catch((error: unknown) => {
      note(`drift: ${toCliError(error)?.message ?? String(error)}`);
      return "shut" as const;
    });
    await book.remove(account);
    if (secret === undefined) return true;
    if (secret === "shut") return false;
    try {
      await revoke(await discover(account.server), secret.refreshToken);
      return true;
    } catch (error) {
      const why = error instanceof OauthRefusal ? error.message : toCliError(error)?.message;
      if (why === undefined) throw error;
      note(`drift: the sign-in could not be ended at the server: ${why}\n  End it there, under Account.`);
      return false;
    }
  });
