/** `drift connect`: tells a client of the service. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { Argument, type Command } from "commander";
import { type Auth, type Client, type ClientName, clientNames, clients, type Target } from "#cli/connect/clients";
import { CliError } from "#cli/errors";
import { findFolder } from "#cli/folder";
import { discover } from "#cli/login/server";
import { note, print, printJson } from "#cli/output";
import { findService, type ServiceOptions, serviceOptions } from "#cli/service";

interface Options extends ServiceOptions {
  withToken?: true;
  write?: true;
  json?: true;
}

const examples = `
Examples:
  $ drift connect                       show what each client needs
  $ drift connect cursor                show what Cursor needs
  $ drift connect claude-code --write   write .mcp.json of the folder you are in
  $ drift connect codex --project acme/shop --write
  $ drift connect cursor --with-token   for a client that is to show the token in DRIFT_TOKEN

Clients need the URL alone: they open a browser, and you sign in once. With --project the client is connected to that
one project. No file ever holds a token.`;

export function define(command: Command): void {
  command.addArgument(new Argument("[client]", "the client").choices(clientNames));
  serviceOptions(command)
    .option("--with-token", "let the client show the token in DRIFT_TOKEN, in place of signing in")
    .option("--write", "write the client's configuration instead of showing it")
    .option("--json", "print {client, auth, file, content, written} for each client")
    .addHelpText("after", examples)
    .action(async (name: ClientName | undefined, options: Options) => {
      if (options.write && !name) {
        throw new CliError("usage", "which client?", `Give one of: ${clientNames.join(", ")}.`);
      }
      const folder = findFolder();
      const service = findService(folder, options);
      const mcp = `${service.url}/mcp${options.project ? `/${options.project}` : ""}`;
      const target: Target = { mcp, auth: options.withToken ? "token" : await authAt(service.url) };
      for (const one of name ? [name] : clientNames) {
        const client = clients[one];
        const file = client.file(folder);
        const content = merged(client, file, await read(options.write ? file : undefined), target);
        if (options.write) await replace(file, content);
        if (options.json) printJson({ client: one, auth: target.auth, file, content, written: options.write === true });
        else if (options.write) note(`written to ${file}\n${client.next[target.auth]}`);
        else print(tell(client, file, content, target));
      }
      if (!name && !options.json) print(tellOthers(target));
    });
}

/** Whether people sign in at the service. One that does not answer now is taken for one that does. */
async function authAt(url: string): Promise<Auth> {
  try {
    await discover(url);
    return "browser";
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    if (error.failure !== "unreachable") return "token";
    note(`drift: ${error.message}`);
    return "browser";
  }
}

function tell({ title, next, command }: Client, file: string, content: string, target: Target): string {
  const told = command?.(target);
  return [`# ${title}`, ...(told ? [told, "", "or"] : []), `${file}:`, content, next[target.auth], ""].join("\n");
}

const tellOthers = ({ mcp, auth }: Target): string =>
  [
    "# Any other client",
    `URL: ${mcp}`,
    auth === "browser"
      ? "Add it as a custom connector, or remote MCP server; the client opens a browser to sign in."
      : "It shows the header Authorization: Bearer, with the token.",
    "Clients that speak stdio alone start: drift mcp, which shows what drift login keeps.",
  ].join("\n");

function merged(client: Client, file: string, text: string | undefined, target: Target): string {
  try {
    return client.merge(text, target);
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
