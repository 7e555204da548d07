/** `drift claims`: what the documentation says of the repository. */
import { type Command, InvalidArgumentError } from "commander";
import { findFolder } from "#cli/folder";
import { count, print, printJson } from "#cli/output";
import { table } from "#cli/table";
import { type ClaimKind, claimKinds } from "#contract/fact-words";
import { DriftDb } from "#engine/scan/drift-db";
import { readLimit } from "./limit.ts";

interface Options {
  limit: number;
  kind?: ClaimKind;
  doc?: string;
  dir?: string;
  json?: true;
}

interface Claim {
  readonly kind: ClaimKind;
  readonly subject: string;
  readonly value: string | null;
  readonly text: string;
  readonly quote: string | null;
  readonly names: string | null;
  readonly heading: string | null;
  readonly form: string;
  readonly path: string;
  readonly line: number;
  readonly confidence: number;
}

const examples = `
Examples:
  $ drift claims                         what the documentation claims, by kind
  $ drift claims src/orders              claims whose subject or text holds "src/orders"
  $ drift claims --kind command          scripts, targets and programs that it tells to run
  $ drift claims --doc README.md --json | jq '.claims[] | {kind, subject, line}'`;

export function define(command: Command): void {
  command
    .argument("[text]", "only claims whose subject or text holds it")
    .option("--kind <kind>", claimKinds.join(", "), kindOf)
    .option("--doc <path>", "only those of this document, or of the documents in this folder")
    .option("--limit <count>", "at most so many of each kind", readLimit, 50)
    .option("--dir <dir>", "the folder that was scanned (default: the one you are in)")
    .option(
      "--json",
      "print {claims: [{kind, subject, value, text, quote, names, heading, form, path, line, confidence}]}",
    )
    .addHelpText("after", examples)
    .action((text: string | undefined, { limit, kind, doc, dir, json }: Options) => {
      const db = DriftDb.open(findFolder(dir));
      try {
        const all = db.all(
          `select kind, subject, value, text, quote, names, heading, form, path, line, confidence
           from doc_claims where confidence >= 50 order by kind, path, line, fact`,
        ) as unknown as Claim[];
        const found = all.filter(
          (one) => (!kind || one.kind === kind) && (!doc || isIn(one, doc)) && (!text || holds(one, text)),
        );
        if (json)
          printJson({
            claims: found.map(({ names, ...one }) => ({
              ...one,
              names: names === null ? [] : (JSON.parse(names) as unknown),
            })),
          });
        else print(found.length > 0 ? tell(found, limit) : "The documentation claims nothing that is known here.");
      } finally {
        db.close();
      }
    });
}

function kindOf(value: string): ClaimKind {
  const found = claimKinds.find((kind) => kind === value);
  if (!found) throw new InvalidArgumentError(`One of ${claimKinds.join(", ")}.`);
  return found;
}

const isIn = ({ path }: Claim, doc: string): boolean => path === doc || path.startsWith(`${doc.replace(/\/$/, "")}/`);

const holds = ({ subject, text }: Claim, wanted: string): boolean =>
  [subject, text].some((one) => one.toLowerCase().includes(wanted.toLowerCase()));

function tell(found: readonly Claim[], limit: number): string {
  return claimKinds
    .map((kind) => [kind, found.filter((one) => one.kind === kind)] as const)
    .filter(([, list]) => list.length > 0)
    .map(([kind, list]) => {
      const shown = list.slice(0, limit);
      const rest = list.length > shown.length ? `\n… and ${count(list.length - shown.length)} more` : "";
      return `${kind.replace("_", " ")} ${count(list.length)}\n${table(shown.map(rowOf))}${rest}`;
    })
    .join("\n\n");
}

const rowOf = ({ kind, subject, value, text, heading, path, line }: Claim): string[] =>
  [
    kind === "code_block" ? text : subject,
    kind === "code_block" ? subject : (value ?? "-"),
    heading ?? "-",
    `${path}:${line}`,
  ].map((cell) => (cell.length > 60 ? `${cell.slice(0, 59)}…` : cell));
