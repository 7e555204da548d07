/**
 * Entry points: what files register with frameworks, with the prefixes and guards that stand before it elsewhere.
 *
 * A registration says on what it is registered, its owner. Owners hang on each other by mounts; an endpoint is reached
 * by every way from an owner that hangs on none down to its own. The owners' names are written by
 * `crates/resolve/src/rows/meaning/anchors.rs`.
 */
import { entryPointKinds, type RegistrationKind } from "#contract/fact-words";
import { encodeUnit, type FactRow } from "#contract/unit";
import { ApplicationRoots, type Packages } from "./application-roots.ts";
import { byConvention, Conventions } from "./dotnet/conventions.ts";
import { fileOfPage } from "./dotnet/razor-pages.ts";
import { plain, row } from "./entry-point-row.ts";
import type { Asked } from "./guards/application-guards.ts";
import { GuardGroups } from "./guards/guard-groups.ts";
import { inStages } from "./guards/guard-order.ts";
import { beforeAll, beforePath } from "./guards/guard-paths.ts";
import { exemptedBy, innermost, isNamed, listed } from "./guards/guards.ts";
import { type Asking, idOfRoute } from "./guards/path-decisions.ts";
import { PathGuards } from "./guards/path-guards.ts";
import { SchemaGuards } from "./guards/schema-guards.ts";
import type { Handlers } from "./handlers.ts";
import { inFull } from "./in-full.ts";
import { GuardSequences } from "./javascript/guard-sequences.ts";
import { MetadataGuards } from "./javascript/metadata-guards.ts";
import { join, withForemost } from "./join-paths.ts";
import { Advices } from "./jvm/advices.ts";
import { withModulePrefixes } from "./jvm/module-prefixes.ts";
import { isOfPathList } from "./jvm/path-lists.ts";
import { isLookup, Lookups } from "./lookups.ts";
import { byMethods } from "./mapped-methods.ts";
import { describedNearest, handlerOf } from "./nearest-descriptions.ts";
import { isOutside } from "./outside-bases.ts";
import { whereMounted } from "./owner-words.ts";
import { Owners } from "./owners.ts";
import type { Majors } from "./package-versions.ts";
import { leavesOut } from "./python/allowed-methods.ts";
import { described, either, type Guard, type Registration } from "./registration.ts";
import { routeOf } from "./route-of-handler.ts";
import { beforeEndpoint } from "./ruby/shallow.ts";
import { told } from "./twice-told.ts";

/** The name of endpoints that are ones where nothing that has handlers of its own is mounted in their place. */
const unmounted = "unmounted";

/** The canonical lines of the units of entry points, one a file that has any. */
export function encodeEntryPoints(
  written: readonly Registration[],
  handlers: Handlers,
  packages: Packages = new Map(),
  majors: Majors = new Map(),
): { path: string; line: string }[] {
  const registrations = withModulePrefixes(inFull(written, handlers), packages);
  const owners = new Owners(
    registrations.filter((one) => !isLookup(one) && !isOfPathList(one)),
    handlers,
  );
  const roots = new ApplicationRoots(registrations, packages);
  const others: Others = {
    byPath: new PathGuards(registrations, roots, handlers),
    bySchema: new SchemaGuards(registrations),
    groups: new GuardGroups(registrations, majors),
    sequences: new GuardSequences(registrations),
    byMetadata: new MetadataGuards(registrations, handlers.metadata),
    advices: new Advices(registrations, handlers),
    lookups: new Lookups(registrations, handlers),
    conventions: new Conventions(registrations),
    ofAll: new Set(registrations.filter(isOfAll).flatMap((one) => listed(one).map((it) => it.symbol ?? it.name))),
  };
  const all = registrations
    .filter(({ kind }) => isEntryPoint(kind))
    .flatMap((one) => byMethods(one, handlers))
    .flatMap((one) => byAnswered(one, handlers))
    .map((one) => [one, entryPoints(one, owners, others)] as const);
  // A method that a service's description names whole is not told by its own name once more.
  const whole = new Set(all.flatMap(([one, told]) => (one.name?.includes("/") ? told.map(handlerOf) : [])));
  const isNearest = describedNearest(all.flatMap(([one, told]) => told.map((row) => [row, one.path])));
  // What one place registers several times is told once.
  const rows = new Map<string, Map<string, FactRow>>();
  for (const [one, found] of all) {
    const isOnce = one.kind !== "rpc" || one.name === null || one.name.includes("/");
    const own = isOnce ? found : found.filter((row) => !whole.has(handlerOf(row)));
    const near = own.filter((row) => isNearest(row, one.path));
    if (near.length === 0) continue;
    const list = rows.get(one.path) ?? new Map<string, FactRow>();
    rows.set(one.path, list);
    for (const row of near) list.set(JSON.stringify(row), row);
  }
  return [...rows].map(([path, list]) => {
    const entry_points = told(list.values());
    return { path, line: encodeUnit("entry_point", path, { entry_points }) };
  });
}

