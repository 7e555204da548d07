/** Units of what follows from the rows of several files. They are made of all rows; only those that differ are written. */
import type { DatabaseSync } from "node:sqlite";
import type { UnitKind } from "#contract/fact-words";
import { hashUnit, type Unit } from "#contract/unit";
import type { UnitStore } from "#engine/scan/unit-store";
import { encodeEntryPoints, readRegistrations } from "./entry-points.ts";
import { encodeTests } from "./tests/encode-tests.ts";

/** Derives anew: where any file's unit was written or removed since the scan began. */
export async function putDerived(db: DatabaseSync, units: UnitStore): Promise<void> {
  await put(units, "entry_point", encodeEntryPoints(readRegistrations(db)));
  await put(units, "test", encodeTests(db));
}

async function put(units: UnitStore, kind: UnitKind, made: readonly { path: string; line: string }[]): Promise<void> {
  const kept = new Set(made.map(({ path }) => path));
  for (const path of units.paths(kind)) if (!kept.has(path)) units.remove(kind, path);
  for (const { line } of made) units.put(await hashUnit(line), JSON.parse(line) as Unit);
}
