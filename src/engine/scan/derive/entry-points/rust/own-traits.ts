/**
 * Traits of the repository's own whose methods are asynchronous by tonic's attribute: they are no services. A service's
 * trait is generated beside its server, `Greeter` beside `GreeterServer`, or lies outside.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { lastName } from "#engine/scan/derive/symbols";

/** Registrations without the methods of such traits. */
export function withoutOwnTraits(db: DatabaseSync, registrations: readonly Registration[]): readonly Registration[] {
  const isMethod = ({ kind, framework, handler }: Registration) =>
    kind === "rpc" && framework === "tonic" && handler !== null;
  if (!registrations.some(isMethod)) return registrations;
  const kinds = db.prepare("select kind from symbols where id = ?");
  const kindOf = (id: string) => kinds.get(id)?.kind;
  const implemented = db.prepare(
    "select target from type_relations where type = ? and relation = 'implements' and target is not null",
  );
  const isGenerated = (trait: string) => kindOf(`${trait}Server`) === "struct";
  const isOwn = (handler: string): boolean => {
    if (kindOf(handler) === "interface") return true;
    const method = lastName(handler);
    const traits = implemented.all(handler.slice(0, -method.length - 1)).map(({ target }) => String(target));
    return traits.some((trait) => kindOf(`${trait}.${method}`) === "method" && !isGenerated(trait));
  };
  return registrations.filter((one) => !isMethod(one) || !isOwn(one.handler ?? ""));
}
