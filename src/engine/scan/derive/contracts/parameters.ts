/** The names that functions take their arguments by. */
import type { DatabaseSync } from "node:sqlite";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { bare, namesOf, type Parameter } from "#engine/scan/derive/flows/requests";

/** First parameters that a method is called on. */
const receivers = new Set(["self", "cls", "&self", "&mut self"]);

/** A member that a pattern takes, and the name that it gives it: `path`, `app: server`, `guards = []`. */
const taken = /(?<=[{,]\s*)([\p{L}_$][\p{L}\p{N}_$]*)(?:\s*:\s*([\p{L}_$][\p{L}\p{N}_$]*))?(?=\s*[,=}])/gu;

export class Parameters {
  readonly #ranges: FactRanges;
  readonly #params: ReturnType<DatabaseSync["prepare"]>;
  readonly #known = new Map<string, readonly Parameter[]>();

  constructor(db: DatabaseSync) {
    this.#ranges = new FactRanges(db);
    this.#params = db.prepare("select params from symbols where fact >= ? and fact < ? and id = ?");
  }

  /** All names that a function's parameters bind. */
  names(symbol: string): ReadonlySet<string> {
    return new Set(this.#of(symbol).flatMap(({ name }) => namesOf(name).map(bare)));
  }

  /** Where a function of JavaScript takes what its parameters bind: `2`, `0.path`, from `1` on. */
  places(symbol: string): ReadonlyMap<string, { readonly place: string; readonly isRest: boolean }> {
    const places = new Map<string, { place: string; isRest: boolean }>();
    for (const [at, { name, rest = false }] of this.#of(symbol).entries()) {
      if (!name.startsWith("{")) places.set(bare(name), { place: String(at), isRest: rest });
      else
        for (const [, member = "", local] of name.matchAll(taken))
          places.set(local ?? member, { place: `${at}.${member}`, isRest: false });
    }
    return places;
  }

  /** The names that a function takes by what is given at a place: `0`, `1.url`, `path`. */
  taken(symbol: string, place: string): { readonly names: readonly string[]; readonly member: string | undefined } {
    const [at = "", member] = place.split(".");
    const parameters = this.#of(symbol);
    const own = receivers.has(parameters[0]?.name ?? "") ? 1 : 0;
    const found = /^\d+$/.test(at)
      ? parameters[Number(at) + own]
      : parameters.find(({ name }) => bare(name) === bare(at));
    return { names: found ? namesOf(found.name).map(bare) : [], member };
  }

  #of(symbol: string): readonly Parameter[] {
    const known = this.#known.get(symbol);
    if (known) return known;
    const row = this.#params.get(...this.#ranges.of(symbol), symbol);
    const found = row?.params ? (JSON.parse(String(row.params)) as Parameter[]) : [];
    this.#known.set(symbol, found);
    return found;
  }
}
