/** `drift start`: from a repository to an MCP URL in one step. */
import { resolve } from "node:path";
import type { Command } from "commander";
import { DEFAULT_PORT, serve, untilSignal } from "#cli/edge/serve";
import { findFolder } from "#cli/folder";
import { note, print, printJson } from "#cli/output";
import { push } from "#cli/push/push";
import { pushFolder } from "./push.ts";
import { scanFolder } from "./scan.ts";
import { readPort, tell } from "./up.ts";

interface Options {
  port: number;
  state?: string;
  json?: true;
}

const examples = `
Examples:
  $ drift start               scan the folder you are in, serve it, and print how clients connect
  $ drift start ../shop       the same for another one
  $ drift start --port 0      on any port that is free

After an edit: drift scan && drift push. Subscribed clients hear of it.`;

export function define(command: Command): void {
  command
    .argument("[dir]", "the folder to scan and serve (default: the one you are in)")
    .option("--port <n>", "the port; 0 for any that is free", readPort, DEFAULT_PORT)
    .option("--state <folder>", "where everything is kept (default: .drift/edge in the folder)")
    .option("--json", "print {url, mcp, token, project, pid} on one line when ready")
    .addHelpText("after", examples)
    .action(async (dir: string | undefined, { port, state, json }: Options) => {
      const folder = findFolder(dir);
      note(`scanning ${folder}`);
      const { snapshot, ms } = await scanFolder(folder);
      note(`${snapshot.counts.files} files, ${snapshot.counts.symbols} symbols in ${(ms / 1000).toFixed(1)} s`);
      const serving = await serve({ folder, port, state: state === undefined ? undefined : resolve(state) });
      const { url: server, token, project } = serving.edge;
      try {
        const pushed = await pushFolder(folder, { server, token, project }, push);
        note(
          pushed.upToDate
            ? "nothing new to push"
            : `${pushed.unitsSent} units pushed in ${(pushed.ms / 1000).toFixed(1)} s`,
        );
      } catch (error) {
        await serving.stop();
        throw error;
      }
      if (json) printJson(serving.edge);
      else print(tell(serving.edge));
      await untilSignal(serving);
      if (!json) note("stopped");
    });
}
