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
