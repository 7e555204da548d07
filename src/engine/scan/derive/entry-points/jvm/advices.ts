/**
 * Aspects that ask before what carries an annotation of the repository: `@Before("@annotation(shop.CheckAccess)")`. An
 * advice is one who asks where it throws of its own accord, or by what it calls before it goes on to what it is around.
 */

import type { Handlers } from "#engine/scan/derive/entry-points/handlers";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";
import { lastName } from "#engine/scan/derive/symbols";
import { ReadAnnotations } from "./read-annotations.ts";

/** The names of guards whose route is a pointcut: on what is asked there, and on what gives one a name. */
const [advice, pointcut] = ["advice", "pointcut"];
/** Pointcuts that name others. */
const maxNamed = 6;
const marked = /^@(?:annotation|within|target)\(\s*([\w.$]+)\s*\)$/;
/** What keeps nothing out that a request comes to. */
const ofAll = /^(?:args\(.*\)|execution\((?:public )?\* \*\(\.\.\)\))$/;
/** What fits by where it is declared and how it is called: `within(shop.admin..*)`, `execution(public * shop..*Api.*(..))`. */
const placed = /^(within|execution)\(\s*(.*)\)$/s;
const pointcutNamed = /^(?:[\w.$]+\.)?(\w+)\(.*\)$/;
/** What goes on to what an advice is around. */
const goesOn = /(?:^|\.)proceed$/;

export class Advices {
  /** By an annotation's name, who asks before what carries it. */
  readonly #asking = new Map<string, string[]>();
  /** Who asks before what stands in some places. */
  readonly #placed: { readonly fits: RegExp; readonly symbol: string }[] = [];
  readonly #handlers: Handlers;
  readonly #read: ReadAnnotations;

