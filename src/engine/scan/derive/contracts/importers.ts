/** Which files bring in a file, by themselves or by others that they import. */
import type { DatabaseSync } from "node:sqlite";

/** Files behind each other that are looked at for one. */
const mostFiles = 2_000;

export class Importers {
  readonly #by = new Map<string, Set<string>>();
  readonly #all = new Map<string, ReadonlySet<string>>();

  constructor(db: DatabaseSync) {
    const rows = db.prepare(
      `select distinct path, resolved from imports where resolved is not null and type_only = 0
       and path not in (select path from files where is_test)`,
    );
    for (const { path, resolved } of rows.all()) {
      const by = this.#by.get(String(resolved));
      if (by) by.add(String(path));
      else this.#by.set(String(resolved), new Set([String(path)]));
    }
  }

  /** Whether a file imports another, however far around. */
  reach(from: string, to: string): boolean {
    return this.#importersOf(to).has(from);
  }

  #importersOf(path: string): ReadonlySet<string> {
    const known = this.#all.get(path);
    if (known) return known;
    const found = new Set<string>();
    for (const open = [path]; open.length > 0 && found.size < mostFiles; )
      for (const by of this.#by.get(open.pop() ?? "") ?? [])
        if (!found.has(by)) {
          found.add(by);
          open.push(by);
        }
    this.#all.set(path, found);
    return found;
  }
}
