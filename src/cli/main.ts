/**
 * The `drift` command. A command is a file in `commands/` and a line in the list below; its module is
 * loaded only when it is the one that runs, so that none waits for another's imports.
 */
import { Command, CommanderError } from "commander";
import { CliError, failures, toCliError } from "./errors.ts";
import { note, printFailure } from "./output.ts";
import { usageError } from "./usage-error.ts";
import { version } from "./version.ts";

/** What a file in `commands/` exports: it adds arguments, options, examples and the action to its command. */
export interface CommandModule {
  define(command: Command): void;
}

interface Entry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

/** In the order in which `drift --help` shows them. */
const entries: readonly Entry[] = [
  {
    name: "init",
    summary: "choose the server, the project and what leaves this machine",
    load: () => import("./commands/init.ts"),
  },
  { name: "scan", summary: "read a folder and write .drift/drift.db", load: () => import("./commands/scan.ts") },
  { name: "watch", summary: "scan whenever something changes", load: () => import("./commands/watch.ts") },
  {
    name: "status",
    summary: "say what the last scan saw and what changed",
    load: () => import("./commands/status.ts"),
  },
  {
    name: "explain-call",
    summary: "say how the calls of a line were resolved",
    load: () => import("./commands/explain-call.ts"),
  },
  {
    name: "decisions",
    summary: "list what was decided, as the history tells it",
    load: () => import("./commands/decisions.ts"),
  },
  {
    name: "history",
    summary: "say how a file or folder came to be: changes, authors, what changes with it",
    load: () => import("./commands/history.ts"),
  },
  {
    name: "entrypoints",
    summary: "list where the code is entered: endpoints, commands, jobs, events",
    load: () => import("./commands/entrypoints.ts"),
  },
  {
    name: "errors",
    summary: "say which errors there are, where they are thrown, handled, swallowed, kept from going further",
    load: () => import("./commands/errors.ts"),
  },
  {
    name: "tests",
    summary: "say what tests cover, and which functions none reaches",
    load: () => import("./commands/tests.ts"),
  },
  {
    name: "patterns",
    summary: "list how things are done here, what to copy, and where they are done otherwise",
    load: () => import("./commands/patterns.ts"),
  },
  {
    name: "constraints",
    summary: "list what holds almost everywhere, with its exceptions",
    load: () => import("./commands/constraints.ts"),
  },
  {
    name: "dna",
    summary: "say how often each way of doing things is taken",
    load: () => import("./commands/dna.ts"),
  },
  {
    name: "modules",
    summary: "say what depends on what: cycles, and the modules that stand out",
    load: () => import("./commands/modules.ts"),
  },
  {
    name: "constants",
    summary: "list constants whose names or values disagree",
    load: () => import("./commands/constants.ts"),
  },
  {
    name: "secrets",
    summary: "say where secrets are written, without their values",
    load: () => import("./commands/secrets.ts"),
  },
  {
    name: "wrappers",
    summary: "list functions that are used in the place of a library's",
    load: () => import("./commands/wrappers.ts"),
  },
  {
    name: "models",
    summary: "list models and tables with their fields, and which are sensitive",
    load: () => import("./commands/models.ts"),
  },
  {
    name: "data",
    summary: "list where data is read and written, by model",
    load: () => import("./commands/data.ts"),
  },
  {
    name: "flows",
    summary: "list what requests reach: data, and what does harm where others decide on it",
    load: () => import("./commands/flows.ts"),
  },
  {
    name: "contracts",
    summary: "list which requests ask which endpoints, and where both sides disagree",
    load: () => import("./commands/contracts.ts"),
  },
  {
    name: "claims",
    summary: "list what the documentation says of the repository",
    load: () => import("./commands/claims.ts"),
  },
  {
    name: "dependencies",
    summary: "list packages, what they depend on and who imports it",
    load: () => import("./commands/dependencies.ts"),
  },
  { name: "doctor", summary: "check that everything drift needs is there", load: () => import("./commands/doctor.ts") },
  { name: "push", summary: "bring the last scan to the service", load: () => import("./commands/push.ts") },
  { name: "start", summary: "scan, serve and push in one step", load: () => import("./commands/start.ts") },
  { name: "up", summary: "run the service on this machine", load: () => import("./commands/up.ts") },
  { name: "call", summary: "call a tool", load: () => import("./commands/call.ts") },
  { name: "mcp", summary: "a bridge for MCP clients that speak stdio only", load: () => import("./commands/mcp.ts") },
  { name: "connect", summary: "tell an MCP client of the service", load: () => import("./commands/connect.ts") },
  { name: "login", summary: "sign in to a service", load: () => import("./commands/login.ts") },
  { name: "logout", summary: "end a sign-in, here and at its server", load: () => import("./commands/logout.ts") },
  { name: "whoami", summary: "say who the service takes you for", load: () => import("./commands/whoami.ts") },
  { name: "use", summary: "list the sign-ins, or choose among them", load: () => import("./commands/use.ts") },
  {
    name: "projects",
    summary: "list, create, rename, set up and delete projects",
    load: () => import("./commands/projects.ts"),
  },
  { name: "orgs", summary: "show, set up, leave or delete the organisation", load: () => import("./commands/orgs.ts") },
  { name: "members", summary: "list members, set roles, remove", load: () => import("./commands/members.ts") },
  { name: "invite", summary: "make, list and revoke invitations", load: () => import("./commands/invite.ts") },
  { name: "tokens", summary: "make, list and revoke tokens", load: () => import("./commands/tokens.ts") },
  { name: "audit", summary: "show who changed what", load: () => import("./commands/audit.ts") },
];

