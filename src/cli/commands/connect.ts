/** `drift connect`: tells a client of the service. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { Argument, type Command } from "commander";
import { type Client, type ClientName, clientNames, clients } from "#cli/connect/clients";
import { CliError } from "#cli/errors";
import { findFolder } from "#cli/folder";
import { note, print, printJson } from "#cli/output";
import { findService, type ServiceOptions, serviceOptions } from "#cli/service";

interface Options extends ServiceOptions {
  write?: true;
  json?: true;
}

const examples = `
Examples:
  $ drift connect                       show what each client needs
  $ drift connect cursor                show what Cursor needs
  $ drift connect claude-code --write   write .mcp.json of the folder you are in
  $ drift connect codex --project acme/shop --write

The file never holds the token: it names the variable DRIFT_TOKEN, or the client asks. With --project the client is
connected to that one project.`;

export function define(command: Command): void {
  command.addArgument(new Argument("[client]", "the client").choices(clientNames));
  serviceOptions(command)
    .option("--write", "write the client's configuration instead of showing it")
    .option("--json", "print {client, file, content, written} for each client")
    .addHelpText("after", examples)
    .action(async (name: ClientName | undefined, options: Options) => {
      if (options.write && !name) {
        throw new CliError("usage", "which client?", `Give one of: ${clientNames.join(", ")}.`);
      }
      const folder = findFolder();
      const service = findService(folder, options);
      const mcp = `${service.url}/mcp${options.project ? `/${options.project}` : ""}`;
      for (const one of name ? [name] : clientNames) {
        const client = clients[one];
        const file = client.file(folder);
        const content = merged(client, file, await read(options.write ? file : undefined), mcp);
        if (options.write) await replace(file, content);
        if (options.json) printJson({ client: one, file, content, written: options.write === true });
        else if (options.write) note(`written to ${file}\n${client.next}`);
        else print(tell(client, file, content, client.command?.({ mcp, token: undefined })));
      }
    });
}

function tell({ title, next }: Client, file: string, content: string, command: string | undefined): string {
  return [`# ${title}`, ...(command ? [command, "", "or"] : []), `${file}:`, content, next, ""].join("\n");
}

function merged(client: Client, file: string, text: string | undefined, mcp: string): string {
  try {
    return client.merge(text, mcp);
  } catch (error) {
    throw new CliError(
      "input",
      `${file} cannot be changed: ${(error as Error).message}`,
      "Put the server in by hand: drift connect shows what is needed.",
    );
  }
}

async function read(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new CliError("input", `${file} cannot be read: ${(error as Error).message}`);
  }
}

/** Whole or not at all: it is somebody's configuration. */
async function replace(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const written = `${file}.${process.pid}`;
  await writeFile(written, content);
  await rename(written, file);
}
