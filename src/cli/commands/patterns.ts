/** `drift patterns`: how things are done here, where they are done otherwise, and what to copy. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { CliError } from "#cli/errors";
import { findFolder } from "#cli/folder";
import { count, print, printJson } from "#cli/output";
import { table } from "#cli/table";
import { isoDay, isoTime } from "#cli/when";
import { patternCategories } from "#contract/fact-words";
import { DriftDb } from "#engine/scan/drift-db";
import { type KnownHistory, knownHistory } from "#engine/scan/history/known-history";

interface Options {
  category?: string;
  dir?: string;
  json?: true;
}

interface Pattern {
  readonly id: string;
  readonly category: string;
  readonly name: string;
  readonly summary: string;
  readonly language: string | null;
  readonly scope: string | null;
  readonly status: string;
  readonly confidence: number;
  readonly occurrences: number;
  readonly outliers: number;
  readonly consistency: number;
  readonly files: number;
  readonly spread: number;
  readonly first_seen: number | null;
  /** A file that follows it is older than what the history tells of. */
  readonly is_older: number;
}

const columns = `id, category, name, summary, language, scope, status, confidence, occurrences, outliers, consistency, files,
  spread, first_seen, first_seen is not null and exists (
    select 1 from pattern_locations as place where place.pattern = patterns.id and not place.is_outlier and not exists (
      select 1 from commit_files where commit_files.path = place.path and change = 'added')) as is_older`;

interface Location {
  readonly path: string;
  readonly line: number;
  readonly end_line: number;
  readonly symbol: string | null;
  readonly is_outlier: number;
  readonly is_exemplar: number;
  readonly reason: string | null;
  readonly quote: string | null;
  readonly preview: string | null;
}

/** Outliers that are listed for people; `--json` holds all that are kept. */
const mostShown = 20;
const mostLines = 8;

const examples = `
Examples:
  $ drift patterns                       how things are done here, the most used first
  $ drift patterns --category testing
  $ drift patterns "Logging with slog"   what to copy, and where it is done otherwise
  $ drift patterns logging/go-slog --json | jq -r '.locations[] | select(.isOutlier) | .path'

"sure" says how far a pattern can be relied on: how many of the places follow it, and less where few places or files speak
for it. One that few places follow is less sure, though all of them do.`;

export function define(command: Command): void {
  command
    .argument("[name]", "one pattern: its name, its id, or a part that no other has")
    .addOption(new Option("--category <category>", "only those of a category").choices(patternCategories))
    .option("--dir <folder>", "the folder that was scanned (default: the one you are in)")
    .option("--json", "print {patterns: [{id, category, name, summary, confidence, …}]}, or of one also {locations}")
    .addHelpText("after", examples)
    .action((name: string | undefined, { category, dir, json }: Options) => {
      const folder = findFolder(dir);
      const db = DriftDb.open(folder);
      try {
        const all = db.all(
          `select ${columns} from patterns order by files desc, occurrences desc, id`,
        ) as unknown as Pattern[];
        const found = category === undefined ? all : all.filter((one) => one.category === category);
        if (name === undefined) {
          if (json) printJson({ patterns: found.map(plain) });
          else print(found.length > 0 ? tell(found) : none(all.length, category));
          return;
        }
        const one = pick(found, name);
        const locations = db.all(
          `select pattern_locations.*, symbols.preview as preview from pattern_locations
           left join symbols on symbols.id = pattern_locations.symbol and symbols.name_line = pattern_locations.line
           where pattern = ? group by pattern_locations.fact order by pattern_locations.fact`,
          one.id,
        ) as unknown as Location[];
        if (json) printJson({ ...plain(one), locations: locations.map(plainLocation) });
        else print(tellOne(one, locations, folder, knownHistory(db)));
      } finally {
        db.close();
      }
    });
}

