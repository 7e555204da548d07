/** `drift history`: how a file or folder changed, who changed it, and what changes with it. */
import type { Command } from "commander";
import { CliError } from "#cli/errors";
import { findFolder } from "#cli/folder";
import { count, print, printJson } from "#cli/output";
import { isoTime } from "#cli/when";
import { DriftDb } from "#engine/scan/drift-db";

const examples = `
Examples:
  $ drift history src/app.ts          its changes, authors, and the files that change with it
  $ drift history src/billing         of a folder, with the files that changed most
  $ drift history src/app.ts --json

It knows the last 1,000 commits of HEAD that are no merges. Files change together where they did so in three commits
or more; commits of over 30 files are left out of that.`;

export function define(command: Command): void {
  command
    .argument("<path>", "a file or folder, as the repository names it; . for all")
    .option("--dir <folder>", "the folder that was scanned (default: the one you are in)")
    .option("--json", "print {path, commits, authors, insertions, deletions, firstTime, lastTime, files, together}")
    .addHelpText("after", examples)
    .action((path: string, { dir, json }: { dir?: string; json?: true }) => {
      const db = DriftDb.open(findFolder(dir));
      try {
        const about = read(db, path.replace(/^\.\//, "").replace(/\/+$/, ""));
        if (json) printJson(about);
        else print(tell(about));
      } finally {
        db.close();
      }
    });
}

function read(db: DriftDb, path: string) {
  // The paths below a folder are those from `folder/` up to, and without, `folder0`: 0 follows the slash.
  const [from, to] = path === "." || path === "" ? ["", "\u{10ffff}"] : [`${path}/`, `${path}0`];
  const within = "(path = ?1 or (path >= ?2 and path < ?3))";
  const joined = "commit_files join commits on commits.fact = commit_files.unit * 1048576";
  const [sums] = db.all(
    `select count(distinct unit) as commits, sum(insertions) as insertions, sum(deletions) as deletions,
      min(time) as first_time, max(time) as last_time from commit_files where ${within}`,
    path,
    from,
    to,
  );
  if (!sums || Number(sums.commits) === 0)
    throw new CliError(
      "input",
      `no commit that the scan holds changed ${path}`,
      "Give a path as git ls-files prints it.",
    );
  const authors = db.all(
    `select author, count(distinct commit_files.unit) as commits, max(commit_files.time) as last_time from ${joined}
      where ${within} group by author order by commits desc, author limit 10`,
    path,
    from,
    to,
  );
  const files = db.all(
    `select * from file_history where ${within} order by commits desc, path limit 10`,
    path,
    from,
    to,
  );
  const together = db.all("select * from co_changes where path = ?1 order by together desc, other limit 10", path);
  const { commits, insertions, deletions, first_time: firstTime, last_time: lastTime } = sums;
  return {
    path,
    commits: Number(commits),
    insertions: Number(insertions),
    deletions: Number(deletions),
    firstTime: isoTime(Number(firstTime)),
    lastTime: isoTime(Number(lastTime)),
    authors: authors.map((row) => ({
      name: String(row.author),
      commits: Number(row.commits),
      lastTime: isoTime(Number(row.last_time)),
    })),
    files: files.map((row) => ({
      path: String(row.path),
      commits: Number(row.commits),
      insertions: Number(row.insertions),
      deletions: Number(row.deletions),
    })),
    together: together.map((row) => ({
      path: String(row.other),
      together: Number(row.together),
      commits: Number(row.commits),
      otherCommits: Number(row.other_commits),
    })),
  };
}

function tell({ path, commits, authors, files, together, ...about }: ReturnType<typeof read>): string {
  const { insertions, deletions, firstTime, lastTime } = about;
  const isFolder = files.some((file) => file.path !== path);
  return [
    `${path}: ${count(commits)} ${commits === 1 ? "commit" : "commits"}, +${count(insertions)} -${count(deletions)} lines, ${firstTime.slice(0, 10)} to ${lastTime.slice(0, 10)}`,
    "by",
    ...authors.map((one) => `${String(one.commits).padStart(6)}  ${one.name}, last on ${one.lastTime.slice(0, 10)}`),
    ...(isFolder ? ["most changed", ...files.map((one) => `${String(one.commits).padStart(6)}  ${one.path}`)] : []),
    ...(together.length > 0 ? ["changes with"] : []),
    ...together.map(
      (one) => `${String(one.together).padStart(6)}  ${one.path} (of its ${count(one.otherCommits)} commits)`,
    ),
  ].join("\n");
}
