/** `drift use`: which sign-in goes before the others. */
import type { Command } from "commander";
import { type Account, AccountBook, labelOf } from "#cli/login/account-book";
import { accountCalled } from "#cli/login/choose-account";
import { tellAccount } from "#cli/login/tell";
import { print, printJson } from "#cli/output";

const examples = `
Examples:
  $ drift use                            list the sign-ins; * is the one in use
  $ drift use acme                       use another: an organisation, a server, server/organisation or an address
  $ drift use edge.example.com/acme
  $ DRIFT_ACCOUNT=acme drift projects    for one command, or one shell

A folder's settings, --server and DRIFT_SERVER name a server, and --project an organisation: a sign-in for these goes
before the one in use.`;

export function define(command: Command): void {
  command
    .argument("[account]", "the sign-in to use from now on")
    .option("--json", "print {accounts: [{account, server, user, organisation, scopes, kept, current}]}")
    .addHelpText("after", examples)
    .action(async (words: string | undefined, { json }: { json?: true }) => {
      const book = new AccountBook();
      const accounts = book.list();
      if (words === undefined) return list(accounts, json === true);
      const account = accountCalled(accounts, words);
      await book.choose(account);
      if (json) list(book.list(), true);
      else print(`using ${labelOf(account)} as ${account.user.email ?? account.user.name}`);
    });
}

function list(accounts: readonly Account[], json: boolean): void {
  if (json) {
    const shown = accounts.map(({ id, server, user, organisation, scopes, kept }, at) => {
      return { account: id, server, user, organisation: organisation.slug, scopes, kept, current: at === 0 };
    });
    printJson({ accounts: shown });
  } else if (accounts.length === 0) print("nobody is signed in: drift login URL");
  else print(accounts.map((account, at) => tellAccount(account, at === 0)).join("\n"));
}
