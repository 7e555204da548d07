/** `drift scan`: reads a folder and writes `.drift/drift.db`. */
import { resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { findFolder, readSettings, type Settings, sourceModes } from "#cli/folder";
import { count, duration, note, Progress, print, printJson, size, tally } from "#cli/output";
import { scanner } from "#cli/version";
import type { PathExplanation } from "#engine/scan/explain-path";
import type { ScanProgress } from "#engine/scan/progress";
import { type ScanOptions, type ScanResult, scan } from "#engine/scan/scan";
import { readProjectFile } from "#engine/scan/selection/project-file";
import type { GeneratedRead } from "#engine/scan/worker-protocol";

interface Options {
  sourceMode?: Settings["sourceMode"];
  generated?: boolean;
  full?: true;
  jobs?: number;
  workers?: number;
  edgesOnly?: true;
  explain?: string;
  scip?: string[];
  quiet?: true;
  json?: true;
}

const examples = `
Examples:
  $ drift scan                        read the folder you are in
  $ drift scan packages/api           read one folder of a repository; paths are relative to it
  $ drift scan --json | jq .calls     how well calls were resolved
  $ drift scan --full                 forget what the last scan knows
  $ drift scan --scip index.scip      take a compiler's word for where calls lead
  $ drift scan --explain src/gen.ts   why a file is read or not

Files are those that git tracks or would track; outside git, those that no .gitignore names. What is skipped is
counted with its reason: binary, over 4 MiB (too_large), minified, or large and written by a tool (generated), in a language that is not
read (unsupported), others' code (vendored), excluded by drift.json or .driftignore (whose patterns are those of
.gitignore; one with ! takes a file in), symlink, submodule, special, unreadable, path (a name that cannot be
written down). A second scan reads what changed and ends with the same facts as a full one.`;

export function define(command: Command): void {
  command
    .argument("[dir]", "the folder to read (default: the one you are in)")
    .addOption(
      new Option("--source-mode <mode>", "what of the sources the facts hold (default: the settings)").choices(
        sourceModes,
      ),
    )
    .option(
      "--generated",
      "read all files that tools wrote, too (default: the settings, else those that read like sources)",
    )
    .option("--no-generated", "leave all of them out")
    .option("--full", "read everything again")
    .option("--jobs <n>", "at most so many threads", readWorkers)
    .addOption(new Option("--workers <n>", "the same").argParser(readWorkers).hideHelp())
    .addOption(new Option("--edges-only", "for benchmarks: leave out all but symbols and calls").hideHelp())
    .option("--scip <file...>", "SCIP indexes: what they say of calls and references counts (default: drift.json)")
    .option("--explain <path>", "scan nothing; say why a file is read or not")
    .option("-q, --quiet", "say nothing on the way")
    .option("--json", "print {db, files, languages, symbols, calls, units, ms, peakRssBytes}")
    .addHelpText("after", examples)
    .action(async (dir: string | undefined, options: Options) => {
      const folder = findFolder(dir);
      if (options.explain !== undefined) {
        const { explainPath } = await import("#engine/scan/explain-path");
        const explained = await explainPath(folder, options.explain, generatedToo(folder, options));
        if (options.json) printJson(explained);
        else print(tellPath(explained));
        return;
      }
      const result = await stoppable((signal) => scanFolder(folder, options, signal));
      if (options.json) printJson(report(result));
      else print(tell(result));
      if (!options.quiet) for (const one of result.notes) note(`note: ${one}`);
      await result.keepCode();
    });
}

/** Scans a folder by its settings, with progress on a terminal: what other commands do before their own work. */
export async function scanFolder(
  folder: string,
  options: Omit<Options, "json"> & Pick<ScanOptions, "spare"> = {},
  signal?: AbortSignal,
): Promise<ScanResult> {
  const settings = readSettings(folder);
  const project = readProjectFile(folder);
  const progress = new Progress(options.quiet);
  const pace = new Pace();
  try {
    return await scan({
      folder,
      scanner,
      sourceMode: options.sourceMode ?? settings.sourceMode,
      generated: generatedToo(folder, options),
      maxFileBytes: project.maxFileBytes,
      full: options.full ?? false,
      workers: options.jobs ?? options.workers,
      edgesOnly: options.edgesOnly ?? false,
      scip: options.scip?.map((path) => resolve(path)) ?? project.scip ?? [],
      signal,
      spare: options.spare,
      onProgress: (state) => progress.show(() => pace.tell(state)),
    });
  } finally {
    progress.end();
  }
}

/** Has Ctrl-C and its like end what runs in good order. They may come twice: a terminal tells every process of it. */
async function stoppable<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.on(signal, onSignal);
  try {
    return await run(stop.signal);
  } finally {
    if (!stop.signal.aborted) for (const signal of signals) process.off(signal, onSignal);
  }
}

