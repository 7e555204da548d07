/** `drift flows`: what is reached from where the code is entered: data, and what does harm where others decide on it. */
import { type Command, InvalidArgumentError } from "commander";
import { findFolder } from "#cli/folder";
import { count, print, printJson } from "#cli/output";
import { table } from "#cli/table";
import { type SinkKind, sinkKinds } from "#contract/fact-words";
import { DriftDb } from "#engine/scan/drift-db";

interface Options {
  dir?: string;
  kind?: SinkKind;
  tainted?: true;
  data?: true;
  sinks?: true;
  all?: true;
  json?: true;
}

interface Flow {
  readonly entry: string;
  readonly entry_kind: string;
  readonly handler: string | null;
  readonly kind: "sink" | "data" | "limit";
  readonly operation: string;
  readonly subject: string | null;
  readonly target: string;
  /** The line in the target's file. */
  readonly target_line: number;
  readonly tainted: number;
  readonly way: string | null;
  readonly steps: number;
  readonly uncertain: number | null;
  readonly cwe: number | null;
  readonly owasp: string | null;
  readonly guards: string | null;
  readonly sensitive: string | null;
  readonly path: string;
  readonly line: number;
  readonly confidence: number;
}

interface Sink {
  readonly symbol: string;
  readonly kind: SinkKind;
  readonly callee: string;
  readonly given: "parameter" | "unknown";
  readonly sources: string | null;
  readonly path: string;
  readonly line: number;
}

const examples = `
Examples:
  $ drift flows                      what requests hand a value to, the worst first; then what they only reach
  $ drift flows --all                each way, of what they only reach as well
  $ drift flows --kind sql           those that end in a statement of SQL
  $ drift flows --data orders        the data that entry points of "orders" reach
  $ drift flows --sinks              what does harm where others decide on it, reached or not, outside of tests
  $ drift flows --tainted --json | jq -r '.flows[] | "\\(.entry) \\(.target)"'`;

export function define(command: Command): void {
  command
    .argument("[text]", "only those whose entry point, target, model or file holds it")
    .option("--kind <kind>", sinkKinds.join(", "), kindOf)
    .option("--tainted", "only those to which a value of the request is handed on")
    .option("--data", "the data that is reached, in the place of what does harm")
    .option("--sinks", "what does harm, wherever it is")
    .option("--all", "everything: each way of what is only reached; of --sinks those of which no parameter is known")
    .option("--dir <dir>", "the folder that was scanned (default: the one you are in)")
    .option(
      "--json",
      "print {flows: [{entry, handler, operation, target, targetLine, tainted, way, uncertain, guards, …}]}",
    )
    .addHelpText("after", examples)
    .action((text: string | undefined, options: Options) => {
      const db = DriftDb.open(findFolder(options.dir));
      try {
        if (options.sinks) tellSinks(readSinks(db), text, options);
        else tellFlows(readFlows(db), text, options);
      } finally {
        db.close();
      }
    });
}

function kindOf(value: string): SinkKind {
  const found = sinkKinds.find((kind) => kind === value);
  if (!found) throw new InvalidArgumentError(`One of ${sinkKinds.join(", ")}.`);
  return found;
}

/** By how much harm is done: what runs others' commands and code first, what leads to another page last. */
const severity: readonly SinkKind[] = ["exec", "eval", "deserialisation", "sql", "template", "path", "redirect"];

const worstFirst = (column: string): string =>
  `case ${column} ${severity.map((kind, at) => `when '${kind}' then ${at}`).join(" ")} else ${severity.length} end`;

const readFlows = (db: DriftDb): Flow[] =>
  db.all(
    `select flows.*, coalesce(symbols.line, 1) + flows.offset as target_line
     from flows left join symbols on symbols.id = flows.target
     order by flows.kind desc, tainted desc, ${worstFirst("flows.operation")}, uncertain is not null, guards is not null,
       flows.target, flows.offset, entry, flows.path, flows.line, flows.fact`,
  ) as unknown as Flow[];

const readSinks = (db: DriftDb): Sink[] =>
  db.all(
    `select symbol, kind, cwe, owasp, library, callee, argument, given, sources, path, line, confidence from sinks
     where confidence >= 50 and path not in (select path from files where is_test) order by given, ${worstFirst("kind")}, path, line`,
  ) as unknown as Sink[];

const contains = (text: string | undefined, all: readonly (string | null)[]): boolean =>
  text === undefined || all.some((one) => one?.toLowerCase().includes(text.toLowerCase()));

function tellSinks(sinks: readonly Sink[], text: string | undefined, { kind, tainted, all, json }: Options): void {
  const found = sinks.filter(
    (one) =>
      (!kind || one.kind === kind) &&
      (!tainted || one.given === "parameter") &&
      contains(text, [one.symbol, one.callee, one.path]),
  );
  const told = all ? found : found.filter((one) => one.given === "parameter");
  const rest = found.length - told.length;
  if (json) printJson({ sinks: found.map((one) => ({ ...one, sources: listOf(one.sources) })) });
  else if (found.length === 0) print("Nothing that does harm by what it is given is known here.");
  else if (told.length > 0)
    print(table(told.map((one) => [one.kind, one.callee, givenOf(one), `${one.path}:${one.line}`].map(clipped))));
  if (rest > 0 && !json)
    print(`${told.length > 0 ? "\n" : ""}${count(rest)} more are given what is not constant (--all).`);
}

