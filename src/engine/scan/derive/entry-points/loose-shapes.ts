/**
 * What may be one of several frameworks' by its shape alone, as `(any given).get("/films", list)` and objects with a method,
 * a path and a handler are: it is told of those alone that the repository names, in a manifest or where it imports something.
 */
import type { DatabaseSync } from "node:sqlite";
import { loosePackages } from "#engine/scan/rules";
import { whereMounted } from "./owner-words.ts";
import type { Registration } from "./registration.ts";

/** The registrations without those that are loosely of a framework that a repository which names its packages does not name. */
export function withoutAbsent(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isLoose = ({ kind, name, framework }: Registration) =>
    kind === "endpoint" && name === whereMounted && framework !== null && framework in loosePackages;
  const loose = new Set(registrations.filter(isLoose).map(({ framework }) => framework ?? ""));
  if (loose.size === 0) return registrations;
  const named = new Set(
    db
      .prepare("select name from dependencies union select external from imports where external is not null")
      .all()
      .map(({ name }) => String(name)),
  );
  const absent = new Set([...loose].filter((one) => !loosePackages[one]?.some((name) => named.has(name))));
  // Where none is named, packages are named elsewhere.
  if (
    absent.size === 0 ||
    !Object.values(loosePackages)
      .flat()
      .some((name) => named.has(name))
  )
    return registrations;
  return registrations.filter((one) => !isLoose(one) || !absent.has(one.framework ?? ""));
}