const examples = `
Examples:
  $ drift scan                     read the folder you are in
  $ drift up                       serve it on this machine and print the MCP URL
  $ drift push --server https://edge.example.com --project acme/shop

Environment:
  DRIFT_SERVER    the service to push to and ask, where --server is not given
  DRIFT_TOKEN     the token to show it, where --token is not given; it goes before a sign-in
  DRIFT_ACCOUNT   the sign-in to use, where --account is not given
  DRIFT_HOME      the folder for what drift login keeps (default: ~/.config/drift, on Windows %LOCALAPPDATA%\\drift)
  DRIFT_CACHE     the folder for compiled code (default: ~/.cache/drift or the system's like); empty: keep none
  DRIFT_KEYCHAIN  off: keep sign-ins in files there, not in the system's keychain

Exit codes:
    0  done
${Object.values(failures)
  .map(([code, meaning]) => `${String(code).padStart(5)}  ${meaning}`)
  .join("\n")}`;

const commandOf = (args: readonly string[]): string | undefined =>
  args.find((arg) => entries.some(({ name }) => name === arg));

/** Runs one command line and answers its exit code. */
export async function main(args: readonly string[]): Promise<number> {
  // Who reads no further, as `head` does, has what he wanted.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(0);
  });
  const program = new Command("drift")
    .description("Exact knowledge of your team's code for AI coding agents.")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .addHelpText("after", examples)
    .exitOverride()
    // What it would say is told as every failure is.
    .configureOutput({ outputError: () => {} });
  for (const entry of entries) {
    const command = program.command(entry.name).description(entry.summary);
    if (args.includes(entry.name)) (await entry.load()).define(command);
  }
  try {
    await program.parseAsync([...args], { from: "user" });
    // A command that ends well may still say otherwise, as `doctor` and `status` do.
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // Asking for help is no failure; who gives no command at all has been shown it.
    if (error instanceof CommanderError && (error.exitCode === 0 || error.code === "commander.help"))
      return error.exitCode === 0 ? 0 : failures.usage[0];
    const known = error instanceof CommanderError ? usageError(error, commandOf(args)) : toCliError(error);
    if (!known) note(String(error instanceof Error ? error.stack : error));
    const told = known ?? new CliError("internal", "this is a fault of drift; please report it with the lines above");
    printFailure(told, args.includes("--json"));
    return failures[told.failure][0];
  }
}
