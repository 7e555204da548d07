/** Writes the units of packages, where a manifest or a lock file may have changed. */
import { hash } from "node:crypto";
import { encodeUnit, type FactRow, type Unit } from "#contract/unit";
import { redact } from "#engine/scan/redact";
import type { UnitWriting } from "#engine/scan/unit-writing";
import type { WorkerPool } from "#engine/scan/worker-pool";
import { isOfPackages, PackageFiles } from "./package-files.ts";
import { aliasedKey } from "./undeclared-view.ts";
import { namedKey } from "./views.ts";

/** Keys of `meta`: what the files looked like, and a list of paths. */
const stampKey = "packages";
export const unreadLocksKey = "unread_locks";

export async function putPackages({ listing, units, cache, pool, options, isFresh, keep }: UnitWriting): Promise<void> {
  const { differing } = listing;
  if (differing && !isFresh && ![...differing].some(isOfPackages)) return;
  const files = new PackageFiles(options.folder, listing);
  const stamp = files.stamp(cache.now);
  if (keep(stampKey, stamp ?? "") && stamp !== undefined && !isFresh) return;
  // The parsers are loaded where there is something to parse.
  const { encodePackages } = await import("./read-packages.ts");
  const { units: made, unread, named, aliased } = encodePackages(files.texts(), files.locks(), files.configurations());
  const kept = new Set(made.map(({ path }) => path));
  for (const path of units.paths("package")) if (!kept.has(path)) units.remove("package", path);
  for (const unit of await redactAll(
    pool,
    made.map(({ line }) => JSON.parse(line) as Unit),
  ))
    units.put(hash("sha256", encodeUnit(unit.kind, unit.path, unit.rows)), unit);
  keep(unreadLocksKey, JSON.stringify(unread));
  keep(namedKey, JSON.stringify(named));
  keep(aliasedKey, JSON.stringify(aliased));
}

/** Shorter ones hold no secret, see `crates/extract/src/redact`. */
const shortest = 12;

/** The units with the secrets in their texts replaced: a range can be an address with a token in it. */
async function redactAll(pool: WorkerPool, units: readonly Unit[]): Promise<readonly Unit[]> {
  const isLong = (cell: FactRow[number]): cell is string => typeof cell === "string" && cell.length >= shortest;
  const texts = new Set(
    units.flatMap(({ rows }) => Object.values(rows).flatMap((list) => list.flatMap((row) => row.filter(isLong)))),
  );
  const redacted = await redact(pool, [...texts]);
  const changed = new Map([...texts].map((text, at) => [text, redacted[at] ?? text]));
  const clean = (row: FactRow): FactRow => row.map((cell) => (isLong(cell) ? (changed.get(cell) ?? cell) : cell));
  return units.map((unit) => ({
    ...unit,
    rows: Object.fromEntries(Object.entries(unit.rows).map(([name, list]) => [name, list.map(clean)])),
  }));
}
