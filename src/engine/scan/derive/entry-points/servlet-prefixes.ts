/**
 * Where servlets serve an application's resources that code puts together: `handler.addServlet(new ServletHolder(new
 * ServletContainer(config)), "/api/*")`.
 */
import type { Registration } from "./registration.ts";

/** The name of prefixes of servlets; of prefixes of the one that serves the resources, and of guards that say it of one. */
const [servlet, ofResources] = ["servlet", "servlet of resources"];

/** All registrations, with such a prefix before all that the application has. */
export function withServletPrefixes(registrations: readonly Registration[]): readonly Registration[] {
  const isPrefix = ({ kind, name }: Registration) => kind === "prefix" && (name === servlet || name === ofResources);
  if (!registrations.some(isPrefix)) return registrations;
  const serving = new Set(
    registrations.flatMap(({ kind, name, owner }) => (kind === "guard" && name === ofResources ? [owner] : [])),
  );
  return registrations.flatMap((one) => {
    if (!isPrefix(one)) return [one];
    const isServing = one.name === ofResources || (one.owner !== null && serving.has(one.owner));
    return isServing ? [{ ...one, owner: null, name: null, route: one.route?.replace(/\/?\*$/, "") ?? null }] : [];
  });
}
