/**
 * Routes of PHP that hold their methods, a name and how they are asked for in one text, and what handles them with an arrow:
 * `route('GET|POST @film: /films/@id [ajax]', 'Films->show')`.
 */
import type { Registration } from "#engine/scan/derive/entry-points/registration";

const frameworks = new Set<string | null>(["Fat-Free", "Flight"]);
const written = /^\s*([A-Z]+(?:\s*\|\s*[A-Z]+)*)\s+(?:@\w+\s*:\s*)?(\S+)(?:\s+\[\w+\])?\s*$/;
const arrow = /^\\?([\w\\]+)->(\w+)$/;

/** One registration for each method of its text. */
export function byMethodsInPath(one: Registration): readonly Registration[] {
  if (one.kind !== "endpoint" || !frameworks.has(one.framework)) return [one];
  const handler_name = one.handler === null ? (one.handler_name?.replace(arrow, "\\$1@$2") ?? null) : one.handler_name;
  const [, methods, route] = (one.method === null && written.exec(one.route ?? "")) || [];
  if (methods === undefined || route === undefined) return [{ ...one, handler_name }];
  return methods.split("|").map((method) => ({ ...one, method: method.trim(), route, handler_name }));
}
