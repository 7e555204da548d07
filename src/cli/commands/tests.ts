/** `drift tests`: what tests cover, how that is known, and which exported functions none reaches. */
import type { Command } from "commander";
import { findFolder } from "#cli/folder";
import { count, print, printJson } from "#cli/output";
import { table } from "#cli/table";
import { DriftDb } from "#engine/scan/drift-db";
import { readLimit } from "./limit.ts";

interface Options {
  untested?: true;
  limit: number;
  dir?: string;
  json?: true;
}

interface Cover {
  readonly path: string;
  readonly line: number;
  readonly test: string | null;
  readonly symbol: string | null;
  readonly target: string;
  readonly how: string;
  readonly steps: number;
  readonly confidence: number;
}

interface Untested {
  readonly symbol: string;
  readonly path: string;
  readonly line: number;
  readonly complexity: number;
  readonly callers: number;
  readonly confidence: number;
  readonly commits: number;
  readonly risk: number;
}

interface Frameworks {
  readonly framework: string;
  readonly files: number;
  readonly cases: number;
  readonly assertions: number;
}

const examples = `
Examples:
  $ drift tests                              frameworks, and the riskiest functions that no test reaches
  $ drift tests src/cart.ts                  what covers the file; of a file of tests, what it covers
  $ drift tests Cart.total                   what covers the symbol
  $ drift tests --untested src/billing       exported functions there that no test is known to reach
  $ drift tests --json src/cart.ts | jq '.covers[] | select(.how == "call").test'`;

export function define(command: Command): void {
  command
    .argument("[what]", "a file, a folder or a symbol")
    .option("--untested", "exported functions that no test is known to reach, by risk")
    .option("--limit <count>", "at most so many", readLimit, 50)
    .option("--dir <dir>", "the folder that was scanned (default: the one you are in)")
    .option(
      "--json",
      "print {frameworks, covers: [{path, line, test, symbol, target, how, steps, confidence}], untested, total}",
    )
    .addHelpText("after", examples)
    .action((what: string | undefined, { untested, limit, dir, json }: Options) => {
      const db = DriftDb.open(findFolder(dir));
      try {
        const found =
          untested || what === undefined ? null : readCovers(db, what.replace(/^\.\//, "").replace(/\/+$/, ""));
        const open = found ? null : readUntested(db, what?.replace(/^\.\//, "").replace(/\/+$/, "") ?? null);
        const rows = (found ?? open ?? []).slice(0, limit);
        const total = (found ?? open ?? []).length;
        const frameworks = what === undefined ? readFrameworks(db) : undefined;
        if (json)
          printJson({
            ...(frameworks && { frameworks }),
            ...(found ? { covers: rows } : { untested: rows }),
            total,
          });
        else {
          const more = total > rows.length ? `\nand ${count(total - rows.length)} more: --limit ${total}` : "";
          const told = found ? tellCovers(rows as Cover[], what ?? "") : tellUntested(rows as Untested[]);
          print([...(frameworks ? [tellFrameworks(frameworks)] : []), told].join("\n\n") + more);
        }
      } finally {
        db.close();
      }
    });
}

/** What covers a file, a folder or a symbol; of a file of tests, what that covers. */
function readCovers(db: DriftDb, what: string): Cover[] {
  const columns = "path, line, test, symbol, target, how, steps, confidence";
  const order = "order by confidence desc, path, line, target, symbol";
  const isOfTests = db.all("select 1 from test_cases where path = ? limit 1", what).length > 0;
  const where = isOfTests
    ? "path = ?1"
    : `target = ?1 or substr(target, 1, length(?1) + 1) = ?1 || '/' or symbol = ?1
       or substr(symbol, instr(symbol, '#') + 1) = ?1 or substr(symbol, -length(?1) - 1) = '.' || ?1`;
  return db.all(`select ${columns} from test_covers where ${where} ${order}`, what) as unknown as Cover[];
}

/** Risk grows with what can go wrong, who rests on it, and how often it changes. */
function readUntested(db: DriftDb, below: string | null): Untested[] {
  return db.all(
    `select symbol, untested_functions.path, line, complexity, callers, confidence, coalesce(commits, 0) as commits,
       complexity * (callers + 1) * (coalesce(commits, 0) + 1) as risk
     from untested_functions left join file_history on file_history.path = untested_functions.path
     where ?1 is null or untested_functions.path = ?1 or substr(untested_functions.path, 1, length(?1) + 1) = ?1 || '/'
     order by risk desc, symbol`,
    below,
  ) as unknown as Untested[];
}

const readFrameworks = (db: DriftDb): Frameworks[] =>
  db.all(
    `select framework, count(distinct path) as files, count(*) as cases, sum(assertions) as assertions
     from test_cases group by framework order by cases desc, framework`,
  ) as unknown as Frameworks[];

function tellFrameworks(frameworks: readonly Frameworks[]): string {
  if (frameworks.length === 0) return "No test is known here.";
  return table(
    frameworks.map(({ framework, files, cases, assertions }) => [
      framework,
      `${count(cases)} tests`,
      `${count(files)} files`,
      `${count(assertions)} assertions`,
    ]),
  );
}

function tellCovers(covers: readonly Cover[], what: string): string {
  if (covers.length === 0) return `No test is known that covers ${what}.`;
  return table(
    covers.map(({ path, line, test, symbol, target, how, steps }) =>
      [
        symbol?.slice(symbol.indexOf("#") + 1) ?? target,
        steps > 1 ? `${how}, ${steps} steps` : how,
        test ?? "the file",
        `${path}:${line}`,
      ].map(short),
    ),
  );
}

function tellUntested(untested: readonly Untested[]): string {
  if (untested.length === 0) return "No exported function is known that tests do not reach.";
  const rows = untested.map(({ symbol, complexity, callers, confidence, commits, risk, path, line }) => [
    short(symbol.slice(symbol.indexOf("#") + 1)),
    `risk ${count(risk)}`,
    `complexity ${complexity}`,
    `${callers} callers`,
    `${commits} commits`,
    `confidence ${confidence}`,
    `${path}:${line}`,
  ]);
  return `no test is known that reaches\n${table(rows)}`;
}

const short = (cell: string): string => (cell.length > 60 ? `${cell.slice(0, 59)}…` : cell);
