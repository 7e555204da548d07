/**
 * Endpoints of classes that say by which of their methods they answer: `get,post:List;delete:Remove` behind a class is
 * an endpoint for each of the words before a colon, handled by the method of the class that stands behind it.
 */
import type { Handlers } from "./handlers.ts";
import type { Registration } from "./registration.ts";

const mapping = /^[\w*]+(?:,[\w*]+)*:\w+(?:;[\w*]+(?:,[\w*]+)*:\w+)*;?$/;

/** The endpoints that a registration stands for: itself, or one for each method that its class has. */
export function byMethods(one: Registration, handlers: Pick<Handlers, "methodOfType">): readonly Registration[] {
  const { kind, name, handler } = one;
  if (kind !== "endpoint" || name === null || !mapping.test(name)) return [one];
  return name.split(";").flatMap((pair) => {
    const [verbs = "", method = ""] = pair.split(":");
    const handled = handler === null ? undefined : handlers.methodOfType(handler, method);
    if (!handled) return [];
    return verbs.split(",").map((verb) => {
      const isAny = verb === "*" || verb === "";
      return { ...one, ...handled, name: null, method: isAny ? one.method : verb.toUpperCase() };
    });
  });
}
