/** `drift decisions`: what was decided, as the history of the last scan tells it. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { findFolder } from "#cli/folder";
import { count, nothing, print, printJson } from "#cli/output";
import { isoDay, isoTime } from "#cli/when";
import { decisionKinds } from "#contract/fact-words";
import { DriftDb } from "#engine/scan/drift-db";
import { type KnownHistory, knownHistory } from "#engine/scan/history/known-history";
import { Reverts } from "#engine/scan/history/reverts";
import { readLimit } from "./limit.ts";

interface Options {
  since?: number;
  kind?: string;
  path?: string;
  limit: number;
  dir?: string;
  json?: true;
}

const examples = `
Examples:
  $ drift decisions                          the newest, and why where the message says it
  $ drift decisions --since 90d
  $ drift decisions --since 2026-01-01 --kind dependency_replaced
  $ drift decisions --path src/billing       those that changed something there
  $ drift decisions --json | jq '.decisions[].summary'`;

export function define(command: Command): void {
  command
    .option("--since <when>", "a date such as 2026-01-31, or an age such as 90d, 6m or 2y", readSince)
    .addOption(new Option("--kind <kind>", "only those of a kind").choices(decisionKinds))
    .option("--path <path>", "only those that changed the file or folder, as the repository names it")
    .option("--limit <count>", "at most so many", readLimit, 50)
    .option("--dir <folder>", "the folder that was scanned (default: the one you are in)")
    .option(
      "--json",
      "print {decisions: [{commit, time, kind, subject, summary, reason, paths, reverts, revertedBy, undoneBy, …}], total, history}",
    )
    .addHelpText("after", examples)
    .action(({ since, kind, path, limit, dir, json }: Options) => {
      const db = DriftDb.open(findFolder(dir));
      try {
        const below = path === undefined ? null : path.replace(/^\.\//, "").replace(/\/+$/, "");
        const where = `(?1 is null or time >= ?1) and (?2 is null or kind = ?2) and (?3 is null or ?3 in ('', '.')
          or exists (select 1 from commit_files where commit_files.unit = decisions.unit
            and (commit_files.path = ?3 or substr(commit_files.path, 1, length(?3) + 1) = ?3 || '/')))`;
        const values = [since ?? null, kind ?? null, below] as const;
        // A commit that was picked onto another branch keeps its author's time: it is told once, by the first of its hashes.
        const told = `select *, min(hash) from decisions where ${where} group by time, kind, subject, summary`;
        const reverts = new Reverts(db);
        const all = onceEach(db.all(`${told} order by time desc, fact`, ...values), reverts);
        const total = all.length;
        const history = knownHistory(db);
        const decisions = all.slice(0, limit).map((row): Told => {
          const commit = String(row.hash);
          const reverted = reverts.by(commit);
          const paths = JSON.parse(String(row.paths)) as string[];
          return {
            commit,
            time: isoTime(Number(row.time)),
            kind: String(row.kind),
            subject: reverted?.summary ?? String(row.subject),
            summary: String(row.summary),
            reason: row.reason === null ? null : String(row.reason),
            paths,
            confidence: Number(row.confidence),
            reverts: reverted?.hash ?? null,
            revertedBy: reverts.of(commit, paths),
            undoneBy: reverts.undoneBy(commit, String(row.summary)),
          };
        });
        const start = history.since === null ? null : isoTime(history.since);
        if (json)
          printJson({ decisions, total, history: { commits: history.commits, since: start, isCut: history.isCut } });
        else print(tell(decisions, total, history) || none(db));
      } finally {
        db.close();
      }
    });
}

interface Told {
  readonly commit: string;
  readonly time: string;
  readonly kind: string;
  readonly subject: string;
  readonly summary: string;
  readonly reason: string | null;
  readonly paths: readonly string[];
  readonly confidence: number;
  /** The commit that this one took back, where the history that was read holds it. */
  readonly reverts: string | null;
  /** The commit that took this one back. */
  readonly revertedBy: string | null;
  /** The commit that later did the opposite. */
  readonly undoneBy: string | null;
}

/** A commit and the one that it was squashed into, or picked by, stand so near to each other. */
const near = 30 * 86_400;

/** Without what a later commit says in the same words, unless it had been taken back in between; newest first. */
function onceEach(rows: readonly Record<string, unknown>[], reverts: Reverts): Record<string, unknown>[] {
  const later = new Map<string, number>();
  return rows.filter(({ hash, time, kind, summary, paths }) => {
    const key = `${kind}\n${summary}`;
    const next = later.get(key);
    later.set(key, Number(time));
    if (next === undefined || next - Number(time) > near) return true;
    const isUndone =
      reverts.undoneBy(String(hash), String(summary)) ??
      reverts.of(String(hash), JSON.parse(String(paths)) as string[]);
    return isUndone !== null;
  });
}

function tell(decisions: readonly Told[], total: number, { commits, since, isCut }: KnownHistory): string {
  const lines = decisions.flatMap(({ commit, time, summary, reason, revertedBy, undoneBy }) => [
    `${time.slice(0, 10)}  ${commit.slice(0, 10)}  ${summary}`,
    ...(reason === null ? [] : [`${" ".repeat(24)}${reason}`]),
    ...(revertedBy === null ? [] : [`${" ".repeat(24)}Taken back by ${revertedBy.slice(0, 10)}.`]),
    ...(revertedBy !== null || undoneBy === null
      ? []
      : [`${" ".repeat(24)}No longer so since ${undoneBy.slice(0, 10)}.`]),
  ]);
  const rest = total - decisions.length;
  if (lines.length === 0) return "";
  const cut =
    isCut && since !== null
      ? [`Of the last ${count(commits)} commits, since ${isoDay(since)}: what is older was not read.`]
      : [];
  return [...lines, ...(rest > 0 ? [`and ${rest} older: --limit ${total}`] : []), ...cut].join("\n");
}

/** Why there is no decision to tell. */
function none(db: DriftDb): string {
  const told = (table: string): number => Number(db.all(`select count(*) as n from ${table}`)[0]?.n);
  const [commits, decisions] = [told("commits"), told("decisions")];
  if (commits === 0) return "There is no history here: the folder is in no git repository, or has no commits.";
  if (decisions === 0) return `No decision is known of the ${count(commits)} commits that were read.`;
  return nothing("decision", "decisions", decisions);
}

const days = { d: 1, w: 7, m: 30, y: 365 } as const;

/** Seconds since the epoch. */
function readSince(written: string): number {
  const [, amount, unit] = /^(\d{1,5})([dwmy])$/.exec(written) ?? [];
  if (amount !== undefined)
    return Math.floor(Date.now() / 1_000) - Number(amount) * days[unit as keyof typeof days] * 86_400;
  const time = /^\d{4}-\d{2}-\d{2}/.test(written) ? Date.parse(written) : Number.NaN;
  if (Number.isNaN(time))
    throw new InvalidArgumentError("Give a date such as 2026-01-31, or an age such as 90d, 6m, 2y.");
  return Math.floor(time / 1_000);
}
