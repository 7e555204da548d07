/** Mounts by which what is mounted only has another name. */
import type { Registration } from "./registration.ts";

/**
 * The mounts of one thing, without those by which a function only gives back what it has mounted on a parameter of its
 * own, or what an attribute holds that is reached otherwise: these are another name for it.
 */
export function apart(
  mounts: readonly Registration[],
  isRooted: (owner: string) => boolean,
): [mounts: readonly Registration[], named: readonly Registration[]] {
  const isGiven = ({ framework, owner, symbol }: Registration) => framework === null && owner === `${symbol}()`;
  const isName = (one: Registration) =>
    isGiven(one) &&
    (mounts.some(({ owner }) => owner?.startsWith(`${one.symbol}(`) && owner !== one.owner) ||
      (one.owner !== null && !isRooted(one.owner) && mounts.some((other) => !isGiven(other))));
  const named = mounts.filter(isName);
  return named.length === 0 ? [mounts, named] : [mounts.filter((one) => !isName(one)), named];
}

/**
 * The ways by mounts, without those of which only a path is known where another leads to the same path and is known as a whole:
 * of a router that is registered with Go's default mux as well as served, or of one that a field holds of which nobody
 * says what is put there, who is asked before it.
 *
 * @param isSaid whether anything is said of an owner
 */
export function withoutUnknown<Way extends { readonly route: string; readonly isWhole: boolean }>(
  mounts: readonly Registration[],
  through: (mount: Registration) => readonly Way[],
  isSaid: (owner: string) => boolean,
): Way[] {
  const told = mounts.map((mount) => ({ mount, ways: through(mount) }));
  const isKnown = ({ owner }: Registration) => owner !== null && !(ofField.test(owner) && !isSaid(owner));
  const known = told.filter(({ mount }) => isKnown(mount)).flatMap(({ ways }) => ways.filter((it) => it.isWhole));
  const isTold = (way: Way) => known.some((it) => it.route === way.route);
  return told.flatMap(({ mount, ways }) => (isKnown(mount) ? ways : ways.filter((way) => !isTold(way))));
}

/** A field of one of Go's structs. */
const ofField = /\.go#[^@()]+\.\w+$/;