/** An endpoint for any method whose handler decides by that of the request: one for each that it answers. */
function byAnswered(one: Registration, { inside }: Handlers): readonly Registration[] {
  const isAny = one.kind === "endpoint" && one.mounted === null && methodAndRoute(one).method === "ANY";
  const methods = isAny ? inside.methodsOf(one) : undefined;
  return methods?.map((method) => ({ ...one, method })) ?? [one];
}

/** Whether a handler is declared in another file than that which registers it. */
const isElsewhere = ({ path }: Registration, handler: string | null): boolean =>
  handler !== null && !handler.startsWith(`${path}#`);

/** What declares a method. */
const classOf = (handler: string | null): string | null => {
  const end = handler?.lastIndexOf(".") ?? -1;
  return handler !== null && end > handler.indexOf("#") ? handler.slice(0, end) : null;
};
const isEntryPoint = (kind: RegistrationKind) => (entryPointKinds as readonly string[]).includes(kind);

/** Guards that stand neither at what a handler is registered on nor at the handler. */
interface Others {
  readonly byPath: PathGuards;
  readonly bySchema: SchemaGuards;
  readonly groups: GuardGroups;
  readonly sequences: GuardSequences;
  readonly byMetadata: MetadataGuards;
  readonly advices: Advices;
  readonly lookups: Lookups;
  readonly conventions: Conventions;
  /** Those that ask before all that an application answers, whatever that is: middlewares know requests alone. */
  readonly ofAll: ReadonlySet<string>;
}

/**
 * Who asks at a handler itself. What Ruby's classes are given in place, or the JVM's in an initializer, has the class for its
 * symbol, whose guards are asked where they are registered.
 */
const atHandler = ({ handler, handler_name, path }: Registration, owners: Owners): readonly Guard[] =>
  handler_name === "(inline)" && /\.(?:rb|ru|java|kts?)$/.test(path) ? [] : owners.guardsOn(handler, null);

