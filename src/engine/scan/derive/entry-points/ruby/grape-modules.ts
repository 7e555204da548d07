/**
 * What modules say for Grape's classes that include them, in `included do … end`: who asks, and what stands before their paths.
 * https://github.com/ruby-grape/grape
 */
import type { DatabaseSync } from "node:sqlite";
import { Heirs } from "#engine/scan/derive/entry-points/heirs";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

/** How what a module says of classes that include it is named; behind it, how it is named there. */
const included = /^included(?: (\w+))?$/;

export function withIncludedModules(all: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isOfModule = ({ framework, name }: Registration) => framework === "Grape" && included.test(name ?? "");
  if (!all.some(isOfModule)) return all;
  const heirs = new Heirs(db);
  const ranges = new FactRanges(db);
  const places = db.prepare("select path, line from symbols where fact >= ? and fact < ? and id = ?");
  const told = all.filter(isOfModule).flatMap((one) =>
    heirs.of(one.owner ?? "").flatMap((owner) => {
      const place = places.get(...ranges.of(owner), owner);
      if (place === undefined) return [];
      const [path, line] = [String(place.path), Number(place.line)];
      return [{ ...one, name: included.exec(one.name ?? "")?.[1] ?? null, owner, path, line, end_line: line }];
    }),
  );
  // It is said where the class begins, before what the class says itself.
  return [...told, ...all.filter((one) => !isOfModule(one))];
}
