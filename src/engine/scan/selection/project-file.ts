/**
 * `drift.json`: what a team says, in the repository itself, of how it is to be read.
 *
 * | field | says |
 * | --- | --- |
 * | `include` | patterns; where there are any, other files are not read |
 * | `exclude` | patterns of files that are not read |
 * | `generated` | whether files that tools wrote are read too |
 * | `maxFileBytes` | bytes of the largest file that is read |
 * | `scip` | SCIP indexes, relative to the folder, whose calls and references are exact |
 *
 * Patterns are those of `.gitignore`, relative to the folder.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { ScanError } from "#engine/scan/scan-error";

const patterns = z.array(z.string().min(1).max(500)).max(1_000);

/** What `maxFileBytes` may be at most: reading a file takes up to fifty times its size of memory. */
const maxFileBytesLimit = 16 * 2 ** 20;

const shape = z.strictObject({
  $schema: z.string().optional(),
  include: patterns.optional(),
  exclude: patterns.optional(),
  generated: z.boolean().optional(),
  maxFileBytes: z.number().int().min(1_024).max(maxFileBytesLimit).optional(),
  scip: z.array(z.string().min(1).max(1_000)).max(100).optional(),
});

export type ProjectFile = z.infer<typeof shape>;

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
  const parsed = shape.safeParse(said);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  const place = first?.path.length ? ` ("${first.path.join(".")}")` : "";
  throw refused(path, `${first?.message ?? "is not understood"}${place}`);
}

const refused = (path: string, what: string): ScanError =>
  new ScanError(
    "settings",
    `${path}: ${what}`,
    "Mend the file: it may have include, exclude, generated, maxFileBytes and scip; see drift scan --help.",
  );
