/**
 * Servlets and filters that code puts somewhere: `handler.addServlet(new ServletHolder(new ServletContainer(config)), "/api/*")`.
 * One that serves an application's resources, or Spring's controllers, stands before all that the application has.
 */
import { listed } from "#engine/scan/derive/entry-points/guards/guards";
import { join } from "#engine/scan/derive/entry-points/join-paths";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";

/** The name of prefixes of the servlet that serves the resources. */
const ofResources = "servlet of resources";
/** The names of guards that say where a servlet or a filter is, and of what is held by what is put there. */
const [servlet, filter, held] = ["servlet", "servlet filter", "servlet held"];
const [framework, resources] = ["Servlets", "JAX-RS"];

/** By the names of their classes, servlets of libraries that serve what other frameworks register. */
const serving: readonly (readonly [names: RegExp, framework: string])[] = [
  [/^(?:\w*ServletContainer|HttpServlet\w*Dispatcher|\w*Jaxrs\w*Servlet)$/, resources],
  [/^DispatcherServlet$/, "Spring"],
];

/** All registrations, with servlets and filters where they are. */
export function withServletPrefixes(registrations: readonly Registration[]): readonly Registration[] {
  const isTold = ({ name }: Registration) =>
    name === ofResources || name === servlet || name === filter || name === held;
  if (!registrations.some(isTold)) return registrations;
  const holding = new Map<string, readonly Guard[]>();
  /** By servlets, what holds them. */
  const holders = new Map<string, string>();
  const containers = new Set<string | null>();
  const paths = new Map<string, string>();
  for (const one of registrations) {
    if (one.kind === "guard" && one.name === ofResources) containers.add(one.owner);
    if (one.owner !== null && one.name === held) holding.set(one.owner, listed(one));
    if (one.kind === "mount" && one.name === servlet && one.mounted !== null && one.owner !== null)
      holders.set(one.mounted, one.owner);
    if (one.kind === "prefix" && one.name === servlet && one.owner !== null && one.route !== null)
      paths.set(one.owner, one.route);
  }
  for (const one of [...containers]) containers.add(holders.get(one ?? "") ?? null);
  containers.delete(null);
  const holds = (one: Registration) => holding.get(one.owner ?? "") ?? listed(one);
  return registrations.flatMap((one) => {
    if (!isTold(one)) return [one];
    if (one.kind === "prefix" && one.name === ofResources) return [ofApplication(one, one.framework, "")];
    if (one.kind !== "guard" || one.route === null || one.name === held) return [];
    const before = paths.get(one.mounted ?? "") ?? "";
    const route = join(before, one.route);
    if (one.name === filter)
      return [{ ...one, name: "application", route, mounted: null, guards: JSON.stringify(holds(one)) }];
    if (containers.has(one.owner)) return [ofApplication(one, resources, before)];
    return holds(one).flatMap(({ name, symbol }) => {
      const served = serving.find(([names]) => names.test(name))?.[1];
      if (served !== undefined) return [ofApplication(one, served, before)];
      const owner = one.owner ?? `${one.path}#@${one.line}`;
      const mount = { ...one, kind: "mount" as const, framework, owner, name: null, guards: null };
      return symbol === null ? [] : [{ ...mount, route, mounted: symbol }];
    });
  });
}

/** A prefix before all that a framework serves. */
const ofApplication = (one: Registration, of: string | null, before: string): Registration => ({
  ...one,
  kind: "prefix",
  framework: of,
  owner: null,
  name: null,
  guards: null,
  mounted: null,
  route: join(before, (one.route ?? "").replace(/\/?\*$/, "")),
});
