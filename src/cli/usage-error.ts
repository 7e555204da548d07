/** What commander says of a command line that it does not understand, in the words of every other failure. */
import type { CommanderError } from "commander";
import { CliError } from "./errors.ts";

/**
 * @param command that was meant; undefined: none is called so
 */
export function usageError({ code, message }: CommanderError, command: string | undefined): CliError {
  const [said = "", ...more] = message.replace(/^error: /, "").split("\n");
  const near = /Did you mean (?:one of )?(.+?)\?/.exec(more.join(" "))?.[1];
  const help =
    command === undefined ? "drift --help lists the commands." : `drift ${command} --help says what it takes.`;
  const quotes = code === "commander.excessArguments" ? "What holds spaces stands in quotes." : undefined;
  const hints = [near && `Did you mean ${near}?`, quotes, help].filter((one) => one !== undefined);
  return new CliError("usage", said.replace(/\.$/, ""), hints.join("\n"));
}
