/**
 * Copies of routers, `primary.clone()`: a copy has what was on the original where it was made, and what either is given later
 * is not on the other.
 */
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** The name of mounts of what is copied on the copy. */
const copy = "copy";
/** What is made of more is told as one thing. */
const maxRows = 2_000;

/** What a function is given or gives: what is on it is said where it is called. */
const ofFunction = /\)(?:\.\d+)?$/;

/** All registrations, with those on originals once more on their copies. */
export function withCopies(registrations: readonly Registration[]): readonly Registration[] {
  const isCopy = ({ kind, name }: Registration) => kind === "mount" && name === copy;
  if (!registrations.some(isCopy)) return registrations;
  const linkOf = (one: Registration): Registration => ({ ...one, name: null });
  const isUsed = (owner: string | null) =>
    registrations.some((one) => !isCopy(one) && (one.owner === owner || one.mounted === owner));
  const copies = registrations.filter((one) => isCopy(one) && isUsed(one.owner));
  const told: Registration[] = [];
  const mounted = new Set(registrations.flatMap((one) => (one.kind === "mount" && !isCopy(one) ? [one.mounted] : [])));
  const gone = new Set<Registration>();
  for (const [original, made] of Map.groupBy(copies, (one) => one.mounted)) {
    const on = registrations.filter((one) => one.owner === original && !isCopy(one));
    if (original === null || ofFunction.test(original) || on.length * made.length > maxRows) {
      told.push(...made.map(linkOf));
      continue;
    }
    for (const one of made) {
      const before = on.filter((it) => it.path !== one.path || it.symbol !== one.symbol || isBefore(it, one));
      told.push(...before.map((it) => ({ ...it, owner: one.owner })));
      // Of what nobody reaches but by its copies, these are told.
      if (!mounted.has(original) && mounted.has(one.owner)) before.forEach((it) => void gone.add(it));
    }
  }
  return [...registrations.filter((one) => !isCopy(one) && !gone.has(one)), ...told];
}

const isBefore = (one: Registration, made: Registration): boolean =>
  one.line < made.line || (one.line === made.line && (one.fact ?? 0) < (made.fact ?? 0));
