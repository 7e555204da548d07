/**
 * `npm run bench:scan -- DIR…`: what scans of repositories cost, beside a bare parse of the same files.
 *
 * Of each: a cold scan, one after an edit of one file, and one of nothing new, each in a process of its own; and, by
 * language, what parsing alone costs in the same module, warm. CPU is user and system time of all threads. Nothing is
 * asserted.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { driftDbPath } from "#engine/scan/drift-folder";
import { openScanModule } from "#engine/scan-module";
import { compileScan } from "#wasm/scan";

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
function scan(folder: string): Run {
  const start = performance.now();
  const entry = join(folder, "..", "run.mjs");
  writeFileSync(entry, runner);
  const args = ["--no-warnings", entry, "scan", folder, "--quiet", "--json"];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`drift scan ${folder}: ${stderr}`);
  const wall = (performance.now() - start) / 1000;
  const said = /usage (\{.*\})/.exec(stderr)?.[1];
  const { cpu, peak } = JSON.parse(said ?? "{}") as { cpu: number; peak: number };
  const { units } = JSON.parse(stdout) as { units: { changed: number } };
  return { wall, cpu, peak, units: units.changed };
}

interface Parsed {
  readonly files: number;
  readonly bytes: number;
  readonly cpu: number;
}

/** CPU seconds of a bare parse of the files that a scan read, by language. */
function parseAlone(folder: string, rows: readonly { path: string; language: string }[]): Map<string, Parsed> {
  const scanModule = openScanModule(module);
  const found = new Map<string, Parsed>();
  for (const { path, language } of rows) {
    const bytes = readFileSync(join(folder, path));
    const before = process.cpuUsage();
    if (!scanModule.parse(path, bytes)) continue;
    const { user, system } = process.cpuUsage(before);
    const { files, bytes: size, cpu } = found.get(language) ?? { files: 0, bytes: 0, cpu: 0 };
    found.set(language, { files: files + 1, bytes: size + bytes.length, cpu: cpu + (user + system) / 1e6 });
  }
  return found;
}

const probes: Record<string, string> = { py: "\n\ndef drift_probe():\n    pass\n", rb: "\n\ndef drift_probe\nend\n" };

function edit(folder: string, paths: readonly string[]): void {
  const path = paths[Math.floor(paths.length / 2)];
  if (path === undefined) return;
  const ending = path.slice(path.lastIndexOf(".") + 1);
  appendFileSync(join(folder, path), probes[ending] ?? "\n\n// a probe\n");
}

for (const argument of process.argv.slice(2)) {
  const source = resolve(argument);
  const work = mkdtempSync(join(tmpdir(), "drift-bench-"));
  try {
    const folder = join(work, basename(source));
    cpSync(source, folder, { recursive: true, filter: (path) => !/[/\\](?:node_modules|\.drift)$/.test(path) });
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
    const round = (value: number): string => value.toFixed(2);
    const show = ({ wall, cpu, peak, units }: Run): object => ({
      "wall s": round(wall),
      "CPU s": round(cpu),
      "peak MB": Math.round(peak),
      "files/s": Math.round(rows.length / wall),
      "MB/s": round(sum("bytes") / 1e6 / wall),
      units,
    });
    const lines = `${Math.round(sum("lines") / 1000)} k lines`;
    const size = `${round(sum("bytes") / 1e6)} MB, drift.db ${round(statSync(driftDbPath(folder)).size / 1e6)} MB`;
    console.log(`\n${basename(source)}: ${rows.length} files, ${lines}, ${size}`);
    console.table({ cold: show(cold), "one file edited": show(edited), "nothing new": show(nothing) });
    const parsed = parseAlone(folder, rows);
    console.table(
      Object.fromEntries(
        [...parsed].map(([language, { files, bytes, cpu }]) => [
          language,
          { files, MB: round(bytes / 1e6), "parse CPU s": round(cpu), "parse MB/s": round(bytes / 1e6 / cpu) },
        ]),
      ),
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
