/** `drift call`: one tool call, for scripts and for a look. */
import type { Command } from "commander";
import { CliError, failures } from "#cli/errors";
import { findFolder } from "#cli/folder";
import { callTool, type JsonRpcError } from "#cli/mcp-client";
import { note, print, printJson } from "#cli/output";
import { findService, type ServiceOptions, serviceOptions } from "#cli/service";

interface Options extends ServiceOptions {
  json?: true;
}

const examples = `
Examples:
  $ drift call drift_callers '{"function": "createUser"}'
  $ drift call drift_discover
  $ drift call drift_signature '{"symbol": "Client.send"}' --json | jq .data

Exit codes: 0 an answer, 1 the tool failed, 2 the call was wrong (no such tool, arguments that do not fit).`;

/** A tool's error that says that the call should have been another. */
const wrongCalls = ["TOOL_NOT_FOUND", "INVALID_ARGUMENT", "MISSING_REQUIRED_PARAM", "INVALID_CURSOR"];

export function define(command: Command): void {
  command
    .argument("<tool>", "the tool's name; drift_discover lists them")
    .argument("[arguments]", "its arguments, a JSON object", "{}");
  serviceOptions(command)
    .option("--json", "print the whole envelope, or the error")
    .addHelpText("after", examples)
    .action(async (tool: string, text: string, options: Options) => {
      const args = readArguments(text);
      const answer = await callTool(findService(findFolder(), options), tool, args);
      if ("error" in answer) return refuse(answer.error, options.json === true);
      const { isError, content, structuredContent } = answer.result;
      if (options.json) printJson(structuredContent);
      else
        (isError ? note : print)(
          content
            .map(({ text: said }) => said ?? "")
            .join("\n")
            .trimEnd(),
        );
      if (isError) process.exitCode = exitOf(structuredContent?.code);
    });
}

function readArguments(text: string): Record<string, unknown> {
  const refused = (what: string) =>
    new CliError(
      "usage",
      `the arguments are ${what}`,
      `Give a JSON object in quotes, such as '{"function": "createUser"}'.`,
    );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refused(`not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw refused("not a JSON object");
  return value as Record<string, unknown>;
}

/** Refused before any tool ran. Our own words come along as the error's data. */
function refuse({ message, data }: JsonRpcError, json: boolean): void {
  const body = (typeof data === "object" && data !== null ? data : { message }) as Record<string, unknown>;
  const { hint, similar, code } = body as { hint?: string; similar?: string[]; code?: string };
  if (code === "PROJECT_NOT_FOUND") {
    throw new CliError("unknown_project", message, "drift projects lists those you can see.");
  }
  if (json) printJson(body);
  note(
    [
      `drift: ${message}`,
      ...(similar ? [`  similar: ${similar.join(", ")}`] : []),
      ...(hint ? [`  ${hint}`] : []),
    ].join("\n"),
  );
  process.exitCode = failures.usage[0];
}

const exitOf = (code: unknown): number => (wrongCalls.includes(String(code)) ? failures.usage[0] : failures.failed[0]);
