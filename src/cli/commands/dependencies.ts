/** `drift dependencies`: what packages there are, what they depend on, and who imports it. */
import type { Command } from "commander";
import { CliError } from "#cli/errors";
import { findFolder } from "#cli/folder";
import { count, print, printJson } from "#cli/output";
import { table } from "#cli/table";
import { DriftDb } from "#engine/scan/drift-db";
import {
  type Declaration,
  findCycles,
  findDependency,
  findMismatches,
  findUndeclared,
  findUnused,
  listEdges,
  listPackages,
} from "#engine/scan/packages/dependencies";

interface Options {
  dir?: string;
  unused?: true;
  undeclared?: true;
  mismatched?: true;
  cycles?: true;
  json?: true;
}

const examples = `
Examples:
  $ drift dependencies                    the packages, and what each is locked by
  $ drift dependencies react              who declares it, in which version, and which files import it
  $ drift dependencies --mismatched       taken in several versions
  $ drift dependencies --unused           declared, and imported by no file
  $ drift dependencies --undeclared       imported, and declared nowhere above
  $ drift dependencies --cycles           packages of the repository that are built on one another
  $ drift dependencies react --json | jq .uses

--unused and --undeclared look at npm, Python and Go: elsewhere a module's name does not tell its package, or code may
name it without an import. Unused is told of what is needed at run time; what only a command or a configuration names
is no import. Undeclared is told of files that are no tests.`;

export function define(command: Command): void {
  command
    .argument("[name]", "a dependency, as the manifests name it")
    .option("--dir <folder>", "the folder that was scanned (default: the one you are in)")
    .option("--unused", "list what is declared and imported by no file")
    .option("--undeclared", "list what is imported and declared nowhere")
    .option("--mismatched", "list what is taken in several versions")
    .option("--cycles", "list packages that are built on one another")
    .option("--json", "print {packages, edges}, {declarations, uses}, {unused}, {undeclared}, {mismatched} or {cycles}")
    .addHelpText("after", examples)
    .action((name: string | undefined, { dir, json, ...asked }: Options) => {
      const questions = Object.keys(asked).length + (name === undefined ? 0 : 1);
      if (questions > 1)
        throw new CliError("usage", "that is more than one question", "Give a name, or one of the options.");
      const db = DriftDb.open(findFolder(dir));
      try {
        const { found, told } = answer(db, name, asked);
        if (json) printJson(found);
        else print(told());
      } finally {
        db.close();
      }
    });
}

/** What was found, and how people are told. */
interface Answer {
  readonly found: Record<string, unknown>;
  readonly told: () => string;
}

function answer(db: DriftDb, name: string | undefined, asked: Omit<Options, "dir" | "json">): Answer {
  if (name !== undefined) return aboutOne(db, name);
  if (asked.unused) {
    const unused = findUnused(db).map(({ manifest, line, name, range, kind }) => ({
      manifest,
      line,
      name,
      range,
      kind,
    }));
    const rows = () => unused.map(({ manifest, line, name, range }) => [name, range, `${manifest}:${line}`]);
    return { found: { unused }, told: () => list(rows(), "every dependency for run time is imported") };
  }
  if (asked.undeclared) {
    const undeclared = findUndeclared(db);
    const rows = () => undeclared.map(({ name, files, path, line }) => [name, filesOf(files), `${path}:${line}`]);
    return { found: { undeclared }, told: () => list(rows(), "every import is declared") };
  }
  if (asked.mismatched) {
    const mismatched = findMismatches(db);
    const rows = () => mismatched.flatMap(({ declarations }) => declarations.map(declarationRow));
    return { found: { mismatched }, told: () => list(rows(), "no dependency is taken in several versions") };
  }
  if (asked.cycles) {
    const cycles = findCycles(listEdges(db));
    const rows = () => cycles.map((cycle) => [cycle.join(", ")]);
    return { found: { cycles }, told: () => list(rows(), "no package is built on itself by way of others") };
  }
  const packages = listPackages(db);
  const rows = () =>
    packages.map(({ name, version, manager, dependencies, internal, manifest, lock }) => [
      name,
      version ?? "-",
      manager,
      `${count(dependencies)} dependencies${internal > 0 ? `, ${count(internal)} of them here` : ""}`,
      manifest,
      lock ?? "-",
    ]);
  return { found: { packages, edges: listEdges(db) }, told: () => list(rows(), "no manifest names a package") };
}

const filesOf = (files: number): string => (files === 1 ? "1 file" : `${count(files)} files`);

function aboutOne(db: DriftDb, name: string): Answer {
  const found = findDependency(db, name);
  const { declarations, uses } = found;
  if (declarations.length === 0)
    throw new CliError(
      "input",
      `no manifest declares ${name}`,
      "drift dependencies --json lists the packages there are.",
    );
  const told = (): string =>
    [
      table(declarations.map(declarationRow)),
      uses.length === 0
        ? "no file imports it"
        : table(uses.map(({ path, line, module }) => [`${path}:${line}`, module])),
    ].join("\n\n");
  return { found, told };
}

const declarationRow = ({ manifest, line, name, range, kind, resolved, internal }: Declaration): string[] => [
  name,
  range || "any",
  resolved ?? internal ?? "-",
  kind,
  `${manifest}:${line}`,
];

const list = (rows: readonly (readonly string[])[], none: string): string => (rows.length > 0 ? table(rows) : none);
