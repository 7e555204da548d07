/** What has handlers of its own: what something is registered on with a framework, and what such things hang on. */
import type { Registration } from "./registration.ts";

/** The owners of registrations. What code only puts around a thing, or hands on, says nothing of what that thing is. */
export function withHandlers(registrations: readonly Registration[]): ReadonlySet<string | null> {
  const known = new Set(registrations.filter(({ framework }) => framework !== null).map(({ owner }) => owner));
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
