/** `drift projects`: the projects of an organisation. */
import type { Command } from "commander";
import { CliError } from "#cli/errors";
import { findFolder } from "#cli/folder";
import { count, print, printJson } from "#cli/output";
import { ask, findService, type ServiceOptions, serviceOptions } from "#cli/service";

interface Shown {
  project: string;
  defaultBranch: string;
  sourceMode: string;
  head?: { branch: string; seq: number; commit: string | null; pushedAt: string; units: number };
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
  $ drift projects list --json | jq -r .projects[].project`;

export function define(command: Command): void {
  command.addHelpText("after", examples);
  const list = command.command("list", { isDefault: true }).description("list the projects you can see");
  serviceOptions(list, false)
    .option("--json", "print {projects: [{project, defaultBranch, sourceMode, head}]}")
    .action(async (options: CreateOptions) => {
      const { projects } = (await ask(serviceOf(options), "/v1/projects")) as { projects: Shown[] };
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
      const made = (await ask(serviceOf(options), "/v1/projects", { method: "POST", json })) as Shown;
      if (options.json) printJson(made);
      else print(`created ${made.project}\nnext: drift push --project ${made.project}`);
    });
}

function serviceOf(options: ServiceOptions) {
  const service = findService(findFolder(), options);
  if (service.token) return service;
  throw new CliError(
    "refused",
    "no token is given",
    "Give --token, or set DRIFT_TOKEN; drift up prints the local one.",
  );
}

const tell = ({ project, head }: Shown): string =>
  head
    ? `${project}  ${head.branch}@${head.seq}  ${head.commit?.slice(0, 10) ?? "no commit"}  ${count(head.units)} units  pushed ${head.pushedAt}`
    : `${project}  nothing pushed yet`;
