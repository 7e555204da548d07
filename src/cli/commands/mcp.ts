/** `drift mcp`: lets clients that speak stdio only talk to the service. */
import type { Command } from "commander";
import { findFolder } from "#cli/folder";
import { Bridge } from "#cli/mcp-bridge";
import { endpointOf } from "#cli/mcp-client";
import { findService, type ServiceOptions, serviceOptions } from "#cli/service";

interface Options extends ServiceOptions {
  tools?: string;
}

const examples = `
Examples:
  {"mcpServers": {"drift": {"command": "npx", "args": ["drift", "mcp"], "env": {"DRIFT_SERVER": "…", "DRIFT_TOKEN": "…"}}}}
  $ drift mcp --project acme/shop --tools all

It passes messages between stdin and stdout and the service, one JSON object a line, and ends when stdin does.`;

export function define(command: Command): void {
  serviceOptions(command)
    .option("--tools <list>", "list these tools: all, a category, or names separated by commas")
    .addHelpText("after", examples)
    .action(async (options: Options) => {
      const service = findService(findFolder(), options);
      const query = options.tools === undefined ? "" : `?tools=${encodeURIComponent(options.tools)}`;
      await new Bridge(endpointOf(service) + query, service.credential).run(process.stdin, process.stdout);
    });
}
