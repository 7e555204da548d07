/** `drift dna`: questions of style, and how often each answer is given here. */
import type { Command } from "commander";
import { findFolder } from "#cli/folder";
import { count, nothing, print, printJson } from "#cli/output";
import { table } from "#cli/table";
import { DriftDb } from "#engine/scan/drift-db";

interface Options {
  dir?: string;
  json?: true;
}

interface Allele {
  readonly gene: string;
  readonly category: string;
  readonly allele: string;
  readonly frequency: number;
  readonly occurrences: number;
  readonly files: number;
  readonly is_dominant: number;
  readonly exemplars: string;
}

const examples = `
Examples:
  $ drift dna            how styles, errors, variants and the rest are done, by share
  $ drift dna styling    genes whose name or category holds "styling"
  $ drift dna --json | jq '.genes[] | {gene, dominant}'`;

export function define(command: Command): void {
  command
    .argument("[text]", "only genes whose name or category holds it")
    .option("--dir <folder>", "the folder that was scanned (default: the one you are in)")
    .option("--json", "print {genes: [{gene, category, dominant, alleles: [{allele, frequency, exemplars, …}]}]}")
    .addHelpText("after", examples)
    .action((text: string | undefined, { dir, json }: Options) => {
      const db = DriftDb.open(findFolder(dir));
      try {
        const all = db.all(
          "select * from genes order by category, gene, occurrences desc, allele",
        ) as unknown as Allele[];
        const genes = [...Map.groupBy(all, ({ gene }) => gene)].filter(([gene, [first]]) =>
          `${gene} ${first?.category}`.toLowerCase().includes(text?.toLowerCase() ?? ""),
        );
        if (json) printJson({ genes: genes.map(([gene, alleles]) => plain(gene, alleles)) });
        else if (genes.length === 0)
          print(
            all.length === 0
              ? "No gene is known here: too few places answer any question of style."
              : nothing("gene", "genes", Map.groupBy(all, ({ gene }) => gene).size),
          );
        else print(genes.map(([gene, alleles]) => tell(gene, alleles)).join("\n\n"));
      } finally {
        db.close();
      }
    });
}

const plain = (gene: string, alleles: readonly Allele[]) => ({
  gene,
  category: alleles[0]?.category,
  dominant: alleles.find(({ is_dominant }) => is_dominant === 1)?.allele ?? null,
  alleles: alleles.map(({ allele, frequency, occurrences, files, exemplars }) => ({
    allele,
    frequency,
    occurrences,
    files,
    exemplars: JSON.parse(exemplars) as unknown,
  })),
});

function tell(gene: string, alleles: readonly Allele[]): string {
  const rows = alleles.map(({ allele, frequency, occurrences, files, exemplars }) => {
    const [first] = JSON.parse(exemplars) as { path: string; line: number }[];
    const where = `${count(occurrences)} in ${count(files)} ${files === 1 ? "file" : "files"}`;
    return [`  ${allele}`, `${frequency} %`, where, first ? `${first.path}:${first.line}` : ""];
  });
  return `${gene}  ${alleles[0]?.category}\n${table(rows)}`;
}
