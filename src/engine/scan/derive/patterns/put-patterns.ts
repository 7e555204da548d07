/** Writes the units of patterns, constraints and genes: one each, named by what it is and not by where. */
import { hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { UnitKind } from "#contract/fact-words";
import { encodeUnit, type FactRow, type Unit } from "#contract/unit";
import { Ahead } from "#engine/scan/ahead";
import type { Changes } from "#engine/scan/derive/changes";
import type { Differing } from "#engine/scan/derive/shares";
import type { UnitStore } from "#engine/scan/unit-store";
import { readAges } from "./ages.ts";
import { choose } from "./choose.ts";
import type { Constraint } from "./constraint.ts";
import { methodsOfSubclasses } from "./conventions/subclasses.ts";
import { conventions } from "./conventions.ts";
import { DeclaredPackages } from "./declared-packages.ts";
import { Exemplars, encodePattern } from "./encode-pattern.ts";
import { learnEndpoints } from "./endpoints.ts";
import { genesOf } from "./genes.ts";
import { readKept } from "./kept-said.ts";
import { Kinship } from "./kinship.ts";
import { learnLayers } from "./layers.ts";
import { gather, learn } from "./learn.ts";
import { learnMethods } from "./methods.ts";
import { withOwnClients } from "./own-clients.ts";
import { partsOf } from "./parts.ts";
import { learnPlaces } from "./places.ts";
import { observe } from "./store.ts";
import { learnTestFiles } from "./test-files.ts";

/** A repository's constraints, the surest first. */
const mostConstraints = 40;

/** Reads what was kept of what all files say, while there is nothing else to do. */
export const aheadOfSaid = (db: DatabaseSync) => new Ahead(readKept(db));

/**
 * Learns anew, where what is learnt from may have changed since the scan began.
 *
 * @param differing the files that say other things than before, and whether any calls others; none: neither
 * @param said what was kept of what all files say, where it was read ahead
 */
export function putPatterns(
  db: DatabaseSync,
  units: UnitStore,
  differing: Pick<Differing, "said" | "reach"> = { said: new Set(), reach: false },
  said?: ReturnType<typeof aheadOfSaid>,
): void {
  const isOther = differing.said.size > 0 || differing.reach;
  if (!isOther && !mayDiffer(db, units.changes)) return;
  const files = observe(db, said);
  const ages = readAges(db);
  const all = gather(files, new Map([...conventions, [methodsOfSubclasses.id, methodsOfSubclasses]]));
  const { methods = [], asked: told = [] } = Object.groupBy(all, ({ convention }) =>
    convention === methodsOfSubclasses ? "methods" : "asked",
  );
  const asked = withOwnClients(db, told, conventions);
  const parts = partsOf(db, files);
  const endpoints = learnEndpoints(db, ages);
  const patterns = choose([
    ...learn(asked, { parts: parts.folders, ages, kinship: new Kinship(db), declared: new DeclaredPackages(db) }),
    ...learnPlaces(files, ages),
    ...endpoints.patterns,
  ]);
  const exemplars = new Exemplars(patterns);
  put(
    units,
    "pattern",
    patterns.map((one) => ({ path: `pattern/${one.id}`, rows: encodePattern(one, exemplars, ages) })),
  );
  const constraints = [
    ...learnLayers(files, parts, namesOfPackages(db)),
    ...endpoints.constraints,
    ...learnMethods(db, methods),
    ...learnTestFiles(patterns),
  ]
    .sort((a, b) => b.confidence - a.confidence || b.chances - a.chances || (a.id < b.id ? -1 : 1))
    .filter(({ id }, at, all) => all.findIndex((one) => one.id === id) === at)
    .slice(0, mostConstraints);
  put(
    units,
    "constraint",
    constraints.map((one) => ({ path: `constraint/${one.id}`, rows: { constraints: [rowOf(one)] } })),
  );
  put(
    units,
    "gene",
    genesOf(asked, exemplars).map(({ id, rows }) => ({ path: `gene/${id}`, rows: { genes: rows } })),
  );
}

const namesOfPackages = (db: DatabaseSync): Set<string> =>
  new Set(
    db
      .prepare("select name from packages where name is not null")
      .all()
      .map(({ name }) => String(name)),
  );

/** Whether anything changed that patterns rest on besides what files say. */
function mayDiffer(db: DatabaseSync, { kinds, replaced }: Changes): boolean {
  if (["package", "commit", "entry_point", "wrapper"].some((kind) => kinds.has(kind as UnitKind))) return true;
  // What handlers call is told with its lines.
  const handlers = db.prepare("select 1 from entry_points where handler >= ? and handler < ? limit 1");
  // So are calls of what is used in a library's place.
  const wrapped = db.prepare(
    "select 1 from wrappers join calls on calls.callee = wrappers.symbol where category = 'http' and calls.path = ? limit 1",
  );
  return [...replaced].some(
    (path) => handlers.get(`${path}#`, `${path}$`) !== undefined || wrapped.get(path) !== undefined,
  );
}

const rowOf = (one: Constraint): FactRow => [
  one.id,
  one.category,
  one.condition.slice(0, 400),
  one.exceptions.length > 0 ? "warning" : "error",
  one.guidance.slice(0, 400),
  one.scope,
  one.chances,
  one.chances - one.exceptions.length,
  one.confidence,
  JSON.stringify(one.evidence.slice(0, 5)),
  JSON.stringify(one.exceptions.slice(0, 10)),
];

interface Made {
  readonly path: string;
  readonly rows: Record<string, FactRow[]>;
}

function put(units: UnitStore, kind: UnitKind, made: readonly Made[]): void {
  const kept = new Set(made.map(({ path }) => path));
  for (const path of units.paths(kind)) if (!kept.has(path)) units.remove(kind, path);
  for (const { path, rows } of made) {
    const line = encodeUnit(kind, path, rows);
    const name = hash("sha256", line);
    if (units.hashOf(kind, path) !== name) units.put(name, JSON.parse(line) as Unit);
  }
}
