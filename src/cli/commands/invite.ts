/** `drift invite`: links that make people members. */
import { type Command, Option } from "commander";
import { note, print, printJson } from "#cli/output";
import { ask } from "#cli/service";
import { dayOf, openOrganisation, type TeamOptions, table, teamOptions } from "#cli/team";
import { roles } from "#contract/principal";

interface Invitation {
  readonly id: string;
  readonly role: string;
  readonly email: string | null;
  readonly expiresAt: string;
  readonly state: string;
}

const examples = `
Examples:
  $ drift invite ada@acme.example               only she can follow the link
  $ drift invite --role viewer --days 1         whoever has the link first
  $ drift invite list
  $ drift invite revoke inv_0123456789abcdef`;

export function define(command: Command): void {
  command.addHelpText("after", examples).argument("[email]", "for whom it is (default: whoever has the link)");
  teamOptions(command, "{id, url, expiresAt}")
    .addOption(new Option("--role <role>", "what they may do").choices(roles).default("member"))
    .option("--days <days>", "how long it is good, at most 30", Number, 7)
    .action(
      async (email: string | undefined, { role, days, ...options }: TeamOptions & { role: string; days: number }) => {
        const { service, path } = await openOrganisation(options);
        const json = { role, days, ...(email !== undefined && { email }) };
        const made = (await ask(service, `${path}/invitations`, { method: "POST", json })) as { url: string };
        if (options.json) return printJson(made);
        print(made.url);
        note("this link is shown once, and is good once");
      },
    );
  teamOptions(
    command.command("list").description("list the newest invitations"),
    "{invitations: [{id, role, email, state, expiresAt}]}",
  ).action(async (_: unknown, own: Command) => {
    const options = own.optsWithGlobals<TeamOptions>();
    const { service, path } = await openOrganisation(options);
    const { invitations } = (await ask(service, `${path}/invitations`)) as { invitations: Invitation[] };
    if (options.json) return printJson({ invitations });
    const rows = invitations.map(({ id, role, email, state, expiresAt }) => [
      ...[id, state, role, email ?? "anyone", `until ${dayOf(expiresAt)}`],
    ]);
    print(rows.length === 0 ? "nobody is invited" : table(rows));
  });
  teamOptions(
    command.command("revoke").description("make a link worthless").argument("<id>", "of the invitation"),
    "{id}",
  ).action(async (id: string, _: unknown, own: Command) => {
    const options = own.optsWithGlobals<TeamOptions>();
    const { service, path } = await openOrganisation(options);
    await ask(service, `${path}/invitations/${encodeURIComponent(id)}`, { method: "DELETE" });
    if (options.json) printJson({ id });
    else print(`${id} is revoked`);
  });
}
