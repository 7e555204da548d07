/**
 * Lists of Django's routes that a module only hands on: `from .base import urlpatterns`. What includes the module includes the
 * list of the module that declares it.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName, pathOf } from "#engine/scan/derive/symbols";

/** Modules hand one list on to each other. */
const maxHops = 4;
const isList = /\.py#urlpatterns$/;

export function withImportedLists(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const owners = new Set(registrations.map(({ owner }) => owner));
  const isHandedOn = ({ kind, mounted }: Registration) =>
    kind === "mount" && mounted !== null && isList.test(mounted) && !owners.has(mounted);
  if (!registrations.some(isHandedOn)) return registrations;
  const ranges = new FactRanges(db);
  const imported = db.prepare(
    `select symbol from imports where fact >= ? and fact < ? and ifnull(alias, name) = ? and symbol is not null`,
  );
  const declared = (list: string, hops = 0): string | undefined => {
    if (owners.has(list)) return list;
    const led = imported.all(...ranges.of(pathOf(list)), lastName(list));
    return led.length === 1 && hops < maxHops ? declared(String(led[0]?.symbol), hops + 1) : undefined;
  };
  return registrations.map((one) =>
    isHandedOn(one) ? { ...one, mounted: declared(one.mounted ?? "") ?? one.mounted } : one,
  );
}