  constructor(registrations: readonly Registration[], handlers: Handlers) {
    this.#handlers = handlers;
    this.#read = new ReadAnnotations(registrations, handlers);
    // Of several that read one annotation the first stands for all: they ask what it says.
    for (const [name, symbols] of this.#read.asking) this.#asking.set(name, symbols.slice(0, 1));
    const of = (which: string) =>
      registrations.filter(({ kind, name, owner, route }) => kind === "guard" && name === which && owner && route);
    const all = of(pointcut);
    const named = (symbol: string) => {
      // Of several that are called alike each class means its own.
      const isOwn = ({ owner }: Registration) => classOf(owner ?? "") === classOf(symbol);
      const own = all.toSorted((one, other) => Number(isOwn(one)) - Number(isOwn(other)));
      return new Map(own.map(({ owner, route }) => [lastName(owner ?? ""), route ?? ""]));
    };
    for (const { owner, route } of of(advice)) {
      const symbol = owner ?? "";
      const marks = alternativesOf(route ?? "", named(symbol));
      const annotations = marks.flatMap((one) => marked.exec(one)?.[1] ?? []).map((it) => this.#typeNamed(symbol, it));
      const places = marks.flatMap((one) => placeOf(one) ?? []);
      const asks = () => handlers.throwsBefore(symbol, goesOn) || handlers.reads.throwsItself(symbol);
      if (annotations.length + places.length === 0 || !asks()) continue;
      this.#placed.push(...places.map((fits) => ({ fits, symbol })));
      for (const name of new Set(annotations)) this.#asking.set(name, [...(this.#asking.get(name) ?? []), symbol]);
    }
  }

  /** Who is asked for what a handler and its class carry, named as that is written. */
  #before(handler: string | null): readonly Guard[] {
    if (handler === null || this.#asking.size + this.#placed.length === 0) return [];
    const [ofClass, own] = placesOf(handler).map((one) => this.#handlers.decoratorsOf(one));
    // What a method says of itself is read in the place of what its class says.
    const isRead = (written: string) => this.#read.asking.has(named(written));
    const nearest = new Set(own?.filter(isRead).map(named));
    const carried = [...(ofClass ?? []).filter((written) => !nearest.has(named(written))), ...(own ?? [])];
    const marked = carried.flatMap((written) =>
      (this.#asking.get(named(written)) ?? []).map((symbol) => ({ name: written.replaceAll('"', "'"), symbol })),
    );
    const whole = wholeName(handler);
    const here = this.#placed.filter(({ fits }) => fits.test(whole));
    return [...marked, ...here.map(({ symbol }) => ({ name: symbol.slice(symbol.indexOf("#") + 1), symbol }))];
  }

  /** Guards of a handler with those; what is bound to it by the name alone of an annotation that is read asks what that says. */
  with(guards: readonly Guard[], handler: string | null): readonly Guard[] {
    const read = this.#before(handler);
    const names = new Set(read.map(({ name }) => named(name)));
    return [...guards.filter(({ name, symbol }) => symbol !== null || !names.has(name)), ...read];
  }

  /** Who does not ask a handler for what it and its class carry, by symbol, and the names of what says so. */
  skippedBy(handler: string | null): ReadonlySet<string> {
    if (handler === null || !this.#read.opens) return new Set();
    return this.#read.openedBy(placesOf(handler).flatMap((one) => this.#handlers.decoratorsOf(one).map(named)));
  }

  /** An annotation is named, or the parameter of the advice that it is handed to. */
  #typeNamed = (symbol: string, name: string): string => {
    const own = lastName(name.replaceAll("$", "."));
    return /^[A-Z]/.test(own) ? own : lastName(this.#handlers.typeOfParameter(symbol, own) ?? own);
  };
}

const classOf = (symbol: string): string => symbol.slice(0, Math.max(0, symbol.lastIndexOf(".")));

/** The class of a handler, and that. */
const placesOf = (handler: string): readonly [string, string] => [classOf(handler), handler];

/** The name of an annotation that is written with what it is given. */
const named = (written: string): string => lastName(written.replace(/\(.*$/s, ""));

/** A method by its packages, its class and its name, as far as folders say it. */
const wholeName = (handler: string): string =>
  handler
    .replace(/[^/]*#/, "")
    .replaceAll("/", ".")
    .replace(/~\d+$/, "");

/** What a pointcut says of where methods stand that it fits, held against their whole names; none of what fits all. */
function placeOf(one: string): RegExp | undefined {
  const [, kind, written = ""] = placed.exec(one) ?? [];
  if (kind === undefined) return undefined;
  // `public * shop.Items.all(..)`: what it gives back stands in front of the name, what it takes behind.
  const name = kind === "within" ? `${written.trim()}.*` : /([\w.*+]+)\s*\(\s*\.\.\s*\)$/.exec(written)?.[1];
  if (name === undefined || !/^[\w.*+]+$/.test(name) || !/[a-z]\w*\./.test(name)) return undefined;
  const parts = name
    .replaceAll("+", "")
    .split("..")
    .map((part) => part.replaceAll(".", "\\.").replaceAll("*", "[^.]*"));
  return new RegExp(`(?:^|\\.)${parts.join("\\.(?:.*\\.)?")}$`);
}

/** What alone lets a pointcut fit, each by itself; none where it wants more, or what it fits is not known. */
function alternativesOf(text: string, pointcuts: ReadonlyMap<string, string>, depth = 0): readonly string[] {
  if (text.includes("!") || depth > maxNamed) return [];
  return text.split("||").flatMap((alternative) => {
    const [only, ...more] = alternative
      .split("&&")
      .map((one) => one.trim())
      .filter((one) => !ofAll.test(one));
    if (only === undefined || more.length > 0) return [];
    if (marked.test(only) || placed.test(only)) return [only];
    const other = pointcuts.get(pointcutNamed.exec(only)?.[1] ?? "");
    return other === undefined ? [] : alternativesOf(other, pointcuts, depth + 1);
  });
}
