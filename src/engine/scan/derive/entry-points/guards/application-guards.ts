/**
 * Guards that an application asks before all paths that fit a pattern, wherever their endpoints are registered. What is
 * registered on one thing is said of one guard: who asks, `application`, before which paths, and before which not,
 * `application except`.
 */
import type { ApplicationRoots } from "#engine/scan/derive/entry-points/application-roots";
import { Branches, type Places, type QuotesOf } from "#engine/scan/derive/entry-points/branches";
import { FilterPriorities } from "#engine/scan/derive/entry-points/jvm/filter-priorities";
import { withAdditions } from "#engine/scan/derive/entry-points/python/settings-files";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";
import { placeOfStage } from "./guard-order.ts";
import { listed, pipelineOf, unsure } from "./guards.ts";
import {
  antPattern,
  caselessPattern,
  expressionPattern,
  type Fits,
  openPattern,
  routesOf,
} from "./request-patterns.ts";

/**
 * The words of such guards' names. Behind the first may follow: it says before which paths there is no asking; its
 * patterns are Ant's; it asks before what is declared where it is handled alone; it asks before others do; and in the end
 * names, where the endpoint has no guard called so.
 */
const [ofApplication, except, ant, declared, otherwise] = ["application", "except", "ant", "declared", "otherwise"];
/** A word of those whose patterns are expressions that fit anywhere in a path, unless they say where. */
const expression = "expression";
/** A word of those for whose patterns capitals are small letters. */
const caseless = "caseless";
/** Words of those that ask before what is listed alone, and of the list. */
const [ofList, each] = ["listed", "each"];
/**
 * Words of those that ask before the others, and of those that ask before all but these; of those that ask behind who is
 * asked by path, and of those that ask behind these.
 */
const [first, early, late, last] = ["first", "early", "late", "last"];

/** Files that say what holds where an application is developed or tried alone: `settings/local.py`, `dev_settings.py`. */
const ofDevelopment =
  /(?:^|[/_.-])(?:local|dev(?:elop(?:ment)?)?|debug|tests?|testing|ci|example|sample)(?:_settings)?\.(?:py|rb)$|(?:^|[/_.-])(?:examples?|samples?)\/[^/]+\.py$/;

/** What is known of an endpoint before the guards of its application are. */
export interface Asked {
  readonly endpoint: Registration;
  readonly method: string;
  /** Its whole path, and that without what stands before all paths of the application. */
  readonly routes: readonly string[];
  /** The names of guards that it has or goes without. */
  readonly names: readonly string[];
  /** What it is registered on, and what serves that. */
  readonly owners: readonly (string | null | undefined)[];
  /** Of a page, by what the application calls it, whatever its path is. */
  readonly page?: string | undefined;
}

/** The name of guards that say of what they are on that it runs behind handlers alone. */
const afterwards = "afterwards";
/** A word of those that ask before pages alone, by what these are called. */
const ofPages = "page";
/** A path that stands among who asks before it. */
const isPath = (name: string): boolean => name.startsWith("/") || name === "*";

/** What says of a page that nobody is asked before it. */
const openPage = "AllowAnonymousToPage";
/** Functions that hand on a pipeline to each other. */
const maxCalls = 6;

/** Paths before which there is no asking, of requests by one method where it is said so; those of none are not known. */
interface Exception {
  readonly fits: Fits | null;
  readonly method: string | null;
}

interface ApplicationGuard {
  readonly first: Registration;
  /** Before which paths alone it asks by where in the pipeline it stands. */
  readonly places: Places;
  readonly guards: Guard[];
  readonly patterns: Fits[];
  readonly exceptions: Exception[];
  readonly words: Set<string>;
  readonly others: string[];
  /** What it asks before, where that is listed. */
  readonly owners: Set<string | null>;
  /** Not all that it asks before is known: it may be anything. */
  isOpen: boolean;
}

