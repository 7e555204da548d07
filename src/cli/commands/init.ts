/** `drift init`: the settings of a folder, in `.drift/config.json`. */
import { type Command, Option } from "commander";
import { CliError } from "#cli/errors";
import {
  checkProject,
  checkServer,
  findFolder,
  readSettings,
  type Settings,
  sourceModes,
  writeSettings,
} from "#cli/folder";
import { note, print, printJson } from "#cli/output";

interface Options {
  server?: string;
  project?: string;
  sourceMode?: Settings["sourceMode"];
  generated?: boolean;
  json?: true;
}

const examples = `
Examples:
  $ drift init --server https://edge.example.com --project acme/shop
  $ drift init --source-mode none        no line of source leaves this machine
  $ drift init                           write the defaults, or show what is set

Settings that are not given stay as they are. They lie in .drift/config.json, which git does not see.`;

export function define(command: Command): void {
  command
    .argument("[dir]", "the folder to set up (default: the one you are in)")
    .option("--server <url>", "the service to push to and ask")
    .option("--project <org/name>", "the project on that service")
    .addOption(
      new Option("--source-mode <mode>", "what of the sources the facts hold: nothing, excerpts or all").choices(
        sourceModes,
      ),
    )
    .option("--generated", "read all files that tools wrote, too (default: those that read like sources)")
    .option("--no-generated", "leave all of them out")
    .option("--json", "print {config, server, project, sourceMode, generated}")
    .addHelpText("after", examples)
    .action(async (dir: string | undefined, { json, ...given }: Options) => {
      const refuse = (what: string): never => {
        throw new CliError("usage", what);
      };
      if (given.server !== undefined) checkServer(given.server, refuse);
      if (given.project !== undefined) checkProject(given.project, refuse);
      const folder = findFolder(dir ?? process.cwd());
      const settings: Settings = { ...readSettings(folder), ...given };
      const config = await writeSettings(folder, settings);
      const { server = null, project = null, sourceMode, generated = null } = settings;
      if (json) return printJson({ config, server, project, sourceMode, generated });
      print(
        [
          `server       ${server ?? "none: drift up runs one on this machine"}`,
          `project      ${project ?? "none"}`,
          `source mode  ${sourceMode}`,
          `generated    ${generated === null ? "read where it reads like a source" : generated ? "read" : "left out"}`,
        ].join("\n"),
      );
      note(`\nwritten to ${config}\nnext: drift scan`);
    });
}
