/** `drift projects`: the projects of an organisation, and whose CI may push to them. */
import { type Command, Option } from "commander";
import { CliError } from "#cli/errors";
import { count, print, printJson } from "#cli/output";
import { ask, type ServiceOptions, serviceOptions } from "#cli/service";
import {
  checkConfirmed,
  type Deleting,
  dayOf,
  followDeletion,
  openOrganisation,
  openService,
  type TeamOptions,
  table,
  teamOptions,
} from "#cli/team";
import { sourceModes } from "#contract/push";
import { pushers } from "#contract/teams";

interface Shown {
  project: string;
  defaultBranch: string;
  sourceMode: string;
  head?: { branch: string; seq: number; commit: string | null; pushedAt: string; units: number };
}

interface Settings {
  defaultBranch?: string;
  sourceMode?: string;
  keepSnapshots?: number;
  keepDays?: number;
  pushers?: string;
}

interface Trust {
  id: string;
  kind: string;
  repository: string;
  ref: string;
  environment: string | null;
  lastUsedAt: string | null;
}

interface TrustOptions extends TeamOptions {
  github?: string;
  gitlab?: string;
  issuer?: string;
  ref: string;
  environment?: string;
}

interface CreateOptions extends ServiceOptions {
  defaultBranch?: string;
  sourceMode?: string;
  json?: true;
}

const examples = `
Examples:
  $ drift projects list
  $ drift projects create shop --default-branch main
  $ drift projects settings shop --keep-days 90 --pushers machines
  $ drift projects rename shop store               the old name goes on leading there
  $ drift projects trust shop --github acme/shop   its CI pushes without a stored secret
  $ drift projects delete shop --confirm shop --wait
  $ drift projects list --json | jq -r .projects[].project`;

export function define(command: Command): void {
  command.addHelpText("after", examples);
  const list = command.command("list", { isDefault: true }).description("list the projects you can see");
  serviceOptions(list, false)
    .option("--json", "print {projects: [{project, defaultBranch, sourceMode, head}]}")
    .action(async (options: CreateOptions) => {
      const { projects } = (await ask(await openService(options), "/v1/projects")) as { projects: Shown[] };
      if (options.json) return printJson({ projects });
      print(projects.length === 0 ? "no projects yet: drift projects create NAME" : projects.map(tell).join("\n"));
    });
  const create = command
    .command("create")
    .description("create a project")
    .argument("<name>", "lower-case letters, digits, hyphens");
  serviceOptions(create, false)
    .option("--default-branch <name>", "the branch that is read where none is named (default: main)")
    .option("--source-mode <mode>", "the most that pushes may carry: none or snippets (default: snippets)")
    .option("--json", "print {project, defaultBranch, sourceMode}")
    .action(async (project: string, { defaultBranch, sourceMode, ...options }: CreateOptions) => {
      const json = { project, ...(defaultBranch && { defaultBranch }), ...(sourceMode && { sourceMode }) };
      const made = (await ask(await openService(options), "/v1/projects", { method: "POST", json })) as Shown;
      if (options.json) printJson(made);
      else print(`created ${made.project}\nnext: drift push --project ${made.project}`);
    });
  defineChanges(command);
  defineTrusts(command);
}

/** What can be changed of a project that is there. */
function defineChanges(command: Command): void {
  teamOptions(
    command.command("settings").description("show settings, or change those that are given").argument("<name>"),
    "{project, defaultBranch, sourceMode, keepSnapshots, keepDays, pushers}",
  )
    .option("--default-branch <name>", "the branch that is read where none is named")
    .addOption(new Option("--source-mode <mode>", "the most that pushes may carry").choices(sourceModes))
    .option("--keep-snapshots <count>", "keep so many of a branch", Number)
    .option("--keep-days <days>", "and those that are younger than this", Number)
    .addOption(
      new Option("--pushers <who>", "who pushes in person; push tokens and trusted CI may besides").choices(pushers),
    )
    .action(async (name: string, { server, token, account, json, ...settings }: TeamOptions & Settings) => {
      const where = { ...(server && { server }), ...(token && { token }), ...(account && { account }) };
      const { service, path } = await openProject(name, where);
      const changes = Object.keys(settings).length > 0;
      const shown = await ask(service, path, changes ? { method: "PATCH", json: settings } : {});
      if (json) return printJson(shown);
      const { defaultBranch, sourceMode, keepSnapshots, keepDays, ...rest } = shown as Shown & Required<Settings>;
      print(
        table([
          ["project", rest.project],
          ["default branch", defaultBranch],
          ["source mode", sourceMode],
          ["keeps", `${keepSnapshots} snapshots of a branch, and those of ${keepDays} days`],
          ["pushed by", pushedBy(rest.pushers)],
        ]),
      );
    });
  teamOptions(
    command.command("rename").description("give it another name").argument("<name>").argument("<new-name>"),
    "{project}",
  ).action(async (name: string, to: string, options: TeamOptions) => {
    const { service, path } = await openProject(name, options);
    const { project } = (await ask(service, path, { method: "PATCH", json: { name: to } })) as Shown;
    if (options.json) printJson({ project });
    else print(`it is ${project} now; its old name goes on leading there until another project takes it`);
  });
  teamOptions(
    command.command("delete").description("remove it with all its snapshots").argument("<name>"),
    "{project, deletion, done}",
  )
    .option("--confirm <name>", "its name once more, to show that it is meant")
    .option("--wait", "until everything is gone")
    .action(async (name: string, options: TeamOptions & { confirm?: string; wait?: boolean }) => {
      checkConfirmed("the project", name, options.confirm);
      const { service, path } = await openProject(name, options);
      const begun = (await ask(service, path, { method: "DELETE" })) as Deleting & { project: string };
      const done = await followDeletion(service, begun, options.wait ?? false);
      if (options.json) printJson({ project: begun.project, deletion: begun.deletion, done });
      else print(done ? `${begun.project} is gone` : `nobody reaches ${begun.project} any more`);
    });
}

