/** `drift tokens`: tokens of an organisation, and the clients that were let in by OAuth. */
import { type Command, Option } from "commander";
import { note, print, printJson } from "#cli/output";
import { ask } from "#cli/service";
import { dayOf, openOrganisation, type TeamOptions, table, teamOptions } from "#cli/team";
import { scopes } from "#contract/principal";
import { tokenKinds } from "#contract/teams";

interface Token {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly userName: string;
  readonly scopes: string[];
  readonly projects: string[] | null;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
}

interface Grant {
  readonly id: string;
  readonly userName: string;
  readonly clientName: string;
  readonly scopes: string[];
  readonly projects: string[] | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

interface CreateOptions extends TeamOptions {
  kind: string;
  scope?: string[];
  for?: string[];
  days: number;
}

const examples = `
Examples:
  $ drift tokens create ci --for shop --days 30     a push token for one project
  $ drift tokens create script --kind personal --scope drift:read    for any member, with their drift login
  $ drift tokens list
  $ drift tokens clients                            what signed-in clients may do
  $ drift tokens revoke tok_0123456789abcdef

A CI that can prove who it is needs no token at all: drift projects trust --help`;

export function define(command: Command): void {
  command.addHelpText("after", examples);
  teamOptions(
    command
      .command("list", { isDefault: true })
      .description("list the organisation's tokens; without drift:admin, your own"),
    "{tokens: [{id, kind, name, userName, scopes, projects, expiresAt, revokedAt, lastUsedAt}]}",
  ).action(async (options: TeamOptions) => {
    const { service, path } = await openOrganisation(options);
    const { tokens } = (await ask(service, `${path}/tokens`)) as { tokens: Token[] };
    if (options.json) return printJson({ tokens });
    const now = new Date().toISOString();
    const rows = tokens.map(({ id, kind, name, userName, revokedAt, expiresAt, lastUsedAt, ...what }) => [
      ...[id, kind, name, userName, reach(what), `used ${dayOf(lastUsedAt)}`],
      revokedAt ? "revoked" : expiresAt <= now ? "expired" : `until ${dayOf(expiresAt)}`,
    ]);
    print(rows.length === 0 ? "there are no tokens" : table(rows));
  });
  teamOptions(
    command.command("create").description("make a token and print it, once").argument("<name>", "what it is for"),
    "{id, token, scopes, expiresAt}",
  )
    .addOption(
      new Option("--kind <kind>", "push: a machine's, which pushes; personal: yours")
        .choices(tokenKinds)
        .default("push"),
    )
    .addOption(new Option("--scope <scope...>", "what a personal token may do").choices(scopes))
    .option("--for <project...>", "the projects it is limited to (default: all)")
    .option("--days <days>", "how long it is good, at most 365", Number, 90)
    .action(async (name: string, { kind, scope, for: projects, days, ...options }: CreateOptions) => {
      const { service, path } = await openOrganisation(options);
      const json = { kind, name, days, ...(scope && { scopes: scope }), ...(projects && { projects }) };
      const made = (await ask(service, `${path}/tokens`, { method: "POST", json })) as { token: string };
      if (options.json) return printJson(made);
      print(made.token);
      note("this token is shown once; keep it where your CI keeps secrets");
    });
  teamOptions(
    command.command("clients").description("list what clients were allowed by OAuth"),
    "{grants: [{id, userName, clientName, scopes, projects, createdAt, lastUsedAt}]}",
  ).action(async (options: TeamOptions) => {
    const { service, path } = await openOrganisation(options);
    const { grants } = (await ask(service, `${path}/grants`)) as { grants: Grant[] };
    if (options.json) return printJson({ grants });
    const rows = grants.map(({ id, clientName, userName, createdAt, lastUsedAt, ...what }) => [
      ...[id, clientName, userName, reach(what), `since ${dayOf(createdAt)}`, `used ${dayOf(lastUsedAt)}`],
    ]);
    print(rows.length === 0 ? "no client was let in" : table(rows));
  });
  teamOptions(
    command
      .command("revoke")
      .description("end a token, or what a client was allowed")
      .argument("<id>", "of the token or of the client's grant"),
    "{id}",
  ).action(async (id: string, options: TeamOptions) => {
    const { service, path } = await openOrganisation(options);
    const kind = id.startsWith("tok_") ? "tokens" : "grants";
    await ask(service, `${path}/${kind}/${encodeURIComponent(id)}`, { method: "DELETE" });
    if (options.json) printJson({ id });
    else print(`${id} is revoked`);
  });
}

const reach = ({ scopes, projects }: { scopes: readonly string[]; projects: readonly string[] | null }): string =>
  `${scopes.map((scope) => scope.replace("drift:", "")).join("+")} of ${projects?.join(",") ?? "all projects"}`;
