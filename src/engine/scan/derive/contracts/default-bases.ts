/** What stands before addresses unless a setting says otherwise: `/api` of `const API = process.env.API_URL || "/api"`. */
import type { DatabaseSync } from "node:sqlite";
import { type Address, addressOf } from "./address.ts";

/** A name that is put in front of a path. */
const head = /^\$\{([A-Za-z_$][\w$]*)\}(?=\/)/;
/** A path as it is written in code. */
const written = /^(["'`])(\/[^"'`$]*)\1$/;

export class DefaultBases {
  /** By the names of variables at the top of files; null: several of that name differ. */
  readonly #paths = new Map<string, string | null>();

  constructor(db: DatabaseSync) {
    const uses = db
      .prepare(
        `select name, environment_uses."default" as held from environment_uses
         join symbols on symbols.unit = environment_uses.unit
           and environment_uses.line between symbols.line and symbols.end_line
         where symbols.parent is null and symbols.kind in ('variable', 'constant') and environment_uses."default" is not null`,
      )
      .all() as { name: string; held: string }[];
    for (const { name, held } of uses) {
      const path = written.exec(held)?.[2] ?? null;
      const known = this.#paths.get(name);
      this.#paths.set(name, known === undefined || known === path ? path : null);
    }
  }

  /** An address as it is where nobody has set what stands before it, which somebody may. */
  addressOf(url: string): Address | undefined {
    const [put, name] = head.exec(url) ?? [];
    const path = name === undefined ? undefined : this.#paths.get(name);
    const address =
      put !== undefined && path ? addressOf(`${path.replace(/\/$/, "")}${url.slice(put.length)}`) : undefined;
    return address && { ...address, isOpen: true };
  }
}
