/** Rows of `registrations` by which a file that is no source says what stands before the paths of others. */
import type { FactRow } from "#contract/unit";
import { rowOfRegistration } from "#engine/scan/schemas/registration";
import type { Operation } from "./openapi.ts";
import type { ControlledOperation } from "./openapi-controllers.ts";

export interface Prefix {
  readonly framework: string;
  readonly route: string;
  /** The folder or file whose endpoints it stands before; an empty one is the whole repository. */
  readonly below: string;
  /** What stands before the paths around does not stand before those. */
  readonly isLeftOut?: boolean;
  readonly line: number;
}

/** The method of prefixes of what is left out of another. */
export const leftOut = "not";

export interface Route {
  readonly framework: string;
  /** What the route is called. */
  readonly name: string;
  readonly method: string;
  readonly route: string;
  /** `App\Controller\Orders@show` */
  readonly handler: string | null;
  readonly line: number;
}

/** Who is asked by the path of a request. */
export interface PathGuard {
  readonly framework: string;
  /** A regular expression that fits paths somewhere, or `route ` and the name of the route that it is about. */
  readonly pattern: string;
  readonly methods: readonly string[] | null;
  /** Nobody, where it is empty. */
  readonly asks: readonly string[];
  /** The folder of the application. */
  readonly below: string;
  readonly line: number;
}

export const rowOfPathGuard = (path: string, { framework, pattern, methods, asks, below, line }: PathGuard): FactRow =>
  rowOfRegistration(path, {
    kind: "guard",
    framework,
    method: methods?.join(",").toUpperCase() ?? null,
    route: pattern,
    name: `by path below ${below}`,
    guards: asks.map((name) => ({ name, symbol: null })),
    line,
  });

/** Who asks before all paths that fit a pattern, whatever they are of. */
export const rowOfFilter = (
  path: string,
  framework: string,
  { name, pattern, line }: { name: string; pattern: string; line: number },
): FactRow =>
  rowOfRegistration(path, {
    kind: "guard",
    framework,
    route: pattern,
    name: "application",
    guards: [{ name, symbol: null }],
    line,
  });

/** A servlet by the name of its class, which only all files together lead to one. */
export const rowOfServlet = (
  path: string,
  { type, pattern, line }: { type: string; pattern: string; line: number },
): FactRow =>
  rowOfRegistration(path, {
    kind: "mount",
    framework: "Servlets",
    route: pattern,
    name: `servlet class ${type}`,
    line,
  });

export const rowOfPrefix = (path: string, { framework, route, below, isLeftOut, line }: Prefix): FactRow =>
  rowOfRegistration(path, {
    kind: "prefix",
    framework,
    method: isLeftOut ? leftOut : null,
    route,
    name: `below ${below}`,
    line,
  });

/** That an application is made of what lies around a file. */
export const rowOfRoot = (path: string, framework: string): FactRow =>
  rowOfRegistration(path, { kind: "guard", framework, name: "root", line: 1 });

/** What an application is made of, by the name that its settings give it. */
export const rowOfModule = (path: string, framework: string, { name, line }: { name: string; line: number }): FactRow =>
  rowOfRegistration(path, { kind: "mount", framework, symbol: `${path}#modules`, name: `module ${name}`, line });

/** A parameter that paths name: `%api.prefix%`. */
export const rowOfParameter = (
  path: string,
  { framework, name, value, line }: { framework: string; name: string; value: string; line: number },
): FactRow => rowOfRegistration(path, { kind: "prefix", framework, route: value, name: `parameter ${name}`, line });

/** What stands before the key of a setting in the name of a row that tells what it gives. */
export const asPlaceholder = "placeholder ";

/** A setting that paths name: `${shop.path}`. */
export const rowOfPlaceholder = (
  path: string,
  { name, value, line }: { name: string; value: string; line: number },
): FactRow =>
  rowOfRegistration(path, { kind: "prefix", framework: "settings", route: value, name: asPlaceholder + name, line });

export const rowOfRoute = (path: string, route: Route): FactRow =>
  rowOfRegistration(path, { kind: "endpoint", symbol: `${path}#<module>`, ...route, name: `route ${route.name}` });

export const rowOfOperation = (path: string, { id, interfaces, base, method, route, line }: Operation): FactRow =>
  rowOfRegistration(path, {
    kind: "endpoint",
    framework: "Spring",
    method,
    route,
    name: `operation ${id} ${interfaces.join(",")} ${base}`,
    line,
  });

export const rowOfControlled = (path: string, one: ControlledOperation): FactRow =>
  rowOfRegistration(path, {
    kind: "endpoint",
    framework: "OpenAPI",
    method: one.method,
    route: one.route,
    name: `controlled ${one.controller} ${one.id}`,
    guards: askedFor(one.asks ?? []),
    line: one.line,
  });

/** Of several ways to be let in one guard, which may be asked where one is open to whoever comes. */
function askedFor(asks: readonly (readonly string[])[]): { name: string; symbol: null; maybe?: true }[] {
  const closed = asks.filter((schemes) => schemes.length > 0);
  const maybe = closed.length < asks.length ? { maybe: true as const } : {};
  const [only = []] = closed;
  const names = closed.length > 1 ? [closed.map((schemes) => schemes.join(" & ")).join(" | ")] : only;
  return names.map((name) => ({ name, symbol: null, ...maybe }));
}

/** The folder of the module that a file below `src/main/` is of. */
export const moduleOf = (path: string): string => path.replace(/(?:(?<=\/)|^)src\/main\/.*$|[^/]+$/, "");
