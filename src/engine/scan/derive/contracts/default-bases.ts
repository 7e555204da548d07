/** What stands before addresses unless a setting says otherwise: `/api` of `const API = process.env.API_URL || "/api"`. */
import type { DatabaseSync } from "node:sqlite";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { type Address, addressOf } from "./address.ts";

/** A name that is put in front of a path. */
const head = /^\$\{([A-Za-z_$][\w$]*)\}(?=\/)/;
/** A path as it is written in code. */
const written = /^(["'`])(\/[^"'`$]*)\1$/;

export class DefaultBases {
  /** By the names of variables at the top of files; null: several of that name differ. */
  #paths: ReadonlyMap<string, string | null> | undefined;
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** The path that a variable holds by default; null: several differ, or what it holds is none. */
  #pathOf(name: string): string | null | undefined {
    this.#paths ??= this.#read();
    return this.#paths.get(name);
  }

  #read(): Map<string, string | null> {
    const paths = new Map<string, string | null>();
    const ranges = new FactRanges(this.#db);
    const uses = this.#db
      .prepare('select path, line, "default" as held from environment_uses where "default" is not null order by fact')
      .all() as { path: string; line: number; held: string }[];
    const around = this.#db.prepare(
      `select name from symbols where fact >= ? and fact < ? and line <= ? and end_line >= ?
       and parent is null and kind in ('variable', 'constant')`,
    );
    for (const { path, line, held } of uses) {
      const value = written.exec(held)?.[2] ?? null;
      for (const { name } of around.all(...ranges.of(path), line, line) as { name: string }[]) {
        const known = paths.get(name);
        paths.set(name, known === undefined || known === value ? value : null);
      }
    }
    return paths;
  }

  /** An address as it is where nobody has set what stands before it, which somebody may. */
  addressOf(url: string): Address | undefined {
    const [put, name] = head.exec(url) ?? [];
    const path = name === undefined ? undefined : this.#pathOf(name);
    const address =
      put !== undefined && path ? addressOf(`${path.replace(/\/$/, "")}${url.slice(put.length)}`) : undefined;
    return address && { ...address, isOpen: true };
  }
}
