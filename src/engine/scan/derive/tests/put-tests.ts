/** Writes the units of tests: of each file, what its tests cover, and which of its functions none reaches. */
import type { DatabaseSync } from "node:sqlite";
import { encodeUnit, type FactRow } from "#contract/unit";
import type { Ahead } from "#engine/scan/ahead";
import { unitReader } from "#engine/scan/drift-db";
import type { Parts } from "#engine/scan/kept-parts";
import { folderOf } from "#engine/scan/packages/manifest";
import { firstFact } from "#engine/scan/schema";
import type { UnitStore } from "#engine/scan/unit-store";
import type { WorkerPool } from "#engine/scan/worker-pool";
import { encodeTests, type TestRows } from "./encode-tests.ts";
import { type Entered, isSameEntered, readEntered } from "./entered.ts";
import { type KeptReach, makeReach, reachOf, readKeptReach } from "./kept-reach.ts";
import { lookInWorker } from "./look-in-worker.ts";
import { type Looked, lookThrough } from "./look-through.ts";
import { Reach } from "./reach.ts";
import type { Untested } from "./untested.ts";

/** Which files' shares differ, and how: `derive/shares.ts`. */
export interface TestDifferences {
  /** Files whose tests do. */
  readonly tests: ReadonlySet<string>;
  /** Files that may call others. */
  readonly reach: boolean;
  /** What others' tests cover may be another. */
  readonly faces: boolean;
  /** Functions that came or went: what tests call by such an id is covered, or no longer. */
  readonly functions: ReadonlySet<string>;
  /** Files that came or went. */
  readonly files: ReadonlySet<string>;
}

/** Where what all files call is looked through. */
export interface Looking {
  /** Has a worker that looks while this thread does other things; undefined: none is worth its start. */
  readonly pool?: WorkerPool | undefined;
  /** What was kept of what all files call, where it is read ahead. */
  readonly kept?: Ahead<Parts | undefined> | undefined;
}

type Put = (unit: { readonly path: string; readonly line: string }) => void;

/** Packages whose pages may be documents with components in them (MDX), which are not read. */
const ofPages = [
  "@mdx-js/*",
  "@docusaurus/core",
  "@next/mdx",
  "@astrojs/mdx",
  "next-mdx-remote",
  "nextra",
  "fumadocs-*",
];

/** The folders of manifests that name one. */
function readRendering(db: DatabaseSync): string[] {
  const named = ofPages.map((name) => `name glob '${name}'`).join(" or ");
  const rows = db.prepare(`select distinct path from dependencies where ${named} order by path`).all();
  return rows.map(({ path }) => folderOf(String(path)));
}

/**
 * Of files whose tests differ, and of those that others' tests lead to, covers are derived; which functions no test
 * reaches, wherever any call may lead elsewhere. Where nothing of that differs, rows move with their lines.
 *
 * Waits for the worker that looks through what all files call, where there is one.
 *
 * @param enteredBefore what was called from outside when the last scan ended
 */
export async function putTests(
  db: DatabaseSync,
  units: UnitStore,
  differing: TestDifferences,
  enteredBefore: Entered,
  { pool, kept }: Looking,
  put: Put,
): Promise<void> {
  const entered = readEntered(db);
  const { isFresh, hasTurned, kinds } = units.changes;
  const isAll = isFresh || hasTurned || kinds.has("package") || differing.faces;
  const isSame = isSameEntered(entered, enteredBefore);
  if (!isAll && isSame && !differing.reach && differing.tests.size === 0) {
    if (units.changes.replaced.size === 0) return;
    const known = new Known(db);
    for (const path of units.changes.replaced) move(db, known, path, put);
    return;
  }
  const { tests, functions, files } = differing;
  const asked = { entered, rendering: readRendering(db), tests, functions, files };
  let before = readKeptReach(db, kept);
  let reach: Reach | undefined;
  const readReach = (): Reach => {
    // What was handed over to a worker is read again.
    before ??= readKeptReach(db);
    reach ??= new Reach(before ? reachOf(before) : makeReach(db));
    return reach;
  };
  const look = (): Looked => lookThrough(readReach(), asked);
  const handOver = (pool: WorkerPool, kept: KeptReach): Promise<Looked> => {
    before = undefined;
    return lookInWorker(pool, kept, asked, look);
  };
  const looked = pool && before ? await handOver(pool, before) : look();
  if (!looked) {
    for (const path of units.paths("test")) units.remove("test", path);
    return;
  }
  const wanted = isAll ? undefined : looked.covering;
  const made = wanted?.size === 0 ? new Map<string, () => TestRows>() : encodeTests(db, readReach(), wanted);
  const { untested } = looked;
  const known = new Known(db);
  const had = new Set(units.paths("test"));
  const isKept = (path: string): boolean => wanted !== undefined && !wanted.has(path);
  for (const path of new Set([...had, ...made.keys(), ...untested.keys()])) {
    const found = untested.get(path) ?? [];
    // What no edit touched is as it was.
    if (isKept(path) && !units.changes.replaced.has(path) && known.isSame(path, found)) continue;
    const rows = isKept(path) ? known.testRows(path) : made.get(path)?.();
    const line = encode(path, rows, known.rowsOf(path, found));
    if (line === undefined) units.remove("test", path);
    else put({ path, line });
  }
}

