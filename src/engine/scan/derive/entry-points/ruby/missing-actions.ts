/**
 * Actions that a controller of Rails does not have: neither a method of its own, of what it extends or includes, nor a view
 * that is rendered without one. Where a base is not known, or methods are made as the program runs, any may be there.
 * https://guides.rubyonrails.org/action_controller_overview.html
 */
import type { DatabaseSync } from "node:sqlite";
import { Declarations } from "#engine/scan/derive/declarations";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { pathOf } from "#engine/scan/derive/symbols";

/** Bases of the framework's own: they have no actions. */
const plain = /^(?:::)?(?:ActionController::(?:Base|API|Metal)|ActiveSupport::Concern)$/;
const isMaking =
  "define_method|inherit_resources|active_scaffold|alias_method|delegate|def_delegators?|class_eval|action_missing";
const making = new RegExp(`(?:^|\\.)(?:${isMaking})$`);
const view = /(?:^|\/)views\/(.+)\/([^/.]+)\.[^/]+$/;

export class MissingActions {
  readonly #db: DatabaseSync;
  readonly #ranges: FactRanges;
  #declarations: Declarations | undefined;
  readonly #known = new Map<string, boolean>();
  #views: ReadonlySet<string> | undefined;
  #calls: ReturnType<DatabaseSync["prepare"]> | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#ranges = new FactRanges(db);
  }

  /** @param classes a controller, and what it extends and includes: none of them has a method of that name */
  lack(classes: readonly string[], action: string): boolean {
    return classes.every((one) => this.#isWhole(one)) && !classes.some((one) => this.#hasView(one, action));
  }

  /** Whether all that a class has is written in it and in bases that are known. */
  #isWhole(type: string): boolean {
    const known = this.#known.get(type);
    if (known !== undefined) return known;
    this.#declarations ??= new Declarations(this.#db);
    this.#calls ??= this.#db.prepare("select callee_text from calls where fact >= ? and fact < ?");
    const isKnown = this.#declarations
      .relationsOf(type)
      .every(({ name, target }) => target !== null || plain.test(name));
    const calls = isKnown ? this.#calls.all(...this.#ranges.of(pathOf(type))) : [];
    const found = isKnown && !calls.some(({ callee_text: text }) => making.test(String(text)));
    this.#known.set(type, found);
    return found;
  }

  #hasView(type: string, action: string): boolean {
    this.#views ??= new Set(
      this.#db
        .prepare("select path from files where path like '%views/%'")
        .all()
        .flatMap(({ path }) => {
          const [, folder, name] = view.exec(String(path)) ?? [];
          return folder === undefined ? [] : [`${folder}/${name}`];
        }),
    );
    return this.#views.has(`${folderOf(type)}/${action}`);
  }
}

/** Where a controller's views lie: `Admin.ShopItemsController` in `admin/shop_items`. */
const folderOf = (type: string): string =>
  type
    .slice(type.indexOf("#") + 1)
    .replace(/Controller$/, "")
    .split(/\.|::/)
    .map((part) =>
      part
        .replace(/([A-Z\d]+)([A-Z][a-z])/g, "$1_$2")
        .replace(/([a-z\d])([A-Z])/g, "$1_$2")
        .toLowerCase(),
    )
    .join("/");
