/** `drift constraints`: what holds almost everywhere, and where it does not. */
import { type Command, Option } from "commander";
import { findFolder } from "#cli/folder";
import { count, nothing, print, printJson } from "#cli/output";
import { patternCategories } from "#contract/fact-words";
import { DriftDb } from "#engine/scan/drift-db";

interface Options {
  category?: string;
  dir?: string;
  json?: true;
}

interface Witness {
  readonly path: string;
  readonly line: number;
  readonly text?: string;
}

const examples = `
Examples:
  $ drift constraints                   what new code has to keep, and the places that do not
  $ drift constraints --category auth
  $ drift constraints --json | jq -r '.constraints[] | select(.enforcement == "error") | .condition'`;

export function define(command: Command): void {
  command
    .addOption(new Option("--category <category>", "only those of a category").choices(patternCategories))
    .option("--dir <folder>", "the folder that was scanned (default: the one you are in)")
    .option(
      "--json",
      "print {constraints: [{id, category, condition, enforcement, guidance, evidence, exceptions, …}]}",
    )
    .addHelpText("after", examples)
    .action(({ category, dir, json }: Options) => {
      const db = DriftDb.open(findFolder(dir));
      try {
        const rows = db.all(
          `select id, category, condition, enforcement, guidance, scope, chances, held, confidence, evidence, exceptions
           from constraints where ?1 is null or category = ?1 order by confidence desc, chances desc, id`,
          category ?? null,
        );
        const constraints = rows.map((row) => ({
          ...row,
          evidence: JSON.parse(String(row.evidence)) as Witness[],
          exceptions: JSON.parse(String(row.exceptions)) as Witness[],
        }));
        if (json) printJson({ constraints });
        else if (constraints.length === 0) print(none(db));
        else print(constraints.map(tell).join("\n\n"));
      } finally {
        db.close();
      }
    });
}

function none(db: DriftDb): string {
  const total = Number(db.all("select count(*) as n from constraints")[0]?.n);
  return total > 0
    ? nothing("constraint", "constraints", total)
    : "No constraint is known here: too few places speak for any.";
}

function tell({ exceptions, ...row }: Record<string, unknown> & { readonly exceptions: readonly Witness[] }): string {
  return [
    `${row.condition}  ${row.id}`,
    `  ${count(Number(row.held))} of ${count(Number(row.chances))} places, ${row.confidence} % sure. ${row.guidance}`,
    ...exceptions.map(({ path, line, text }) => `  except ${path}:${line}${text === undefined ? "" : `  ${text}`}`),
  ].join("\n");
}
