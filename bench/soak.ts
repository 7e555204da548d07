/**
 * `npm run soak -- DIR`: random edits of a copy of a repository, each followed by a scan of what changed, and every so
 * often the whole database compared with a full scan's, table by table.
 *
 *   --edits N   how many (100)     --every K   compare after every K of them (10)     --seed S   which ones (1)
 *   --keep      leave the copy where it is      --declarations P   share of edits of one declaration (0.5)
 *   --texts P   share of edits of files that are no sources (0.05)
 *   --settled   wait before each scan until stamps tell of the edit: scans then go by what looks other alone
 *
 * Fails where a table differs. Times are printed, and asserted by nothing.
 */
import { createHash } from "node:crypto";
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { factTables } from "#contract/fact-tables";
import { shareNames, shareTable } from "#engine/scan/derive/kept-shares";
import { driftDbPath } from "#engine/scan/drift-folder";
import { scan } from "#engine/scan/scan";
import { callCounts } from "#engine/scan/schema";
import { Random } from "#harness/random";
import { editDeclaration } from "./declaration-edits.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    edits: { type: "string", default: "100" },
    every: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
    declarations: { type: "string", default: "0.5" },
    texts: { type: "string", default: "0.05" },
    settled: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
  },
});
const source = resolve(positionals[0] ?? new URL("../test/fixtures/repository", import.meta.url).pathname);
const [edits, every] = [Number(values.edits), Number(values.every)];

/** Of the edits, the share that change one declaration where the file has one. */
const declarationShare = Number(values.declarations);
const textShare = Number(values.texts);

/** More than what stamps may be wrong by. */
const settledMs = 2_100;

/** From so many milliseconds on a rescan is told of. */
const slowMs = 3_000;

const random = new Random(Number(values.seed));

const probes: Record<string, (name: string) => string> = {
  py: (name) => `\n\ndef ${name}():\n    return ${name}()\n`,
  go: (name) => `\n\nfunc ${name}() int {\n\treturn ${name}()\n}\n`,
  rs: (name) => `\n\npub fn ${name}() -> u32 {\n    ${name}()\n}\n`,
  rb: (name) => `\n\ndef ${name}\n  ${name}()\nend\n`,
  kt: (name) => `\n\nfun ${name}(): Int = ${name}()\n`,
  lua: (name) => `\n\nlocal function ${name}()\n  return ${name}()\nend\n`,
  swift: (name) => `\n\nfunc ${name}() -> Int { ${name}() }\n`,
  c: (name) => `\n\nint ${name}(void) { return ${name}(); }\n`,
  java: (name) => `\n\nclass ${name} { int ${name}() { return ${name}(); } }\n`,
};
const script = (name: string): string => `\n\nfunction ${name}() {\n  return ${name}();\n}\n`;

const work = mkdtempSync(join(tmpdir(), "drift-soak-"));
const folder = join(work, "repository");
cpSync(source, folder, { recursive: true, filter: (path) => !/[/\\](?:node_modules|\.drift)$/.test(path) });
const options = { folder, sourceMode: "snippets", generated: false, scanner: "soak" } as const;

async function main(): Promise<void> {
  const cold = await scan(options);
  console.log(`${source}: ${cold.snapshot.counts.files} files, cold ${cold.ms} ms`);
  const times: number[] = [];
  const units: number[] = [];
  const kinds: Record<string, number> = {};
  for (let at = 1; at <= edits; at++) {
    const kind = random.next() < textShare ? editText() : edit(readPaths());
    if (values.settled) await setTimeout(settledMs);
    const [name = kind] = kind.split(":");
    kinds[name] = (kinds[name] ?? 0) + 1;
    const { ms, units: changes } = await scan(options);
    times.push(ms);
    units.push(changes.changed);
    if (ms > slowMs) console.log(`${at}: ${ms} ms after ${kind}`);
    if (at % every === 0 || at === edits) await compare(at);
  }
  const again = await scan(options);
  console.log(`edits: ${JSON.stringify(kinds)}`);
  console.log(`rescan ms: ${spread(times)}; units written: ${spread(units)}; nothing changed: ${again.ms} ms`);
}

const spread = (list: readonly number[]): string => {
  const sorted = [...list].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)}`;
};

function readPaths(): string[] {
  const db = new DatabaseSync(driftDbPath(folder), { readOnly: true });
  const rows = db.prepare("select path from scan_files where reason is null order by path").all() as { path: string }[];
  db.close();
  return rows.map(({ path }) => path).filter((path) => existsSync(join(folder, path)));
}

/** One more line in a file that is no source; what it is and its name. */
function editText(): string {
  const db = new DatabaseSync(driftDbPath(folder), { readOnly: true });
  const rows = db.prepare("select path from scan_files where reason = 'unsupported' order by path").all();
  db.close();
  const paths = rows.map(({ path }) => String(path)).filter((path) => existsSync(join(folder, path)));
  if (paths.length === 0) return edit(readPaths());
  const path = random.pick(paths);
  appendFileSync(join(folder, path), `# soaked ${random.below(1e6)}\n`);
  return `a text changed: ${path}`;
}