function pick(all: readonly Pattern[], name: string): Pattern {
  const text = name.toLowerCase();
  const exact = all.find((one) => one.id === text || one.name.toLowerCase() === text);
  if (exact) return exact;
  const close = all.filter((one) => one.id.includes(text) || one.name.toLowerCase().includes(text));
  const [first] = close;
  if (close.length === 1 && first) return first;
  const hint =
    close.length > 1 ? `Which of them?\n${close.map(({ id }) => id).join("\n")}` : "drift patterns lists them.";
  throw new CliError("usage", `${close.length > 1 ? "several patterns are" : "no pattern is"} called ${name}`, hint);
}

const none = (total: number, category: string | undefined): string =>
  total > 0
    ? `None of the ${count(total)} patterns is of the category ${category}.`
    : "No pattern is known here: too few places speak for any.";

function tell(found: readonly Pattern[]): string {
  const rows = found.map(({ id, name, confidence, files, occurrences, outliers, status, scope }) => [
    name,
    `${confidence} %`,
    `${count(occurrences)} in ${count(files)} ${files === 1 ? "file" : "files"}`,
    outliers === 0 ? "" : `${count(outliers)} otherwise${status === "fading" ? ", fading" : ""}`,
    scope === null ? "" : `${scope}/`,
    id,
  ]);
  const head = ["pattern", "sure", "places", "", "within", "id"];
  return table(
    rows.map((row) => row.map((cell) => (cell.length > 70 ? `${cell.slice(0, 69)}…` : cell))),
    { head, shorten: [4, 5] },
  );
}

function tellOne(one: Pattern, locations: readonly Location[], folder: string, history: KnownHistory): string {
  const outliers = locations.filter(({ is_outlier }) => is_outlier === 1);
  const exemplars = locations.filter(({ is_exemplar }) => is_exemplar === 1);
  const shown = outliers.slice(0, mostShown).map(({ path, line, reason }) => [`  ${path}:${line}`, reason ?? ""]);
  return [
    `${one.name}  ${one.id}`,
    one.summary,
    "",
    `${one.confidence} % sure: ${count(one.occurrences)} of ${count(one.occurrences + one.outliers)} places (${consistencyOf(one)} %), in ${count(one.files)} files of ${count(one.spread)} folders${one.scope === null ? "" : `, within ${one.scope}/`}${sinceOf(one, history)}${one.status === "fading" ? "; the newest files do otherwise" : ""}`,
    ...exemplars.flatMap((place) => ["", `${place.path}:${place.line}`, codeOf(place, folder).replace(/^/gm, "  ")]),
    ...(outliers.length === 0 ? [] : ["", "Otherwise:", table(shown)]),
    ...(outliers.length > mostShown ? [`  and more: --json`] : []),
  ].join("\n");
}

/** Percent, with a digit more where the whole number would hide how few do otherwise. */
const consistencyOf = ({ occurrences, outliers, consistency }: Pattern): string =>
  consistency === 99
    ? (Math.floor((1_000 * occurrences) / (occurrences + outliers)) / 10).toFixed(1)
    : String(consistency);

function sinceOf({ first_seen, is_older }: Pattern, { isShallow }: KnownHistory): string {
  if (first_seen === null) return "";
  const older = isShallow ? " or before: the clone is shallow" : " or before";
  return `, since ${isoDay(first_seen)}${is_older === 1 ? older : ""}`;
}

/** The first lines of a place: as they were scanned, else as they stand in the file now. */
function codeOf({ path, line, end_line, preview, quote }: Location, folder: string): string {
  if (preview !== null) return preview.split("\n").slice(0, mostLines).join("\n");
  if (quote !== null) return quote.trim();
  try {
    const lines = readFileSync(join(folder, path), "utf8").split(/\r?\n/);
    return lines.slice(line - 1, Math.min(end_line, line + mostLines - 1)).join("\n");
  } catch {
    return "";
  }
}

const plain = ({ first_seen, is_older, ...one }: Pattern) => ({
  ...one,
  firstSeen: first_seen === null ? null : isoTime(first_seen),
  isOlder: is_older === 1,
});

const plainLocation = ({ path, line, end_line, symbol, is_outlier, is_exemplar, reason, quote }: Location) => ({
  path,
  line,
  endLine: end_line,
  symbol,
  isOutlier: is_outlier === 1,
  isExemplar: is_exemplar === 1,
  reason,
  quote,
});
