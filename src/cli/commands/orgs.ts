/** `drift orgs`: the organisation that a token is for. */
import type { Command } from "commander";
import { CliError } from "#cli/errors";
import { note, print, printJson } from "#cli/output";
import { ask } from "#cli/service";
import {
  checkConfirmed,
  type Deleting,
  findMember,
  followDeletion,
  type Member,
  openOrganisation,
  openService,
  type TeamOptions,
  table,
  teamOptions,
} from "#cli/team";

interface SetOptions extends TeamOptions {
  name?: string;
  requireIssuer?: string | false;
  emailDomain?: string | false;
}

const examples = `
Examples:
  $ drift orgs
  $ drift orgs set --name "Acme Ltd" --email-domain acme.example
  $ drift orgs set --no-email-domain           lift the rule
  $ drift orgs transfer ada@acme.example       make her owner, and yourself an admin
  $ drift orgs delete --confirm acme --wait`;

export function define(command: Command): void {
  command.addHelpText("after", examples);
  teamOptions(
    command.command("list", { isDefault: true }).description("show the organisation that the token is for"),
    "{organisations: [{organisation, name, role}]}",
  ).action(async (options: TeamOptions) => {
    const service = await openService(options);
    const { organisations } = (await ask(service, "/v1/organisations")) as {
      organisations: { organisation: string; name: string; role: string }[];
    };
    if (options.json) return printJson({ organisations });
    print(table(organisations.map(({ organisation, name, role }) => [organisation, role, name])));
  });
  teamOptions(command.command("set").description("change its name, and whom it lets in"), "{organisation}")
    .option("--name <name>", "what it is called")
    .option("--require-issuer <url>", "members must sign in with this OpenID Connect issuer")
    .option("--no-require-issuer", "or with any")
    .option("--email-domain <domain>", "members must have a verified e-mail address of this domain")
    .option("--no-email-domain", "or of any")
    .action(async ({ name, requireIssuer, emailDomain, ...options }: SetOptions) => {
      const { service, organisation, path } = await openOrganisation(options);
      const json = {
        ...(name !== undefined && { name }),
        ...(requireIssuer !== undefined && { requiredIssuer: requireIssuer || null }),
        ...(emailDomain !== undefined && { emailDomain: emailDomain || null }),
      };
      if (Object.keys(json).length === 0) throw new CliError("usage", "say what to change", "drift orgs set --help");
      await ask(service, path, { method: "PATCH", json });
      if (options.json) printJson({ organisation });
      else print(`changed ${organisation}`);
    });
  teamOptions(command.command("leave").description("end your own membership"), "{organisation}").action(
    async (options: TeamOptions) => {
      const { service, organisation, path } = await openOrganisation(options);
      await ask(service, `${path}/leave`, { method: "POST" });
      if (options.json) printJson({ organisation });
      else print(`you have left ${organisation}; this token opens nothing any more`);
    },
  );
  teamOptions(
    command
      .command("transfer")
      .description("make another member owner, and yourself an admin")
      .argument("<member>", "id, e-mail address or name"),
    "{organisation, owner}",
  ).action(async (who: string, options: TeamOptions) => {
    const { service, organisation, path } = await openOrganisation(options);
    const { members } = (await ask(service, `${path}/members`)) as { members: Member[] };
    const { user, name } = findMember(members, who);
    await ask(service, `${path}/transfer`, { method: "POST", json: { user } });
    if (options.json) printJson({ organisation, owner: user });
    else print(`${name} owns ${organisation} now`);
  });
  teamOptions(
    command.command("delete").description("remove it with all its projects"),
    "{organisation, deletion, done}",
  )
    .option("--confirm <name>", "its name, to show that it is meant")
    .option("--wait", "until everything is gone")
    .action(async ({ confirm, wait = false, ...options }: TeamOptions & { confirm?: string; wait?: boolean }) => {
      const { service, organisation, path } = await openOrganisation(options);
      checkConfirmed("the organisation", organisation, confirm);
      const begun = (await ask(service, path, { method: "DELETE", json: { confirm } })) as Deleting;
      const done = await followDeletion(service, begun, wait);
      if (options.json) return printJson({ organisation, deletion: begun.deletion, done });
      print(done ? `${organisation} is gone` : `nobody reaches ${organisation} any more`);
      if (wait && !done) note("it takes longer than ten minutes; nothing is left to do for you");
    });
}
