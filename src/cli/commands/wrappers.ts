/** `drift wrappers`: functions that are called in the place of a library's. */
import type { Command } from "commander";
import { findFolder } from "#cli/folder";
import { nothing, print, printJson } from "#cli/output";
import { table } from "#cli/table";
import { DriftDb } from "#engine/scan/drift-db";

interface Options {
  dir?: string;
  json?: true;
}

interface Wrapper {
  readonly symbol: string;
  readonly name: string;
  readonly target: string;
  readonly library: string;
  readonly category: string;
  readonly uses: number;
  readonly direct: number;
  readonly path: string;
  readonly line: number;
}

const examples = `
Examples:
  $ drift wrappers                   what to call in the place of what
  $ drift wrappers axios             those of a library
  $ drift wrappers --json | jq -r '.wrappers[] | select(.category == "http").symbol'`;

export function define(command: Command): void {
  command
    .argument("[text]", "only those whose name, library, category or file holds it")
    .option("--dir <dir>", "the folder that was scanned (default: the one you are in)")
    .option("--json", "print {wrappers: [{symbol, name, target, library, category, uses, direct, path, line}]}")
    .addHelpText("after", examples)
    .action((text: string | undefined, { dir, json }: Options) => {
      const db = DriftDb.open(findFolder(dir));
      try {
        const all = db.all(
          `select symbol, name, target, library, category, uses, direct, path, line from wrappers
           order by category, uses desc, symbol`,
        ) as unknown as Wrapper[];
        const found = text === undefined ? all : all.filter((one) => holds(one, text.toLowerCase()));
        if (json) printJson({ wrappers: found });
        else
          print(
            found.length > 0 ? table(found.map(rowOf), { shorten: [2] }) : nothing("wrapper", "wrappers", all.length),
          );
      } finally {
        db.close();
      }
    });
}

const holds = ({ symbol, target, library, category }: Wrapper, text: string): boolean =>
  [symbol, target, library, category].some((one) => one.toLowerCase().includes(text));

const rowOf = ({ symbol, target, category, uses, direct, path, line }: Wrapper): string[] =>
  [
    category,
    symbol.slice(symbol.indexOf("#") + 1),
    `for ${target}`,
    `${uses} uses`,
    `${direct} past it`,
    `${path}:${line}`,
  ].map((cell) => (cell.length > 60 ? `${cell.slice(0, 59)}…` : cell));
