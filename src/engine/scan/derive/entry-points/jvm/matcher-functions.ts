/**
 * Functions that make a matcher of a path, as Spring Security's are written around where code does so often:
 * `requestMatchers(of("/admin/**"))`. What they are given is the path.
 */
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** A path that a function is given, or that stands behind a constant. */
const given = /^\$\{(\w+)\}(?=\/)/;
const matcher = /Matcher$/;
/** What functions are called that match other paths than what they are given. */
const other = /^(?:not|except|exclud|without|negat|allBut|other)/i;

export class MatcherFunctions {
  readonly #typesOf: (name: string) => readonly string[];
  readonly #known = new Map<string, boolean>();

  /** @param typesOf what the repository's functions of a name give back */
  constructor(typesOf: (name: string) => readonly string[]) {
    this.#typesOf = typesOf;
  }

  /** A registration with the path that such a function is given in its route's place. */
  opened<One extends Registration>(one: One): One {
    const name = given.exec(one.route ?? "")?.[1];
    return name !== undefined && this.#isOne(name) ? { ...one, route: (one.route ?? "").replace(given, "") } : one;
  }

  #isOne(name: string): boolean {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const types = this.#typesOf(name);
    const isOne = !other.test(name) && types.length > 0 && types.every((type) => matcher.test(type));
    this.#known.set(name, isOne);
    return isOne;
  }
}
