import { DurableObject } from "cloudflare:workers";
import { decideDevice, pollDevice } from "#oauth/device/record";
import type { Counted, DeviceDecision, Entry, ListedEntry, Poll } from "#oauth/ports";
import { ExpiringStore } from "#oauth/store/expiring-store";

/**
 * One of 64 shards of what the authorization server keeps and no user owns: clients, consents, device
 * codes, cached documents, counters. Every method is one synchronous step, and so is atomic.
 */
export class Vault extends DurableObject<Cloudflare.Env> {
  readonly #store = new ExpiringStore(this.ctx.storage);

  get(key: string): string | null {
    return this.#store.get(key);
  }

  put(key: string, value: string, options?: Omit<Entry, "value">): void {
    this.#store.put(key, value, options);
  }

  delete(key: string): void {
    this.#store.delete(key);
  }

  list(prefix: string, limit: number, after?: string): ListedEntry[] {
    return this.#store.list(prefix, limit, after);
  }

  take(key: string): string | null {
    return this.#store.take(key);
  }

  getRenewed(key: string, ttlMs: number): string | null {
    return this.#store.getRenewed(key, ttlMs);
  }

  claim(key: string, expiresAt: number): boolean {
    return this.#store.claim(key, expiresAt);
  }

  count(key: string, windowMs: number): Counted {
    return this.#store.count(key, windowMs);
  }

  pollDevice(key: string, clientId: string): Poll {
    return pollDevice(this.#store, key, clientId);
  }

  decideDevice(key: string, decision: DeviceDecision): boolean {
    return decideDevice(this.#store, key, decision);
  }

  override alarm(): void {
    this.#store.sweep();
  }
}