export class ApplicationGuards {
  readonly #guards: readonly ApplicationGuard[];
  readonly #roots: ApplicationRoots;
  readonly #priorities: FilterPriorities;
  /** Pages before which nobody is asked, whatever they are in. */
  readonly #openPages: readonly Fits[];

  /** @param above what a class extends and implements */
  constructor(registrations: readonly Registration[], roots: ApplicationRoots, above: Above, quotesOf: QuotesOf) {
    this.#roots = roots;
    this.#priorities = new FilterPriorities(registrations);
    const branches = new Branches(registrations, quotesOf);
    const all = new Map<string, ApplicationGuard>();
    const told = inPipeline(
      withAdditions(registrations.filter((one) => one.kind === "guard" && isOfApplication(one))),
      registrations,
      above,
    );
    const behindHandlers = new Set(
      registrations.flatMap(({ kind, name, owner }) => (kind === "guard" && name === afterwards ? [owner] : [])),
    );
    // What several guards are put on that nothing more is said of is no part of them.
    const isMore = ({ route, name, guards, handler_name }: Registration) =>
      route !== null || (guards === null && handler_name === null) || name?.split(" ").includes(each);
    const saying = new Set(told.filter(isMore).map(({ owner }) => owner));
    for (const [at, one] of told.entries()) {
      const words = one.name?.split(" ") ?? [];
      if (ofDevelopment.test(one.path) || branches.isBehindEnd(one)) continue;
      // What says both who asks and where is whole by itself.
      const isWhole = (one.route !== null && listed(one).length > 0) || !saying.has(one.owner);
      const key = `${one.framework} ${isWhole ? at : (one.owner ?? at)}`;
      // Of which requests one is left out says nothing of those that it asks.
      const said = words.includes(except) ? { ...one, method: null } : one;
      const guard = all.get(key) ?? ofOne(said, branches.of(one.owner));
      all.set(key, guard);
      const end = words.indexOf(otherwise);
      for (const word of words.slice(0, end < 0 ? undefined : end)) guard.words.add(word);
      if (end >= 0) guard.others.push(...words.slice(end + 1));
      const pattern = words.includes(ant)
        ? antPattern
        : words.includes(expression)
          ? expressionPattern
          : words.includes(caseless)
            ? caselessPattern
            : openPattern;
      if (words.includes(except)) guard.exceptions.push(exceptionOf(one, pattern));
      else if (one.route !== null) guard.patterns.push(pattern(one.route));
      if (words.includes(each)) for (const { symbol } of listed(one)) guard.owners.add(symbol);
      else if (!words.includes(except))
        guard.guards.push(
          ...asking(one).filter(({ name, symbol }) => !isPath(name) && !behindHandlers.has(symbol ?? "")),
        );
    }
    const placed = new Set(told.flatMap((one) => (one.route === null ? [] : [placeOf(one)])));
    const known = new Set(registrations.map(({ owner }) => owner));
    const isKnown = (one: string | null) => known.has(one) || (one !== null && above(one).length > 0);
    for (const one of all.values())
      one.isOpen = !placed.has(placeOf(one.first)) && (one.owners.size === 0 || ![...one.owners].every(isKnown));
    // What is whole by itself has the exceptions that are said on the same thing.
    const whole = [...all.values()].filter(({ guards }) => guards.length > 0);
    for (const excepting of [...all.values()].filter(({ exceptions }) => exceptions.length > 0))
      for (const one of whole) {
        const isOfOne = one.first.owner === excepting.first.owner && one.first.framework === excepting.first.framework;
        if (one !== excepting && one.first.owner !== null && isOfOne) one.exceptions.push(...excepting.exceptions);
      }
    this.#openPages = [...all.values()]
      .filter(({ words }) => words.has(ofPages))
      .flatMap(({ exceptions }) => exceptions.flatMap(({ fits }) => fits ?? []));
    // What is about some handlers alone is asked once it is known which these are.
    const priorityOf = ({ first: of, guards, words }: ApplicationGuard) =>
      this.#priorities.of(guards) || this.#priorities.placeOf(of.owner, guards, words.has(last));
    for (const { words, first: of, guards } of whole)
      if (words.has(late) && !this.#priorities.isBehindSecurity(of.owner, guards)) words.delete(late);
    this.#guards = whole.toSorted((a, b) => rankOf(a) - rankOf(b) || priorityOf(a) - priorityOf(b));
  }

  /** Those before an endpoint, in the order in which they are registered, and those behind who is asked by path. */
  around(endpoint: Asked): { before: Guard[]; behind: Guard[] } {
    const asked = this.#withPages(endpoint);
    const all = this.#guards.flatMap((one) => {
      const asks = this.#asks(one, asked);
      return asks === false ? [] : [{ rank: rankOf(one), guards: asks ? one.guards : one.guards.map(unsure) }];
    });
    const of = (isOf: (rank: number) => boolean) =>
      all.filter(({ rank }) => isOf(rank)).flatMap(({ guards }) => guards);
    return {
      before: [
        ...this.#priorities.withRoles(
          of((it) => it < ofHandlers),
          asked.endpoint,
        ),
        placeOfStage(),
        ...of((it) => it === ofHandlers),
      ],
      behind: of((it) => it > ofHandlers),
    };
  }

  /** A page with the names of those who ask before it by what it is called, or would if it were not left open. */
  #withPages(asked: Asked): Asked {
    const { page } = asked;
    if (page === undefined) return asked;
    const isOpen = this.#openPages.some((fits) => fits(page) === true);
    const asking = this.#guards.filter((one) => one.words.has(ofPages) && this.#asks(one, asked) === true);
    const names = asking.flatMap(({ guards }) => guards.map(({ name }) => name));
    return { ...asked, names: [...asked.names, ...names, ...(isOpen ? [openPage] : [])] };
  }

  /** Whether one asks; undefined: it may, by paths that only the running program knows. */
  #asks(
    { first, places, patterns, exceptions, words, others, owners, isOpen }: ApplicationGuard,
    asked: Asked,
  ): boolean | undefined {
    const { endpoint, method, routes, names } = asked;
    if (first.framework !== pipelineOf(endpoint.framework) || !this.#roots.areOfOne(first, endpoint)) return false;
    if (!endpoint.path.startsWith(rootOf(first.path))) return false;
    if (first.method !== null && first.method !== "ALL" && first.method !== method) return false;
    if (words.has(declared) && (endpoint.owner !== endpoint.handler || endpoint.kind === "page")) return false;
    const isListed = !words.has(ofList) || asked.owners.some((one) => one && owners.has(one));
    if (!isListed && !isOpen) return false;
    if (words.has(ofPages) && asked.page === undefined) return false;
    if (others.some((part) => names.some((name) => name.includes(part)))) return false;
    const all = words.has(ofPages) ? [[asked.page ?? ""]] : routes.map(routesOf);
    const isFit = (route: string) =>
      (places === null || places.some((fits) => fits(route) === true)) &&
      (patterns.length === 0 || patterns.some((fits) => fits(route) === true));
    const leavingOut = exceptions.filter(({ method: of }) => of === null || of === method);
    const left = all.flat().flatMap((route) => leavingOut.map(({ fits }) => fits?.(route)));
    if (left.includes(true)) return false;
    if (all.some((one) => one.every(isFit))) return !isListed || left.includes(undefined) ? undefined : true;
    // What else decides than the path, it may be so for any.
    const mayCome = (route: string) => places?.some((fits) => fits(route) !== false) ?? false;
    if (patterns.length === 0 && all.some((one) => one.every(mayCome))) return undefined;
    // Behind a prefix that is not known, the path without it tells.
    const isKnown =
      places !== null || !patterns.some((fits) => all.every(([route]) => fits(route ?? "") === undefined));
    return isKnown ? false : undefined;
  }
}

