/**
 * Keeps a folder's `drift.db` current: a scan whenever something changed, one at a time.
 *
 * Events only say that it is time to look; what changed is the scan's to find out, so an event that is lost or of no
 * consequence costs time and never truth. Where the system has no events to give, the folder is looked at every so
 * often.
 */
import { type FSWatcher, watch as watchPath } from "node:fs";
import { join } from "node:path";
import { gitFolder } from "./git.ts";
import { readStamp } from "./stamp.ts";

export interface WatchOptions {
  readonly folder: string;
  /** Scans, and gives what it saw: the folder's stamp (`stamp.ts`), and the folders whose files matter. */
  readonly scan: () => Promise<{ readonly stamp: () => string; readonly folders: () => readonly string[] }>;
  /** What a scan failed of, or why events are not to be had; the watch goes on. */
  readonly onTrouble: (error: unknown) => void;
  readonly signal: AbortSignal;
  /** Milliseconds without an event after which a scan begins; a burst of saves is then one scan. */
  readonly quietMs?: number;
  /** Milliseconds after which a scan begins although events go on coming. */
  readonly patienceMs?: number;
  /** Milliseconds between two looks where there are no events; also how often what events missed is found. */
  readonly pollMs?: number;
  /** Take no events, only look. */
  readonly poll?: boolean;
}

const pollingMs = 1_000;

/** Runs until the signal; resolves when the scan that was running then is done. */
export async function watch(options: WatchOptions): Promise<void> {
  const watcher = new Watcher(options);
  try {
    await watcher.run();
  } finally {
    watcher.close();
  }
}

class Watcher {
  readonly #options: WatchOptions;
  readonly #quietMs: number;
  readonly #patienceMs: number;
  #pollMs: number;
  /** Where HEAD and the index are. */
  #git: string | undefined;
  readonly #watched = new Map<string, FSWatcher>();
  /** No events are to be had: there are too few watches, or the file system gives none. */
  #isPolling: boolean;
  /** When the first event came that no scan has seen yet, and the last one. */
  #first: number | undefined;
  #last = 0;
  #wake: () => void = () => {};

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#quietMs = options.quietMs ?? 75;
    this.#patienceMs = options.patienceMs ?? 1_000;
    this.#pollMs = options.pollMs ?? (options.poll ? pollingMs : 30_000);
    this.#isPolling = options.poll ?? false;
  }

  async run(): Promise<void> {
    const { signal, folder } = this.#options;
    signal.addEventListener("abort", () => this.#wake(), { once: true });
    // From here on events are kept, so that what happens during the first scan is not lost.
    this.#follow([""]);
    this.#git = await gitFolder(folder);
    if (this.#git !== undefined) this.#add(this.#git);
    let stamp: string | undefined;
    this.#noteEvent();
    while (!signal.aborted) {
      await this.#untilDue();
      if (signal.aborted) break;
      if (this.#first === undefined) {
        const now = await readStamp(folder).catch(this.#options.onTrouble);
        if (now === undefined || now === stamp) continue;
      }
      this.#first = undefined;
      try {
        const seen = await this.#options.scan();
        stamp = seen.stamp();
        // A folder that is new is watched from here on; what came into it since the scan gave no event.
        if (this.#follow(seen.folders()) && (await readStamp(folder)) !== stamp) this.#noteEvent();
      } catch (error) {
        this.#options.onTrouble(error);
        stamp = undefined;
      }
    }
  }

  /** Waits for events to come and then to cease, or for the time of the next look. */
  async #untilDue(): Promise<void> {
    const { signal } = this.#options;
    const start = Date.now();
    while (!signal.aborted) {
      const now = Date.now();
      let wait = start + this.#pollMs - now;
      if (this.#first !== undefined) {
        const due = Math.min(this.#last + this.#quietMs, this.#first + this.#patienceMs);
        if (now >= due) return;
        wait = due - now;
      } else if (wait <= 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, wait);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  #noteEvent(): void {
    this.#last = Date.now();
    this.#first ??= this.#last;
    this.#wake();
  }

  /**
   * Watches these folders and no others of the tree: a folder at a time, so that what is ignored costs nothing.
   * Whether one is new.
   */
  #follow(folders: readonly string[]): boolean {
    const wanted = new Set(folders.map((one) => join(this.#options.folder, one)));
    for (const [path, watcher] of this.#watched) {
      if (wanted.has(path) || path === this.#git) continue;
      watcher.close();
      this.#watched.delete(path);
    }
    const before = this.#watched.size;
    for (const path of wanted) this.#add(path);
    return this.#watched.size > before;
  }

  #add(path: string): void {
    if (this.#isPolling || this.#watched.has(path)) return;
    try {
      const watcher = watchPath(path, { persistent: true }, (_, name) => {
        // What drift itself writes is no news, nor are git's locks.
        if (name === ".drift" || name?.endsWith(".lock")) return;
        this.#noteEvent();
      });
      watcher.on("error", () => {
        // The folder is gone: the one around it says so, too.
        watcher.close();
        this.#watched.delete(path);
        this.#noteEvent();
      });
      this.#watched.set(path, watcher);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "ENOTDIR") return;
      this.#isPolling = true;
      this.#closeAll();
      this.#pollMs = Math.min(this.#pollMs, pollingMs);
      const why = code === "ENOSPC" ? "the system has no more watches to give" : String(error);
      this.#options.onTrouble(new Error(`no events for ${path}: ${why}. Looking every ${this.#pollMs} ms instead`));
    }
  }

  #closeAll(): void {
    for (const watcher of this.#watched.values()) watcher.close();
    this.#watched.clear();
  }

  close(): void {
    this.#closeAll();
  }
}
