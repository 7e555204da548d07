/** What writing units of other files than sources has to work with. */
import type { FileCache } from "./file-cache.ts";
import type { Listing } from "./list-files.ts";
import type { UnitStore } from "./unit-store.ts";
import type { WorkerPool } from "./worker-pool.ts";

export interface UnitWriting {
  readonly listing: Listing;
  readonly units: UnitStore;
  readonly cache: FileCache;
  readonly pool: WorkerPool;
  readonly options: { readonly folder: string };
  /** What the last scan found does not count. */
  readonly isFresh: boolean;
  /** Keeps a value for the next scan; whether it was there already. */
  readonly keep: (key: string, value: string) => boolean;
}