const pushedBy = (who: string): string =>
  who === "machines" ? "push tokens and trusted CI alone" : `${who}, push tokens and trusted CI`;

function defineTrusts(command: Command): void {
  teamOptions(
    command.command("trust").description("let a repository's CI push without a secret").argument("<name>"),
    "{id, kind, issuer, repository, ref, environment}",
  )
    .option("--github <owner/name>", "a repository whose GitHub Actions are trusted")
    .option("--gitlab <group/name>", "a project whose GitLab CI is trusted")
    .option("--issuer <url>", "of a server of your own (default: that of github.com or gitlab.com)")
    .option("--ref <ref>", "on which ref; * stands for a part", "refs/heads/main")
    .option("--environment <name>", "in which deployment environment (default: any or none)")
    .action(async (name: string, { github, gitlab, issuer, ref, environment, ...options }: TrustOptions) => {
      if ((github === undefined) === (gitlab === undefined)) {
        throw new CliError("usage", "say which repository: --github OWNER/NAME or --gitlab GROUP/NAME");
      }
      const { service, path } = await openProject(name, options);
      const which = { kind: github ? "github" : "gitlab", repository: github ?? gitlab };
      const json = { ...which, ref, ...(issuer && { issuer }), ...(environment && { environment }) };
      const made = (await ask(service, `${path}/trusts`, { method: "POST", json })) as Trust;
      if (options.json) printJson(made);
      else print(`${made.repository} may push from ${made.ref}${environment ? ` in ${environment}` : ""}`);
    });
  teamOptions(
    command.command("trusts").description("list whose CI is trusted").argument("<name>"),
    "{trusts: [{id, kind, issuer, repository, repositoryId, ref, environment, lastUsedAt}]}",
  ).action(async (name: string, options: TeamOptions) => {
    const { service, path } = await openProject(name, options);
    const { trusts } = (await ask(service, `${path}/trusts`)) as { trusts: Trust[] };
    if (options.json) return printJson({ trusts });
    const rows = trusts.map(({ id, kind, repository, ref, environment, lastUsedAt }) => [
      ...[id, kind, repository, ref, environment ?? "any environment", `used ${dayOf(lastUsedAt)}`],
    ]);
    print(rows.length === 0 ? "no CI is trusted" : table(rows));
  });
  teamOptions(
    command.command("untrust").description("end a trust").argument("<name>").argument("<id>", "of the trust"),
    "{id}",
  ).action(async (name: string, id: string, options: TeamOptions) => {
    const { service, path } = await openProject(name, options);
    await ask(service, `${path}/trusts/${encodeURIComponent(id)}`, { method: "DELETE" });
    if (options.json) printJson({ id });
    else print(`${id} is not trusted any more`);
  });
}

/** `name` or `organisation/name`; without an organisation it is the token's own. */
async function openProject(name: string, options: ServiceOptions) {
  const [slug = "", organisation] = name.split("/").reverse();
  if (organisation !== undefined) {
    const service = await openService({ ...options, project: name });
    return { service, path: `/v1/projects/${encodeURIComponent(organisation)}/${encodeURIComponent(slug)}` };
  }
  const own = await openOrganisation(options);
  return { service: own.service, path: `/v1/projects/${own.organisation}/${encodeURIComponent(slug)}` };
}

const tell = ({ project, head }: Shown): string =>
  head
    ? `${project}  ${head.branch}@${head.seq}  ${head.commit?.slice(0, 10) ?? "no commit"}  ${count(head.units)} units  pushed ${head.pushedAt}`
    : `${project}  nothing pushed yet`;
