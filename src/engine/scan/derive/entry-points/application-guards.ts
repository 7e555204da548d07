/**
 * Guards that an application asks before all paths that fit a pattern, wherever their endpoints are registered. What is
 * registered on one thing is said of one guard: who asks, `application`, before which paths, and before which not,
 * `application except`.
 */
import type { ApplicationRoots } from "./application-roots.ts";
import { Branches, type Places } from "./branches.ts";
import { listed, unsure } from "./guards.ts";
import type { Guard, Registration } from "./registration.ts";
import { antPattern, type Fits, openPattern, routesOf } from "./request-patterns.ts";

/**
 * The words of such guards' names. Behind the first may follow: it says before which paths there is no asking; its
 * patterns are Ant's; it asks before what is declared where it is handled alone; it asks before others do; and in the end
 * names, where the endpoint has no guard called so.
 */
const [ofApplication, except, ant, declared, otherwise] = ["application", "except", "ant", "declared", "otherwise"];
/** Words of those that ask before what is listed alone, and of the list. */
const [ofList, each] = ["listed", "each"];
/** Words of those that ask before the others, and of those that ask before all but these. */
const [first, early] = ["first", "early"];

/** Files that say what holds where an application is developed or tried alone: `settings/local.py`, `environments/test.rb`. */
const ofDevelopment = /(?:^|[/_.-])(?:local|dev(?:elop(?:ment)?)?|debug|tests?|testing|ci|example|sample)\.(?:py|rb)$/;

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
}

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
}

export class ApplicationGuards {
  readonly #guards: readonly ApplicationGuard[];
  readonly #roots: ApplicationRoots;

  constructor(registrations: readonly Registration[], roots: ApplicationRoots) {
    this.#roots = roots;
    const branches = new Branches(registrations);
    const all = new Map<string, ApplicationGuard>();
    for (const [at, one] of registrations.entries()) {
      const words = one.name?.split(" ") ?? [];
      if (one.kind !== "guard" || words[0] !== ofApplication) continue;
      if (ofDevelopment.test(one.path) || branches.isBehindEnd(one)) continue;
      // What says both who asks and where is whole by itself.
      const isWhole = one.route !== null && listed(one).length > 0;
      const key = `${one.framework} ${isWhole ? at : (one.owner ?? at)}`;
      const told = all.get(key) ?? ofOne(one, branches.of(one.owner));
      all.set(key, told);
      const end = words.indexOf(otherwise);
      for (const word of words.slice(0, end < 0 ? undefined : end)) told.words.add(word);
      if (end >= 0) told.others.push(...words.slice(end + 1));
      const pattern = words.includes(ant) ? antPattern : openPattern;
      if (words.includes(except)) told.exceptions.push(exceptionOf(one, pattern));
      else if (one.route !== null) told.patterns.push(pattern(one.route));
      if (words.includes(each)) for (const { symbol } of listed(one)) told.owners.add(symbol);
      else if (!words.includes(except)) told.guards.push(...listed(one).filter(({ name }) => !name.startsWith("/")));
    }
    // What is whole by itself has the exceptions that are said on the same thing.
    const asking = [...all.values()].filter(({ guards }) => guards.length > 0);
    for (const excepting of [...all.values()].filter(({ exceptions }) => exceptions.length > 0))
      for (const one of asking) {
        const isOfOne = one.first.owner === excepting.first.owner && one.first.framework === excepting.first.framework;
        if (one !== excepting && one.first.owner !== null && isOfOne) one.exceptions.push(...excepting.exceptions);
      }
    // What is about some handlers alone is asked once it is known which these are.
    this.#guards = asking.toSorted((one, other) => rankOf(one) - rankOf(other));
  }

  /** Those before an endpoint, in the order in which they are registered. */
  before(asked: Asked): Guard[] {
    return this.#guards
      .filter((one) => this.#asks(one, asked))
      .flatMap(({ guards, exceptions }) => (exceptions.some(isUnknown) ? guards.map(unsure) : guards));
  }

  #asks({ first, places, patterns, exceptions, words, others, owners }: ApplicationGuard, asked: Asked): boolean {
    const { endpoint, method, routes, names } = asked;
    if (first.framework !== endpoint.framework || !this.#roots.areOfOne(first, endpoint)) return false;
    if (!endpoint.path.startsWith(rootOf(first.path))) return false;
    if (first.method !== null && first.method !== "ALL" && first.method !== method) return false;
    if (words.has(declared) && endpoint.owner !== endpoint.handler) return false;
    if (words.has(ofList) && !asked.owners.some((one) => one && owners.has(one))) return false;
    if (others.some((part) => names.some((name) => name.includes(part)))) return false;
    const all = routes.map(routesOf);
    const isFit = (route: string) =>
      (places === null || places.some((fits) => fits(route) === true)) &&
      (patterns.length === 0 || patterns.some((fits) => fits(route) === true));
    const isLeftOut = (route: string) =>
      exceptions.some(
        ({ fits, method: of }) => (of === null || of === method) && fits !== null && fits(route) !== false,
      );
    return all.some((one) => one.every(isFit)) && !all.flat().some(isLeftOut);
  }
}

/** The folder of one application's sources in JavaScript (`apps/api/src/`) in which a file lies; else the whole repository. */
const rootOf = (path: string): string =>
  /\.[cm]?[jt]sx?$/.test(path) ? (/^(?:.*?\/)?src\//.exec(path)?.[0] ?? "") : "";

const rankOf = ({ words }: ApplicationGuard): number =>
  words.has(first) ? 0 : words.has(early) ? 1 : words.has(declared) ? 3 : 2;

const ofOne = (first: Registration, places: Places): ApplicationGuard => ({
  first,
  places,
  guards: [],
  patterns: [],
  exceptions: [],
  words: new Set(),
  others: [],
  owners: new Set(),
});

const exceptionOf = ({ route, method }: Registration, pattern: (text: string) => Fits): Exception => ({
  fits: route === null ? null : pattern(route),
  method: method === "ALL" ? null : method,
});

const isUnknown = ({ fits }: Exception): boolean => fits === null;
