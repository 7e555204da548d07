/** `drift login`: signs in to a service. */
import { type Command, InvalidArgumentError } from "commander";
import { CliError } from "#cli/errors";
import { checkServer, findFolder } from "#cli/folder";
import { AccountBook, labelOf } from "#cli/login/account-book";
import { signIn } from "#cli/login/sign-in";
import { tellIdentity } from "#cli/login/tell";
import { note, print, printJson } from "#cli/output";
import { findService } from "#cli/service";

interface Options {
  server?: string;
  organisation?: string;
  device?: true;
  browser: boolean;
  port: number;
  json?: true;
}

const examples = `
Examples:
  $ drift login https://edge.example.com    your browser opens; allow what the command line may do
  $ drift login --device                    show a code to type on another device, as over SSH
  $ drift login --no-browser --port 8976    say which address to open, and wait for it on that port
  $ drift login --organisation acme         begin with that organisation

The sign-in is kept in the system's keychain, or where there is none in a file that you alone can read. It lasts as
long as it is used every few weeks. You can be signed in to several servers and organisations at once: drift use.
DRIFT_KEYCHAIN=off keeps sign-ins in files, DRIFT_HOME says where these are, BROWSER names the browser.`;

export function define(command: Command): void {
  command
    .argument("[server]", "the service (default: --server, DRIFT_SERVER, the settings, or where you signed in last)")
    .option("--server <url>", "the service, as for the other commands")
    .option("--organisation <name>", "the organisation that consent begins with")
    .option("--device", "show a code to type on any other device")
    .option("--no-browser", "open no browser: say which address to open")
    .option("--port <n>", "the port on which the browser comes back (default: any that is free)", readPort, 0)
    .option("--json", "print {account, server, user, organisation, role, scopes, kept}")
    .addHelpText("after", examples)
    .action(async (given: string | undefined, options: Options) => {
      const book = new AccountBook();
      const server = serverOf(given ?? options.server);
      const { account, identity } = await signIn(book, {
        server,
        organisation: options.organisation,
        device: options.device ?? false,
        open: options.browser,
        port: options.port,
      });
      const { user, organisation, role, scopes } = identity;
      if (options.json)
        printJson({ account: account.id, server, user, organisation, role, scopes, kept: account.kept });
      else print(`signed in to ${labelOf(account)}\n${tellIdentity(identity)}`);
      if (account.kept === "file" && !options.json) note("The sign-in is kept in a file that you alone can read.");
      if (process.env.DRIFT_TOKEN)
        note("DRIFT_TOKEN is set and goes before this sign-in: unset it to use the sign-in.");
    });
}

/** A server as people write one: `edge.example.com` is at https. */
function serverOf(given: string | undefined): string {
  const text = given !== undefined && !given.includes("://") ? `https://${given}` : given;
  const { url } = findService(findFolder(), text === undefined ? {} : { server: text });
  checkServer(url, (what) => {
    throw new CliError("usage", what);
  });
  return url;
}

function readPort(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) throw new InvalidArgumentError("It is 0 to 65535.");
  return port;
}
