/** Which of the accounts is meant. */
import { CliError } from "#cli/errors";
import { type Account, labelOf } from "./account-book.ts";

/** Whether somebody who writes `words` can mean the account: an organisation, a host, both, an address, a name. */
function isCalled(account: Account, words: string): boolean {
  const { id, server, organisation, user } = account;
  const { host, hostname } = new URL(server);
  const at = `${host}/${organisation.slug}`;
  const names = [
    id,
    organisation.slug,
    host,
    hostname,
    server,
    at,
    `${at}/${user.email}`,
    labelOf(account),
    user.email,
    user.name,
  ];
  return names.some((name) => name?.toLowerCase() === words.trim().toLowerCase().replace(/\/+$/, ""));
}

/**
 * The one account that is called so.
 *
 * @throws CliError `usage` where that is none or several, with what they are.
 */
export function accountCalled(accounts: readonly Account[], words: string): Account {
  const found = accounts.filter((account) => isCalled(account, words));
  const [account, ...others] = found;
  if (account && others.length === 0) return account;
  if (accounts.length === 0) throw new CliError("usage", "nobody is signed in", "Run drift login --server URL.");
  throw new CliError(
    "usage",
    account ? `"${words}" can be one of several accounts` : `no account is called "${words}"`,
    `Give one of: ${(account ? found : accounts).map(exactName).join(", ")}`,
  );
}

/** `edge.example.com/acme`, and where two people share that, whose it is. */
function exactName({ server, organisation, user, id }: Account, _at: number, all: readonly Account[]): string {
  const name = `${new URL(server).host}/${organisation.slug}`;
  const shared = all.filter((other) => other.server === server && other.organisation.slug === organisation.slug);
  if (shared.length === 1) return name;
  return user.email === null ? id : `${name}/${user.email}`;
}

/** The account for a server: one of the project's organisation goes before the one chosen last. */
export function accountFor(
  accounts: readonly Account[],
  server: string,
  project: string | undefined,
): Account | undefined {
  const there = accounts.filter((account) => account.server === server);
  const organisation = project?.split("/")[0];
  return there.find((account) => account.organisation.slug === organisation) ?? there[0];
}
