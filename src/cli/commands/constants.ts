/** `drift constants`: names that hold different values, and values that have different names. */
import type { Command } from "commander";
import { findFolder } from "#cli/folder";
import { print, printJson } from "#cli/output";
import { table } from "#cli/table";
import { DriftDb } from "#engine/scan/drift-db";
import { readLimit } from "./limit.ts";

interface Options {
  limit: number;
  dir?: string;
  json?: true;
}

interface Constant {
  readonly name: string;
  readonly kind: string;
  readonly value: string;
  readonly symbol: string;
  readonly path: string;
  readonly line: number;
}

const examples = `
Examples:
  $ drift constants                  names with several values, values under several names
  $ drift constants TIMEOUT          all constants whose name holds "timeout"
  $ drift constants --json | jq '.inconsistent[].name'`;

const columns = "name, kind, value, symbol, path, line";

export function define(command: Command): void {
  command
    .argument("[text]", "all constants whose name holds it")
    .option("--limit <count>", "at most so many of each", readLimit, 50)
    .option("--dir <dir>", "the folder that was scanned (default: the one you are in)")
    .option(
      "--json",
      "print {inconsistent, duplicates}, or with a text {constants: [{name, kind, value, symbol, path, line}]}",
    )
    .addHelpText("after", examples)
    .action((text: string | undefined, { limit, dir, json }: Options) => {
      const db = DriftDb.open(findFolder(dir));
      const read = (from: string, ...values: string[]) =>
        db.all(`select ${columns} from ${from} limit ${limit}`, ...values) as unknown as Constant[];
      try {
        if (text !== undefined) {
          const where = "instr(lower(name), lower(?)) > 0 order by name, path, line";
          const constants = read(`constants where ${where}`, text);
          if (json) printJson({ constants });
          else print(constants.length > 0 ? tell(constants, byName) : "No constant is known of that name.");
          return;
        }
        const [inconsistent, duplicates] = [read("inconsistent_constants"), read("duplicate_constants")];
        if (json) printJson({ inconsistent, duplicates });
        else
          print(
            [
              inconsistent.length > 0
                ? `one name, several values\n${tell(inconsistent, byName)}`
                : "No name holds several values.",
              duplicates.length > 0
                ? `one value, several names\n${tell(duplicates, byValue)}`
                : "No value has several names.",
            ].join("\n\n"),
          );
      } finally {
        db.close();
      }
    });
}

const byName = ({ name, value }: Constant): string[] => [name, value];
const byValue = ({ name, value }: Constant): string[] => [value, name];

const tell = (constants: readonly Constant[], parts: (one: Constant) => string[]): string =>
  table(
    constants.map((one) =>
      [...parts(one), `${one.path}:${one.line}`].map((cell) => (cell.length > 60 ? `${cell.slice(0, 59)}…` : cell)),
    ),
  );
