/** `drift up`: the service on this machine. */

import { resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { clientLines } from "#cli/connect/clients";
import { DEFAULT_PORT, serve, untilSignal } from "#cli/edge/serve";
import { findFolder } from "#cli/folder";
import type { LocalEdge } from "#cli/local-edge";
import { note, print, printJson } from "#cli/output";

interface Options {
  port: number;
  state?: string;
  json?: true;
}

const examples = `
Examples:
  $ drift up                        serve the folder you are in; then: drift push
  $ drift up ../shop --port 0       on any port that is free
  $ drift up --state ~/.drift-edge  keep everything somewhere else
  $ drift up --json                 print {url, mcp, token, project, pid} on one line when ready

It listens on 127.0.0.1 alone and runs until it is stopped. What was pushed stays in the state folder. The token is
good for that folder only; it lies there, readable by you alone.`;

export function define(command: Command): void {
  command
    .argument("[dir]", "the folder that the project is named after (default: the one you are in)")
    .option("--port <n>", "the port; 0 for any that is free", readPort, DEFAULT_PORT)
    .option("--state <folder>", "where everything is kept (default: .drift/edge in the folder)")
    .option("--json", "print {url, mcp, token, project, pid} on one line when ready")
    .addHelpText("after", examples)
    .action(async (dir: string | undefined, { port, state, json }: Options) => {
      const folder = findFolder(dir);
      const serving = await serve({ folder, port, state: state === undefined ? undefined : resolve(state) });
      if (json) printJson(serving.edge);
      else print(tell(serving.edge));
      await untilSignal(serving);
      if (!json) note("stopped");
    });
}

export function readPort(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) throw new InvalidArgumentError("It is 0 to 65535.");
  return port;
}

/** The URL, and how clients are told of it. */
export const tell = (edge: LocalEdge): string =>
  [
    `project  ${edge.project}`,
    `MCP      ${edge.mcp}`,
    `token    ${edge.token}`,
    "",
    ...clientLines(edge),
    "",
    "Stop it with Ctrl-C.",
  ].join("\n");
