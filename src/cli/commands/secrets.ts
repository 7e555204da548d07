/** `drift secrets`: where secrets are written. Their values are nowhere. */
import type { Command } from "commander";
import { findFolder } from "#cli/folder";
import { print, printJson } from "#cli/output";
import { table } from "#cli/table";
import { DriftDb } from "#engine/scan/drift-db";

interface Options {
  tests?: true;
  dir?: string;
  json?: true;
}

interface Finding {
  readonly kind: string;
  readonly severity: string;
  readonly fingerprint: string | null;
  readonly in_test: number;
  readonly path: string;
  readonly line: number;
}

const examples = `
Examples:
  $ drift secrets                    where the sources hold secrets, the worst first
  $ drift secrets --tests            with those that tests hold
  $ drift secrets --json | jq '.secrets[] | select(.severity == "high").path'`;

export function define(command: Command): void {
  command
    .option("--tests", "with those in tests")
    .option("--dir <dir>", "the folder that was scanned (default: the one you are in)")
    .option("--json", "print {secrets: [{kind, severity, fingerprint, inTest, path, line}]}")
    .addHelpText("after", examples)
    .action(({ tests, dir, json }: Options) => {
      const db = DriftDb.open(findFolder(dir));
      try {
        const found = db.all(
          `select kind, severity, fingerprint, in_test, path, line from secret_findings where ?1 or not in_test
           order by in_test, severity <> 'high', severity <> 'medium', path, line`,
          tests ? 1 : 0,
        ) as unknown as Finding[];
        if (json) printJson({ secrets: found.map(({ in_test, ...one }) => ({ ...one, inTest: in_test === 1 })) });
        else print(found.length > 0 ? table(found.map(rowOf)) : "No secret is known here.");
      } finally {
        db.close();
      }
    });
}

const rowOf = ({ kind, severity, fingerprint, in_test, path, line }: Finding): string[] => [
  severity,
  kind,
  fingerprint ?? "-",
  in_test ? "in a test or a sample" : "",
  `${path}:${line}`,
];
