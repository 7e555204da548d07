/**
 * Who is asked by the path of a request, wherever its handler stands: of the entries that one thing has, the first that
 * fits decides. Where several such things are there, as Spring Security's chains, those that are only for some paths come
 * first. Which of several that are left has a request is not known, nor which of those of its entries whose paths only the
 * running program knows: who is in all of them is asked, and who is in some may be.
 */

import type { ApplicationRoots } from "#engine/scan/derive/entry-points/application-roots";
import type { Handlers } from "#engine/scan/derive/entry-points/handlers";
import { type Added, added, inChain } from "#engine/scan/derive/entry-points/jvm/chain-order";
import { handedTo, handing } from "#engine/scan/derive/entry-points/jvm/handed-entries";
import { MatcherFunctions } from "#engine/scan/derive/entry-points/jvm/matcher-functions";
import { isOfPathList, PathLists } from "#engine/scan/derive/entry-points/jvm/path-lists";
import { type Asks, SigningIn } from "#engine/scan/derive/entry-points/jvm/signing-in";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";
import { ApplicationGuards, type Asked } from "./application-guards.ts";
import { isNamed, listed, pipelineOf, unsure } from "./guards.ts";
import { antPattern, expressionPattern, type Fits, routesOf } from "./request-patterns.ts";

/** The name of entries in code; with a word behind it that their owner is for such paths alone, that it asks before all. */
const [byPath, within, throughout] = ["by path", "by path within", "by path throughout"];
/** What stands in the name of entries of settings before the folder that they hold of. */
export const byPathBelow = "by path below ";
/** What stands in the name of what hands an application to a file of a framework before this. */
const servedBehind = "served by ";
/** What stands before the name of a route, of an endpoint and of an entry about it. */
const ofRoute = "route ";
/** What stands before the pattern of an entry that more decides than paths. */
export const onCondition = "when ";
/** The guards that who goes without them goes without all of the application. */
const allOfApplication = "*";

/** Sources of tests, whose chains ask before nothing else. */
const ofTests = /(?:^|\/)src\/(?:test|it|integrationTest|testFixtures)\//;

interface Entry {
  readonly fits: Fits;
  /** The name of the route that it is about, whatever the path is. */
  readonly named: string | undefined;
  readonly methods: ReadonlySet<string> | null;
  readonly guards: readonly Guard[];
}

interface Chain {
  readonly first: Registration;
  /** Where it holds that is told by a folder. */
  readonly below: string | undefined;
  readonly scopes: Fits[];
  readonly entries: Entry[];
  /** What asks whatever the path is, before and behind all that it has. */
  readonly filters: Filter[];
}

interface Filter extends Added {
  /** Whether it asks before a path. */
  readonly asks: Asks;
}

export class PathGuards {
  readonly #chains: readonly Chain[];
  readonly #application: ApplicationGuards;
  /** Where an application of a framework stands behind another's. */
  readonly #served: readonly Registration[];
  readonly #roots: ApplicationRoots;
  /** Under which conditions the class is there that a method is of. */
  readonly #conditionsOf: (symbol: string) => ReadonlySet<string>;