function entryPoints(one: Registration, owners: Owners, others: Others): FactRow[] {
  const { byPath, bySchema, byMetadata, groups } = others;
  if (one.framework === "gRPC" && one.handler === null)
    return owners.handlers.ofService(one).flatMap((handled) => entryPoints({ ...one, ...handled }, owners, others));
  const standing = listed(one);
  const exempted = standing.flatMap((guard) => exemptedBy(guard) ?? []);
  const given = standing.filter(
    (guard) => !exemptedBy(guard) && (!guard.decorates || owners.handlers.decoratorAsks(guard)),
  );
  const before = [...bySchema.of(one), ...given, ...atHandler(one, owners)];
  if (one.kind !== "endpoint" && one.route !== null && one.kind in between) {
    return named(one, before, owners, others);
  }
  if (one.kind !== "endpoint") {
    const name = calledBy(one, owners.handlers) ?? plain(one.handler_name);
    const path = one.kind === "page" && name?.startsWith("/") ? name : isAskedOfAll(one) ? "/graphql" : undefined;
    const fitting = path === undefined ? [] : byPath.of(pageAsked(one, path), new Set());
    const asked = one.kind === "resolver" ? fitting.filter((it) => others.ofAll.has(it.symbol ?? it.name)) : fitting;
    const ofClass = isAskedByClass(one) ? owners.guardsOn(one.owner, null) : [];
    const ofMethod = one.kind === "resolver" ? owners.guardsOfMethod(one.handler, undefined) : [];
    const page = one.kind === "page" && name?.startsWith("/") ? pageOf(one, name) : undefined;
    const all = byMetadata.asking([...asked, ...ofClass, ...ofMethod, ...before], one.handler);
    const guards = judged(all, owners, others, page);
    const inside = isAnswered(one) ? owners.handlers.inside.of({ ...one, route: name ?? null }) : [];
    return [row(one, { method: one.method, route: null, name, guards, confidence: 95 }, inside)];
  }
  if (one.name === whereMounted && !owners.isMounted(one.owner)) return [];
  if (one.name === unmounted && owners.mountsAt(one)) return [];
  const written = methodAndRoute(one);
  const isDescribed = one.name === described && !owners.isMounted(one.owner);
  // What stands before it is its whole path, and not known.
  if (isDescribed && written.route.replaceAll("/", "") === "") return [];
  const nearest = owners.nearest(one.handler);
  const ways = owners
    .waysTo(one.owner, one.handler)
    .flatMap((way) => owners.described(one, written.route, written.method).map((it) => [way, it] as const))
    .flatMap(([way, it]) =>
      owners.globalPrefixes(one, whole(way.route, it.route)).map((prefix) => [way, it, prefix] as const),
    );
  const told = ways.flatMap(([way, { route, method, guards: ofDescription }, prefix]) => {
    const handled = owners.handledOn(one, way);
    if (!handled || handled.isMissing) return [];
    const { handler } = handled;
    const answering = [way.heir, handler, classOf(handler)];
    if (leavesOut(one, answering, method, owners.handlers)) return [];
    const ofHandler =
      handler === one.handler ? [] : [classOf(handler), handler].flatMap((it) => owners.guardsOn(it, null));
    const named = way.heir === undefined ? one.handler : `${way.heir}.${handler?.split(".").at(-1)}`;
    const isHandler = one.owner === one.handler;
    const onWay = owners.guardsOnWay(one, way);
    const onItsWay = beforePath(way.guards, whole(way.route, route));
    const around = [...onItsWay, ...(isHandler ? [] : onWay)].filter((guard) => !isNamed(guard, nearest));
    const ofClasses = owners.guardsOfMethod(handled.answers ?? handler, way.heir);
    const registered = [
      ...around,
      ...(isHandler ? onWay : []),
      // What a library's controller says it puts before what it inherits, and what a list of routes says before all of them.
      ...(isOutside(handled) ? before : isElsewhere(one, handler) ? given : []),
      ...ofClasses,
      ...ofDescription,
      ...before,
      ...ofHandler,
    ];
    const asked = innermost(others.advices.with(registered, handler));
    const isUnmapped = route.startsWith(byConvention) && !others.conventions.areMapped(one);
    if (isUnmapped && join(prefix, beforeEndpoint(way, one)) === "/") return [];
    const pathBehind = (prefix: string) =>
      withForemost(
        others.lookups.in(
          routeOf(whole(join(prefix, beforeEndpoint(way, one)), route), named, owners.calledAs(handler)),
          way.heir ?? one.handler,
        ),
      ).replaceAll(either, "");
    const path = pathBehind(prefix);
    const { framework } = one;
    const takenBack = owners.takenBack(
      { handler: handled.answers ?? handler, owner: way.heir ?? one.owner, framework },
      way.heir === undefined ? way : undefined,
    );
    const without = new Set([...takenBack, ...exempted]);
    const skipping = others.advices.skippedBy(handler);
    const own = without.size === 0 ? asked : asked.filter((guard) => !isNamed(guard, without));
    const guards = groups.of(one, own, without, path);
    const facts = {
      method,
      route: endsApart(one, route) && path !== "/" ? `${path}/` : path,
      name: null,
      guards: judged(
        byMetadata.asking(
          [
            ...byPath.of(
              {
                endpoint: one,
                method,
                routes: [...new Set([path, pathBehind("")])].map((it) => (asksApart(one, route) ? `${it}/` : it)),
                names: [...guards.map(({ name }) => name), ...without],
                owners: [one.owner, way.heir],
              },
              without,
            ),
            ...guards,
          ].filter(({ name, symbol }) => !skipping.has(name) && !(symbol !== null && skipping.has(symbol))),
          handler,
        ),
        owners,
        others,
        { route: path, method, framework: one.framework, id: idOfRoute(one) },
      ),
      confidence: way.isWhole && !isDescribed && !`${prefix}${way.route}${route}`.includes("${") ? 95 : 70,
    };
    const reached = { ...one, handler, handler_name: handled.handler_name };
    return [row(reached, facts, owners.handlers.inside.of({ ...reached, method, route: path }))];
  });
  return surest(told);
}

