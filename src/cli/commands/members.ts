/** `drift members`: who belongs to the organisation. */
import { Argument, type Command } from "commander";
import { print, printJson } from "#cli/output";
import { ask } from "#cli/service";
import { dayOf, findMember, type Member, openOrganisation, type TeamOptions, table, teamOptions } from "#cli/team";
import { roles } from "#contract/principal";

const examples = `
Examples:
  $ drift members
  $ drift members role ada@acme.example admin
  $ drift members remove ada@acme.example      all she has open ends at once`;

export function define(command: Command): void {
  command.addHelpText("after", examples);
  teamOptions(
    command.command("list", { isDefault: true }).description("list members with their roles"),
    "{members: [{user, name, email, role, joinedAt}]}",
  ).action(async (options: TeamOptions) => {
    const { members } = await open(options);
    if (options.json) return printJson({ members });
    print(
      table(members.map(({ user, name, email, role, joinedAt }) => [name, email ?? "-", role, user, dayOf(joinedAt)])),
    );
  });
  teamOptions(
    command
      .command("role")
      .description("give a member another role")
      .argument("<member>", "id, e-mail address or name")
      .addArgument(new Argument("<role>", "what they may do").choices(roles)),
    "{user, role}",
  ).action(async (who: string, role: string, options: TeamOptions) => {
    const { service, path, members } = await open(options);
    const { user, name } = findMember(members, who);
    await ask(service, `${path}/members/${user}`, { method: "PATCH", json: { role } });
    if (options.json) printJson({ user, role });
    else print(`${name} is ${role} now`);
  });
  teamOptions(
    command
      .command("remove")
      .description("end a membership, and all that is open by it")
      .argument("<member>", "id, e-mail address or name"),
    "{user}",
  ).action(async (who: string, options: TeamOptions) => {
    const { service, path, members } = await open(options);
    const { user, name } = findMember(members, who);
    await ask(service, `${path}/members/${user}`, { method: "DELETE" });
    if (options.json) printJson({ user });
    else print(`${name} is removed`);
  });
}

async function open(options: TeamOptions) {
  const { service, path } = await openOrganisation(options);
  const { members } = (await ask(service, `${path}/members`)) as { members: Member[] };
  return { service, path, members };
}
