/** Endpoints that say themselves which guards they go without: `[AllowAnonymous]`, `skip_before_action :sign_in`. */
import type { DatabaseSync } from "node:sqlite";
import { Declarations } from "#engine/scan/derive/declarations";
import { asksFor, said } from "#engine/scan/derive/entry-points/guards/class-guards";
import { listed } from "#engine/scan/derive/entry-points/guards/guards";
import type { Registration } from "#engine/scan/derive/entry-points/registration";

export class Deliberate {
  readonly #declarations: Declarations;
  /** By what says so. */
  readonly #guards = new Map<string, Registration[]>();

  constructor(db: DatabaseSync) {
    this.#declarations = new Declarations(db);
    const rows = db
      .prepare(
        "select * from registrations where kind = 'guard' and owner is not null and (method = 'SKIP' or method = 'BEFORE' and mounted is not null) order by path, fact",
      )
      .all() as unknown as Registration[];
    for (const one of rows) {
      const owner = one.owner ?? "";
      const known = this.#guards.get(owner);
      if (known) known.push(one);
      else this.#guards.set(owner, [one]);
    }
  }

  /** The names of the guards that a handler, its class or one above it says it goes without. */
  without(handler: string | null): ReadonlySet<string> {
    if (handler === null || this.#guards.size === 0) return new Set();
    const end = handler.lastIndexOf(".");
    const [type, method] = end > handler.indexOf("#") ? [handler.slice(0, end), handler.slice(end + 1)] : [handler, ""];
    const types = [type, ...this.#declarations.basesOf(type)];
    const all = [handler, ...types.filter((one) => one !== handler)].flatMap((one) => said(one, this.#guards));
    const skipped = all.filter((one) => one.method === "SKIP" && asksFor(one, method));
    return new Set(skipped.flatMap((one) => listed(one).map(({ name }) => name)));
  }
}