function encode(path: string, tests: TestRows | undefined, untested: FactRow[]): string | undefined {
  if (!tests && untested.length === 0) return undefined;
  return encodeUnit("test", path, { ...tests, untested_functions: untested });
}

/** What units of tests hold, and where functions stand now. */
class Known {
  readonly #read: ReturnType<typeof unitReader>;
  readonly #unit: ReturnType<DatabaseSync["prepare"]>;
  readonly #lines: ReturnType<DatabaseSync["prepare"]>;
  readonly #untested = new Map<string, string[]>();

  constructor(db: DatabaseSync) {
    this.#read = unitReader(db);
    this.#unit = db.prepare("select id from units where kind = ? and path = ?");
    this.#lines = db.prepare("select id, line from symbols where fact >= ? and fact < ?");
    const rows = db.prepare(
      "select path, symbol, complexity, callers, confidence from untested_functions order by path, fact",
    );
    for (const { path, symbol, complexity, callers, confidence } of rows.all()) {
      const listed = this.#untested.get(String(path)) ?? [];
      this.#untested.set(String(path), listed);
      listed.push(`${symbol} ${complexity} ${callers} ${confidence}`);
    }
  }

  isSame(path: string, untested: readonly Untested[]): boolean {
    const before = this.#untested.get(path) ?? [];
    return (
      before.length === untested.length &&
      untested.every(
        ({ id, complexity, callers, confidence }, at) => before[at] === `${id} ${complexity} ${callers} ${confidence}`,
      )
    );
  }

  testRows(path: string): TestRows | undefined {
    const id = this.#unit.get("test", path)?.id;
    if (id === undefined) return undefined;
    const { test_cases = [], test_covers = [] } = this.#read("test", Number(id));
    return test_cases.length > 0 ? { test_cases, test_covers } : undefined;
  }

  rowsOf(path: string, untested: readonly Untested[]): FactRow[] {
    if (untested.length === 0) return [];
    const unit = Number(this.#unit.get("file", path)?.id ?? 0);
    const lines = new Map(this.#lines.all(firstFact(unit), firstFact(unit + 1)).map(({ id, line }) => [id, line]));
    return untested.map(({ id, name, complexity, callers, confidence }) => [
      id,
      name,
      path,
      (lines.get(id) as number | undefined) ?? 1,
      complexity,
      callers,
      confidence,
    ]);
  }
}

/** Has the unit of a file tell where its functions stand now. */
function move(db: DatabaseSync, known: Known, path: string, put: Put): void {
  const rows = db
    .prepare(
      "select symbol, name, complexity, callers, confidence from untested_functions where path = ? order by fact",
    )
    .all(path) as unknown as ({ symbol: string } & Omit<Untested, "id">)[];
  const untested = rows.map(({ symbol, ...row }) => ({ id: symbol, ...row }));
  if (rows.length > 0) {
    const line = encode(path, known.testRows(path), known.rowsOf(path, untested));
    if (line !== undefined) put({ path, line });
  }
}
