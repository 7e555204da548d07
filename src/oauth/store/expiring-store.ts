/**
 * Expiring records over one Durable Object's storage. Synchronous: a read and a write with no
 * `await` between them are one step that no other request can enter.
 *
 * Layout: one storage entry a key. Expired entries are invisible at once and swept by the object's
 * alarm; an object with no entry left holds no storage.
 */
import type { Counted, Entry, ListedEntry } from "#oauth/ports";

/** The alarm frees space, and nothing else: it need not be punctual. */
const SWEEP_MS = 3_600_000;

export class ExpiringStore {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get(key: string): string | null {
    return this.#live(key)?.value ?? null;
  }

  put(key: string, value: string, options: Omit<Entry, "value"> = {}): void {
    this.#storage.kv.put(key, { value, ...options });
    if (options.expiresAt !== undefined) this.#wakeBy(options.expiresAt);
  }

  delete(key: string): void {
    this.#storage.kv.delete(key);
  }

  /** Reads and removes in one step. */
  take(key: string): string | null {
    const value = this.get(key);
    this.delete(key);
    return value;
  }

  /** Writing is spared while more than half of the time is left. */
  getRenewed(key: string, ttlMs: number): string | null {
    const entry = this.#live(key);
    if (!entry) return null;
    if (entry.expiresAt !== undefined && entry.expiresAt < Date.now() + ttlMs / 2) {
      this.put(key, entry.value, { ...entry, expiresAt: Date.now() + ttlMs });
    }
    return entry.value;
  }

  /** Writes only if the key is free. Returns whether it was. */
  claim(key: string, expiresAt: number): boolean {
    if (this.get(key) !== null) return false;
    this.put(key, "1", { expiresAt });
    return true;
  }

  /** Counts events in a fixed window. */
  count(key: string, windowMs: number): Counted {
    const live = this.#live(key);
    const count = Number(live?.value ?? 0) + 1;
    const resetAt = live?.expiresAt ?? Date.now() + windowMs;
    this.put(key, String(count), { expiresAt: resetAt });
    return { count, resetAt };
  }

  list(prefix: string, limit: number, after?: string): ListedEntry[] {
    const found: ListedEntry[] = [];
    const range = after === undefined ? { prefix } : { prefix, startAfter: after };
    for (const [name, entry] of this.#storage.kv.list<Entry>(range)) {
      if (isLive(entry)) found.push({ name, entry });
      if (found.length === limit) break;
    }
    return found;
  }

  /** Names of what has expired and was not swept yet. */
  expired(prefix: string): string[] {
    return [...this.#storage.kv.list<Entry>({ prefix })].flatMap(([name, entry]) => (isLive(entry) ? [] : [name]));
  }

  /** The alarm's work: drops what has expired, and wakes again for what has not. */
  sweep(): void {
    let next = Number.POSITIVE_INFINITY;
    for (const [key, entry] of [...this.#storage.kv.list<Entry>()]) {
      if (!isLive(entry)) this.#storage.kv.delete(key);
      else next = Math.min(next, entry.expiresAt ?? Number.POSITIVE_INFINITY);
    }
    if (next < Number.POSITIVE_INFINITY) this.#wakeBy(next);
  }

  #live(key: string): Entry | undefined {
    const entry = this.#storage.kv.get<Entry>(key);
    return entry && isLive(entry) ? entry : undefined;
  }

  #wakeBy(time: number): void {
    const at = Math.max(time, Date.now() + SWEEP_MS);
    void this.#storage.getAlarm().then((current) => {
      if (current === null || current > at) return this.#storage.setAlarm(at);
    });
  }
}

const isLive = (entry: Entry): boolean => entry.expiresAt === undefined || entry.expiresAt > Date.now();