/** Which files that tools wrote are read: the option, else the repository's own word, else the settings. */
const generatedToo = (folder: string, { generated }: Pick<Options, "generated">): GeneratedRead =>
  generated ?? readProjectFile(folder).generated ?? readSettings(folder).generated ?? "source";

function tellPath({ path, isRead, reason, because, language, bytes }: PathExplanation): string {
  const state = isRead ? `read as ${language}` : `not read (${reason})`;
  return `${path}: ${state}${bytes === null ? "" : `, ${size(bytes)}`}\n${because}`;
}

function readWorkers(value: string): number {
  const workers = Number(value);
  if (!Number.isInteger(workers) || workers < 1 || workers > 64) throw new InvalidArgumentError("It is 1 to 64.");
  return workers;
}

/**
 * Files a second, and the time left of the whole scan. Resolving takes about as long as reading, so that this much is
 * still to come while files are read.
 */
export class Pace {
  readonly #now: () => number;
  #phase: string | undefined;
  #startedAt = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  tell({ phase, done, total, share }: ScanProgress): string {
    if (phase !== this.#phase) {
      this.#phase = phase;
      this.#startedAt = this.#now();
    }
    const ms = this.#now() - this.#startedAt;
    const said = `${phase} ${count(done)} of ${count(total)} files`;
    if (ms < 500 || share === 0) return said;
    const phases = phase === "reading" ? 2 : 1;
    const seconds = Math.max(1, Math.round(((ms / share) * (phases - share)) / 1_000));
    const left = seconds < 60 ? `${seconds} s` : duration(seconds * 1_000);
    return `${said}, ${count(Math.round((done / ms) * 1_000))} files/s, about ${left} left`;
  }
}

/** The shape that scripts stand on. */
function report({ db, snapshot, seen, units, ms }: ScanResult): object {
  const { files, skipped, languages, symbols, calls } = snapshot.counts;
  const peakRssBytes = process.resourceUsage().maxRSS * 1_024;
  return { db, files: { seen, parsed: files, skipped }, languages, symbols, calls, units, ms, peakRssBytes };
}

function tell({ db, snapshot, seen, units, ms }: ScanResult): string {
  const { files, skipped, languages, symbols, calls, problems, coverage } = snapshot.counts;
  const skippedFiles = Object.values(skipped).reduce((sum, value) => sum + value, 0);
  const sites = Object.values(calls).reduce((sum, value) => sum + value, 0);
  const lines = [
    `${count(files)} of ${count(seen)} files read${files ? ` (${tally(languages)})` : ""}`,
    ...(skippedFiles ? [`${count(skippedFiles)} skipped: ${tally(skipped)}`] : []),
    `${count(symbols)} symbols, ${count(sites)} calls${sites ? `: ${tally(calls)}` : ""}`,
    ...(problems ? [`${count(problems)} places could not be read as they stand: drift status --problems`] : []),
    ...(coverage?.locks ? [`no versions are read from ${coverage.locks.join(", ")}: too large, binary or broken`] : []),
    `${count(units.changed)} of ${count(units.total)} units changed`,
    `${duration(ms)}, ${size(process.resourceUsage().maxRSS * 1_024)} of memory at most → ${db}`,
  ];
  if (files === 0) {
    const excluded = skipped.excluded ?? 0;
    const rules = `drift.json and .driftignore leave out ${count(excluded)} of ${count(seen)} files`;
    lines.push(`nothing was read: ${excluded > 0 ? rules : "is this the right folder?"}`);
  }
  return lines.join("\n");
}
