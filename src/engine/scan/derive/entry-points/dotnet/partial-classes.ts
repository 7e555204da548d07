/**
 * Classes of C# that are written in parts: what one part's attributes say holds of the methods of all. Parts are those of a
 * name that lie in one folder, which then are of one namespace.
 */
import type { DatabaseSync } from "node:sqlite";
import { push } from "#engine/scan/derive/entry-points/guards/registered-guards";
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** Registrations with what is said of one part of a class said of its others too. */
export function withPartialClasses(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isOfClass = ({ kind, owner, path }: Registration) =>
    (kind === "prefix" || kind === "guard") && owner !== null && path.endsWith(".cs");
  if (!registrations.some(isOfClass)) return registrations;
  const parts = new Map<string, string[]>();
  const rows = db
    .prepare(
      "select id, path, name from symbols where kind = 'class' and signature like '%partial class %' and path like '%.cs'",
    )
    .all();
  for (const { id, path, name } of rows)
    push(parts, `${String(path).replace(/[^/]*$/, "")}#${String(name)}`, String(id));
  const others = new Map<string, readonly string[]>();
  for (const all of parts.values())
    if (all.length > 1)
      for (const one of all)
        others.set(
          one,
          all.filter((it) => it !== one),
        );
  return registrations.flatMap((one) => {
    const of = isOfClass(one) ? others.get(one.owner ?? "") : undefined;
    return of ? [one, ...of.map((owner) => ({ ...one, owner }))] : [one];
  });
}
