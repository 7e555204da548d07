/** What has handlers of its own: what something is registered on with a framework, and what such things hang on. */

import { outermost, throughout } from "./guards/guard-order.ts";
import { listed } from "./guards/guards.ts";
import { byParameter, refusing } from "./guards/taken-guards.ts";
import { ofMetadata } from "./javascript/metadata-guards.ts";
import { ranking } from "./jvm/filter-priorities.ts";
import { ofAnnotations } from "./jvm/read-annotations.ts";
import type { Guard, GuardOn, Registration } from "./registration.ts";

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
  for (const asking of decoratedGuards(registrations)) known.delete(asking);
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

const ofPython = /\.py#/;

/** Functions that ask before all of something, and on which nothing is registered but who is asked before them. */
function decoratedGuards(registrations: readonly Registration[]): ReadonlySet<string> {
  const throughoutAsking = registrations.filter(({ kind, name }) => kind === "guard" && name === throughout);
  const asking = throughoutAsking.flatMap(({ guards }) => (guards === null ? [] : (JSON.parse(guards) as Guard[])));
  const found = new Set(asking.flatMap(({ symbol }) => (symbol !== null && ofPython.test(symbol) ? [symbol] : [])));
  if (found.size > 0)
    for (const { owner, kind } of registrations) if (owner !== null && kind !== "guard") found.delete(owner);
  return found;
}

/** The guards that are listed; what asks throughout stands behind what decorates it: `@app.before_request`, `@login_required`. */
export function withDecorators(
  one: GuardOn,
  registered: { get(owner: string): readonly GuardOn[] | undefined },
): readonly Guard[] {
  const guards = listed(one);
  if (one.name !== throughout) return guards;
  return guards.flatMap((guard) => {
    const own = guard.symbol !== null && ofPython.test(guard.symbol) ? (registered.get(guard.symbol) ?? []) : [];
    return [...own.filter(({ name }) => name === null).flatMap(listed), guard];
  });
}
