/** The folder `.drift/` of a scanned folder. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ScanError } from "./scan-error.ts";

/** Where the facts of a folder lie. */
export const driftDbPath = (folder: string): string => join(folder, ".drift", "drift.db");

/** Makes `.drift/` with a `.gitignore` that keeps all of it, itself included, out of git. */
export function prepareDriftFolder(folder: string): void {
  const path = join(folder, ".drift");
  try {
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, ".gitignore"), "*\n", { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return;
    throw cannotWrite(path, error);
  }
}

/** The refusal for a folder that takes no files. */
export function cannotWrite(path: string, error: unknown): ScanError {
  const full = ["ENOSPC", "EDQUOT", "EFBIG"].includes((error as NodeJS.ErrnoException).code ?? "");
  return new ScanError(
    "disk",
    full ? `the disk of ${path} is full` : `${path} cannot be written: ${(error as Error).message}`,
    full
      ? "Free some room and run the command again; what was there before is unharmed."
      : "Check who owns the folder.",
    { cause: error },
  );
}
