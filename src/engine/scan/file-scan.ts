/** The part of a scan that is about files: reads what may have changed, makes units anew where they may differ. */
import type { SourceMode } from "#contract/push";
import { hashUnit, type Unit } from "#contract/unit";
import { type Configs, readConfigs } from "./configs.ts";
import { digest } from "./digest.ts";
import { type FileCache, isUnchanged } from "./file-cache.ts";
import type { Listing } from "./list-files.ts";
import { encodePackages } from "./packages/read-packages.ts";
import { meter, type OnProgress } from "./progress.ts";
import { readFiles, type SizedJob } from "./read-files.ts";
import { resolveFiles } from "./resolve-files.ts";
import type { UnitStore } from "./unit-store.ts";
import type { WorkerPool } from "./worker-pool.ts";
import type { ResolveJob } from "./worker-protocol.ts";

const decoder = new TextDecoder();

/** The settings that decide what files yield. */
export interface FileScanOptions {
  /** Absolute. Paths in the facts are relative to it, also where it lies inside a repository. */
  readonly folder: string;
  readonly sourceMode: SourceMode;
  readonly onProgress?: OnProgress;
}

interface Parts {
  readonly listing: Listing;
  readonly units: UnitStore;
  readonly cache: FileCache;
  readonly pool: WorkerPool;
  readonly options: FileScanOptions;
  /** Keeps a value for the next scan; whether it was there already. */
  readonly keep: (key: string, value: string) => boolean;
}

export class FileScan {
  readonly #parts: Parts;
  /** Every path of the folder: a name can lead to a file that is not read. */
  readonly #paths: readonly string[];

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#paths = parts.listing.files.map(({ path }) => path);
  }

  async run(): Promise<void> {
    const { options, listing, keep } = this.#parts;
    const configs = readConfigs(options.folder, listing.files);
    const { changed, reshaped } = await this.#read();
    // All that a unit may depend on, besides the file's own graph and the interfaces of the others.
    const world = digest(this.#paths, configs.modules, options.sourceMode !== "none");
    const all = !keep("world", world) || reshaped;
    await this.#resolve(configs, changed, all);
    await this.#putPackages(configs);
  }

  /** Reads what may have changed. `reshaped`: units of files that did not change may have to. */
  async #read(): Promise<{ changed: ReadonlySet<string>; reshaped: boolean }> {
    const { listing, cache, pool, options } = this.#parts;
    const cached = cache.all();
    const wasRead = (path: string): boolean => cached.get(path)?.reason === null;
    const changed = new Set<string>();
    let reshaped = false;

    for (const [path, reason] of listing.skipped) {
      reshaped ||= wasRead(path);
      if (cached.get(path)?.reason !== reason) cache.skip(path, reason);
    }
    const listed = new Set(this.#paths);
    for (const path of cached.keys()) {
      if (listed.has(path) || listing.skipped.has(path)) continue;
      reshaped ||= wasRead(path);
      cache.remove(path);
    }
    const jobs = listing.files
      .filter((file) => !isUnchanged(file, cached.get(file.path)))
      .map(({ path, size }): SizedJob => ({ path, size, knownHash: cached.get(path)?.hash ?? null }));
    const count = meter("reading", new Map(jobs.map(({ path, size }) => [path, size])), options.onProgress);
    await readFiles(pool, jobs, (path, outcome) => {
      count(path);
      if (outcome.kind === "gone") cache.remove(path);
      else cache.put(path, outcome);
      if (outcome.kind === "read") {
        changed.add(path);
        reshaped ||= outcome.interface !== cached.get(path)?.interface;
      } else if (outcome.kind !== "same") reshaped ||= wasRead(path);
    });
    return { changed, reshaped };
  }

  /** Makes the units of what changed, or of all files, and takes away those of files that are read no more. */
  async #resolve(configs: Configs, changed: ReadonlySet<string>, all: boolean): Promise<void> {
    const { cache, pool, units, options } = this.#parts;
    const read = [...cache.all().values()].filter(({ reason }) => reason === null);
    const kept = new Set(read.map(({ path }) => path));
    for (const path of units.paths("file")) if (!kept.has(path)) units.remove("file", path);

    const wanted = read.filter(({ path }) => all || changed.has(path));
    const jobs = wanted.map(({ path, fault }): ResolveJob => ({ path, fault }));
    if (jobs.length === 0) return;
    const config = { files: this.#paths, configs: configs.modules, excerpts: options.sourceMode !== "none" };
    const count = meter("resolving", new Map(wanted.map(({ path, size }) => [path, size ?? 0])), options.onProgress);
    const source = { config, graphs: () => cache.graphs(), graphBytes: cache.graphBytes() };
    await resolveFiles(pool, source, jobs, ({ path, hash, line, counts }) => {
      count(path);
      if (units.hashOf("file", path) === hash && !changed.has(path)) return;
      const unit = JSON.parse(decoder.decode(line)) as Unit;
      units.put(hash, unit);
      const { symbols = [], problems = [] } = unit.rows;
      cache.total(path, { calls: counts, symbols: symbols.length, problems: problems.length });
    });
  }

  async #putPackages({ packages }: Configs): Promise<void> {
    const { units } = this.#parts;
    const made = encodePackages(packages);
    const kept = new Set(made.map(({ path }) => path));
    for (const path of units.paths("package")) if (!kept.has(path)) units.remove("package", path);
    for (const { line } of made) units.put(await hashUnit(line), JSON.parse(line) as Unit);
  }
}
