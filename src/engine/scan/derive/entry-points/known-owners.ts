/** What has handlers of its own: what something is registered on with a framework, and what such things hang on. */

import { ranking } from "./filter-priorities.ts";
import { outermost } from "./guard-order.ts";
import { ofMetadata } from "./metadata-guards.ts";
import { ofAnnotations } from "./read-annotations.ts";
import type { Registration } from "./registration.ts";
import { byParameter, refusing } from "./taken-guards.ts";

/**
 * The owners of registrations. What code only puts around a thing, or hands on, says nothing of what that thing is, nor
 * does what it takes as its parameters, or what decorators say of handlers that it reads: of these a guard may have some of
 * its own.
 */
export function withHandlers(registrations: readonly Registration[]): ReadonlySet<string | null> {
  const says = ({ framework, kind, name }: Registration) =>
    framework !== null &&
    (kind !== "guard" ||
      (name !== byParameter &&
        name !== refusing &&
        name !== outermost &&
        !ofMetadata.has(name) &&
        !ofAnnotations.has(name) &&
        name !== ranking));
  const known = new Set(registrations.filter(says).map(({ owner }) => owner));
  const links = registrations.filter(({ framework, kind }) => framework === null && kind === "mount");
  const onto = Map.groupBy(links, ({ mounted }) => mounted);
  const open = [...known];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const { owner } of onto.get(next) ?? []) {
      if (known.has(owner)) continue;
      known.add(owner);
      open.push(owner);
    }
  return known;
}