/**
 * Several servers that are put together alike, as for tests, are one way: of rows that differ by how sure they are alone the
 * surest.
 */
function surest(told: readonly FactRow[]): FactRow[] {
  const rows = new Map<string, FactRow>();
  for (const row of told) {
    const key = JSON.stringify(row.slice(0, -1));
    const known = rows.get(key);
    if (!known || Number(known.at(-1)) < Number(row.at(-1))) rows.set(key, row);
  }
  return [...rows.values()];
}

const isOfAll = ({ kind, framework, name, route }: Registration): boolean =>
  kind === "guard" && framework === "NestJS" && name === "application" && route === null;

/** Whether those ask before a resolver who ask before all that its application answers. */
const isAskedOfAll = ({ kind, framework, method }: Registration): boolean =>
  kind === "resolver" && framework === "NestJS" && !/field|reference/i.test(method ?? "");

/** Whether what a class of resolvers or listeners, or a page, asks is asked here: fields are resolved behind one that did. */
const isAskedByClass = ({ kind, owner, handler, method }: Registration): boolean =>
  (kind === "page" && handler === null) ||
  ((kind === "resolver" || kind === "event") && owner !== handler && !/field/i.test(method ?? ""));

/** What an event is called that is what its handler takes. */
const taken = "{event}";

/** The name of what is no endpoint; a class stands for its own: `OrderPlaced::class`. */
function calledBy({ name, handler }: Registration, handlers: Handlers): string | undefined {
  if (name !== taken) return name?.replace(/::class(?:\.java)?$/, "");
  const type = handler === null ? undefined : handlers.typeOfParameter(handler)?.replace(/[<?].*$/s, "");
  return type === undefined || /^(?:Object|Any)$/.test(type) ? undefined : type;
}

const pageAsked = (endpoint: Registration, route: string): Asked => ({
  endpoint,
  method: endpoint.method ?? "GET",
  routes: [route],
  names: [],
  owners: [],
  page: fileOfPage(endpoint.path),
});

const pageOf = (one: Registration, route: string): Asking => ({
  route,
  method: one.method ?? "GET",
  framework: one.framework,
  id: idOfRoute(one),
});

/** Who is asked of those that stand before something, in the order in which they are. */
const judged = (guards: readonly Guard[], owners: Owners, { sequences }: Others, asking?: Asking): readonly Guard[] =>
  owners.handlers.bodies.judged(sequences.in(inStages(guards)), asking);

/** A path behind what stands before it; what begins with `?` is one only where nothing does. */
const whole = (before: string, route: string) =>
  !route.startsWith("?") ? join(before, route) : before === "/" ? join("", route.slice(1)) : before;

/** What stands between the parts of the name of what is reached through others. */
const between: Partial<Record<RegistrationKind, string>> = {
  rpc: ".",
  command: " ",
  page: "/",
  resolver: ".",
  event: "/",
};
/** What goes by its whole path: a page, and an event that has one, as websockets do. */
const hasPath = ({ kind }: Registration): boolean => kind === "page" || kind === "event";

