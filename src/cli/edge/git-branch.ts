import { execFile } from "node:child_process";

/** The branch that is checked out; undefined outside git, without git, and where a commit is checked out. */
export const currentBranch = (folder: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    execFile("git", ["-C", folder, "symbolic-ref", "--quiet", "--short", "HEAD"], (error, stdout) => {
      resolve(error ? undefined : stdout.trim() || undefined);
    });
  });