  constructor(
    registrations: readonly Registration[],
    roots: ApplicationRoots,
    handlers: Pick<Handlers, "quotesOf" | "typesGivenBy" | "heirs" | "reads">,
  ) {
    this.#conditionsOf = (symbol) => handlers.reads.conditionsOf(symbol.replace(/(?<=#.*)\.[^.]*$/, ""));
    const quotesOf = (symbol: string, line: number) => handlers.quotesOf(symbol, line);
    this.#application = new ApplicationGuards(registrations, roots, (type) => handlers.heirs.above(type), quotesOf);
    this.#roots = roots;
    this.#served = registrations.filter(({ kind, name }) => kind === "prefix" && name?.startsWith(servedBehind));
    const chains = new Map<string, Chain>();
    const signing = new SigningIn(registrations);
    const lists = new PathLists(registrations);
    const functions = new MatcherFunctions((name) => handlers.typesGivenBy(name));
    const chainOf = (one: Registration, below?: string): Chain => {
      const key = `${one.framework} ${below ?? one.owner}`;
      const chain = chains.get(key) ?? { first: one, below, scopes: [], entries: [], filters: [] };
      chains.set(key, chain);
      return chain;
    };
    for (const written of registrations) {
      if (written.kind !== "guard" || !written.name?.startsWith(byPath) || written.name === handing) continue;
      if (isOfPathList(written) && !lists.isEntry(written)) continue;
      const one = functions.opened(ofMethod(written));
      const below = one.name?.startsWith(byPathBelow) ? one.name.slice(byPathBelow.length) : undefined;
      const chain = chainOf(one, below);
      const fits = patternOf(one, below === undefined);
      // What is said by other than paths may be so of any.
      if (one.name === within) chain.scopes.push(one.route === null ? () => undefined : fits);
      else if (one.name === throughout) {
        chain.filters.push({ ...added(one, quotesOf), asks: signing.of(one) });
      } else {
        const methods = one.method === null ? null : new Set(one.method.split(","));
        const named = one.route?.startsWith(ofRoute) ? one.route : undefined;
        chain.entries.push({ fits, named, methods, guards: lists.isEntry(one) ? lists.asked(one) : listed(one) });
      }
    }
    const handed = handedTo(registrations, [...chains.values()], chainOf, quotesOf);
    for (const [chain, from] of handed) {
      chain.entries.push(...from.entries);
      chain.filters.push(...from.filters);
    }
    const parts = new Set(handed.map(([, from]) => from));
    this.#chains = [...chains.values()].filter((one) => !parts.has(one));
  }

  /** Who is asked before an endpoint, whatever its parameters are, but for those that it goes without. */
  of(asked: Asked, without: ReadonlySet<string>): readonly Guard[] {
    if (without.has(allOfApplication)) return [];
    const { before, behind } = this.#application.around(asked);
    // What says itself who asks it may say so in the place of what is listed by paths.
    const decided = without.has(byPath) ? [] : this.#decided(asked);
    // What stands in a chain too asks where requests come to it first, for sure as it is there anyhow.
    const isBehind = (guard: Guard) => behind.some((it) => isSame(it, guard) && !it.maybe);
    const first = decided.map((guard) => (isBehind(guard) ? { ...guard, maybe: false } : guard));
    const all = [...before, ...first, ...behind.filter((guard) => !decided.some((it) => isSame(it, guard)))];
    return without.size === 0 ? all : all.filter((guard) => !isNamed(guard, without));
  }

  /** Where a chain is there under a condition under which the handler's class is, those alone that are not there under others. */
  #together(chains: readonly Chain[], { framework, handler }: Registration): readonly Chain[] {
    if (chains.length < 2 || handler === null || !behindSettings.has(framework ?? "")) return chains;
    const own = this.#conditionsOf(handler);
    if (own.size === 0) return chains;
    const conditions = chains.map(({ first }) => this.#conditionsOf(first.symbol));
    const isShared = (all: ReadonlySet<string>) => [...all].some((one) => own.has(one));
    return conditions.some(isShared)
      ? chains.filter((_, at) => conditions[at]?.size === 0 || isShared(conditions[at] ?? new Set()))
      : chains;
  }

