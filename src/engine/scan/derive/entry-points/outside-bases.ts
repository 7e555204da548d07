/**
 * Classes of libraries that extend one of the application in turn, as Devise's controllers do `ApplicationController`: what
 * extends them has what that says, and is told apart by what asks within them alone, or everywhere else.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Guard, Registration } from "./registration.ts";

/** What stands in the name of a row that says of a class what it extends outside; its route is the application's class above. */
const extending = "extends ";
/** Controllers of Devise itself are what extends this, and that the application's. */
const devise = { controllers: "devise/", type: "(outside)#DeviseController", name: "DeviseController" };
/** Whether a controller of a library's own answers. */
export const isOutside = ({ answers }: { readonly answers?: string }): boolean =>
  answers?.startsWith(`${devise.type}.`) ?? false;
const applications = "ApplicationController";
/** The first words of the names of guards that ask within what extends a class outside, and of those that do not. */
const [within, outside] = ["within", "outside"];

interface Outside {
  /** The class of the library, by the name that guards call it by. */
  readonly name: string;
  /** The class of the repository that it extends. */
  readonly above: string | undefined;
}

export class OutsideBases {
  readonly #db: DatabaseSync;
  #all: ReadonlyMap<string, Outside> | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Classes with those that are reached over what any of them extends outside. */
  through(classes: readonly string[], basesOf: (type: string) => readonly string[]): readonly string[] {
    const above = classes.map((one) => this.#found().get(one)?.above).find((one) => one !== undefined);
    if (above === undefined || classes.includes(above)) return classes;
    return [...classes, above, ...basesOf(above).filter((one) => !classes.includes(one))];
  }

  /** What a controller of a library's own would be called, where it extends one of the application: `devise/sessions`. */
  answering = (controller: string, action: string): string | undefined =>
    controller.startsWith(devise.controllers) ? `${devise.type}.${action}` : undefined;

  /** Whether a guard asks in a class and those above it; undefined where that does not go by what these extend outside. */
  asks({ name }: Pick<Registration, "name">, classes: readonly string[]): boolean | undefined {
    const [word = "", of] = name?.split(" ") ?? [];
    if (word !== within && word !== outside) return undefined;
    return classes.some((one) => this.#found().get(one)?.name === of) === (word === within);
  }

  /**
   * Whether a guard is what Devise makes of a model, `authenticate_user!`, which asks nobody in its own controllers, where
   * `authenticate_scope!` does, and `authenticate_inviter!`:
   * https://github.com/heartcombo/devise, `lib/devise/controllers/helpers.rb`.
   */
  isIdle = ({ name, symbol }: Guard, classes: readonly string[]): boolean =>
    symbol === null &&
    /^authenticate_(?!(?:scope|inviter)!)\w+!$/.test(name) &&
    classes.some((one) => this.#found().get(one)?.name === devise.name);

  #found(): ReadonlyMap<string, Outside> {
    if (this.#all) return this.#all;
    const named = this.#db.prepare("select id from symbols where kind = 'class' and qualified = ? order by id");
    const rows = this.#db
      .prepare("select owner, name, route from registrations where kind = 'guard' and name like 'extends %'")
      .all();
    const classOf = (name: string): string | undefined => {
      const found = named.all(name);
      return found.length === 1 ? String(found[0]?.id) : undefined;
    };
    const told = rows.map(
      ({ owner, name, route }) =>
        [String(owner), { name: String(name).slice(extending.length), above: classOf(String(route)) }] as const,
    );
    this.#all = new Map([[devise.type, { name: devise.name, above: classOf(applications) }], ...told]);
    return this.#all;
  }
}
