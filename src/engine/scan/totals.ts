/** What a database holds in all, from the sums that each file's row keeps. */
import type { DatabaseSync } from "node:sqlite";
import { resolutions } from "#contract/fact-tables";
import type { Counts } from "#contract/push";

export function countAll(db: DatabaseSync): { seen: number; counts: Counts } {
  const group = (column: string, where: string): Record<string, number> =>
    Object.fromEntries(
      db
        .prepare(`select ${column} as name, count(*) as n from scan_files where ${where} group by 1 order by 1`)
        .all()
        .map(({ name, n }) => [name, n] as [string, number]),
    );
  const sums = resolutions.map((one) => `coalesce(sum(calls->>'${one}'), 0) as "${one}"`).join(", ");
  const row = db
    .prepare(
      `select count(*) as seen, count(*) filter (where reason is null) as files, coalesce(sum(symbols), 0) as symbols,
         coalesce(sum(problems), 0) as problems, ${sums} from scan_files`,
    )
    .get() as Record<string, number>;
  const { seen = 0, files = 0, symbols = 0, problems = 0, ...calls } = row;
  return {
    seen,
    counts: {
      files,
      symbols,
      calls: { ...calls },
      skipped: group("reason", "reason is not null"),
      languages: group("language", "reason is null"),
      problems,
    },
  };
}
