/**
 * `drift.json`: what a team says, in the repository itself, of how it is to be read.
 *
 * | field | says |
 * | --- | --- |
 * | `include` | patterns; where there are any, other files are not read |
 * | `exclude` | patterns of files that are not read |
 * | `generated` | whether all files that tools wrote are read, or none; else those that read like sources |
 * | `maxFileBytes` | bytes of the largest file that is read |
 * | `scip` | SCIP indexes, relative to the folder, whose calls and references are exact |
 *
 * Patterns are those of `.gitignore`, relative to the folder.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ignore from "ignore";
import { ScanError } from "#engine/scan/scan-error";

/** What `maxFileBytes` may be at most: reading a file takes up to fifty times its size of memory. */
const maxFileBytesLimit = 16 * 2 ** 20;

/** Whether a file of this path says which others are read, as `drift.json` does. */
export const isRulesFile = (path: string): boolean => /(?:^|\/)\.(?:driftignore|gitattributes)$/.test(path);

export interface ProjectFile {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly generated?: boolean;
  readonly maxFileBytes?: number;
  readonly scip?: readonly string[];
}

interface Field {
  readonly fits: (value: unknown) => boolean;
  /** What it is, to complete a sentence. */
  readonly is: string;
}

const texts = (most: number, length: number): Field => ({
  fits: (value) =>
    Array.isArray(value) &&
    value.length <= most &&
    value.every((one) => typeof one === "string" && one.length > 0 && one.length <= length),
  is: `a list of at most ${most} texts of 1 to ${length} characters`,
});

const fields: Readonly<Record<string, Field>> = {
  $schema: { fits: (value) => typeof value === "string", is: "a text" },
  include: texts(1_000, 500),
  exclude: texts(1_000, 500),
  generated: { fits: (value) => typeof value === "boolean", is: "true or false" },
  maxFileBytes: {
    fits: (value) => Number.isInteger(value) && Number(value) >= 1_024 && Number(value) <= maxFileBytesLimit,
    is: `a whole number from 1024 to ${maxFileBytesLimit}`,
  },
  scip: texts(100, 1_000),
};

/** What is wrong with it; undefined where nothing is. */
function problemOf(said: unknown): string | undefined {
  if (typeof said !== "object" || said === null || Array.isArray(said)) return "is not a JSON object";
  for (const [name, value] of Object.entries(said)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) return `has no setting "${name}"`;
    if (!field.fits(value)) return `"${name}" is ${field.is}`;
  }
  return undefined;
}

export const projectFileName = "drift.json";

/**
 * What `drift.json` of a folder says; nothing where it is not there.
 *
 * @throws ScanError where it cannot be understood: a scan by other rules than the team's would be wrong.
 */
export function readProjectFile(folder: string): ProjectFile {
  const path = join(folder, projectFileName);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EISDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return {};
    throw refused(path, (error as Error).message);
  }
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch (error) {
    throw refused(path, `is not JSON: ${(error as Error).message}`);
  }
  const problem = problemOf(said);
  if (problem !== undefined) throw refused(path, problem);
  return said as ProjectFile;
}

/** Patterns of `include` that fit no path: misspelt, or of what is gone. */
export const unfitting = ({ include = [] }: ProjectFile, paths: readonly string[]): readonly string[] =>
  include.filter((pattern) => {
    const rules = ignore().add(pattern);
    return !pattern.startsWith("!") && !paths.some((path) => rules.ignores(path));
  });

/** The refusal of an `include` by which nothing at all would be read. */
export const fitsNothing = (folder: string, patterns: readonly string[]): ScanError =>
  new ScanError(
    "settings",
    `${join(folder, projectFileName)}: "include" fits no file: ${patterns.map((one) => JSON.stringify(one)).join(", ")}`,
    "Mend the patterns: they are those of .gitignore, relative to the folder; what the last scan found is kept.",
  );

const refused = (path: string, what: string): ScanError =>
  new ScanError(
    "settings",
    `${path}: ${what}`,
    "Mend the file: it may have include, exclude, generated, maxFileBytes and scip; see drift scan --help.",
  );
