/**
 * Routers of the repository's own: what is registered on one counts where its type hands on to a framework what its
 * methods are given, or where it serves requests itself. `crates/resolve/src/rows/meaning/own_routers.rs` names the type
 * in the place of the framework.
 */
import type { DatabaseSync } from "node:sqlite";
import { Heirs } from "./heirs.ts";
import type { Registration } from "./registration.ts";

/** What stands before a type's id. */
const own = "~";
/** The name of mounts that say that a type hands on what its methods are given. */
const serves = "serves";
/** The name of mounts that say that a method hands on to a framework what its calls are told by. */
const carriesOut = "carries out";
/** The name of mounts of lists of which a loop hands all on to a framework. */
const listedRoutes = "looped routes";
/** Methods by which a type answers requests itself, and of what. */
const answering = new Map([["ServeHTTP", "net/http"]]);
/** A type of PHP, and what stands for a framework where one looks at requests by itself. */
const ofPhp = /\.php#/;
const plainPhp = "PHP";
/**
 * A path of which nothing is known, in parts too: what a group's field holds before what its method is given, or a method in
 * one pattern with it.
 */
const open = /^(?:\$\{[^}]*\}[/ ]?)+$/;
/** Such a path into which a field is put before more. */
const field = /^(?:\$\{[^}.]*\} )?\$\{\w+\.\w+\}\/?\$\{[^}.]*\}$/;
/** Methods of requests; of another word in such a place, as a variable's name, nothing is known. */
const verbs = new Set("GET HEAD POST PUT PATCH DELETE OPTIONS CONNECT TRACE SEARCH QUERY".split(" "));
/** Types that hand on to each other. */
const maxHops = 4;

/** Registrations, and those among them that are on routers of the repository's own. */
export interface WithOwn {
  readonly all: readonly Registration[];
  /** With the types of these. */
  readonly own: ReadonlyMap<Registration, string>;
}

/** All registrations, those on own routers under the name of what serves these; of others, none. */
export function withOwnRouters(registrations: readonly Registration[], db: DatabaseSync): WithOwn {
  const none = new Map<Registration, string>();
  const isServing = ({ kind, name, mounted }: Registration) => kind === "mount" && name === serves && mounted !== null;
  const isOwn = ({ framework }: Registration) => framework?.startsWith(own) ?? false;
  const isCarryingOut = ({ kind, name, mounted }: Registration) =>
    kind === "mount" && name === carriesOut && mounted !== null;
  if (!registrations.some((one) => isServing(one) || isOwn(one) || isCarryingOut(one)))
    return { all: registrations.filter(({ name }) => name !== listedRoutes), own: none };
  const others = registrations.filter((one) => !isServing(one) && !isCarryingOut(one));
  const isListing = ({ kind, name }: Registration) => kind === "mount" && name === listedRoutes;
  const routers = new Set(others.filter(isOwn).map(({ framework }) => framework?.slice(own.length) ?? ""));
  if (routers.size === 0) return { all: others.filter((one) => !isListing(one)), own: none };
  const served = new Served(db);
  for (const [type, framework] of answeringTypes(db)) served.add(type, framework);
  if ([...routers].some((type) => ofPhp.test(type))) for (const type of typesOfRequests(db)) served.add(type, plainPhp);
  const serving = registrations.filter(isServing);
  const usual = mostUsed(others.filter((one) => !isOwn(one)));
  for (let hop = 0; hop < maxHops; hop += 1)
    for (const { framework, mounted } of serving) {
      const by = framework?.startsWith(own) ? served.of(framework.slice(own.length)) : (framework ?? usual);
      if (by !== undefined && mounted !== null) served.add(mounted, by);
    }
  for (const { kind, framework, route, symbol } of others)
    if (kind === "endpoint" && framework !== null && !framework.startsWith(own) && open.test(route ?? ""))
      served.add(classOf(symbol), framework);
  const lists = withGivenLists(others);
  for (const { mounted, framework } of lists)
    for (const one of others)
      if (isOwn(one) && one.owner === mounted && framework !== null && !framework.startsWith(own))
        served.add(one.framework?.slice(own.length) ?? "", framework);
  const bare = withFieldsAlone(others);
  const types = new Map([...routers].map((type) => [type, bare.has(type) ? undefined : served.of(type)]));
  const isTold = ({ mounted }: Registration) => types.get(mounted ?? "") !== undefined;
  const carrying = new Set(
    registrations.filter((one) => isCarryingOut(one) && isTold(one)).map(({ symbol }) => symbol),
  );
  // Of a path that only running code knows, nothing is told, nor of what a router's own methods put before one.
  const isOpen = ({ route, symbol }: Registration) =>
    open.test(route ?? "") || ((route ?? "").includes("${") && types.get(classOf(symbol)) !== undefined);
  const owners = new Set(others.flatMap((one) => (isOwn(one) && one.kind === "endpoint" ? [one.owner] : [])));
  const isUnknownMount = (one: Registration) =>
    one.kind === "mount" && isOwn(one) && (isOpen(one) || (one.route === null && owners.has(one.mounted)));
  const unknown = new Set(others.flatMap((one) => (isUnknownMount(one) ? [one.mounted] : [])));
  const isUnknown = (one: Registration) =>
    one.kind === "endpoint" && (isOpen(one) || (one.owner !== null && unknown.has(one.owner)));
  const all: Registration[] = [...lists];
  const onOwn = new Map<Registration, string>();
  for (const one of others) {
    if (isListing(one)) continue;
    if (!isOwn(one)) {
      // What a method hands on in parts that only running code knows is told by its calls.
      const parts = one.kind === "endpoint" && open.test(one.route ?? "") && (one.route ?? "").includes("}${");
      if (parts && types.get(classOf(one.symbol)) !== undefined) continue;
      if ((one.kind !== "guard" && one.kind !== "mount") || one.framework === null || !carrying.has(one.symbol))
        all.push(one);
      continue;
    }
    const type = one.framework?.slice(own.length) ?? "";
    const framework = types.get(type);
    if (framework === undefined || isUnknown(one)) continue;
    const method = one.method !== null && verbs.has(one.method) ? one.method : null;
    // What its methods give may be guarded behind them: the order within a line says nothing.
    const { fact: _, ...placed } = one;
    const told = { ...placed, framework, method };
    all.push(told);
    onOwn.set(told, type);
  }
  return { all, own: onOwn };
}

