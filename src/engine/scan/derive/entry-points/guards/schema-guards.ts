/**
 * Who is asked before GraphQL's resolvers: by directives of the schema that their fields stand in, and by a tree of
 * permissions, in which the nearest entry decides.
 */

import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";
import { listed } from "./guards.ts";

/** What stands in the name of such a guard before the field, or before the type and `*`. */
export const guardsOfSchema = "field ";
/** The name of guards that a tree has under the name of a field, of a type's others, `Query/*`, or of all others, `*`. */
const ofField = "of field";
/** Who lets everybody in. */
const open = "allow";

export class SchemaGuards {
  readonly #guards: ReadonlyMap<string, readonly Registration[]>;
  readonly #permissions: ReadonlyMap<string, readonly Registration[]>;

  constructor(registrations: readonly Registration[]) {
    const all = registrations.filter(({ kind, name }) => kind === "guard" && name?.startsWith(guardsOfSchema));
    this.#guards = Map.groupBy(all, ({ name }) => (name ?? "").slice(guardsOfSchema.length));
    const told = registrations.filter(({ kind, name }) => kind === "guard" && name === ofField);
    this.#permissions = Map.groupBy(told, ({ route }) => route ?? "");
  }

  /** Those before a resolver, by the name of its type and field: `Query/users`. */
  of({ kind, name }: Pick<Registration, "kind" | "name">): Guard[] {
    const [type, field] = (name ?? "").split("/");
    if (kind !== "resolver" || field === undefined) return [];
    const [whole, own, others] = [`${type}/*`, `${type}/${field}`, "*"];
    const permitted = [own, whole, others].map((one) => this.#permissions.get(one)).find((it) => it !== undefined);
    return [
      ...[whole, own].flatMap((one) => (this.#guards.get(one) ?? []).flatMap(listed)),
      ...(permitted ?? []).flatMap(listed).filter((one) => one.symbol !== null || one.name !== open),
    ];
  }
}
