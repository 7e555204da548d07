/** The part of a scan that is about files: reads what may have changed, makes units anew where they may differ. */
import type { SourceMode } from "#contract/push";
import type { Unit } from "#contract/unit";
import type { ProjectConfig } from "#engine/scan-module";
import { readConfigs } from "./configs.ts";
import { Dirty } from "./consulted.ts";
import type { Shares } from "./derive/shares.ts";
import { Differences, mostCompared } from "./differences.ts";
import { digest } from "./digest.ts";
import { putDocuments } from "./documents/put-documents.ts";
import { type FileCache, isUnchanged } from "./file-cache.ts";
import type { ListedFile, Listing, LookedAt } from "./list-files.ts";
import { putPackages } from "./packages/put-packages.ts";
import { meter, type OnProgress } from "./progress.ts";
import type { ReadAhead } from "./read-ahead.ts";
import { readFiles, type SizedJob } from "./read-files.ts";
import { linksOf, type OpenProject, openAhead, type ProjectSource, resolveFiles } from "./resolve-files.ts";
import { shareRules, testRules } from "./rules.ts";
import { rulesOf } from "./rules-of.ts";
import { putSchemas } from "./schemas/put-schemas.ts";
import { readScip } from "./scip/hints.ts";
import { putSettings } from "./settings/put-settings.ts";
import type { SkipReason } from "./skip-reason.ts";
import type { UnitStore } from "./unit-store.ts";
import type { WorkerPool } from "./worker-pool.ts";
import type { ReadOutcome, ResolvedFile, ResolveJob } from "./worker-protocol.ts";

const decoder = new TextDecoder();

/** What reading found, and what it means for the files that did not change. */
interface Found {
  readonly changed: ReadonlySet<string>;
  readonly dirty: Dirty;
  /** One of the files that changed is more than a little other than it was. */
  readonly isOther: boolean;
  /** No path or configuration came, went or changed. */
  readonly isSameWorld: boolean;
  /** A setting changed on which every unit rests. */
  readonly all: boolean;
}

interface Read {
  readonly changed: ReadonlySet<string>;
  readonly dirty: Dirty;
  readonly isOther: boolean;
  readonly lookedAt: ReadonlySet<string>;
  /** Opened ahead: nothing says that it is another than what was found. */
  readonly project: OpenProject | undefined;
}

/** The settings that decide what files yield. */
export interface FileScanOptions {
  /** Absolute. Paths in the facts are relative to it, also where it lies inside a repository. */
  readonly folder: string;
  readonly sourceMode: SourceMode;
  readonly onProgress?: OnProgress;
  /** Bytes of graphs that all workers may hold together while they resolve. */
  readonly maxHeldBytes?: number | undefined;
  /** SCIP indexes, absolute or relative to the folder, whose word on calls and references counts. */
  readonly scip?: readonly string[];
  /** Leave out what is told beyond symbols, imports, types and calls: what benchmarks compare the rest with. */
  readonly edgesOnly?: boolean | undefined;
}

interface Parts {
  readonly listing: Listing & Pick<LookedAt, "links">;
  readonly units: UnitStore;
  readonly cache: FileCache;
  readonly pool: WorkerPool;
  /** What is read already of the files that changed. */
  readonly ahead: ReadAhead;
  /** Loaded where there is a unit to take one of. */
  readonly shares: () => Promise<Shares>;
  readonly options: FileScanOptions;
  /** What the last scan found does not count. */
  readonly isFresh: boolean;
  /**
   * What can be done ahead while workers are at work, until that is over.
   *
   * @param isOther whether what all files say together may be needed: one of a few says other things than it did
   */
  readonly beside?: (isOver: () => boolean, isOther: boolean) => Promise<void>;
  /** What else can be done once it is known which files changed and nothing more. */
  readonly onRead?: () => Promise<void>;
  /** Keeps a value for the next scan; whether it was there already. */
  readonly keep: (key: string, value: string) => boolean;
}

/** Of so few files more is found out than that they changed. */
const isFewOf = (files: number): boolean => files > 0 && files < mostCompared;

export class FileScan {
  readonly #parts: Parts;
  /** Every path of the folder: a name can lead to a file that is not read. */
  readonly #paths: readonly string[];
  readonly #excerpts: boolean;
  readonly #source: ProjectSource;
  /** Opened ahead: of use where it turns out that nothing but what was read anew is another than it was. */
  #opened: OpenProject | undefined;

