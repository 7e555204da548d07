/**
 * Areas of ASP.NET's controllers, which a class says or one that it extends: they stand before addresses by convention, and for
 * the marks of paths. What such a path calls `{controller}` or `{action}` is the name of what handles it.
 * https://learn.microsoft.com/en-us/aspnet/core/mvc/controllers/areas
 */
import type { Handlers } from "#engine/scan/derive/entry-points/handlers";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { byConvention } from "./conventions.ts";

const framework = "ASP.NET Core";
/** The name of rows that say which area a class or a method is in. */
const area = "area";
const conventional = `${byConvention}{class-`;
/** A part of a path by its name, with what it is where it is left out: `{action=index}`. */
const named = (name: string): RegExp => new RegExp(`\\{${name}(?:[=:?][^{}]*)?\\}`, "gi");
const parts = [
  [named("area"), "[area]"],
  [named("controller"), "{class-Controller}"],
  [named("action"), "{handler}"],
] as const;

export function withAreas(registrations: readonly Registration[], handlers: Handlers): readonly Registration[] {
  const isArea = (one: Registration) => one.framework === framework && one.kind === "guard" && one.name === area;
  const areas = new Map(registrations.filter(isArea).map(({ owner, route }) => [owner, route]));
  const known = new Map<string, string | undefined>();
  const areaOf = (owner: string): string | undefined => {
    if (areas.size === 0) return undefined;
    if (known.has(owner)) return known.get(owner);
    const end = owner.lastIndexOf(".");
    const type = end > owner.indexOf("#") ? owner.slice(0, end) : owner;
    const said = [owner, type].flatMap((one) => [one, ...handlers.basesOf(one)]).find((one) => areas.has(one));
    const found = said === undefined ? undefined : (areas.get(said) ?? undefined);
    known.set(owner, found);
    return found;
  };
  return registrations
    .filter((one) => !isArea(one))
    .map((one) => {
      const { owner, kind, route } = one;
      if (one.framework !== framework || owner === null || !route || (kind !== "endpoint" && kind !== "prefix"))
        return one;
      // What an application maps by itself has no class to be named by.
      const plain = owner.includes("#") ? parts.reduce((told, [mark, name]) => told.replace(mark, name), route) : route;
      const found = areaOf(owner);
      if (found === undefined) return plain === route ? one : { ...one, route: plain };
      const behind = plain.startsWith(conventional) ? `${byConvention}${found}/${plain.slice(1)}` : plain;
      return { ...one, route: behind.replaceAll("[area]", found) };
    });
}