/**
 * Each endpoint once where a call was led to what a framework is handed as well: as what is registered on an own router
 * where that has groups or guards, which tell more of it.
 */
export function withoutTwice(
  registrations: readonly Registration[],
  own: ReadonlyMap<Registration, string>,
): readonly Registration[] {
  if (own.size === 0) return registrations;
  const placeOf = ({ path, line }: Registration): string => `${path}:${line}`;
  const onOwn = [...own];
  const registered = new Set(onOwn.flatMap(([{ kind, owner }]) => (kind === "endpoint" ? [owner] : [])));
  const grouping = onOwn.filter(
    ([{ kind, mounted }]) => kind === "guard" || (kind === "mount" && !registered.has(mounted)),
  );
  const grouped = new Set(grouping.map(([, type]) => type));
  const isPreferred = (one: Registration) => grouped.has(own.get(one) ?? "");
  const isEndpoint = ({ kind }: Registration) => kind === "endpoint";
  const preferred = new Set(onOwn.flatMap(([one]) => (isEndpoint(one) && isPreferred(one) ? [placeOf(one)] : [])));
  const led = registrations.filter((one) => isEndpoint(one) && !own.has(one)).map(placeOf);
  const others = new Set(led.filter((place) => !preferred.has(place)));
  return registrations.filter((one) => {
    if (own.has(one)) return !others.has(placeOf(one));
    return !isEndpoint(one) || !preferred.has(placeOf(one));
  });
}

/** Types and what serves them. */
class Served {
  readonly #heirs: Heirs;
  readonly #by = new Map<string, string>();

  constructor(db: DatabaseSync) {
    this.#heirs = new Heirs(db);
  }