const givenOf = ({ sources }: Sink): string => {
  const names = listOf(sources);
  return names.length > 0 ? `made of ${names.join(", ")}` : "not constant";
};

function tellFlows(flows: readonly Flow[], text: string | undefined, options: Options): void {
  const { kind, tainted, data, all, json } = options;
  const wanted = data && !kind ? "data" : "sink";
  const fits = (one: Flow) => contains(text, [one.entry, one.handler, one.target, one.subject, one.path]);
  const found = flows.filter(
    (one) => one.kind === wanted && (!kind || one.operation === kind) && (!tainted || one.tainted === 1) && fits(one),
  );
  const cut = flows.filter((one) => one.kind === "limit" && fits(one));
  if (json) printJson({ flows: found.map(jsonOf), cut: cut.map(({ entry, path, line }) => ({ entry, path, line })) });
  else {
    if (found.length === 0) print("No flow is known here.");
    else if (wanted === "data") print(table(found.map(dataRowOf)));
    else tellTargets(found, all ?? false);
    if (cut.length > 0) print(`\n${count(cut.length)} entry points reach more than is told.`);
  }
}

function jsonOf({
  entry_kind,
  target_line,
  way,
  guards,
  sensitive,
  tainted,
  offset,
  ...one
}: Flow & { offset?: number }) {
  const { fact, unit, ...told } = one as typeof one & { fact: number; unit: number };
  return {
    ...told,
    entryKind: entry_kind,
    targetLine: target_line,
    tainted: tainted === 1,
    way: way === null ? [] : (JSON.parse(way) as unknown),
    guards: listOf(guards),
    sensitive: listOf(sensitive),
  };
}

const listOf = (json: string | null): string[] => (json === null ? [] : (JSON.parse(json) as string[]));

/** Entry points that are told of one target; `--json` tells all. */
const maxTold = 12;

/**
 * Target by target, for who mends a target mends it for all that reach it: first each to which a value is handed on,
 * with its ways, then a line for each that is only reached.
 */
function tellTargets(found: readonly Flow[], all: boolean): void {
  const targets = [...Map.groupBy(found, (one) => `${one.operation}  ${one.subject ?? ""}  ${placeOf(one)}`)];
  const isDetailed = (flows: readonly Flow[]) => all || flows.some((one) => one.tainted === 1);
  const detailed = targets.filter(([, flows]) => isDetailed(flows));
  const reached = targets.filter(([, flows]) => !isDetailed(flows));
  if (detailed.length > 0) print(detailed.map(([target, flows]) => detailsOf(target, flows)).join("\n\n"));
  if (reached.length === 0) return;
  const rows = reached.map(([, flows]) => reachedOf(flows));
  print(`${detailed.length > 0 ? "\n" : ""}Reached, though no value of a request is known to arrive (ways: --all)\n`);
  print(table(rows.map((row) => ["", ...row].map(clipped))));
}

function detailsOf(target: string, flows: readonly Flow[]): string {
  const told = table(flows.slice(0, maxTold).map((one) => ["", ...rowOf(one)].map(clipped)));
  const cwe = flows[0]?.cwe ? `  CWE-${flows[0].cwe}` : "";
  const rest = flows.length > maxTold ? `\n  and ${count(flows.length - maxTold)} more` : "";
  return `${target}${cwe}\n${told}${rest}`;
}

function reachedOf(flows: readonly Flow[]): string[] {
  const [one] = flows as [Flow];
  const from = flows.length === 1 ? one.entry : `${count(flows.length)} entry points`;
  return [one.operation, one.subject ?? "-", placeOf(one), `from ${from}`];
}

const placeOf = (one: Flow): string => `${one.target.slice(0, one.target.indexOf("#"))}:${one.target_line}`;

/** The functions of a way, with a mark at what is not certain. */
function wayOf({ way, handler }: Flow): string {
  if (way === null) return "in the handler itself";
  const steps = JSON.parse(way) as { symbol: string; how: string }[];
  const names = steps.map(({ symbol, how }) => `${isCertain(how) ? "" : "? "}${lastName(symbol)}`);
  return [lastName(handler ?? ""), ...names].filter(Boolean).join(" > ");
}

const isCertain = (how: string): boolean => how === "exact" || how === "typed";

const lastName = (symbol: string): string => {
  const name = symbol.slice(symbol.indexOf("#") + 1);
  return name === "<module>" ? "" : (name.split(".").pop() ?? name);
};

const certaintyOf = ({ steps, uncertain }: Flow): string => {
  const way = steps === 0 ? "itself" : `${count(steps)} ${steps === 1 ? "call" : "calls"}`;
  return uncertain === null ? way : `${way}, unsure at ${uncertain}`;
};

const rowOf = (one: Flow): string[] => {
  const guards = listOf(one.guards);
  return [
    one.tainted === 1 ? "hands on" : "reaches",
    one.entry,
    wayOf(one),
    guards.length > 0 ? `behind ${guards.join(", ")}` : "",
  ];
};

const dataRowOf = (one: Flow): string[] =>
  [
    one.entry,
    one.operation,
    one.subject ?? "-",
    certaintyOf(one),
    listOf(one.sensitive).join(", ") || "-",
    placeOf(one),
  ].map(clipped);

const clipped = (cell: string): string => (cell.length > 60 ? `${cell.slice(0, 59)}…` : cell);
