/** What one of many is called in paths where its class says so: `lookup_field = "slug"` makes `{pk}` a `{slug}`. */
import type { Handlers } from "./handlers.ts";
import type { Registration } from "./registration.ts";

/** The name of prefixes that say it. */
const lookup = "lookup";
const key = "{pk}";

export class Lookups {
  readonly #fields: ReadonlyMap<string | null, string>;
  readonly #handlers: Pick<Handlers, "basesOf">;

  constructor(registrations: readonly Registration[], handlers: Pick<Handlers, "basesOf">) {
    const said = registrations.filter((one) => isLookup(one) && one.route !== null);
    this.#fields = new Map(said.map(({ owner, route }) => [owner, route ?? ""]));
    this.#handlers = handlers;
  }

  /** A route with what the class that serves it, or the nearest above that says it, calls one of many. */
  in(route: string, served: string | null): string {
    if (served === null || this.#fields.size === 0 || !route.includes(key)) return route;
    const around = served.slice(0, Math.max(served.lastIndexOf("."), served.indexOf("#")));
    const classes = [served, around].flatMap((one) => [one, ...this.#handlers.basesOf(one)]);
    const field = classes.map((one) => this.#fields.get(one)).find((one) => one !== undefined);
    const at = route.lastIndexOf(key);
    return field === undefined ? route : `${route.slice(0, at)}{${field}}${route.slice(at + key.length)}`;
  }
}

export const isLookup = ({ kind, name }: Registration): boolean => kind === "prefix" && name === lookup;