  add(type: string, framework: string): void {
    if (!this.#by.has(type)) this.#by.set(type, framework);
  }

  /** What serves a type: it, one that it is a part of or extends, or in Go another of its package. */
  of(type: string): string | undefined {
    const direct = this.#by.get(type);
    if (direct !== undefined) return direct;
    for (const [one, framework] of this.#by) if (this.#isKin(one, type)) return framework;
    return undefined;
  }

  #isKin(one: string, type: string): boolean {
    const isOfPackage = one.includes(".go#") && folderOf(one) === folderOf(type);
    return isOfPackage || this.#heirs.above(one).includes(type) || this.#heirs.above(type).includes(one);
  }
}

function answeringTypes(db: DatabaseSync): [type: string, framework: string][] {
  const names = [...answering.keys()].map((name) => `'${name}'`).join(", ");
  const rows = db
    .prepare(
      `select id, name from symbols where kind = 'method' and name in (${names})
       and path not in (select path from files where is_test) order by id`,
    )
    .all();
  return rows.map(({ id, name }) => [classOf(String(id)), answering.get(String(name)) ?? ""]);
}

/** The mounts of lists of which a loop hands all on, where a function does that to what it is given those of its callers. */
function withGivenLists(all: readonly Registration[]): readonly Registration[] {
  return all.flatMap((one): readonly Registration[] => {
    if (one.kind !== "mount" || one.name !== listedRoutes) return [];
    const given = parameterOf(one.mounted);
    if (given === undefined || one.owner === one.mounted) return [one];
    const calls = all.filter(
      ({ kind, framework, mounted }) => kind === "mount" && framework === null && mounted === one.owner,
    );
    return calls.flatMap((call) => {
      const isList = (it: Registration) =>
        it.framework?.startsWith(own) && it.kind === "mount" && it.symbol === call.symbol && it.line < call.line;
      const listed = new Set(all.filter(isList).map(({ owner }) => owner));
      const [mounted = null] = listed;
      return listed.size === 1 ? [{ ...one, ...placeOf(call), owner: call.owner, mounted }] : [];
    });
  });
}

/**
 * Types whose methods put before a path what a field holds, of which no groups or guards are known: what their calls are
 * given is no whole path.
 */
function withFieldsAlone(all: readonly Registration[]): ReadonlySet<string> {
  const isOwn = ({ framework }: Registration) => framework?.startsWith(own) ?? false;
  const registered = new Set(all.flatMap((one) => (isOwn(one) && one.kind === "endpoint" ? [one.owner] : [])));
  const isGrouping = ({ kind, mounted }: Registration) =>
    kind === "guard" || (kind === "mount" && !registered.has(mounted));
  const grouping = all.filter((one) => isOwn(one) && isGrouping(one));
  const grouped = new Set(grouping.map(({ framework }) => framework?.slice(own.length)));
  const putting = all.filter((one) => one.kind === "endpoint" && !isOwn(one) && field.test(one.route ?? ""));
  return new Set(putting.map(({ symbol }) => classOf(symbol)).filter((type) => !grouped.has(type)));
}

/** The function of whose parameters an owner is one. */
const parameterOf = (owner: string | null): string | undefined => /^(.*)\(\d+\)$/.exec(owner ?? "")?.[1];
const placeOf = ({ path, line, symbol }: Registration) => ({ path, line, symbol });

/** PHP's types that read by themselves what is asked for, or whose methods are given that. */
function typesOfRequests(db: DatabaseSync): string[] {
  const asked = (column: string) => `(${column} like '%''REQUEST_URI''%' or ${column} like '%"REQUEST_URI"%')`;
  const reading = db.prepare(
    `select id as method from symbols where kind = 'method' and path like '%.php' and ${asked("preview")}`,
  );
  const given = db.prepare(
    `select distinct callee as method from calls
     where callee is not null and path like '%.php' and ${asked("quote")}`,
  );
  const readingLater = db.prepare(
    `select distinct caller as method from calls where path like '%.php' and ${asked("quote")}`,
  );
  return [reading, given, readingLater].flatMap((one) => one.all().map(({ method }) => classOf(String(method))));
}

/** The framework that most endpoints are of. */
function mostUsed(registrations: readonly Registration[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { kind, framework } of registrations)
    if (framework !== null && (kind === "endpoint" || kind === "guard"))
      counts.set(framework, (counts.get(framework) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0]?.[0];
}

const classOf = (method: string): string => method.slice(0, Math.max(0, method.lastIndexOf(".")));
const folderOf = (id: string): string => id.slice(0, id.slice(0, id.indexOf("#")).lastIndexOf("/") + 1);
