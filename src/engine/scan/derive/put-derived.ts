/** Units of what follows from the rows of several files. They are made of all rows; only those that differ are written. */
import { hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { UnitKind } from "#contract/fact-words";
import type { Unit } from "#contract/unit";
import { createFileIndexes } from "#engine/scan/schema";
import type { UnitStore } from "#engine/scan/unit-store";
import { encodeContracts } from "./contracts/encode-contracts.ts";
import { Declarations } from "./declarations.ts";
import { liesIn } from "./declared-texts.ts";
import { readPackages } from "./entry-points/application-roots.ts";
import { encodeEntryPoints } from "./entry-points/encode-entry-points.ts";
import { registrationsOfFiles } from "./entry-points/file-routes.ts";
import { Handlers } from "./entry-points/handlers.ts";
import { readMajors } from "./entry-points/package-versions.ts";
import { readRegistrations } from "./entry-points/registrations.ts";
import { registrationsOfResolvers } from "./entry-points/resolver-maps.ts";
import { encodeEnvironment } from "./environment.ts";
import { encodeFlows } from "./flows/encode-flows.ts";
import { KeptFlows } from "./flows/kept-flows.ts";
import { readShares } from "./kept-shares.ts";
import { encodeModels, readModelParts } from "./models/encode-models.ts";
import { encodeModules } from "./modules/encode-modules.ts";
import { type Derivation, deriveAnew } from "./rests.ts";
import type { Differing, Shares } from "./shares.ts";
import { readEntered } from "./tests/entered.ts";
import { type Looking, putTests } from "./tests/put-tests.ts";
import { encodeWrappers } from "./wrappers/encode-wrappers.ts";

interface Made {
  readonly path: string;
  readonly line: string;
}

/**
 * Derives anew: where any unit was written or removed since the scan began. Tells which shares differ, and when the
 * units of tests are written too: a worker may look through what all files call meanwhile.
 */
export function putDerived(
  db: DatabaseSync,
  units: UnitStore,
  shares: Shares,
  looking: Looking,
  folder?: string,
): { differing: Differing; tests: Promise<void> } {
  // The rows of files are all there, and are asked for by these.
  db.exec(createFileIndexes);
  const { isFresh, versions } = units.changes;
  const differing = shares.settle(!isFresh && versions !== undefined);
  const entered = readEntered(db);
  const derive = (what: Derivation, made: (db: DatabaseSync) => readonly Made[], isOther = false): void =>
    deriveAnew(db, units.changes, what, (watched) => putAll(units, what, made(watched)), isOther);
  derive("entry_point", (db) => {
    liesIn(db, folder);
    const told = [...readRegistrations(db), ...registrationsOfFiles(db)];
    const all = [...told, ...registrationsOfResolvers(db, told)];
    return encodeEntryPoints(all, new Handlers(db), readPackages(db), readMajors(db));
  });
  // Which endpoints tests ask says what they reach.
  derive("contract", encodeContracts);
  const tests = putTests(db, units, differing, entered, looking, (one) => put(units, "test", one));
  // Whoever awaits it hears of it: until then it is not unheard.
  tests.catch(() => {});
  derive("model", (db) => encodeModels(readModelParts(db), new Declarations(db)));
  const { kinds } = units.changes;
  // Models and schemas say where data is kept, whichever code reads it.
  const isOtherData = isFresh || kinds.has("model") || kinds.has("schema");
  const changed = isOtherData ? undefined : differing.flows;
  if (!changed || changed.size > 0 || kinds.has("entry_point")) {
    const { made, same } = encodeFlows(db, new KeptFlows(db, changed));
    putAll(units, "flow", made, same);
  }
  if (differing.depends || isFresh) putAll(units, "module", encodeModules(db));
  derive("wrapper", (watched) => encodeWrappers(watched, readShares(db, "wraps")), differing.wraps);
  derive("environment", encodeEnvironment);
  return { differing, tests };
}

/** @param same paths of units that stay as they are */
function putAll(units: UnitStore, kind: UnitKind, made: readonly Made[], same: Iterable<string> = []): void {
  const kept = new Set([...same, ...made.map(({ path }) => path)]);
  for (const path of units.paths(kind)) if (!kept.has(path)) units.remove(kind, path);
  for (const one of made) put(units, kind, one);
}

function put(units: UnitStore, kind: UnitKind, { path, line }: Made): void {
  const name = hash("sha256", line);
  if (units.hashOf(kind, path) !== name) units.put(name, JSON.parse(line) as Unit);
}
