/**
 * Express's middlewares by what they take: one that takes an error first handles those of what stands before it, and what
 * is registered for all methods of several paths, or of one that others answer, and takes what hands on stands before these.
 */
import { isPath, unsure } from "#engine/scan/derive/entry-points/guards/guards";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";

/** What a function that is written in its place is mounted by: its first parameter. */
const takingError = /#@\d+:_*(?:e|err|error|ex|exception)$/i;
/** The name of a parameter that takes an error. */
const anError = /^_*(?:e|err|error|ex|exception)$/i;
const inline = "(inline)";
const several = /[*]|\{|\(\.\*\)/;
const onward = /^(?:next|done)$/;

/**
 * Registrations without middlewares that handle errors, and with guards in the place of endpoints that only stand before
 * others.
 *
 * @param parametersOf the names that a function's parameters bind
 */
export function withMiddleware(
  registrations: readonly Registration[],
  parametersOf: (symbol: string) => ReadonlySet<string>,
): readonly Registration[] {
  const places = new Set<string>();
  for (const one of registrations)
    if (one.framework === express && one.kind === "mount" && takingError.test(one.mounted ?? ""))
      places.add(placeOf(one));
  const isInline = ({ guards }: Registration) =>
    guards !== null && (JSON.parse(guards) as Guard[]).every(({ name }) => name === inline);
  const handlesErrors = (one: Registration) =>
    one.framework === express && one.kind === "guard" && places.has(placeOf(one)) && isInline(one);
  const isEndpoint = ({ framework, kind }: Registration) => framework === express && kind === "endpoint";
  const answered = new Set(
    registrations
      .filter((one) => isEndpoint(one) && one.method !== "ALL")
      .map(({ owner, route }) => `${owner} ${route}`),
  );
  const standsBefore = (one: Registration) =>
    isEndpoint(one) &&
    one.method === "ALL" &&
    (several.test(one.route ?? "") || answered.has(`${one.owner} ${one.route}`)) &&
    one.handler !== null &&
    [...parametersOf(one.handler)].some((name) => onward.test(name));
  const answering = new Set(registrations.filter((one) => isEndpoint(one) && one.method === null).map(placeOf));
  return registrations
    .filter((one) => !handlesErrors(one))
    .map((one) => (isEndpoint(one) ? withoutErrorHandlers(one, parametersOf) : one))
    .map((one) => (standsBefore(one) ? asGuard(one) : one))
    .map((one) => (one.kind === "guard" && answering.has(placeOf(one)) ? withoutLast(one) : one));
}

/**
 * An endpoint without what stands among its functions only for errors: the last that takes none is its handler,
 * `app.post("/login", signIn, home, onError)`.
 */
function withoutErrorHandlers(one: Registration, parametersOf: (symbol: string) => ReadonlySet<string>): Registration {
  const handles = (symbol: string | null) => {
    const parameters = symbol === null ? [] : [...parametersOf(symbol)];
    return parameters.length === 4 && anError.test(parameters[0] ?? "");
  };
  const guards = one.guards === null ? [] : (JSON.parse(one.guards) as Guard[]);
  const asking = guards.filter(({ symbol }) => !handles(symbol));
  const isOfErrors = one.handler_name !== inline && handles(one.handler);
  if (!isOfErrors) return asking.length === guards.length ? one : { ...one, guards: JSON.stringify(asking) };
  const last = asking.at(-1);
  if (last === undefined) return one;
  const handler = { handler: last.symbol, handler_name: last.name };
  return { ...one, ...handler, guards: JSON.stringify(asking.slice(0, -1)) };
}

/** What is asked before something that answers itself. */
function withoutLast(one: Registration): Registration {
  const guards = one.guards === null ? [] : (JSON.parse(one.guards) as Guard[]).slice(0, -1);
  return { ...one, guards: JSON.stringify(guards) };
}

/** Registrations with mounts behind paths that are not known, and guards of patterns asking where these may fit. */
export const behindTheirPaths = (registrations: readonly Registration[]): readonly Registration[] =>
  registrations.map((one) => ofPattern(behindItsPath(one)));

/** What asks before paths that a pattern fits: `app.use("^/films$", signedIn)`. */
function ofPattern(one: Registration): Registration {
  const { framework, kind, route, guards } = one;
  if (framework !== express || kind !== "guard" || guards === null || !route?.startsWith("^")) return one;
  const asking = (JSON.parse(guards) as Guard[]).filter(({ name }) => name !== route);
  return { ...one, route: null, guards: JSON.stringify(asking.map(unsure)) };
}

/** A mount behind a path that only running code knows, as in a loop: `for (const { path, router } of all) app.use(path, router)`. */
function behindItsPath(one: Registration): Registration {
  if (one.framework !== express || one.kind !== "mount" || one.route !== null || one.guards === null) return one;
  const [first] = JSON.parse(one.guards) as Guard[];
  if (first === undefined || first.symbol !== null || !isPath(first)) return one;
  return { ...one, route: first.name.startsWith("${") ? first.name : `\${${first.name}}` };
}

const express = "Express";

function asGuard(one: Registration): Registration {
  const before = one.guards === null ? [] : (JSON.parse(one.guards) as Guard[]);
  const guards = [...before, { name: one.handler_name ?? inline, symbol: one.handler }];
  return {
    ...one,
    kind: "guard",
    method: null,
    handler: null,
    handler_name: null,
    guards: JSON.stringify(guards),
    name: null,
  };
}

const placeOf = ({ path, line, owner }: Registration): string => `${path}:${line}:${owner}`;
