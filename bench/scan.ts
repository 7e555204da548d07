/**
 * `npm run bench:scan -- DIR…`: what scans of repositories cost, beside a bare parse of the same files.
 *
 * Of each: the first scan on a machine, a cold one where code of the scan module is kept (`src/engine/scan/kept-code.ts`), one after an edit of one file, one of nothing new, and a cold one that tells symbols, imports,
 * types and calls alone (what is extracted for the rest stays in it), each in a process of its own; and, by language,
 * what parsing, extraction and resolution cost (`by-language.ts`). CPU is user and system time of all threads. Nothing
 * is asserted.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { driftDbPath } from "#engine/scan/drift-folder";
import { compileScan } from "#wasm/scan";
import { add, type Costs, measure, tell } from "./by-language.ts";

/**
 * What users run, the built command, in a process that says at its end what it took. A file of its own, since worker
 * threads take over what stands on the command line.
 */
const runner = `import module from "node:module";
module.enableCompileCache?.();
const { main } = await import(${JSON.stringify(new URL("../dist/cli/main.js", import.meta.url).href)});
process.exitCode = await main(process.argv.slice(2));
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
process.stderr.write("\\nusage " + JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, peak: maxRSS / 1024 }));
`;

const module = compileScan();

interface Run {
  readonly wall: number;
  readonly cpu: number;
  readonly peak: number;
  readonly units: number;
}

/** Runs `drift scan` in a process of its own. */
function scan(folder: string, ...options: string[]): Run {
  const start = performance.now();
  const entry = join(folder, "..", "run.mjs");
  writeFileSync(entry, runner);
  const args = ["--no-warnings", entry, "scan", folder, "--quiet", "--json", ...options];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`drift scan ${folder}: ${stderr}`);
  const wall = (performance.now() - start) / 1000;
  const said = /usage (\{.*\})/.exec(stderr)?.[1];
  const { cpu, peak } = JSON.parse(said ?? "{}") as { cpu: number; peak: number };
  const { units } = JSON.parse(stdout) as { units: { changed: number } };
  return { wall, cpu, peak, units: units.changed };
}

const probes: Record<string, string> = { py: "\n\ndef drift_probe():\n    pass\n", rb: "\n\ndef drift_probe\nend\n" };

function edit(folder: string, paths: readonly string[]): void {
  const path = paths[Math.floor(paths.length / 2)];
  if (path === undefined) return;
  const ending = path.slice(path.lastIndexOf(".") + 1);
  appendFileSync(join(folder, path), probes[ending] ?? "\n\n// a probe\n");
}

/** CPU seconds that a scan may take beside what goes with the sources: the process, the module, git. */
const startSeconds = 0.5;

const all: Costs = new Map();
const ratios: Record<string, object> = {};
const repositories = process.argv.slice(2);

for (const argument of repositories) {
  const source = resolve(argument);
  const work = mkdtempSync(join(tmpdir(), "drift-bench-"));
  try {
    const folder = join(work, basename(source));
    cpSync(source, folder, { recursive: true, filter: (path) => !/[/\\](?:node_modules|\.drift)$/.test(path) });
    const round = (value: number): string => value.toFixed(2);
    process.env.DRIFT_CACHE = join(work, "cache");
    const first = scan(folder);
    rmSync(join(folder, ".drift"), { recursive: true });
    const cold = scan(folder);
    const db = new DatabaseSync(driftDbPath(folder), { readOnly: true });
    const sql = "select path, language, lines, bytes from files order by path";
    const rows = db.prepare(sql).all() as { path: string; language: string; lines: number; bytes: number }[];
    db.close();
    const sum = (key: "lines" | "bytes"): number => rows.reduce((total, row) => total + row[key], 0);
    edit(
      folder,
      rows.map(({ path }) => path),
    );
    const edited = scan(folder);
    const nothing = scan(folder);
    // As cold as the first: where nothing was before, nothing is taken away.
    const size = `${round(sum("bytes") / 1e6)} MB, drift.db ${round(statSync(driftDbPath(folder)).size / 1e6)} MB`;
    rmSync(join(folder, ".drift"), { recursive: true });
    const bare = scan(folder, "--edges-only");
    const show = ({ wall, cpu, peak, units }: Run): object => ({
      "wall s": round(wall),
      "CPU s": round(cpu),
      "peak MB": Math.round(peak),
      "files/s": Math.round(rows.length / wall),
      "MB/s": round(sum("bytes") / 1e6 / wall),
      units,
    });
    const lines = `${Math.round(sum("lines") / 1000)} k lines`;
    console.log(`\n${basename(source)}: ${rows.length} files, ${lines}, ${size}`);
    console.table({
      "first on the machine": show(first),
      cold: show(cold),
      "one file edited": show(edited),
      "nothing new": show(nothing),
      "edges only": show(bare),
    });
    const more = (all: number, edges: number): string => `${Math.round((all / edges - 1) * 100)} %`;
    console.log(`what is told beyond edges adds ${more(cold.cpu, bare.cpu)} CPU, ${more(cold.peak, bare.peak)} memory`);
    const costs = await measure(module, folder, rows);
    add(all, costs);
    console.table(tell(costs));
    const parse = [...costs.values()].reduce((total, cost) => total + cost.parse, 0);
    const made = [...costs.values()].reduce((total, cost) => total + cost.extract + cost.resolve, 0);
    const beyond = (cold.cpu - startSeconds) / parse;
    console.log(
      `cold scan ${round(cold.cpu)} CPU s: bare parse ${round(parse)}, extraction and resolution ${round(made)} where warm; ` +
        `without ${startSeconds} s, ${round(beyond)} times the bare parse`,
    );
    ratios[basename(source)] = { "scan CPU s": round(cold.cpu), "parse CPU s": round(parse), times: round(beyond) };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

if (repositories.length > 1) {
  console.log(`\nall ${repositories.length} repositories`);
  console.table(tell(all));
  console.table(ratios);
}
