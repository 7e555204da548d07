/** Prefixes that attributes of the repository give to what is decorated with them. */
import type { Registration } from "./registration.ts";

/** All registrations; what is decorated with an attribute of the repository has the prefixes that this gives. */
export function ofDecorators(registrations: readonly Registration[]): readonly Registration[] {
  const isTaken = ({ kind, mounted }: Registration) => kind === "prefix" && mounted !== null;
  if (!registrations.some(isTaken)) return registrations;
  const given = Map.groupBy(
    registrations.filter((one) => one.kind === "prefix" && one.mounted === null),
    ({ owner }) => owner,
  );
  return registrations.flatMap((one) => {
    if (!isTaken(one)) return [one];
    const taken = given.get(one.mounted) ?? [];
    return taken.map((prefix) => ({ ...prefix, owner: one.owner, symbol: one.symbol, path: one.path, line: one.line }));
  });
}
