/**
 * The units of wrappers: short functions that pass what they are given to one function of a library, and functions that ask
 * an address over one, which are called in several places instead of it.
 */
import type { DatabaseSync } from "node:sqlite";
import { encodeUnit, type FactRow } from "#contract/unit";
import { Askers } from "./askers.ts";
import type { Candidate } from "./candidates.ts";

/** Calls of a wrapper, and the files that they stand in. */
const leastUses = 3;
const leastFiles = 2;

/** @param shares what files bring: by path, their `Candidate`s in JSON */
export function encodeWrappers(
  db: DatabaseSync,
  shares: Iterable<readonly [path: string, wraps: string]>,
): { path: string; line: string }[] {
  const declared = new Set(
    db
      .prepare("select distinct name from dependencies")
      .all()
      .map(({ name }) => normal(String(name))),
  );
  const tests = new Set(
    db
      .prepare("select unit from files where is_test")
      .all()
      .map(({ unit }): unknown => unit),
  );
  // A fact's id tells its unit, so that the index alone answers.
  const usesOf = db.prepare("select fact >> 20 as unit, count(*) as n from calls where callee = ? group by 1");
  // What a library gives out as its default is called by the name that files import it as.
  const directUses = db.prepare(
    `select unit, count(distinct site) as n from calls
     where target = ?1 and caller not in (select value from json_each(?3))
       and callee_name in (select callee_name from calls where target = ?4 and caller = ?2)
     group by 1`,
  );
  const beside = db.prepare("select distinct target from calls where target >= ? and target < ?");
  /** What a library gives out under the same name in another of its modules is the same: `next-auth` and `next-auth/next`. */
  const twinsOf = (target: string): string[] => {
    const [, library, name] = ofModule.exec(target) ?? [];
    if (library === undefined) return [target];
    // A slash stands right before the 0.
    const others = beside.all(`${library}/`, `${library}0`).map((row) => String(row.target));
    const isTwin = (other: string) => ofModule.exec(other)?.[2] === name;
    return [...new Set([target, `${library}.${name}`, ...others.filter(isTwin)])];
  };
  const outsideOfTests = (rows: readonly Record<string, unknown>[]): number[] =>
    rows.flatMap(({ unit, n }) => (tests.has(unit) ? [] : [Number(n)]));
  const candidates = [...shares].map(([path, wraps]) => [path, JSON.parse(wraps) as Candidate[]] as const);
  // What another wrapper calls is not called past this one.
  const wrapping = new Map<string, string[]>();
  for (const [, listed] of candidates)
    for (const { id, target } of listed) wrapping.set(target, [...(wrapping.get(target) ?? []), id]);
  const rows = new Map<string, FactRow[]>();
  const told = new Set<string>();
  for (const [path, listed] of candidates) {
    const wrappers = listed.flatMap((one): FactRow[] => {
      const category = one.category ?? (one.from !== null && isDeclared(declared, one.from) ? "library" : undefined);
      if (category === undefined) return [];
      const using = outsideOfTests(usesOf.all(one.id));
      const uses = sum(using);
      if (uses < leastUses || using.length < leastFiles) return [];
      const targets = ofScripts.test(path) ? twinsOf(one.target) : [one.target];
      const around = JSON.stringify(targets.flatMap((target) => wrapping.get(target) ?? []));
      const direct = sum(
        targets.flatMap((target) => outsideOfTests(directUses.all(target, one.id, around, one.target))),
      );
      if (direct >= uses) return [];
      const library = one.from ?? one.target.split(".")[0] ?? one.target;
      told.add(one.id);
      return [[one.id, one.name, one.target, library, category, uses, direct, path, one.line]];
    });
    if (wrappers.length > 0) rows.set(path, wrappers);
  }
  for (const row of askersOf(db, (id) => !told.has(id))) {
    const path = String(row[pathAt]);
    rows.set(path, [...(rows.get(path) ?? []), row]);
  }
  return [...rows].map(([path, wrappers]) => ({ path, line: encodeUnit("wrapper", path, { wrappers }) }));
}

const ofScripts = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;
/** What a package of npm gives out by its name, whichever of its modules that is of. */
const ofModule = /^(@[^/.]+\/[^/.]+|[^@/.][^/.]*)(?:\/[^.]+)?\.(\w+)$/;

/** What asks for one purpose alone leaves others to go past it: more of them than this part of its uses. */
const mostPast = 0.2;

/** Where a wrapper's row names its file. */
const pathAt = 7;

/** Functions that are called in several other files in the place of a library for requests. */
function askersOf(db: DatabaseSync, isOpen: (id: string) => boolean): FactRow[] {
  type File = { unit: number; path: string; package: string | null; is_code: number };
  const files = db
    .prepare("select unit, path, package, is_test = 0 and is_generated = 0 as is_code from files")
    .all() as unknown as File[];
  const byPath = new Map(files.map((file) => [file.path, file]));
  const byUnit = new Map(files.map((file) => [file.unit, file]));
  const askers = new Askers(db, (path) => byPath.get(path)?.is_code === 1);
  const usesOf = db.prepare("select fact >> 20 as unit, count(*) as n from calls where callee = ? group by 1");
  return [...askers.all()].flatMap(({ id, name, path, line, target, library }): FactRow[] => {
    if (!isOpen(id)) return [];
    const using = (usesOf.all(id) as { unit: number; n: number }[]).flatMap(({ unit, n }) => {
      const file = byUnit.get(unit);
      return file?.is_code === 1 && file.path !== path ? [{ file, n }] : [];
    });
    const uses = sum(using.map(({ n }) => n));
    if (uses < leastUses || using.length < leastFiles) return [];
    // In a package that does not have it, nothing goes past it.
    const having = new Set([byPath.get(path), ...using.map(({ file }) => file)].map((file) => file?.package ?? null));
    const direct = askers.asking.filter(
      (one) => one.library === library && one.path !== path && having.has(byPath.get(one.path)?.package ?? null),
    ).length;
    return direct > uses * mostPast ? [] : [[id, name, target, library, "http", uses, direct, path, line]];
  });
}

const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);

const normal = (name: string): string => name.toLowerCase().replaceAll(/[_.]/g, "-");

/** Whether a manifest names the package, or one that it is a part of. */
function isDeclared(declared: ReadonlySet<string>, external: string): boolean {
  const name = normal(external);
  return declared.has(name) || [...name.matchAll(/\//g)].some(({ index }) => declared.has(name.slice(0, index)));
}
