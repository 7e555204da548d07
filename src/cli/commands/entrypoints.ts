/** `drift entrypoints`: where the code is entered from outside, what guards it, and what it reads there. */
import { type Command, InvalidArgumentError } from "commander";
import { findFolder } from "#cli/folder";
import { count, nothing, print, printJson } from "#cli/output";
import { table } from "#cli/table";
import { type EntryPointKind, entryPointKinds } from "#contract/fact-words";
import { guardsOf } from "#engine/scan/derive/entry-points/guards/guards";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { shortChain } from "#engine/scan/derive/patterns/guard-names";
import { DriftDb } from "#engine/scan/drift-db";

interface Options {
  dir?: string;
  kind?: EntryPointKind;
  json?: true;
}

interface EntryPoint extends Omit<Registration, "kind" | "framework" | "owner" | "mounted" | "symbol"> {
  readonly kind: EntryPointKind;
  readonly framework: string;
  readonly confidence: number;
}

/** Characters of a cell; `--json` has everything. */
const cellWidth = 60;
/** The column that a narrow terminal shortens first, from the last: the place leads to the handler. */
const handler = -4;

const examples = `
Examples:
  $ drift entrypoints                   endpoints, commands, jobs, events, with their guards; "in x": in the handler
  $ drift entrypoints orders            those whose path, name or handler holds "orders"
  $ drift entrypoints --kind endpoint --json | jq -r '.entryPoints[].route'`;

export function define(command: Command): void {
  command
    .argument("[text]", "only those whose path, name, handler or file holds it")
    .option("--kind <kind>", entryPointKinds.join(", "), kindOf)
    .option("--dir <dir>", "the folder that was scanned (default: the one you are in)")
    .option("--json", "print {entryPoints: [{kind, framework, method, route, name, handler, guards, path, line, …}]}")
    .addHelpText("after", examples)
    .action((text: string | undefined, { dir, kind, json }: Options) => {
      const db = DriftDb.open(findFolder(dir));
      try {
        const all = db.all(
          `select kind, framework, method, route, name, handler, handler_name, guards, path, line, confidence
           from entry_points where confidence >= 50 order by kind, route, name, method, path, line`,
        ) as unknown as EntryPoint[];
        const found = all.filter((one) => (!kind || one.kind === kind) && (!text || holds(one, text)));
        if (json)
          printJson({
            entryPoints: found.map(({ handler_name, guards, ...one }) => ({
              ...one,
              handlerName: handler_name,
              guards: guardsOf(guards),
            })),
          });
        else print(found.length > 0 ? tell(found) : nothing("entry point", "entry points", all.length));
      } finally {
        db.close();
      }
    });
}

function kindOf(value: string): EntryPointKind {
  const found = entryPointKinds.find((kind) => kind === value);
  if (!found) throw new InvalidArgumentError(`One of ${entryPointKinds.join(", ")}.`);
  return found;
}

const holds = ({ route, name, handler_name, path }: EntryPoint, text: string): boolean =>
  [route, name, handler_name, path].some((one) => one?.toLowerCase().includes(text.toLowerCase()));

function tell(found: readonly EntryPoint[]): string {
  const kinds = entryPointKinds.map((kind) => [kind, found.filter((one) => one.kind === kind)] as const);
  return kinds
    .filter(([, list]) => list.length > 0)
    .map(([kind, list]) => `${kind} ${count(list.length)}\n${table(list.map(rowOf), { shorten: [handler] })}`)
    .join("\n\n");
}

function rowOf({ method, route, name, handler_name, guards, framework, path, line }: EntryPoint): string[] {
  const names = guardsOf(guards).map(({ name, inside }) => (inside ? `in ${name}` : name));
  return [
    ...(route === null ? [name ?? "-"] : [method ?? "ANY", route]),
    handler_name ?? "-",
    shortChain(names, cellWidth) || "-",
    framework,
    `${path}:${line}`,
  ].map((cell) => (cell.length > cellWidth ? `${cell.slice(0, cellWidth - 1)}…` : cell));
}
