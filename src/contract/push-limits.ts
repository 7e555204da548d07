/** What a push may be at most. Both sides hold to it, and a scan makes no unit that could not be pushed. */
export const pushLimits = {
  /** Bytes of a request body that is JSON. */
  openBytes: 32 * 2 ** 20,
  /** Units of one snapshot. */
  units: 200_000,
  /** Bytes of a pack, unpacked; compressed it may not be larger either. */
  packBytes: 8 * 2 ** 20,
  /** Bytes of one unit's canonical line. */
  unitBytes: 4 * 2 ** 20,
  /** Packs of one push. */
  packs: 10_000,
  /** A push that has heard nothing for this long may be taken over, and is swept later. */
  leaseMs: 60_000,
  /** An open push is forgotten after this long without a request. */
  pushTtlMs: 24 * 3_600_000,
} as const;
