/** `drift status`: what the last scan saw, and whether the folder has changed since. */
import { extname } from "node:path";
import type { Command } from "commander";
import { findFolder } from "#cli/folder";
import { count, print, printJson, tally } from "#cli/output";
import { isoTime, tellHistory } from "#cli/when";
import { compareTree, type TreeChanges } from "#engine/scan/compare-tree";
import { DriftDb, type Snapshot } from "#engine/scan/drift-db";
import { type KnownHistory, knownHistory } from "#engine/scan/history/known-history";
import type { Disagreement } from "#engine/scan-module";

interface Options {
  problems?: true;
  skipped?: true;
  disagreements?: true;
  json?: true;
}

const examples = `
Examples:
  $ drift status                 commit, age, counts, and what changed since
  $ drift status --problems      where a file could not be read as it stands
  $ drift status --disagreements where a compiler's index said otherwise than resolution
  $ drift status --skipped       which files were skipped, and why
  $ drift status --json | jq .isBehind`;

export function define(command: Command): void {
  command
    .argument("[dir]", "the folder that was scanned (default: the one you are in)")
    .option("--problems", "list what could not be read as it stands")
    .option("--skipped", "list the files that were skipped")
    .option("--disagreements", "list where a compiler's index said otherwise than resolution")
    .option("--json", "print {db, snapshot, history, ageMinutes, isBehind, changes, units, problems?, skipped?}")
    .addHelpText("after", examples)
    .action(async (dir: string | undefined, { problems, skipped, disagreements, json }: Options) => {
      const folder = findFolder(dir);
      const db = DriftDb.open(folder);
      try {
        const snapshot = db.snapshot();
        const changes = await compareTree(folder, db);
        const units = db.all("select kind, count(*) as n from units group by kind order by kind");
        const history = knownHistory(db);
        const about = {
          db: db.path,
          snapshot,
          history,
          ageMinutes: Math.max(0, Math.floor((Date.now() - Date.parse(snapshot.scannedAt)) / 60_000)),
          isBehind: isBehind(changes),
          changes,
          units: Object.fromEntries(units.map(({ kind, n }) => [kind, n])),
          ...(problems && {
            problems: db.all("select path, line, end_line as endLine, kind, message from problems order by path, line"),
          }),
          ...(disagreements && { disagreements: disagreementsOf(db) }),
          ...(skipped && { skipped: db.all("select path, reason from skipped order by path") }),
        };
        if (json)
          printJson({
            ...about,
            history: { ...history, since: history.since === null ? null : isoTime(history.since) },
          });
        else
          print(
            [tell(about), ...(skipped || problems || disagreements ? [] : [hints(db, snapshot)])]
              .filter(Boolean)
              .join("\n"),
          );
      } finally {
        db.close();
      }
    });
}

const isBehind = ({ commit, added, modified, deleted }: TreeChanges): boolean =>
  commit !== null || added.length + modified.length + deleted.length > 0;

interface ListedDisagreement extends Disagreement {
  readonly path: string;
}

const disagreementsOf = (db: DriftDb): ListedDisagreement[] =>
  db
    .all("select path, disagreements from scan_files where disagreements is not null order by path")
    .flatMap(({ path, disagreements }) =>
      (JSON.parse(String(disagreements)) as Disagreement[]).map((one) => ({ path: String(path), ...one })),
    );

interface About {
  readonly disagreements?: readonly ListedDisagreement[];
  readonly db: string;
  readonly snapshot: Snapshot;
  readonly history: KnownHistory;
  readonly ageMinutes: number;
  readonly isBehind: boolean;
  readonly changes: TreeChanges;
  readonly problems?: readonly Record<string, unknown>[];
  readonly skipped?: readonly Record<string, unknown>[];
}

function tell({
  db,
  snapshot,
  history,
  ageMinutes,
  changes,
  problems,
  skipped,
  disagreements,
  ...about
}: About): string {
  const { commit, branch, dirty, counts, sourceMode } = snapshot;
  const at = commit
    ? `${commit.slice(0, 12)}${branch ? ` on ${branch}` : ""}${dirty ? ", with changes" : ""}`
    : "no commit";
  const sites = Object.values(counts.calls).reduce((sum, value) => sum + value, 0);
  const lines = [
    `${db}`,
    `scanned    ${age(ageMinutes)} ago, ${at}`,
    `files      ${count(counts.files)} read${counts.files ? `: ${tally(counts.languages)}` : ""}`,
    `skipped    ${tally(counts.skipped) || "none"}`,
    `facts      ${count(counts.symbols)} symbols, ${count(sites)} calls${sites ? `: ${tally(counts.calls)}` : ""}`,
    ...(commit ? [`history    ${tellHistory(history)}`] : []),
    `problems   ${count(counts.problems)}`,
    `excerpts   ${sourceMode}`,
    about.isBehind ? `behind     ${behind(changes)}; run drift scan` : unchanged(counts.files),
  ];
  for (const { path, line, endLine: end, kind, message } of problems ?? [])
    lines.push(`${path}:${line}${end === line ? "" : `-${end}`}: ${kind}: ${message}`);
  for (const { path, line, name, kind, ours, theirs } of disagreements ?? [])
    lines.push(`${path}:${line}: ${kind}: ${name} leads to ${theirs}, not ${ours}`);
  for (const { path, reason } of skipped ?? []) lines.push(`${reason}\t${path}`);
  return lines.join("\n");
}

const unchanged = (files: number): string =>
  files > 0 ? "the folder has not changed since" : "nothing is known: no file was read, and none has come since";

function behind({ commit, added, modified, deleted }: TreeChanges): string {
  const parts = [
    ...(commit ? [`HEAD is ${commit.slice(0, 12)}`] : []),
    ...(modified.length ? [`${count(modified.length)} modified`] : []),
    ...(added.length ? [`${count(added.length)} added`] : []),
    ...(deleted.length ? [`${count(deleted.length)} deleted`] : []),
  ];
  return parts.join(", ");
}

const age = (minutes: number): string => {
  if (minutes < 1) return "less than a minute";
  if (minutes < 120) return `${minutes} minutes`;
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)} hours`;
  return `${Math.round(minutes / 1_440)} days`;
};

/** Which endings the unsupported files have: what a reader would want to know of coverage. */
function hints(db: DriftDb, { counts }: Snapshot): string {
  if (!counts.skipped.unsupported) return "";
  const endings: Record<string, number> = {};
  for (const { path } of db.all("select path from skipped where reason = 'unsupported'")) {
    const ending = extname(path as string) || "without ending";
    endings[ending] = (endings[ending] ?? 0) + 1;
  }
  const most = Object.entries(endings).sort(([, a], [, b]) => b - a);
  return `not read   ${tally(Object.fromEntries(most.slice(0, 8)))}${most.length > 8 ? ", …" : ""}`;
}