  constructor(parts: Parts) {
    const { options, listing, cache } = parts;
    this.#parts = parts;
    this.#paths = listing.files.map(({ path }) => path);
    this.#excerpts = options.sourceMode !== "none";
    const configs = readConfigs(options.folder, listing.files);
    const config: ProjectConfig = { files: this.#paths, links: listing.links, configs, excerpts: this.#excerpts };
    const told = () => ({ rules: rulesOf(cache.languages()), test_rules: testRules, share_rules: shareRules });
    this.#source = { config, rules: options.edgesOnly ? () => ({}) : told, cache };
  }

  /** Has the worker that reads a few files open the project behind that: while it is still found out what is listed. */
  openAhead(): void {
    const { pool, ahead, cache, isFresh, listing } = this.#parts;
    if (isFresh || !ahead.isAny || !isFewOf(listing.differing?.size ?? 0) || !pool.first) return;
    cache.outlines.fetch();
    this.#opened ??= openAhead(pool.first, this.#source);
  }

  async run(): Promise<void> {
    const { listing, keep } = this.#parts;
    const excerpts = this.#excerpts;
    const source = this.#source;
    // Where specifiers lead depends on these alone.
    const hasSamePaths = listing.differing !== undefined || keep("paths", digest(this.#paths, listing.links));
    const hasSameConfigs = keep("configs", digest(source.config.configs));
    const isSameWorld = hasSamePaths && hasSameConfigs;
    const all = !keep("excerpts", String(excerpts));
    const { changed, dirty, isOther, lookedAt, project } = await this.#read(source, isSameWorld);
    if (!hasSameConfigs) dirty.configs();
    const resolving = () => this.#resolve(source, { changed, dirty, isOther, isSameWorld, all }, project);
    const others = () => this.#others(all ? undefined : lookedAt, excerpts);
    // Beside a worker that opens the project this thread has little to do.
    if (project) await Promise.all([resolving(), others()]);
    else await resolving().then(others);
  }

  /** Everything that is made of files which are no sources, and whatever else rests on no unit of a file. */
  async #others(lookedAt: ReadonlySet<string> | undefined, excerpts: boolean): Promise<void> {
    if (!this.#parts.options.edgesOnly) {
      await putPackages(this.#parts);
      await putSchemas(this.#parts);
      await putSettings(this.#parts);
      await putDocuments(this.#parts, lookedAt, excerpts);
    }
    await this.#parts.onRead?.();
  }

  /**
   * Reads what may have changed, and notes to which questions of other files that may give another answer. Where that is
   * little, who reads it is given the project to open behind it.
   */
  async #read(source: ProjectSource, isSameWorld: boolean): Promise<Read> {
    const { listing, units, cache, pool, ahead, options, isFresh } = this.#parts;
    const { differing } = listing;
    const wasRead = (path: string): boolean => cache.isRead(path);
    const changed = new Set<string>();
    // All units are made anew where nothing counts that was.
    const differences = isFresh ? undefined : new Differences(cache);
    /** @param isListed it stays among the paths of the folder */
    const drop = (path: string, isListed: boolean): void => {
      if (isListed && wasRead(path)) units.changes.turns();
      differences?.gone(path, wasRead(path));
    };

    const skip = (path: string, reason: SkipReason): void => {
      drop(path, true);
      cache.skip(path, reason);
    };
    const remove = (path: string): void => {
      drop(path, false);
      cache.remove(path);
    };
    const anew = differing ? listing.files.filter(({ path }) => differing.has(path)) : this.#compare(skip, remove);
    const count = meter("reading", new Map(anew.map(({ path, size }) => [path, size])), options.onProgress);
    // The worker that reads first.
    const worker = pool.first;
    /** What is there now is what was there, or was read anew. */
    let isStill = isSameWorld;
    let isOther = false;
    const onOutcome = (path: string, outcome: ReadOutcome): void => {
      count(path);
      isStill &&=
        outcome.kind === "same" || (outcome.kind === "read" && outcome.language === cache.known(path)?.language);
      if (outcome.kind === "read") {
        changed.add(path);
        if (cache.find(path) && !wasRead(path)) units.changes.turns();
        differences?.read(path, outcome, wasRead(path));
        if (isFew) isOther ||= !cache.isAlike(path, outcome.graph);
      } else if (outcome.kind !== "same" && (wasRead(path) || !cache.find(path)))
        drop(path, outcome.kind === "skipped");
      if (outcome.kind === "gone") cache.remove(path);
      else cache.put(path, outcome);
    };
    const jobOf = ({ path, size }: ListedFile): SizedJob => ({
      path,
      size,
      knownHash: cache.known(path)?.hash ?? null,
    });
    const isFew = isFewOf(anew.length);
    const read = (files: readonly ListedFile[]) => readFiles(pool, files.map(jobOf), onOutcome);
    const reading = ahead.answer(anew, onOutcome).then(read);
    // Few files are read in less time than it takes a worker to start.
    if (!isFresh && isFew) cache.outlines.fetch();
    if (!isFresh && isFew && isSameWorld && worker) this.#opened ??= openAhead(worker, source);
    const opened = isSameWorld ? this.#opened : undefined;
    await this.#meanwhile(reading, isFew, false);
    const project = isStill && !opened?.worker.isLost ? opened : undefined;
    project?.renew(changed);
    const dirty = (await differences?.settle(pool)) ?? new Dirty();
    return { changed, dirty, isOther, lookedAt: new Set(anew.map(({ path }) => path)), project };
  }

  /** The listed files that may have changed; others are skipped for another reason than before, or gone. */
  #compare(skip: (path: string, reason: SkipReason) => void, remove: (path: string) => void): ListedFile[] {
    const { listing, cache } = this.#parts;
    const cached = cache.all();
    for (const [path, reason] of listing.skipped) if (cached.get(path)?.reason !== reason) skip(path, reason);
    const listed = new Set(this.#paths);
    for (const path of cached.keys()) if (!listed.has(path) && !listing.skipped.has(path)) remove(path);
    return listing.files.filter((file) => !isUnchanged(file, cached.get(file.path)));
  }

  /** Makes the units that may differ, and takes away those of files that are read no more. */
  async #resolve(source: ProjectSource, found: Found, ahead: OpenProject | undefined): Promise<void> {
    const { cache, pool, units, options, listing } = this.#parts;
    for (const path of listing.differing ?? units.paths("file")) if (!cache.isRead(path)) units.remove("file", path);

    const hints = readScip(options.folder, options.scip ?? []);
    const wanted = found.all ? new Set(cache.readPaths()) : await this.#affected(source, found);
    const hinted = cache.hinted();
    for (const path of new Set([...hinted.keys(), ...hints.keys()]))
      if (cache.isRead(path) && hinted.get(path) !== hints.get(path)?.digest) wanted.add(path);
    if (wanted.size === 0) return;
    const faults = cache.faults();
    const jobs = [...wanted].sort().map((path): ResolveJob => {
      const said = hints.get(path)?.bytes;
      return { path, fault: faults.get(path) ?? null, ...(said && { hints: said }) };
    });
    const sizes = new Map(jobs.map(({ path }) => [path, cache.find(path)?.size ?? 0]));
    const count = meter("resolving", sizes, options.onProgress);
    const shares = options.edgesOnly ? undefined : await this.#parts.shares();
    const onResolved = (file: ResolvedFile): void => {
      const { path, hash, line, counts, consulted, links, disagreements } = file;
      count(path);
      cache.rests(path, { consulted, links, disagreements, scip: hints.get(path)?.digest ?? null });
      if (units.hashOf("file", path) === hash && !found.changed.has(path)) return;
      const unit = JSON.parse(decoder.decode(line)) as Unit;
      units.put(hash, unit);
      shares?.take(hash, path, file.shares);
      const { symbols = [], problems = [] } = unit.rows;
      cache.total(path, { calls: counts, symbols: symbols.length, problems: problems.length });
    };
    const resolving = resolveFiles(pool, source, jobs, onResolved, { maxHeldBytes: options.maxHeldBytes, ahead });
    const isFew = isFewOf(jobs.length);
    if (isFew && !this.#parts.isFresh) for (const { path } of jobs) units.expect("file", path);
    await this.#meanwhile(resolving, isFew, found.isOther);
  }

  /** Waits for workers, and does what can be done ahead where they are at work on all files, or one on a few. */
  async #meanwhile(working: Promise<void>, isFew: boolean, isOther: boolean): Promise<void> {
    const { isFresh, beside } = this.#parts;
    let isOver = false;
    const ending = working.finally(() => {
      isOver = true;
    });
    await Promise.all([ending, (isFresh || isFew) && beside?.(() => isOver, isOther && !isFresh)]);
  }

  /** The files whose units may differ: those that changed, and those that rest on an answer that may have. */
  async #affected(source: ProjectSource, { changed, dirty, isSameWorld }: Found): Promise<Set<string>> {
    const { cache, pool, listing } = this.#parts;
    const affected = new Set([...changed].filter((path) => cache.isRead(path)));
    if (!listing.differing && affected.size === cache.readPaths().length) return affected;
    if (!isSameWorld) {
      const before = cache.links();
      for (const [path, links] of await linksOf(pool, source)) {
        if (before.get(path) === links) continue;
        affected.add(path);
        dirty.file(path);
      }
    }
    if (dirty.isEmpty) return affected;
    for (const { path, keys } of cache.consulted(dirty.leads)) if (dirty.touches(keys)) affected.add(path);
    return affected;
  }
}
