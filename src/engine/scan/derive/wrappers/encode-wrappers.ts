/**
 * The units of wrappers: short functions that pass what they are given to one function of a library, and are called in
 * several places instead of it.
 */
import type { DatabaseSync } from "node:sqlite";
import { encodeUnit, type FactRow } from "#contract/unit";
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
       and callee_name in (select callee_name from calls where target = ?1 and caller = ?2)
     group by 1`,
  );
  const outsideOfTests = (rows: readonly Record<string, unknown>[]): number[] =>
    rows.flatMap(({ unit, n }) => (tests.has(unit) ? [] : [Number(n)]));
  const candidates = [...shares].map(([path, wraps]) => [path, JSON.parse(wraps) as Candidate[]] as const);
  // What another wrapper calls is not called past this one.
  const wrapping = new Map<string, string[]>();
  for (const [, listed] of candidates)
    for (const { id, target } of listed) wrapping.set(target, [...(wrapping.get(target) ?? []), id]);
  return candidates.flatMap(([path, listed]) => {
    const wrappers = listed.flatMap((one): FactRow[] => {
      const category = one.category ?? (one.from !== null && isDeclared(declared, one.from) ? "library" : undefined);
      if (category === undefined) return [];
      const using = outsideOfTests(usesOf.all(one.id));
      const uses = sum(using);
      if (uses < leastUses || using.length < leastFiles) return [];
      const direct = sum(outsideOfTests(directUses.all(one.target, one.id, JSON.stringify(wrapping.get(one.target)))));
      if (direct >= uses) return [];
      const library = one.from ?? one.target.split(".")[0] ?? one.target;
      return [[one.id, one.name, one.target, library, category, uses, direct, path, one.line]];
    });
    return wrappers.length === 0 ? [] : [{ path, line: encodeUnit("wrapper", path, { wrappers }) }];
  });
}

const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);

const normal = (name: string): string => name.toLowerCase().replaceAll(/[_.]/g, "-");

/** Whether a manifest names the package, or one that it is a part of. */
function isDeclared(declared: ReadonlySet<string>, external: string): boolean {
  const name = normal(external);
  return declared.has(name) || [...name.matchAll(/\//g)].some(({ index }) => declared.has(name.slice(0, index)));
}
