/**
 * `npm run bench -- DIR`: what a repository costs, from a cold scan to an answer.
 * `npm run bench -- --crowd` asks a project of 100,000 calls among 20 more of that size on its shard.
 * `npm run bench -- --figures` prints what noise cannot move, for the fixture repository, and fails
 * where it differs from `bench/figures.json`; `--write` writes that file.
 *
 * Nothing here is asserted on a clock.
 */
import { appendFileSync, cpSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ask, questions, type ToolFigures } from "./calls.ts";
import { askInCrowd } from "./crowd.ts";
import { drift, type Edge, startEdge } from "./drift.ts";
import { checkFigures, type Figures, writeFigures } from "./figures.ts";
import { listedTokens, sizes } from "./sizes.ts";

interface Scan {
  db: string;
  files: { seen: number; parsed: number; skipped: Record<string, number> };
  symbols: number;
  calls: Record<string, number>;
  units: { total: number; changed: number };
  ms: number;
  peakRssBytes: number;
}

interface Push {
  seq: number;
  unitsTotal: number;
  unitsSent: number;
  bytesSent: number;
  requests: number;
  ms: number;
  upToDate: boolean;
}

const fixture = new URL("../test/fixtures/repository", import.meta.url).pathname;

const [first, ...more] = process.argv.slice(2);
const deterministic = first === "--figures" || first === "--write";
const crowd = first === "--crowd";
const source = resolve(deterministic || crowd || !first ? fixture : first);
const perTool = deterministic ? 5 : Number(more[0] ?? 30);

const work = mkdtempSync(join(tmpdir(), "drift-bench-"));
try {
  await (crowd ? askInCrowd(work, perTool) : main());
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const folder = join(work, "repository");
  cpSync(source, folder, { recursive: true, filter: (path) => !/[/\\](?:node_modules|\.drift)$/.test(path) });

  const cold = await drift<Scan>("scan", folder);
  const bytes = sourceBytes(cold.db);
  const rows = countRows(cold.db);
  const edge = await startEdge(folder, join(work, "state"));
  try {
    const full = await push(edge, folder);
    const again = await push(edge, folder);
    edit(cold.db, folder);
    const rescan = await drift<Scan>("scan", folder);
    const delta = await push(edge, folder);
    const tools = await ask(edge, questions(cold.db, perTool));
    const figures: Figures = {
      repository: { files: cold.files.parsed, symbols: cold.symbols, calls: cold.calls, units: cold.units.total, rows },
      push: {
        full: { units: full.unitsSent, requests: full.requests },
        again: { units: again.unitsSent, upToDate: again.upToDate },
        delta: { units: delta.unitsSent, requests: delta.requests },
      },
      tools: pick(tools),
      listedTokens: await listedTokens(edge),
      sizes: sizes(),
    };
    if (first === "--write") writeFigures(figures);
    else if (first === "--figures") process.exitCode = checkFigures(figures) ? 0 : 1;
    else report({ cold, bytes, rescan, full, delta, tools, figures });
  } finally {
    await edge.stop();
  }
}

function push({ url, token, project }: Edge, folder: string): Promise<Push> {
  return drift<Push>("push", folder, "--server", url, "--token", token, "--project", project);
}

/** Adds a function to the middle one of the files. */
function edit(db: string, folder: string): void {
  const database = new DatabaseSync(db, { readOnly: true });
  const files = database
    .prepare("select path, language from files where is_test = 0 and language <> 'go' order by path")
    .all() as { path: string; language: string }[];
  const { path, language } =
    files[Math.floor(files.length / 2)] ??
    (database.prepare("select path, language from files order by path").get() as (typeof files)[0]);
  database.close();
  const added: Record<string, string> = {
    python: "\n\ndef drift_bench_probe():\n    return 1\n",
    go: "\n\nfunc driftBenchProbe() int {\n\treturn 1\n}\n",
  };
  appendFileSync(join(folder, path), added[language] ?? "\n\nfunction driftBenchProbe() {\n  return 1;\n}\n");
}

function sourceBytes(db: string): number {
  const database = new DatabaseSync(db, { readOnly: true });
  const { bytes } = database.prepare("select sum(bytes) as bytes from files").get() as { bytes: number };
  database.close();
  return bytes;
}

/** Rows of each fact table. */
function countRows(db: string): Record<string, number> {
  const database = new DatabaseSync(db, { readOnly: true });
  const tables = ["symbols", "calls", "references", "imports", "exports", "type_members", "type_relations", "tests"];
  const counts = tables.map((table) => {
    const { count } = database.prepare(`select count(*) as count from "${table}"`).get() as { count: number };
    return [table, count] as const;
  });
  database.close();
  return Object.fromEntries(counts);
}

/** Only what the same repository gives on any machine. */
function pick(tools: Record<string, ToolFigures>): Figures["tools"] {
  return Object.fromEntries(
    Object.entries(tools).map(([name, { errors, roundTrips, rowsRead }]) => [name, { errors, roundTrips, rowsRead }]),
  );
}

interface Report {
  cold: Scan;
  bytes: number;
  rescan: Scan;
  full: Push;
  delta: Push;
  tools: Record<string, ToolFigures>;
  figures: Figures;
}

function report({ cold, bytes, rescan, full, delta, tools, figures }: Report): void {
  const seconds = cold.ms / 1000;
  console.table({
    "scan, cold": {
      seconds: seconds.toFixed(2),
      "files/s": Math.round(cold.files.parsed / seconds),
      "MB/s": (bytes / 1e6 / seconds).toFixed(1),
      "peak MB": Math.round(cold.peakRssBytes / 1e6),
      "drift.db MB": (statSync(cold.db).size / 1e6).toFixed(1),
    },
    "scan, one edit": {
      seconds: (rescan.ms / 1000).toFixed(2),
      "peak MB": Math.round(rescan.peakRssBytes / 1e6),
    },
  });
  console.table({
    "push, full": {
      units: full.unitsSent,
      MB: (full.bytesSent / 1e6).toFixed(2),
      requests: full.requests,
      ms: full.ms,
    },
    "push, one edit": {
      units: delta.unitsSent,
      MB: (delta.bytesSent / 1e6).toFixed(3),
      requests: delta.requests,
      ms: delta.ms,
    },
  });
  console.table(tools);
  console.log(
    JSON.stringify({ ...figures.repository, listedTokens: figures.listedTokens, sizes: figures.sizes }, null, 2),
  );
}
