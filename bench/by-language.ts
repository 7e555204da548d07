/**
 * What the files of a scan cost by language, in one thread and one instance of the scan module, warm: a bare parse,
 * extraction, resolution. CPU is user and system time, in seconds.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readConfigs } from "#engine/scan/configs";
import { findRepository } from "#engine/scan/git";
import { listFiles } from "#engine/scan/list-files";
import { openScanModule, type ScanModule } from "#engine/scan-module";

export interface Cost {
  files: number;
  bytes: number;
  /** Zero where no parser reads such files alone. */
  parse: number;
  extract: number;
  resolve: number;
}

export type Costs = Map<string, Cost>;

interface Row {
  readonly path: string;
  readonly language: string;
}

const decoder = new TextDecoder();

/** Of so many bytes of a language parsing is rehearsed, so that V8 has compiled what runs long. */
const rehearsed = 512 * 2 ** 10;

/** @param rows the files that a scan read */
export async function measure(module: WebAssembly.Module, folder: string, rows: readonly Row[]): Promise<Costs> {
  const costs: Costs = new Map();
  const costOf = (language: string): Cost => {
    const known = costs.get(language);
    if (known) return known;
    const cost = { files: 0, bytes: 0, parse: 0, extract: 0, resolve: 0 };
    costs.set(language, cost);
    return cost;
  };
  const scanModule = openScanModule(module);
  rehearse(scanModule, folder, rows);

  const { files } = await listFiles(folder, (await findRepository(folder)).kind === "git");
  const paths = files.map(({ path }) => path);
  const configs = readConfigs(folder, files);
  const project = scanModule.openProject({ files: paths, configs, excerpts: true });
  const read: { language: string; graph: Uint8Array; hash: string }[] = [];
  for (const { path, language } of rows) {
    const bytes = readFileSync(join(folder, path));
    const cost = costOf(language);
    cost.files++;
    cost.bytes += bytes.length;
    const parsed = timed(() => scanModule.parse(path, bytes));
    if (parsed.value) cost.parse += parsed.cpu;
    const extracted = timed(() => scanModule.extract(path, bytes));
    cost.extract += extracted.cpu;
    if (!extracted.value) continue;
    const { graph, offer } = extracted.value;
    project.offer(offer);
    read.push({ language, graph, hash: createHash("sha256").update(bytes).digest("hex") });
  }
  for (const { language, graph, hash } of read)
    costOf(language).resolve += timed(() => {
      const found = project.resolve(graph, hash);
      // What the main thread does with a unit before it writes the rows.
      if ("unit" in found) JSON.parse(decoder.decode(found.unit));
    }).cpu;
  project.close();
  return costs;
}

function rehearse(scanModule: ScanModule, folder: string, rows: readonly Row[]): void {
  const left = new Map<string, number>();
  for (const { path, language } of rows) {
    const rest = left.get(language) ?? rehearsed;
    if (rest < 0) continue;
    const bytes = readFileSync(join(folder, path));
    left.set(language, rest - bytes.length);
    scanModule.parse(path, bytes);
    scanModule.extract(path, bytes);
  }
}

function timed<T>(run: () => T): { value: T; cpu: number } {
  const before = process.cpuUsage();
  const value = run();
  const { user, system } = process.cpuUsage(before);
  return { value, cpu: (user + system) / 1e6 };
}

/** Adds the costs of one repository to those of others. */
export function add(sum: Costs, costs: Costs): void {
  for (const [language, cost] of costs) {
    const known = sum.get(language);
    if (!known) sum.set(language, { ...cost });
    else for (const key of Object.keys(cost) as (keyof Cost)[]) known[key] += cost[key];
  }
}

const round = (value: number): string => value.toFixed(2);

/** Rows for `console.table`, by language. */
export function tell(costs: Costs): Record<string, object> {
  const sorted = [...costs].sort(([, a], [, b]) => b.bytes - a.bytes);
  return Object.fromEntries(
    sorted.map(([language, { files, bytes, parse, extract, resolve }]) => {
      const all = extract + resolve;
      return [
        language,
        {
          files,
          MB: round(bytes / 1e6),
          "parse s": round(parse),
          "extract s": round(extract),
          "resolve s": round(resolve),
          "times parse": parse > 0 ? round(all / parse) : "",
          "files/s": Math.round(files / all),
          "MB/s": round(bytes / 1e6 / all),
          "parse MB/s": parse > 0 ? round(bytes / 1e6 / parse) : "",
        },
      ];
    }),
  );
}
