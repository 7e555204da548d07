/** Whether a guard on a thing asks before something that is registered there. */
import { inherited } from "#engine/scan/derive/entry-points/owner-words";
import type { GuardOn, Registration } from "#engine/scan/derive/entry-points/registration";
import { here, isAbove, isApart, isInFront, isThroughout, lent } from "./guard-order.ts";
import { ofPathParameter } from "./guard-paths.ts";
import { askingAt } from "./registered-guards.ts";

/** @param of none: before all that is there */
export function isAskedBefore(one: GuardOn, of: Registration | null): boolean {
  if (of && isApart(of, one)) return false;
  if (!of || askingAt(one).path !== of.path || isThroughout(one)) return true;
  return one.name === ofPathParameter || isInFront(one, of);
}

/** Whether the last thing that a guard lists may be what its call mounts. */
export const mayMount = (one: GuardOn): boolean =>
  ![inherited, here, lent].some((name) => name === one.name) && !isThroughout(one) && !isAbove(one);
