/** `drift explain-call`: how the calls of a line were resolved, step by step. */
import { existsSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import type { Command } from "commander";
import { CliError } from "#cli/errors";
import { findFolder } from "#cli/folder";
import { note, print, printJson } from "#cli/output";
import { type CallExplanation, explainCalls } from "#engine/scan/explain-call";
import type { ExplainedCall } from "#engine/scan-module";

interface Options {
  dir?: string;
  json?: true;
}

const examples = `
Examples:
  $ drift explain-call src/app.ts:42          every call on that line
  $ drift explain-call src/app.ts:42:9        the one at or before that column
  $ drift explain-call src/app.ts:42 --json

It goes by what the last scan found. Each step says what a part of the call is and how that is known; the first one
of unknown type is where resolving stopped. An annotation there, or an import that can be followed, is what it lacked.`;

export function define(command: Command): void {
  command
    .argument("<place>", "FILE:LINE or FILE:LINE:COLUMN, the file from where you are or from --dir")
    .option("--dir <folder>", "the folder that was scanned (default: the one you are in)")
    .option("--json", "print {path, calls, nearest, isBehind}")
    .addHelpText("after", examples)
    .action(async (place: string, { dir, json }: Options) => {
      const { file, line, column } = readPlace(place);
      const folder = findFolder(dir);
      const path = pathIn(folder, file, dir !== undefined);
      const found = await explainCalls(folder, path, line);
      const calls = column === undefined ? found.calls : callAt(found.calls, column);
      if (json) printJson({ ...found, calls });
      else print(tell({ ...found, calls }, line));
      if (found.isBehind && !json) note(`${path} has changed since the scan: lines may have moved; run drift scan`);
    });
}

/** The path of a file in the folder that was scanned: from where one is, else, where that leads to none, from the folder. */
function pathIn(folder: string, file: string, isElsewhere: boolean): string {
  const from = (path: string): string => relative(folder, path).split(sep).join("/");
  const here = from(resolve(file));
  const isHere = !here.startsWith("../") && existsSync(resolve(file));
  return isHere || !isElsewhere ? here : from(resolve(folder, file));
}

function readPlace(place: string): { file: string; line: number; column: number | undefined } {
  const [, file, line, column] = /^(.+?):(\d+)(?::(\d+))?$/.exec(place) ?? [];
  if (!file || !line || Number(line) === 0)
    throw new CliError(
      "usage",
      `"${place}" names no line`,
      "Give FILE:LINE, such as src/app.ts:42; lines are counted from 1.",
    );
  return { file, line: Number(line), column: column === undefined ? undefined : Number(column) };
}

function callAt(calls: readonly ExplainedCall[], column: number): readonly ExplainedCall[] {
  const found = calls.findLast((call) => call.column <= column) ?? calls[0];
  return found ? [found] : [];
}

function tell({ path, calls, nearest }: CallExplanation, line: number): string {
  if (calls.length === 0) {
    const near = nearest.length > 0 ? `the nearest: ${nearest.map((at) => `${path}:${at}`).join(", ")}` : "";
    return `${path}:${line}: no call stands on this line; ${near || "the file has none"}`;
  }
  return calls
    .map(({ line, column, text, caller, resolution, steps, targets, because }, at) =>
      [
        `${path}:${line}:${column} ${text}(…) in ${caller}: ${resolution}`,
        ...tellSteps(steps, toldBefore(steps, calls.slice(0, at))),
        ...targets.map((target) => `  → ${target}`),
        `  ${because}.`,
      ].join("\n"),
    )
    .join("\n\n");
}

/** How many of a call's first steps are all those of a call that was told before: what it is called on. */
const toldBefore = (steps: readonly string[], before: readonly ExplainedCall[]): number =>
  Math.max(
    0,
    ...before
      .map((one) => one.steps)
      .filter((told) => told.length > 1 && told.length <= steps.length && told.every((step, at) => step === steps[at]))
      .map(({ length }) => length),
  );

function tellSteps(steps: readonly string[], known: number): string[] {
  const all = steps.map((step, at) => `  ${at + 1}. ${step}`);
  return known === 0 ? all : [`  1.–${known}. as above`, ...all.slice(known)];
}