/** One edit; its kind and its file. */
function edit(paths: readonly string[]): string {
  const path = random.pick(paths);
  const at = join(folder, path);
  const ending = path.slice(path.lastIndexOf(".") + 1);
  const name = `soak_${random.below(1e6)}`;
  const probe = probes[ending] ?? script;
  const roll = random.next();
  if (roll > 1 - declarationShare) {
    const edited = editDeclaration(readFileSync(at, "utf8"), ending, name, random);
    if (edited) {
      writeFileSync(at, edited.text);
      return `${edited.kind}: ${path}`;
    }
  }
  if (roll < 0.3) {
    appendFileSync(at, probe(name));
    return `a function more: ${path}`;
  }
  if (roll < 0.6) {
    // Whatever is called so in this file alone goes by another name: others' calls of it lose their way.
    const text = readFileSync(at, "utf8");
    const names = text.match(/\b[A-Za-z_]\w{3,}\b/g) ?? [];
    const old = names.length > 0 ? random.pick(names) : name;
    writeFileSync(at, text.replaceAll(new RegExp(`\\b${old}\\b`, "g"), `${old}Soaked`));
    return `a name changed: ${path}`;
  }
  if (roll < 0.72) {
    const lines = readFileSync(at, "utf8").split("\n");
    const from = random.below(lines.length);
    lines.splice(from, 1 + random.below(8));
    writeFileSync(at, lines.join("\n"));
    return `lines gone: ${path}`;
  }
  if (roll < 0.82) {
    rmSync(at);
    return `a file gone: ${path}`;
  }
  if (roll < 0.9) {
    const to = join(folder, dirname(path), `${name}.${ending}`);
    copyFileSync(at, to);
    return `a file copied: ${path}`;
  }
  const to = join(folder, dirname(random.pick(paths)), `${name}.${ending}`);
  mkdirSync(dirname(to), { recursive: true });
  renameSync(at, to);
  return `a file moved: ${path}`;
}

/** Compares with a full scan, and goes on from what was there before it. */
async function compare(at: number): Promise<void> {
  const path = driftDbPath(folder);
  const kept = join(work, "kept.db");
  copyFileSync(path, kept);
  const full = await scan({ ...options, full: true });
  const [was, is] = [digests(kept), digests(path)];
  const differing = Object.keys(is).filter((table) => was[table] !== is[table]);
  const where = differing.length > 0 ? differingPaths(path, kept) : [];
  for (const ending of ["", "-wal", "-shm"]) rmSync(path + ending, { force: true });
  copyFileSync(kept, path);
  if (differing.length === 0) {
    console.log(`after ${at}: equal to a full scan (${full.ms} ms) in ${Object.keys(is).length} tables`);
    return;
  }
  console.error(`after ${at}: ${differing.join(", ")} differ, first in ${where.join(", ")}`);
  throw new Error("a scan of what changed differs from a full one");
}

/** Paths whose units differ between two databases. */
function differingPaths(one: string, other: string): string[] {
  const db = new DatabaseSync(one, { readOnly: true });
  db.prepare("attach ? as other").run(other);
  const units = (a: string, b: string): string =>
    `select path, hash from ${a}.units except select path, hash from ${b}.units`;
  const files = (a: string, b: string): string =>
    `select path, coalesce(reason, hash) from ${a}.scan_files except select path, coalesce(reason, hash) from ${b}.scan_files`;
  const all = [units("main", "other"), units("other", "main"), files("main", "other"), files("other", "main")];
  const rows = db
    .prepare(
      `select distinct path from (${all.map((one) => `select * from (${one})`).join(" union all ")}) order by 1 limit 10`,
    )
    .all();
  db.close();
  return rows.map(({ path }) => String(path));
}

/** Of each table, a digest of its rows in one order, whatever their ids. */
function digests(path: string): Record<string, string> {
  const db = new DatabaseSync(path, { readOnly: true });
  const digest = (sql: string): string => {
    const hash = createHash("sha256");
    for (const row of db.prepare(sql).iterate()) hash.update(`${JSON.stringify(row)}\n`);
    return hash.digest("hex");
  };
  const facts = factTables.map(({ name, columns }) => {
    const list = columns.map((column) => `facts."${column.name}"`).join(", ");
    const sql = `select units.kind, units.path, fact & 0xfffff as at, ${list} from "${name}" as facts
      join units on units.id = facts.unit order by 1, 2, 3`;
    return [name, digest(sql)] as const;
  });
  const found = {
    units: digest("select kind, path, hash from units order by 1, 2"),
    scan_files: digest(
      `select path, reason, hash, language, interface, links, ${callCounts.join(", ")}, symbols from scan_files order by 1`,
    ),
    scan_graphs: digest("select path, hash, hex(graph) from scan_graphs order by 1"),
    scan_outlines: digest("select path, hex(outline), hex(keys), hex(consulted) from scan_outlines order by 1"),
    scan_shares: digest("select path, hash from scan_shares order by 1"),
    ...Object.fromEntries(
      shareNames.map(shareTable).map((table) => [table, digest(`select * from ${table} order by 1`)]),
    ),
    scan_flows: digest("select path, entries, told, hex(consulted) from scan_flows order by 1"),
    ...Object.fromEntries(facts),
  };
  db.close();
  return found;
}

try {
  await main();
} finally {
  if (values.keep) console.log(work);
  else rmSync(work, { recursive: true, force: true });
}
