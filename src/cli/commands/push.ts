/** `drift push`: brings the last scan to the service. */
import type { Command } from "commander";
import { CliError } from "#cli/errors";
import { findFolder } from "#cli/folder";
import { count, duration, note, Progress, print, printJson, size } from "#cli/output";
import { guessProject } from "#cli/project-name";
import { type PushPlan, type PushResult, planPush, push } from "#cli/push/push";
import { findService, type ServiceOptions, serviceOptions } from "#cli/service";
import { BranchName } from "#contract/ids";
import { DriftDb, type Snapshot } from "#engine/scan/drift-db";

interface Options extends ServiceOptions {
  branch?: string;
  dryRun?: true;
  force?: true;
  quiet?: true;
  json?: true;
}

const examples = `
Examples:
  $ drift push                                     to the server and project of the settings
  $ drift push --server https://edge.example.com --project acme/shop
  $ drift push --dry-run                           list what would be sent, and send nothing
  $ drift push --json | jq .upToDate

A push sends what the service lacks and then shows it at once. One that is interrupted goes on where it was when it
is run again. Where somebody else has pushed to the branch in between, --force puts this state on top of theirs.`;

export function define(command: Command): void {
  command.argument("[dir]", "the folder that was scanned (default: the one you are in)");
  serviceOptions(command)
    .option("--branch <name>", "the branch to push to (default: the one that was scanned)")
    .option("--dry-run", "list what would be sent, and send nothing")
    .option("--force", "put this state on top of the branch's head, whatever that is")
    .option("-q, --quiet", "say nothing on the way")
    .option("--json", "print {project, branch, seq, unitsTotal, unitsSent, bytesSent, requests, ms, upToDate}")
    .addHelpText("after", examples)
    .action(async (dir: string | undefined, options: Options) => {
      const folder = findFolder(dir);
      if (options.dryRun) {
        const plan = await pushFolder(folder, options, planPush);
        if (options.json) printJson({ ...plan, dryRun: true });
        else print(tellPlan(plan));
      } else {
        const result = await pushFolder(folder, options, push);
        if (options.json) printJson(result);
        else print(tell(result));
      }
    });
}

/** Runs `push` or `planPush` on a folder's last scan, with progress on a terminal: `drift start` does so, too. */
export async function pushFolder<T extends { project: string }>(
  folder: string,
  options: Omit<Options, "json" | "dryRun">,
  run: (db: DriftDb, options: Parameters<typeof push>[1]) => Promise<T>,
): Promise<T> {
  const db = DriftDb.open(folder);
  const progress = new Progress(options.quiet);
  try {
    const service = findService(folder, options, true);
    const project = service.project ?? (await guessProject(service, folder));
    const branch = branchOf(db.snapshot(), options.branch);
    const result = await run(db, {
      folder,
      service,
      branch,
      project,
      force: options.force ?? false,
      onProgress: ({ phase, sent, total, bytes }) =>
        progress.show(() =>
          phase === "waiting"
            ? "another push to this branch is under way: waiting"
            : `${phase} ${count(sent)} of ${count(total)} units, ${size(bytes)}`,
        ),
    });
    if (result.project !== project) note(`${project} is called ${result.project} now: use that name`);
    return result;
  } finally {
    progress.end();
    db.close();
  }
}

/** Where CI checks out a commit instead of a branch, it says in its environment which branch that was. */
const ciBranches = ["GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_COMMIT_REF_NAME", "BUILDKITE_BRANCH", "CIRCLE_BRANCH"];

function branchOf(snapshot: Snapshot, given: string | undefined): string {
  const named = ciBranches.map((name) => process.env[name]).find((value) => value);
  const branch = given ?? snapshot.branch ?? named ?? (snapshot.commit === null ? "main" : undefined);
  if (branch === undefined) {
    throw new CliError("usage", "the scan was of a commit, not of a branch", "Give --branch NAME.");
  }
  if (BranchName.safeParse(branch).success) return branch;
  throw new CliError("usage", `"${branch}" is no branch name`, "Give --branch NAME.");
}

function tell({ project, branch, seq, unitsTotal, unitsSent, bytesSent, requests, ms, upToDate }: PushResult): string {
  const at = `${project} ${branch} is at ${seq}`;
  if (upToDate) return `${at}: up to date, ${count(unitsTotal)} units`;
  return `${at}: ${count(unitsSent)} of ${count(unitsTotal)} units sent, ${size(bytesSent)} in ${count(requests)} requests, ${duration(ms)}`;
}

function tellPlan({ project, branch, units, unitsTotal }: PushPlan): string {
  const bytes = units.reduce((sum, unit) => sum + unit.bytes, 0);
  return [
    ...units.map((unit) => `${unit.path}  ${size(unit.bytes)}`),
    `${count(units.length)} of ${count(unitsTotal)} units would go to ${project} ${branch}: ${size(bytes)} at most, before compression`,
  ].join("\n");
}
