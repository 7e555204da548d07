import type { Account } from "./account-book.ts";
import type { Identity } from "./whoami.ts";

const kept = { keychain: "in the keychain", file: "in a file", nowhere: "ended: run drift login" } as const;

/** Who somebody is and what they may do, for a terminal. */
export function tellIdentity({ kind, user, organisation, role, scopes, projects }: Identity): string {
  const { name, email } = user;
  const who = email !== null && email !== name ? `${name} <${email}>` : name;
  return [
    `${kind === "machine" ? "CI run" : "user  "}        ${who}`,
    `organisation  ${organisation.slug} (${organisation.name})`,
    `role          ${role}`,
    `may           ${scopes.map((scope) => scope.replace("drift:", "")).join(", ") || "nothing"}`,
    ...(projects ? [`projects      ${projects.join(", ") || "none"}`] : []),
  ].join("\n");
}

/** One line an account, for a list. */
export const tellAccount = (account: Account, isCurrent: boolean): string =>
  [
    isCurrent ? "*" : " ",
    `${new URL(account.server).host}/${account.organisation.slug}`,
    ` ${account.user.email ?? account.user.name}`,
    ` ${kept[account.kept]}`,
  ].join(" ");