/**
 * The folder of one application's sources in JavaScript (`apps/api/src/`) in which a file lies, or of the module that a
 * servlet container's descriptor is of; else the whole repository.
 */
const rootOf = (path: string): string => {
  if (/\.[cm]?[jt]sx?$/.test(path)) return /^(?:.*?\/)?src\//.exec(path)?.[0] ?? "";
  return descriptor.test(path) ? path.replace(descriptor, "") : "";
};
const descriptor = /(?:(?<=\/)|^)(?:src\/main\/)?[^/]+\/WEB-INF\/web\.xml$/;

/** The rank of those about some handlers alone. */
const ofHandlers = 3;
const rankOf = ({ words }: ApplicationGuard): number => {
  if (words.has(first)) return 0;
  if (words.has(early)) return 1;
  if (words.has(last)) return 5;
  return words.has(late) ? 4 : words.has(declared) ? ofHandlers : 2;
};

type Above = (type: string) => readonly string[];

/** Whether a guard asks before paths of the application, whatever its owner is. */
export const isOfApplication = ({ name }: Pick<Registration, "name">): boolean => name?.split(" ")[0] === ofApplication;

/** Who asks; where nobody does, the stage of which it is the place. */
const asking = (one: Registration): readonly Guard[] =>
  one.guards === null && one.handler_name !== null ? [placeOfStage(one.handler_name)] : listed(one);

