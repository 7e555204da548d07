/** Writes the units of packages, where a manifest or a lock file may have changed. */
import { hashUnit, type Unit } from "#contract/unit";
import type { FileCache } from "#engine/scan/file-cache";
import type { Listing } from "#engine/scan/list-files";
import type { UnitStore } from "#engine/scan/unit-store";
import { PackageFiles } from "./package-files.ts";

interface Parts {
  readonly listing: Listing;
  readonly units: UnitStore;
  readonly cache: FileCache;
  readonly options: { readonly folder: string };
  /** What the last scan found does not count. */
  readonly isFresh: boolean;
  /** Keeps a value for the next scan; whether it was there already. */
  readonly keep: (key: string, value: string) => boolean;
}

/** Keys of `meta`: what the files looked like, and a list of paths. */
const stampKey = "packages";
export const unreadLocksKey = "unread_locks";

export async function putPackages({ listing, units, cache, options, isFresh, keep }: Parts): Promise<void> {
  const files = new PackageFiles(options.folder, listing);
  const stamp = files.stamp(cache.now);
  if (keep(stampKey, stamp ?? "") && stamp !== undefined && !isFresh) return;
  // The parsers are loaded where there is something to parse.
  const { encodePackages } = await import("./read-packages.ts");
  const { units: made, unread } = encodePackages(files.texts(), files.locks());
  const kept = new Set(made.map(({ path }) => path));
  for (const path of units.paths("package")) if (!kept.has(path)) units.remove("package", path);
  for (const { line } of made) units.put(await hashUnit(line), JSON.parse(line) as Unit);
  keep(unreadLocksKey, JSON.stringify(unread));
}
