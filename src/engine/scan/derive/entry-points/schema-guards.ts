/** Who is asked before GraphQL's resolvers by directives of the schema that their fields stand in. */
import { listed } from "./guards.ts";
import type { Guard, Registration } from "./registration.ts";

/** What stands in the name of such a guard before the field, or before the type and `*`. */
export const guardsOfSchema = "field ";

export class SchemaGuards {
  readonly #guards: ReadonlyMap<string, readonly Registration[]>;

  constructor(registrations: readonly Registration[]) {
    const all = registrations.filter(({ kind, name }) => kind === "guard" && name?.startsWith(guardsOfSchema));
    this.#guards = Map.groupBy(all, ({ name }) => (name ?? "").slice(guardsOfSchema.length));
  }

  /** Those before a resolver, by the name of its type and field: `Query/users`. */
  of({ kind, name }: Pick<Registration, "kind" | "name">): Guard[] {
    const [type, field] = (name ?? "").split("/");
    if (kind !== "resolver" || field === undefined) return [];
    return [`${type}/*`, `${type}/${field}`].flatMap((one) => (this.#guards.get(one) ?? []).flatMap(listed));
  }
}
