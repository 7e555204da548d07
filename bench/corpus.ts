/**
 * `npm run corpus -- DIR…`: reads and resolves every file below the folders, whatever a scan would skip, and then
 * mutants of them: cut off, spliced, with random bytes, nested deep. Prints how many were read, and every file that
 * brought a worker down, took too long, or was given up.
 *
 *   --mutants N   how many mutants (10000)   --limit N   at most so many files (unlimited)
 *   --seed S      which mutants (1)          --chunk N   files of one project (2000)
 *   --megabytes N of one project (32)
 *
 * Tells each project on stderr as it ends. Fails where a worker was lost.
 */
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { Shares } from "#engine/scan/derive/shares";
import { FileCache } from "#engine/scan/file-cache";
import { FileScan } from "#engine/scan/file-scan";
import type { ListedFile } from "#engine/scan/list-files";
import { ReadAhead } from "#engine/scan/read-ahead";
import { createTables } from "#engine/scan/schema";
import { UnitStore } from "#engine/scan/unit-store";
import { WorkerPool } from "#engine/scan/worker-pool";
import { Random } from "#harness/random";
import { compileScan } from "#wasm/scan";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mutants: { type: "string", default: "10000" },
    limit: { type: "string", default: "0" },
    chunk: { type: "string", default: "2000" },
    megabytes: { type: "string", default: "32" },
    seed: { type: "string", default: "1" },
  },
});
const roots = positionals.map((path) => resolve(path));
if (roots.length === 0) throw new Error("name the folders to read: npm run corpus -- DIR…");
const chunk = Number(values.chunk);
const chunkBytes = Number(values.megabytes) * 1e6;
const limit = Number(values.limit) || Number.POSITIVE_INFINITY;
const random = new Random(Number(values.seed));
const module = compileScan();

interface Totals {
  files: number;
  bytes: number;
  symbols: number;
  calls: number;
  skipped: Record<string, number>;
  languages: Record<string, number>;
  problems: number;
  faults: string[];
}

const blank = (): Totals => ({
  files: 0,
  bytes: 0,
  symbols: 0,
  calls: 0,
  skipped: {},
  languages: {},
  problems: 0,
  faults: [],
});

/** Files by what their endings say, for mutants of every language. */
const samples = new Map<string, string[]>();
const samplesOfEnding = 400;
/** Mutants are made of real files alone. */
let isSampling = true;

function* walk(folder: string): Generator<string> {
  let entries: ReturnType<typeof list>;
  try {
    entries = list(folder);
  } catch {
    return;
  }
  for (const entry of entries) {
    if (entry.name === ".git" || entry.name === ".drift" || entry.isSymbolicLink()) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else if (entry.isFile()) yield path;
  }
}
const list = (folder: string) => readdirSync(folder, { withFileTypes: true });

/** Reads and resolves files as one project. */
async function run(folder: string, paths: readonly string[], totals: Totals): Promise<void> {
  // A file, as a scan writes it: what a database in memory holds would count as the scan's.
  const written = mkdtempSync(join(tmpdir(), "drift-corpus-"));
  const db = new DatabaseSync(join(written, "drift.db"));
  db.exec(`pragma journal_mode = off; pragma synchronous = off; ${createTables}; begin`);
  const pool = new WorkerPool({ module, folder, generated: true, maxFileBytes: 2 ** 20 });
  try {
    const files = paths.map((path): ListedFile => {
      const { size, mtimeMs, ctimeMs } = lstatSync(join(folder, path));
      return { path, size, mtime: mtimeMs, ctime: ctimeMs };
    });
    const units = new UnitStore(db);
    const cache = new FileCache(db, Date.now());
    const options = { folder, sourceMode: "snippets" } as const;
    const listing = { files, links: [], skipped: new Map() };
    const shares = async () => new Shares(db);
    await new FileScan({
      listing,
      units,
      cache,
      pool,
      ahead: new ReadAhead(db, pool),
      shares,
      options,
      isFresh: true,
      keep: () => false,
    }).run();
    const faults = cache.faults();
    const languages = db.prepare("select path, language from scan_files").all();
    const languageOf = new Map(languages.map(({ path, language }) => [path, String(language ?? "?")]));
    for (const { path, reason, size } of cache.all().values()) {
      if (reason !== null) {
        totals.skipped[reason] = (totals.skipped[reason] ?? 0) + 1;
        continue;
      }
      totals.files++;
      totals.bytes += size ?? 0;
      const language = languageOf.get(path) ?? "?";
      const fault = faults.get(path);
      totals.languages[language] = (totals.languages[language] ?? 0) + 1;
      if (fault) totals.faults.push(`${join(folder, path)}: ${fault.kind}: ${fault.message}`);
      const of = samples.get(extname(path)) ?? [];
      samples.set(extname(path), of);
      if (isSampling && of.length < samplesOfEnding && (size ?? 0) < 64 * 2 ** 10) of.push(join(folder, path));
    }
    const sums = "select coalesce(sum(symbols), 0) as symbols, coalesce(sum(problems), 0) as problems from scan_files";
    const { symbols, problems } = db.prepare(sums).get() as { symbols: number; problems: number };
    totals.symbols += symbols;
    totals.problems += problems;
    totals.calls += (db.prepare("select count(*) as n from calls").get() as { n: number }).n;
  } finally {
    await pool.close();
    db.close();
    rmSync(written, { recursive: true });
  }
}

