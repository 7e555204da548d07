/** Which major version of a package a repository has, where what the package does by itself goes by that. */
import type { DatabaseSync } from "node:sqlite";

/** By a package's name, the newest major version that a manifest lets in: `^12.0` and `^11.0|^12.0` are 12. */
export type Majors = ReadonlyMap<string, number>;

export function readMajors(db: DatabaseSync): Majors {
  const majors = new Map<string, number>();
  const rows = db.prepare("select name, range, resolved from dependencies where path glob '*composer.json'").all();
  for (const { name, range, resolved } of rows) {
    const written = String(resolved ?? range).split(/[|,\s]+/);
    const told = written.map((one) => Number(/^[^\d]*(\d+)(?:\.|$)/.exec(one)?.[1] ?? Number.NaN));
    const newest = Math.max(...told.filter((one) => !Number.isNaN(one)));
    if (Number.isFinite(newest)) majors.set(String(name), Math.max(newest, majors.get(String(name)) ?? 0));
  }
  return majors;
}
