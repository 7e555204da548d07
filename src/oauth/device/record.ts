import type { Scope } from "#contract/principal";
import type { DeviceDecision, Poll } from "#oauth/ports";
import type { ExpiringStore } from "#oauth/store/expiring-store";

/**
 * The life of one device code (RFC 8628): pending, then approved or denied, then gone. Each function
 * is one synchronous step in the object that holds the record, so a code cannot be redeemed twice or
 * approved after it was denied.
 */
export interface DeviceRecord {
  clientId: string;
  resource: string;
  scopes: Scope[];
  state: "pending" | DeviceDecision;
  /** Seconds between polls; grows each time a client comes too early. */
  interval: number;
  /** Unix milliseconds. */
  lastPoll: number;
  expiresAt: number;
}

export const DEVICE_SECONDS = 600;
export const POLL_SECONDS = 5;
/** By how much the interval grows for a client that polls too fast (RFC 8628, section 3.5). */
const SLOWER_SECONDS = 5;

export function pollDevice(store: ExpiringStore, key: string, clientId: string): Poll {
  const record = read(store, key);
  if (!record) return { error: "expired_token" };
  if (record.clientId !== clientId) return { error: "invalid_grant" };
  const early = Date.now() < record.lastPoll + record.interval * 1000;
  if (early || record.state === "pending") {
    const interval = record.interval + (early ? SLOWER_SECONDS : 0);
    write(store, key, { ...record, interval, lastPoll: Date.now() });
    return { error: early ? "slow_down" : "authorization_pending" };
  }
  store.delete(key);
  return record.state === "denied" ? { error: "access_denied" } : { approval: record.state, resource: record.resource };
}

/** Returns whether the record was still waiting for a decision. */
export function decideDevice(store: ExpiringStore, key: string, decision: DeviceDecision): boolean {
  const record = read(store, key);
  if (record?.state !== "pending") return false;
  write(store, key, { ...record, state: decision });
  return true;
}

function read(store: ExpiringStore, key: string): DeviceRecord | undefined {
  const value = store.get(key);
  return value === null ? undefined : (JSON.parse(value) as DeviceRecord);
}

function write(store: ExpiringStore, key: string, record: DeviceRecord): void {
  store.put(key, JSON.stringify(record), { expiresAt: record.expiresAt });
}
