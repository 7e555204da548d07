/**
 * Laravel's form requests: what a controller's method takes of such a class is made of the request before the method is
 * called, and refused where its `authorize()` says no, and then where it does not fit its `rules()`.
 * <https://laravel.com/docs/validation#form-request-validation>
 */
import type { DatabaseSync } from "node:sqlite";
import { DeclaredTexts } from "#engine/scan/derive/declared-texts";
import type { Heirs } from "#engine/scan/derive/entry-points/heirs";
import type { Guard } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName } from "#engine/scan/derive/symbols";

const ofPhp = /\.php#/;
const formRequest = /(?:^|\\)FormRequest$/;
/** A body that lets everybody in. */
const letsAll = /\{\s*(?:(?:\/\/|#)[^\n]*\n\s*)*return\s+true\s*;\s*\}\s*$/i;

/** A body that asks nothing of what is sent. */
const rulesNothing = /\{\s*(?:(?:\/\/|#)[^\n]*\n\s*)*return\s+(?:\[\s*\]|array\s*\(\s*\))\s*;\s*\}\s*$/i;

const authorizing = { name: "authorize", lets: letsAll };
const ruling = { name: "rules", lets: rulesNothing };

type Statement = ReturnType<DatabaseSync["prepare"]>;

export class FormRequests {
  readonly #db: DatabaseSync;
  readonly #heirs: Heirs;
  readonly #ranges: FactRanges;
  readonly #texts: DeclaredTexts;
  readonly #known = new Map<string, readonly Guard[]>();
  #taken: Statement | undefined;
  #bases: Statement | undefined;
  #method: Statement | undefined;

  constructor(db: DatabaseSync, heirs: Heirs) {
    this.#db = db;
    this.#heirs = heirs;
    this.#ranges = new FactRanges(db);
    this.#texts = new DeclaredTexts(db);
  }

  /** Who asks before a method by what it takes, in the order of its parameters. */
  of(method: string): readonly Guard[] {
    if (!ofPhp.test(method)) return [];
    this.#taken ??= this.#db.prepare(
      `select target from type_relations
       where fact >= ? and fact < ? and type = ? and relation = 'parameter' and target is not null order by fact`,
    );
    const taken = this.#taken.all(...this.#ranges.of(method), method);
    return taken.flatMap(({ target }) => this.#asking(String(target)));
  }

  /** The nearest `authorize()` and `rules()` of a form request, its own, a trait's or a base's, where they may say no. */
  #asking(type: string): readonly Guard[] {
    const known = this.#known.get(type);
    if (known) return known;
    const all = [type, ...this.#heirs.above(type)];
    const asking = all.some((one) => this.#isFormRequest(one)) ? [authorizing, ruling] : [];
    const found = asking.flatMap(({ name, lets }) => {
      const nearest = all.map((one) => this.#methodOf(one, name)).find((one) => one !== undefined);
      return nearest === undefined || lets.test(nearest.text)
        ? []
        : [{ name: `${lastName(type)}.${name}`, symbol: nearest.id }];
    });
    this.#known.set(type, found);
    return found;
  }

  #isFormRequest(type: string): boolean {
    this.#bases ??= this.#db.prepare(
      `select name from type_relations
       where fact >= ? and fact < ? and type = ? and relation = 'extends' and target is null`,
    );
    return this.#bases.all(...this.#ranges.of(type), type).some(({ name }) => formRequest.test(String(name)));
  }

  #methodOf(type: string, name: string): { readonly id: string; readonly text: string } | undefined {
    const id = `${type}.${name}`;
    this.#method ??= this.#db.prepare(
      `select id, preview, line, end_line from symbols
       where fact >= ? and fact < ? and id = ? and kind = 'method' and is_abstract = 0`,
    );
    const row = this.#method.get(...this.#ranges.of(id), id);
    const text = row && this.#texts.of(row).text;
    return text?.includes("{") ? { id, text } : undefined;
  }
}
