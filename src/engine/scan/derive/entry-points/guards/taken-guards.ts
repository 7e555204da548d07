/**
 * What handlers take that asks before them: what frameworks put together for their parameters, and for the attributes of
 * their classes.
 */

import type { Handlers } from "#engine/scan/derive/entry-points/handlers";
import type { Guard, GuardOn } from "#engine/scan/derive/entry-points/registration";
import { lastName } from "#engine/scan/derive/symbols";
import { asks, isLetting, listed, unsure } from "./guards.ts";
import type { RegisteredGuards } from "./registered-guards.ts";

/** The name of guards that a function takes as its parameters, or a class as its attributes. */
export const byParameter = "parameter";
/** The name of guards that are types which make themselves of requests, where these fit. */
const byType = "type";
/** The name of guards that are types which refuse whoever does not show what they are made of. */
const always = "type always";
export const byTypes: ReadonlySet<string | null> = new Set([byType, always]);
/** The name of what says of something that it refuses requests. */
export const refusing = "refusing";
/** What functions are called that give who asks: they refuse where others answer a request for them. */
const tellsWho =
  /(?:^|_)(?:account|client|credentials?|current|identity|jwt|key|member|me|principal|session|token|user)(?:_|$)/;
/** The method that makes one of a class of Python. */
const constructorOf = (type: string): string => `${type}.__init__`;
/** What is taken takes something in turn. */
const maxTaken = 12;

/** Who is asked by what is taken, in the order of both. */
interface Taken {
  readonly byParameters: readonly Guard[];
  readonly byTypes: readonly Guard[];
}
const nothing: Taken = { byParameters: [], byTypes: [] };

export class TakenGuards {
  readonly #handlers: Handlers;
  readonly #guards: RegisteredGuards;
  /** By a class, its attributes that guards are put into. */
  readonly #attributes = new Map<string, Map<string, GuardOn[]>>();

  constructor(handlers: Handlers, guards: RegisteredGuards) {
    this.#handlers = handlers;
    this.#guards = guards;
  }

  /** Notes a guard that may be an attribute's: `user: User = Depends(signed_in)`. What a method takes stands in its own code. */
  add(one: GuardOn): void {
    const end = one.owner?.lastIndexOf(".") ?? -1;
    if (one.name !== byParameter || one.owner === null || end < one.owner.indexOf("#")) return;
    if (one.owner === one.symbol) return;
    const [type, name] = [one.owner.slice(0, end), one.owner.slice(end + 1)];
    const attributes = this.#attributes.get(type) ?? new Map<string, GuardOn[]>();
    this.#attributes.set(type, attributes);
    attributes.set(name, [...(attributes.get(name) ?? []), one]);
  }

  /**
   * Of what a function takes as its parameters, by their types, and of what its class takes as its attributes: what a
   * framework puts together before it calls anything of the function, and what makes itself of the request.
   */
  of(symbol: string | null): Taken {
    if (symbol === null) return nothing;
    const { extractors } = this.#handlers;
    // What a class takes that a framework makes for a parameter is put together before that.
    const guards = extractors
      .parameterTypes(symbol)
      .flatMap((type) =>
        [type, constructorOf(type)].flatMap((it) => (this.#guards.get(it) ?? []).map((one) => [type, one] as const)),
      );
    const byParameters = guards.flatMap(([, one]) => (one.name === byParameter ? this.asked(one) : []));
    // What makes the type of a request may stand in another file than the type, by whose name its code goes there.
    const mayRefuse = (one: GuardOn) => one.name === always || (one.name === byType && extractors.refuses(one.symbol));
    const makesItself = ([type, one]: (typeof guards)[number]) => extractors.isTaken(symbol, type) && mayRefuse(one);
    return {
      byParameters: this.#attributes.size === 0 ? byParameters : [...this.#ofAttributes(symbol), ...byParameters],
      byTypes: [...guards.filter(makesItself).flatMap(([, one]) => listed(one)), ...this.#handlers.requests.of(symbol)],
    };
  }

  /** Of what is taken, what can refuse; of what may be one of two functions of which one cannot, that is not certain. */
  asked = (one: GuardOn): Guard[] =>
    listed(one).flatMap((guard) => {
      if (guard.symbol === null) return this.#isMadeRefusing(one) ? [guard] : [];
      const options = this.#optionsOf(guard.symbol, one);
      const asking = options.filter((it) => this.#refuses(it, []));
      if (asking.length === 0) return [];
      const isSure = asking.length === options.length && !options.some((it) => isLetting(lastName(it)));
      return [isSure ? guard : unsure(guard)];
    });

  /** What is taken, or what it may give in its place. */
  #optionsOf(symbol: string, { symbol: caller, line }: GuardOn): readonly string[] {
    const options = this.#handlers.made.optionsOf(symbol, this.#handlers.quotesOf(caller, line));
    return options.length === 0 ? [symbol] : options;
  }

  /** Whether what is taken is made in its place, and refuses: `Security(HTTPBearer())`. */
  #isMadeRefusing = ({ owner, line }: GuardOn): boolean =>
    (owner !== null && this.#guards.get(owner)?.some((it) => it.name === refusing && it.line === line)) ?? false;

  /** What the attributes of a method's class take, where a class below does not say it otherwise. */
  #ofAttributes(symbol: string): readonly Guard[] {
    const end = symbol.lastIndexOf(".");
    if (end < symbol.indexOf("#")) return [];
    const type = symbol.slice(0, end);
    const told = new Map<string, readonly GuardOn[]>();
    for (const one of [...this.#handlers.basesOf(type).toReversed(), type])
      for (const [name, guards] of this.#attributes.get(one) ?? []) told.set(name, guards);
    return [...told.values()].flat().flatMap(this.asked);
  }

  /** What a function takes asks first where it, or what it takes in turn, can refuse: by others where its name says so. */
  #refuses(symbol: string, open: readonly string[]): boolean {
    const asking = this.#handlers.made.standsFor(symbol).flatMap((one) => [one, constructorOf(one)]);
    if (asking.some((one) => this.#handlers.throws(one))) return true;
    if (asking.some((one) => this.#guards.get(one)?.some(({ name }) => name === refusing))) return true;
    if (asks.test(lastName(symbol)) && asking.some((one) => this.#handlers.throwsBelow(one))) return true;
    const isWho = tellsWho.test(lastName(symbol)) && !isLetting(lastName(symbol));
    if (isWho && asking.some((one) => this.#handlers.refusals.below(one))) return true;
    if (asking.some((one) => this.#handlers.refusals.by(one))) return true;
    if (open.includes(symbol) || open.length >= maxTaken) return false;
    const taken = asking.flatMap((one) => [one, ...this.#handlers.extractors.parameterTypes(one)]);
    const own = taken.flatMap((one) => this.#guards.get(one) ?? []);
    const asked = own
      .filter(({ name }) => name === byParameter)
      .flatMap((one) => listed(one).flatMap(({ symbol: it }) => (it === null ? [] : this.#optionsOf(it, one))));
    return asked.some((one) => this.#refuses(one, [...open, symbol]));
  }
}