  #decided({ endpoint, method, routes }: Asked): readonly Guard[] {
    const isServed = ({ first, below }: Chain) =>
      this.#served.some(
        ({ framework, name, path }) =>
          framework === endpoint.framework &&
          name === `${servedBehind}${first.framework}` &&
          path.startsWith(below ?? path),
      );
    const all = this.#chains.filter(
      (chain) => chain.first.framework === pipelineOf(endpoint.framework) || isServed(chain),
    );
    const of = all.map((chain) => aboutRoute(chain, endpoint));
    const bySettings = nearest(of.filter(({ below }) => below !== undefined && endpoint.path.startsWith(below)));
    const isHere = ({ path }: Registration) => !ofTests.test(path) || ofTests.test(endpoint.path);
    const byCode = this.#together(
      of.filter(({ first, below }) => below === undefined && isHere(first) && this.#roots.areOfOne(first, endpoint)),
      endpoint,
    );
    const asked = (chains: readonly Chain[], routes: readonly string[]): readonly Guard[] => {
      const told = routes.map((whole) => {
        const lists = routesOf(whole).map((route) => servedBy(chains, method, route));
        return chains === bySettings ? inSome(lists, isOpenTo(chains, method, whole)) : inAll(lists);
      });
      return told.find((guards) => guards.length > 0) ?? [];
    };
    // Code says its paths behind what stands before all, in most; of some it is known that it always does.
    const behind = routes.toReversed();
    const ofCode = behindSettings.has(endpoint.framework ?? "") ? behind.slice(0, 1) : behind;
    return [...asked(bySettings, routes.slice(0, 1)), ...asked(byCode, ofCode)];
  }
}

/** Whether two are one function or class. */
const isSame = ({ symbol }: Guard, other: Guard): boolean => symbol !== null && symbol === other.symbol;

/** Frameworks of which code says paths without the one that settings put before all. */
const behindSettings: ReadonlySet<string> = new Set(["Spring", "Spring WebFlux", "Spring WebSocket"]);

/** Of chains that hold below folders, those of the innermost. */
function nearest(chains: readonly Chain[]): readonly Chain[] {
  const deepest = Math.max(...chains.map(({ below }) => below?.length ?? 0));
  return chains.filter(({ below }) => below?.length === deepest);
}

/** A chain with those of its entries about routes by name that are about an endpoint's. */
function aboutRoute(chain: Chain, { name }: Registration): Chain {
  if (chain.entries.every(({ named }) => named === undefined)) return chain;
  const entries = chain.entries.filter(({ named }) => named === undefined || named === name);
  return { ...chain, entries: entries.map((one) => (one.named === undefined ? one : { ...one, fits: () => true })) };
}

/** A matcher that is given a method has that in front of its path: `GET ${matcher}/items`. */
function ofMethod(one: Registration): Registration {
  const [, method, route] = /^([A-Z]+) (.*)$/s.exec(one.route ?? "") ?? [];
  return one.method === null && method !== undefined ? { ...one, method, route: route ?? null } : one;
}

function patternOf({ route }: Registration, isAnt: boolean): Fits {
  if (route === null) return () => true;
  if (route.startsWith(onCondition)) {
    const fits = expressionPattern(route.slice(onCondition.length));
    return (path) => (fits(path) === false ? false : undefined);
  }
  return isAnt ? antPattern(route) : expressionPattern(route);
}

const isEverything = (fits: Fits): boolean => fits("/") === true && fits("/a/b") === true;

/** Who is asked by the chains that may have a request. */
function servedBy(chains: readonly Chain[], method: string, route: string): readonly Guard[] {
  // One that is for all paths is asked where no other is for some.
  const isScoped = ({ scopes }: Chain) => scopes.length > 0 && !scopes.some(isEverything);
  const scoped = chains.filter(isScoped);
  const fitting = scoped.filter(({ scopes }) => scopes.some((fits) => fits(route) === true));
  const maybe = scoped.filter((one) => !fitting.includes(one) && one.scopes.some((fits) => fits(route) === undefined));
  const others = chains.filter((one) => !isScoped(one));
  const having = fitting.length > 0 ? fitting.map((one) => [one]) : put(others);
  const all = [...having, ...maybe.map((one) => [one])].map((parts) => askedBy(parts, method, route));
  return oneOf(having.length > 0 ? all : [...all, []]);
}

