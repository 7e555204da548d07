/** `drift whoami`: who the service takes you for. */
import type { Command } from "commander";
import { CliError } from "#cli/errors";
import { findFolder } from "#cli/folder";
import { AccountSession } from "#cli/login/account-session";
import { noCredential } from "#cli/login/credential";
import { tellIdentity } from "#cli/login/tell";
import { whoIs } from "#cli/login/whoami";
import { print, printJson } from "#cli/output";
import { findService, type ServiceOptions, serviceOptions } from "#cli/service";

const sources = {
  option: "--token",
  environment: "DRIFT_TOKEN",
  local: "the local edge's own token",
  ci: "this CI run",
  account: "your sign-in",
} as const;

const examples = `
Examples:
  $ drift whoami
  $ drift whoami --account acme
  $ drift whoami --json | jq -r .organisation.slug`;

export function define(command: Command): void {
  serviceOptions(command, false)
    .option("--json", "print {server, source, kind, user, organisation, role, scopes, projects, expiresAt, kept?}")
    .addHelpText("after", examples)
    .action(async (options: ServiceOptions & { json?: true }) => {
      const { url, credential } = findService(findFolder(), options, true);
      if (!credential) throw new CliError("refused", `nobody is signed in to ${url}`, noCredential(url));
      const identity = await whoIs(url, credential);
      const { source } = credential;
      const kept = credential instanceof AccountSession ? credential.account.kept : undefined;
      if (options.json) printJson({ server: url, source, ...identity, ...(kept && { kept }) });
      else {
        const where = kept ? `, kept in ${kept === "keychain" ? "the keychain" : "a file"}` : "";
        print(`server        ${url}\n${tellIdentity(identity)}\nby            ${sources[source]}${where}`);
      }
    });
}