/**
 * In the order in which requests come to them: what a function puts on what it is given stands where that is called, or the
 * method that it implements.
 */
function inPipeline(
  guards: readonly Registration[],
  registrations: readonly Registration[],
  above: Above,
): readonly Registration[] {
  const given = registrations.filter(({ kind, framework }) => kind === "mount" && framework === null);
  const calls = Map.groupBy(given, ({ mounted }) => mounted);
  const callsOf = (owner: string): readonly Registration[] => {
    const own = calls.get(owner);
    const end = owner.lastIndexOf(".");
    if (own || given.length === 0 || end < owner.indexOf("#")) return own ?? [];
    const [type, method] = [owner.slice(0, end), owner.slice(end)];
    return above(type).flatMap((one) => calls.get(`${one}${method}`) ?? []);
  };
  const placesOf = (one: Registration): readonly Registration[] => {
    const places = [one];
    while (places.length < maxCalls) {
      const [call, ...more] = callsOf(places[0]?.owner ?? "");
      if (!call || more.length > 0) break;
      places.unshift(call);
    }
    return places;
  };
  const all = guards.map((one) => ({ one, places: placesOf(one) }));
  const path = ({ places }: { places: readonly Registration[] }) => places[0]?.path ?? "";
  const isSplit = all.some(({ places }) => places.length > 1);
  if (!isSplit) return guards;
  const compare = (one: readonly Registration[], other: readonly Registration[]): number => {
    const at = one.findIndex((place, at) => place.path !== other[at]?.path || place.line !== other[at]?.line);
    const [a, b] = [one[at], other[at]];
    return a && b && a.path === b.path ? a.line - b.line : 0;
  };
  const first = new Map<string, number>();
  for (const [at, one] of all.entries()) if (!first.has(path(one))) first.set(path(one), at);
  const sorted = all.toSorted(
    (one, other) => (first.get(path(one)) ?? 0) - (first.get(path(other)) ?? 0) || compare(one.places, other.places),
  );
  return sorted.map(({ one }) => one);
}

const ofOne = (first: Registration, places: Places): ApplicationGuard => ({
  first,
  places,
  guards: [],
  patterns: [],
  exceptions: [],
  words: new Set(),
  others: [],
  owners: new Set(),
  isOpen: false,
});

const placeOf = ({ path, line, owner }: Registration): string => `${path}:${line}:${owner}`;

const exceptionOf = ({ route, method }: Registration, pattern: (text: string) => Fits): Exception => ({
  fits: route === null ? null : pattern(route),
  method: method === "ALL" ? null : method,
});