/** Chains for all paths; of those that leave some to others one is made, with the one that has an entry for whatever comes. */
function put(chains: readonly Chain[]): (readonly Chain[])[] {
  const whole = chains.filter(({ entries }) => entries.some(({ fits, methods }) => !methods && isEverything(fits)));
  if (whole.length > 1) return whole.map((one) => [one]);
  return chains.length > 0 ? [[...chains.filter((one) => !whole.includes(one)), ...whole]] : [];
}

/** Who is asked by what one chain is made of; its last part is for what none before it has. */
function askedBy(parts: readonly Chain[], method: string, route: string): readonly Guard[] {
  const told = parts.map(({ entries }) => decide(entries, method, route));
  const last = told.at(-1);
  const first = told.slice(0, -1);
  const having = first.some(({ isDecided }) => isDecided) || !last ? first : told;
  const possible = having.flatMap(({ possible }) => possible);
  const asked = oneOf(having.some(({ isDecided }) => isDecided) ? possible : [...possible, []]);
  const filters = parts.map((one) => inChain(one.filters.flatMap((filter) => before(filter, method, route))));
  return [...filters.flatMap(({ before }) => before), ...asked, ...filters.flatMap(({ behind }) => behind)];
}

/** A filter as far as it asks before a path. */
function before(filter: Filter, method: string, route: string): readonly Added[] {
  const asks = filter.asks(method, route);
  if (asks === undefined) return [{ ...filter, guards: JSON.stringify(listed(filter).map(unsure)) }];
  return asks ? [filter] : [];
}

/** Whom the first entry asks that fits, and those before it ask that may; whether any fits for sure. */
function decide(entries: readonly Entry[], method: string, route: string) {
  const possible: (readonly Guard[])[] = [];
  for (const { fits, methods, guards } of entries) {
    if (methods && !methods.has(method) && method !== "ANY") continue;
    const isFit = fits(route);
    if (isFit === false) continue;
    possible.push(guards);
    if (isFit && (methods === null || methods.has(method))) return { possible, isDecided: true };
  }
  return { possible, isDecided: false };
}

/**
 * Who is asked where one of several lists is, nobody knows which: those in all of them, and maybe those in some. Who stands in
 * one of them before somebody of another does so here.
 */
function oneOf(lists: readonly (readonly Guard[])[]): readonly Guard[] {
  const all: Guard[] = [];
  for (const list of lists) {
    let others: Guard[] = [];
    for (const guard of list) {
      const at = all.findIndex(({ name }) => name === guard.name);
      if (at < 0) others.push(guard);
      else {
        all.splice(at, 1, ...others, guard);
        others = [];
      }
    }
    all.push(...others);
  }
  const isSure = (name: string) => lists.every((guards) => guards.some((one) => one.name === name && !one.maybe));
  return all.map((guard) => (isSure(guard.name) ? guard : unsure(guard)));
}

/** Whether an entry says of what a route may be that nobody is asked. */
const isOpenTo = (chains: readonly Chain[], method: string, whole: string): boolean =>
  routesOf(whole).some((route) =>
    chains.some(({ entries }) => {
      const { possible, isDecided } = decide(entries, method, route);
      return isDecided && possible.at(-1)?.length === 0;
    }),
  );

/**
 * Who is asked whichever of several routes a request comes by; who is for some of them may be asked, but where others are
 * open by what is said of them.
 */
function inSome(lists: readonly (readonly Guard[])[], isOpen: boolean): readonly Guard[] {
  return isOpen ? inAll(lists) : oneOf(lists);
}

/** Who is asked whichever of several routes a request comes by. */
function inAll(lists: readonly (readonly Guard[])[]): readonly Guard[] {
  const [first, ...others] = lists;
  const named = (guards: readonly Guard[], { name }: Guard) => guards.find((one) => one.name === name);
  return (first ?? [])
    .filter((guard) => others.every((guards) => named(guards, guard)))
    .map((guard) => (others.some((guards) => named(guards, guard)?.maybe) ? unsure(guard) : guard));
}