const peak = (): string => `${Math.round(process.resourceUsage().maxRSS / 1024)} MB at most`;

function tell(name: string, totals: Totals, ms: number): void {
  const { files, bytes, symbols, calls, problems, skipped, languages, faults } = totals;
  console.log(`${name}: ${files} files, ${(bytes / 1e6).toFixed(0)} MB in ${(ms / 1000).toFixed(0)} s, ${peak()}`);
  console.log(`  ${symbols} symbols, ${calls} calls, ${problems} problems`);
  console.log(`  ${JSON.stringify(languages)}`);
  if (Object.keys(skipped).length > 0) console.log(`  skipped ${JSON.stringify(skipped)}`);
  console.log(`  ${faults.length} given up`);
  for (const fault of faults.slice(0, 40)) console.log(`    ${fault}`);
}

/** The files below a folder in portions, each of which is read as one project. */
function* projects(root: string): Generator<string[]> {
  let paths: string[] = [];
  let bytes = 0;
  for (const path of walk(root)) {
    paths.push(path.slice(root.length + 1));
    bytes += lstatSync(path).size;
    if (paths.length < chunk && bytes < chunkBytes) continue;
    yield paths.sort();
    paths = [];
    bytes = 0;
  }
  if (paths.length > 0) yield paths.sort();
}

async function real(): Promise<Totals> {
  const totals = blank();
  for (const root of roots) {
    for (const paths of projects(root)) {
      if (totals.files >= limit) return totals;
      const began = performance.now();
      const before = totals.bytes;
      await run(root, paths, totals);
      const seconds = (performance.now() - began) / 1000;
      const read = (totals.bytes - before) / 1e6;
      console.error(
        `${totals.files} files; ${read.toFixed(1)} MB in ${seconds.toFixed(1)} s from ${paths[0]}, ${peak()}`,
      );
    }
  }
  return totals;
}

function mutate(bytes: Buffer): Buffer {
  const at = random.below(bytes.length + 1);
  switch (random.below(6)) {
    case 0:
      return bytes.subarray(0, at);
    case 1: {
      const from = random.below(bytes.length + 1);
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(from, from + random.below(400))]);
    }
    case 2: {
      const changed = Buffer.from(bytes);
      for (let count = 1 + random.below(20); count > 0 && changed.length > 0; count--)
        changed[random.below(changed.length)] = 1 + random.below(255);
      return changed;
    }
    case 3: {
      const [open, close] = random.pick([
        ["(", ")"],
        ["[", "]"],
        ["{", "}"],
        ["f(", ")"],
        ["<a>", "</a>"],
        ["if (x) {", "}"],
        ["a.b(", ").c()"],
        ["x = ", ""],
        ["! ", ""],
        ['"${', '}"'],
      ] as const);
      const depth = 10 ** (1 + random.below(4));
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(open.repeat(depth) + close.repeat(depth)),
        bytes.subarray(at),
      ]);
    }
    case 4: {
      const lines = bytes.toString("latin1").split("\n");
      lines.splice(random.below(lines.length), 1 + random.below(5));
      return Buffer.from(lines.join("\n"), "latin1");
    }
    default: {
      const lines = bytes.toString("latin1").split("\n");
      const line = lines[random.below(lines.length)] ?? "";
      lines.splice(random.below(lines.length), 0, ...Array.from({ length: 1 + random.below(200) }, () => line));
      return Buffer.from(lines.join("\n"), "latin1");
    }
  }
}

async function mutants(count: number): Promise<Totals> {
  isSampling = false;
  const totals = blank();
  const endings = [...samples.keys()].filter((ending) => (samples.get(ending) ?? []).length > 0).sort();
  for (let made = 0; made < count && endings.length > 0; ) {
    const folder = mkdtempSync(join(tmpdir(), "drift-mutants-"));
    const paths: string[] = [];
    for (; paths.length < 500 && made < count; made++) {
      const ending = random.pick(endings);
      const path = `m${made % 7}/f${made}${ending}`;
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), mutate(readFileSync(random.pick(samples.get(ending) ?? []))));
      paths.push(path);
    }
    await run(folder, paths.sort(), totals);
    const kept = totals.faults.some((fault) => fault.startsWith(folder));
    if (!kept) rmSync(folder, { recursive: true, force: true });
  }
  return totals;
}

const start = performance.now();
const found = await real();
tell("corpus", found, performance.now() - start);
const mid = performance.now();
const mutated = await mutants(Number(values.mutants));
tell("mutants", mutated, performance.now() - mid);
const lost = [...found.faults, ...mutated.faults].filter((fault) => !fault.includes("too_deep"));
if (lost.length > 0) process.exitCode = 1;
