/**
 * Guards of whole applications that several classes put into one queue, where they like: at its end, at its beginning, before
 * or behind another. They ask in the order that the queue has in the end.
 */

import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { listed } from "./guards.ts";

/** The words of their names behind `application`; the second says where. Those of classes so named come behind the others'. */
const [queued, behind] = ["queued", "queued behind"];

/** The registrations, with those that are put into a queue in its order, as any of an application. */
export function throughQueues(registrations: readonly Registration[]): readonly Registration[] {
  const isQueued = ({ kind, name }: Registration) => kind === "guard" && name?.split(" ")[1] === queued;
  const all = registrations.filter(isQueued);
  if (all.length === 0) return registrations;
  const isMark = ({ kind, name }: Registration) => kind === "guard" && name === behind;
  const later = new Set(registrations.filter(isMark).map(({ owner }) => owner));
  const isLater = ({ owner }: Registration) => owner !== null && later.has(owner);
  const others = registrations.filter((one) => !isQueued(one) && !isMark(one));
  const queues = Map.groupBy(
    [...all.filter((one) => !isLater(one)), ...all.filter(isLater)],
    ({ framework }) => framework,
  );
  return [...others, ...[...queues.values()].flatMap(inOrder)];
}

function inOrder(all: readonly Registration[]): readonly Registration[] {
  const queue: Registration[] = [];
  for (const one of all) {
    const where = one.name?.split(" ")[2];
    const beside =
      where === "first" || where === undefined ? -1 : queue.findIndex((it) => isCalled(it, one.handler_name));
    const at = where === "first" ? 0 : beside < 0 ? queue.length : where === "after" ? beside + 1 : beside;
    queue.splice(at, 0, { ...one, owner: null, handler: null, handler_name: null, name: "application" });
  }
  return queue;
}

/** Whether a guard has the name of a class. */
const isCalled = (one: Registration, name: string | null): boolean =>
  listed(one).some((guard) => plain(guard.name) === plain(name ?? ""));

const plain = (name: string): string => name.replace(/::class$/, "").replace(/^.*\\/, "");
