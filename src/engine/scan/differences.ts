/**
 * What reading found, as far as other files hear of it: to which of their questions it may give another answer than before.
 *
 * A file that came or went answers like one that declares other names than before. Questions whether there is anything at
 * all have another answer only where no other file gives the same.
 */
import { Dirty, holds, type Keys } from "./consulted.ts";
import type { Answers, FileCache } from "./file-cache.ts";
import { compareFiles } from "./read-files.ts";
import type { WorkerPool } from "./worker-pool.ts";
import type { ReadOutcome, Versions } from "./worker-protocol.ts";

/** Where more files changed than so many, what differs in each is not looked for: most of them are made again. */
export const mostCompared = 50;

const none: Keys = new Uint32Array();
/** Of a file that is not read. */
const nothing: Answers = { keys: none, presences: none, package: null };
const noBytes = new Uint8Array();

interface Change {
  readonly before: Answers;
  readonly after: Answers;
}

export class Differences {
  readonly #cache: FileCache;
  readonly #dirty = new Dirty();
  readonly #changes = new Map<string, Change>();
  /** The files of which others may ask what differs. */
  readonly #compared = new Map<string, Versions | undefined>();

  constructor(cache: FileCache) {
    this.#cache = cache;
  }

  /** A path that is listed no more, or not read as it was. What is kept of it must still be there. */
  gone(path: string, wasRead: boolean): void {
    this.#dirty.path(path);
    if (!wasRead) return;
    const before = this.#cache.answers(path);
    this.#changes.set(path, { before, after: nothing });
    if (before.package !== null) this.#compare(path, noBytes);
  }

  /** A file that was read anew; what is kept of it must still be what was kept. */
  read(path: string, after: ReadOutcome & { kind: "read" }, wasRead: boolean): void {
    if (!wasRead) this.#dirty.path(path);
    this.#changes.set(path, { before: wasRead ? this.#cache.answers(path) : nothing, after });
    const isOther = wasRead ? after.interface !== this.#cache.known(path)?.interface : after.package !== null;
    if (isOther) this.#compare(path, after.graph);
  }

  #compare(path: string, after: Uint8Array): void {
    const isMany = this.#compared.size >= mostCompared;
    const before = isMany ? noBytes : (this.#cache.graph(path)?.graph ?? noBytes);
    this.#compared.set(path, isMany ? undefined : { path, before, after });
  }

  /** The questions, once all is read and kept. */
  async settle(pool: WorkerPool): Promise<Dirty> {
    for (const { before, after } of this.#changes.values()) this.#dirty.keys(before.keys, after.keys);
    const flipped = this.#flipped();
    this.#dirty.presences(flipped);
    const names = new Map<string, readonly number[] | null>();
    const versions = this.#compared.size < mostCompared ? [...this.#compared.values()] : [];
    await compareFiles(
      pool,
      versions.filter((one) => one !== undefined),
      (path, keys) => names.set(path, keys),
    );
    for (const path of this.#compared.keys()) this.#tell(path, names.get(path) ?? null, flipped);
    return this.#dirty;
  }

  /** The questions whether there is anything that have another answer. */
  #flipped(): ReadonlySet<number> {
    const [was, is] = [new Set<number>(), new Set<number>()];
    for (const { before, after } of this.#changes.values()) {
      for (const key of before.presences) was.add(key);
      for (const key of after.presences) is.add(key);
    }
    const found = new Set([...was, ...is].filter((key) => was.has(key) !== is.has(key)));
    if (found.size === 0) return found;
    for (const keys of this.#cache.presencesBesides(this.#changes))
      for (const key of found) if (holds(keys, key)) found.delete(key);
    return found;
  }

  /** @param names under which a file declares something else; null: under any */
  #tell(path: string, names: readonly number[] | null, flipped: ReadonlySet<number>): void {
    const { before, after } = this.#changes.get(path) as Change;
    const stays = before !== nothing && after !== nothing;
    if (stays && names) this.#dirty.names(path, names);
    else if (stays) this.#dirty.file(path);
    for (const key of new Set([before.package, after.package])) {
      if (key === null) continue;
      const isOther = [...before.presences, ...after.presences].some((one) => flipped.has(one));
      const isWhole = isOther || (!stays && this.#isAlone(key));
      this.#dirty.together(key, isWhole ? null : names);
    }
  }

  /** Whether at most one file made something, before or now: one alone may answer otherwise than several. */
  #isAlone(key: number): boolean {
    const now = this.#cache.countTogether(key);
    const changes = [...this.#changes.values()];
    const came = changes.filter(({ before, after }) => after.package === key && before.package !== key).length;
    const went = changes.filter(({ before, after }) => before.package === key && after.package !== key).length;
    return Math.min(now, now - came + went) <= 1;
  }
}
