/**
 * Methods of Rust's traits that routers are given, `Router::new().signed_in(state)`: what the only type that has the trait's
 * method registers on what it is called on hangs on the same.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** What a method is called on, by file, type and method. */
const calledOn = /^([^#]*\.rs)#(\w+)\.(\w+)\.self$/;

/** All registrations, and the mounts that follow. */
export function withTraitMethods(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isCall = ({ kind, framework, mounted }: Registration) =>
    kind === "mount" && framework === null && calledOn.test(mounted ?? "");
  if (!registrations.some(isCall)) return registrations;
  const owners = new Set(registrations.flatMap(({ owner }) => (owner !== null && calledOn.test(owner) ? [owner] : [])));
  const named = Map.groupBy(owners, (owner) => calledOn.exec(owner)?.[3] ?? "");
  const isTrait = db.prepare("select 1 from symbols where id = ? and kind = 'interface'");
  return registrations.flatMap((one) => {
    if (!isCall(one) || owners.has(one.mounted ?? "")) return [one];
    const [, path, type, method = ""] = calledOn.exec(one.mounted ?? "") ?? [];
    const [only, ...others] = named.get(method) ?? [];
    const isMade = only !== undefined && others.length === 0 && isTrait.get(`${path}#${type}`) !== undefined;
    return isMade ? [one, { ...one, mounted: only }] : [one];
  });
}