/** Entry points that are no endpoints and go by where they hang: a procedure of routers in routers, a command of commands. */
function named(one: Registration, before: readonly Guard[], owners: Owners, others: Others): FactRow[] {
  const guards = [...owners.guardsOn(one.owner, null), ...before];
  const without: ReadonlySet<string> = one.kind === "page" ? owners.takenBack(one) : new Set();
  const told = owners.waysTo(one.owner).map((way) => {
    const parts = join(way.route, one.route ?? "")
      .split("/")
      .filter((part) => part !== "");
    // Of a command's own name all is told, also where the way ends with its first word.
    if (one.kind === "command" && one.route === "" && one.name !== null)
      parts.splice(parts.at(-1) === one.name.split(" ")[0] ? -1 : parts.length, 1, one.name);
    const name = parts.join(between[one.kind] ?? "/").replaceAll(": ", ":");
    const own = [...beforeAll(way.guards), ...guards].filter((guard) => !isNamed(guard, without));
    const asked =
      one.kind === "page"
        ? others.byPath.of({ ...pageAsked(one, `/${name}`), names: [...own.map((it) => it.name), ...without] }, without)
        : [];
    const facts = {
      method: one.method,
      route: null,
      name: hasPath(one) ? `/${name}` : name || (one.name ?? ownerName(one)),
      guards: judged([...asked, ...own], owners, others, one.kind === "page" ? pageOf(one, `/${name}`) : undefined),
      confidence: way.isWhole && !name.includes("${") && (parts.length > 0 || hasPath(one)) ? 95 : 70,
    };
    return row(one, facts, isAnswered(one) ? owners.handlers.inside.of({ ...one, route: `/${name}` }) : []);
  });
  return [...new Map(told.map((it) => [JSON.stringify(it), it])).values()];
}

/** The name of what something is registered on, as `users` of `users.ts#users`. */
const ownerName = ({ owner, handler_name }: Registration) =>
  owner?.split("#").at(-1)?.replace(/^@.*/, "") || handler_name;

/** What a variable or member is called that holds a method: which one, only running code knows. */
const isVariable = /^(?:HTTP_?|REQUEST_?)?(?:METHODS?|VERBS?)$/;

/** Go's patterns hold the method, by the library's constant too: `GET /items/{id}`, `${http.MethodGet} /items/{id}`. */
function methodAndRoute({ method, route }: Registration): { method: string; route: string } {
  const written = /^(?:([A-Z]+)|\$\{(?:\w+\.)?Method([A-Z][a-z]+)\})\s+(\S*)$/.exec(route ?? "");
  if (method === null && written) {
    const [, verb, constant = "", path = ""] = written;
    return { method: verb ?? constant.toUpperCase(), route: path };
  }
  const all = method === null || /^(?:ALL|ANY|\*|)$/.test(method) || isVariable.test(method);
  return { method: all ? "ANY" : method, route: route ?? "" };
}

/** Frameworks to which a path with a slash at its end is another; and those to which a slash alone, behind a prefix, is too. */
const apart = new Set(["net/http", "routegroup", "axum", "Echo"]);
const apartWithin = new Set(["Spring", "Spring WebFlux"]);
const endsApart = ({ framework }: Registration, route: string): boolean =>
  (apart.has(framework ?? "") && /[^/]\/$/.test(route)) || (apartWithin.has(framework ?? "") && route.endsWith("/"));

/** Whether a path ends with a slash where it is compared with those that somebody is asked before. */
const asksApart = ({ framework }: Registration, route: string): boolean =>
  (framework === "Symfony" || apartWithin.has(framework ?? "")) && /[^/]\/$/.test(route);

/** What somebody waits for who can be refused. */
const isAnswered = ({ kind, route }: Registration): boolean =>
  kind === "page" || kind === "resolver" || kind === "rpc" || (kind === "event" && route !== null);
