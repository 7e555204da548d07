/** Constraints on subclasses: what nearly every class that extends a base defines itself. */
import type { DatabaseSync } from "node:sqlite";
import { wilson } from "./confidence.ts";
import type { Constraint } from "./constraint.ts";
import { total } from "./convention.ts";
import { gather, type Place } from "./learn.ts";
import type { FileObservations } from "./observation.ts";
import { methodsOfSubclasses } from "./observers/subclasses.ts";
import { slug } from "./words.ts";

const leastClasses = 6;
const leastShare = 0.9;
const most = 10;
/** Languages whose compilers ask for what is abstract: there it is no convention. */
const compiled = new Set(["java", "kotlin", "csharp", "swift", "rust", "go", "c", "php"]);

export function learnMethods(db: DatabaseSync, files: readonly FileObservations[]): Constraint[] {
  const abstracts = db.prepare(
    "select count(*) as n from symbols where name = ? and is_abstract = 0 and kind = 'method' and parent in (select id from symbols where name = ? and kind = 'class')",
  );
  const isConcrete = (method: string, base: string): boolean => Number(abstracts.get(method, base)?.n) > 0;
  const asked = gather(files, new Map([[methodsOfSubclasses.id, methodsOfSubclasses]]));
  return asked
    .flatMap(({ family, group, answers }) => {
      const all = answers.get(total) ?? [];
      const chances = sum(all);
      if (group === null || chances < leastClasses || new Set(all.map(({ path }) => path)).size < 3) return [];
      return [...answers].flatMap(([method, held]): Constraint[] => {
        const kept = sum(held);
        if (method === total || kept < chances * leastShare) return [];
        if (compiled.has(family) && !isConcrete(method, group)) return [];
        const following = new Set(held.map(({ path }) => path));
        const confidence = Math.round(100 * wilson(kept, chances));
        return [
          {
            id: `structural/${slug(`${group} defines ${method}`)}`.slice(0, 200),
            category: "structural",
            condition: `Every class that extends ${group} defines ${method}.`,
            guidance: `Define ${method} in a new class that extends ${group}.`,
            scope: null,
            chances,
            confidence,
            evidence: held.map(({ path, line }) => ({ path, line })),
            exceptions: exceptionsOf(all, following, chances - kept),
          },
        ];
      });
    })
    .sort((a, b) => b.chances - a.chances || (a.id < b.id ? -1 : 1))
    .slice(0, most);
}

const sum = (places: readonly Place[]): number => places.reduce((count, one) => count + one.count, 0);

/** As many as there are: a file that has several such classes may hold one without. */
function exceptionsOf(all: readonly Place[], following: ReadonlySet<string>, count: number) {
  const apart = all.filter(({ path }) => !following.has(path));
  return [...apart, ...all.filter(({ path, count: classes }) => following.has(path) && classes > 1)]
    .slice(0, count)
    .map(({ path, line }) => ({ path, line }));
}
