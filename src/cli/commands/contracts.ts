/** `drift contracts`: requests that are made here, and the endpoints here that answer them. */
import type { Command } from "commander";
import { findFolder } from "#cli/folder";
import { nothing, print, printJson } from "#cli/output";
import { table } from "#cli/table";
import { DriftDb } from "#engine/scan/drift-db";

interface Options {
  dir?: string;
  mismatched?: true;
  tests?: true;
  json?: true;
}

interface Mismatch {
  readonly kind: "method" | "field";
  readonly client: string;
  readonly server?: string;
}

interface Contract {
  readonly method: string;
  readonly route: string;
  readonly handler: string | null;
  readonly server: string;
  readonly library: string;
  readonly client_method: string | null;
  readonly url: string;
  readonly symbol: string;
  readonly parameters: string | null;
  readonly fields: string | null;
  readonly response: string | null;
  readonly mismatches: string | null;
  readonly is_test: number;
  readonly path: string;
  readonly line: number;
  readonly confidence: number;
}

const examples = `
Examples:
  $ drift contracts                  who asks which endpoint
  $ drift contracts users            of endpoints and files of "users"
  $ drift contracts --mismatched     where both sides disagree on the method or on fields
  $ drift contracts --tests          which endpoints tests ask
  $ drift contracts --json | jq -r '.contracts[] | "\\(.method) \\(.route) \\(.path):\\(.line)"'`;

export function define(command: Command): void {
  command
    .argument("[text]", "only those whose route, handler, caller or file holds it")
    .option("--mismatched", "only those on which both sides disagree")
    .option("--tests", "those of tests, in place of the application's own")
    .option("--dir <dir>", "the folder that was scanned (default: the one you are in)")
    .option("--json", "print {contracts: [{method, route, handler, url, symbol, parameters, fields, mismatches, …}]}")
    .addHelpText("after", examples)
    .action((text: string | undefined, { dir, mismatched, tests, json }: Options) => {
      const db = DriftDb.open(findFolder(dir));
      try {
        const all = db.all(
          `select method, route, handler, server, library, client_method, url, symbol, parameters, fields, response,
             mismatches, is_test, path, line, confidence
           from contracts where confidence >= 50 and is_test = ${tests ? 1 : 0} order by route, method, path, line`,
        ) as unknown as Contract[];
        const found = all.filter(
          (one) => (!mismatched || one.mismatches !== null) && (text === undefined || holds(one, text.toLowerCase())),
        );
        if (json) printJson({ contracts: found.map(jsonOf) });
        else
          print(
            found.length > 0 ? table(found.map(rowOf), { shorten: [2] }) : nothing("contract", "contracts", all.length),
          );
      } finally {
        db.close();
      }
    });
}

const holds = ({ route, handler, symbol, path }: Contract, text: string): boolean =>
  [route, handler, symbol, path].some((one) => one?.toLowerCase().includes(text));

const listOf = <T>(json: string | null): T[] => (json === null ? [] : (JSON.parse(json) as T[]));

const jsonOf = ({ client_method, parameters, fields, mismatches, is_test, ...one }: Contract) => ({
  ...one,
  isTest: is_test === 1,
  clientMethod: client_method,
  parameters: listOf(parameters),
  fields: listOf(fields),
  mismatches: listOf<Mismatch>(mismatches),
});

const rowOf = (one: Contract): string[] =>
  [
    one.method,
    one.route,
    one.handler?.slice(one.handler.indexOf("#") + 1) ?? "-",
    listOf<Mismatch>(one.mismatches).map(told).join(", ") || "-",
    `${one.client_method ?? "ANY"} ${one.url}`,
    `${one.path}:${one.line}`,
  ].map((cell) => (cell.length > 60 ? `${cell.slice(0, 59)}…` : cell));

const told = ({ kind, client, server }: Mismatch): string =>
  kind === "field" ? `no ${client}` : `${client}, not ${server ?? "known"}`;
