/** `drift modules`: cycles, and the files and folders that stand out by what depends on them and on what they depend. */
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

interface Module {
  readonly path: string;
  readonly kind: "file" | "directory";
  readonly fan_in: number;
  readonly fan_out: number;
  readonly type_fan_in: number;
  readonly type_fan_out: number;
  readonly instability: number | null;
  readonly abstractness: number | null;
  readonly distance: number | null;
  readonly cycle: string | null;
  readonly cycle_size: number;
}

const examples = `
Examples:
  $ drift modules                    cycles, and the modules that stand out
  $ drift modules src/billing        the folder and what lies in it
  $ drift modules --json | jq '[.modules[] | select(.cycleSize > 0).path]'`;

/** Fewer ties say nothing of balance. */
const leastTies = 4;

export function define(command: Command): void {
  command
    .argument("[path]", "a file or folder")
    .option("--limit <count>", "at most so many of each", readLimit, 10)
    .option("--dir <dir>", "the folder that was scanned (default: the one you are in)")
    .option(
      "--json",
      "print {modules: [{path, kind, fanIn, fanOut, typeFanIn, typeFanOut, instability, abstractness, distance, cycle, cycleSize}]}",
    )
    .addHelpText("after", examples)
    .action((path: string | undefined, { limit, dir, json }: Options) => {
      const db = DriftDb.open(findFolder(dir));
      try {
        const below = path?.replace(/^\.\//, "").replace(/\/+$/, "") ?? null;
        const modules = db.all(
          `select path, kind, fan_in, fan_out, type_fan_in, type_fan_out, instability, abstractness, distance, cycle, cycle_size
           from modules where ?1 is null or path = ?1 or substr(path, 1, length(?1) + 1) = ?1 || '/' order by path, kind`,
          below,
        ) as unknown as Module[];
        if (json) printJson({ modules: modules.map(inWords) });
        else if (modules.length === 0) print("No module is known there.");
        else print(below === null ? tellAll(modules, limit) : table(modules.map(rowOf)));
      } finally {
        db.close();
      }
    });
}

const inWords = ({ fan_in, fan_out, type_fan_in, type_fan_out, cycle_size, ...one }: Module) => ({
  ...one,
  fanIn: fan_in,
  fanOut: fan_out,
  typeFanIn: type_fan_in,
  typeFanOut: type_fan_out,
  cycleSize: cycle_size,
});

function tellAll(modules: readonly Module[], limit: number): string {
  const cycles = (["directory", "file"] as const).flatMap((kind) => {
    const members = Map.groupBy(
      modules.filter((one) => one.kind === kind && one.cycle !== null),
      ({ cycle }) => cycle,
    );
    const largest = [...members.values()].sort((a, b) => b.length - a.length).slice(0, limit);
    return largest.map((list) => `${kind}  ${list.map(({ path }) => path).join("  ")}`);
  });
  const most = (kind: Module["kind"], of: (one: Module) => number, least: number) =>
    modules
      .filter((one) => one.kind === kind && of(one) >= least)
      .sort((a, b) => of(b) - of(a))
      .slice(0, limit);
  const balance = ({ distance, fan_in, fan_out }: Module) => (fan_in + fan_out >= leastTies ? (distance ?? 0) : 0);
  const lists = [
    ["most depended on", most("file", ({ fan_in }) => fan_in, 2)],
    ["depend on most", most("file", ({ fan_out }) => fan_out, 2)],
    ["folders farthest from balance", most("directory", balance, 50)],
  ] as const;
  return [
    cycles.length > 0 ? `cycles\n${cycles.join("\n")}` : "There are no cycles.",
    ...lists.filter(([, list]) => list.length > 0).map(([title, list]) => `${title}\n${table(list.map(rowOf))}`),
  ].join("\n\n");
}

const percent = (value: number | null): string => (value === null ? "-" : `${value} %`);

const rowOf = ({ path, fan_in, fan_out, type_fan_in, type_fan_out, instability, abstractness, distance }: Module) => [
  path,
  `in ${fan_in}${type_fan_in > 0 ? ` + ${type_fan_in} by types` : ""}`,
  `out ${fan_out}${type_fan_out > 0 ? ` + ${type_fan_out} by types` : ""}`,
  `instability ${percent(instability)}`,
  `abstractness ${percent(abstractness)}`,
  `distance ${percent(distance)}`,
];
